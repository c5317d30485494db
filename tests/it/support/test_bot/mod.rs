//! The bot against the fake Discord, in one process with the test.

mod actions;
mod idle;
mod lifecycle;

use std::net::SocketAddr;

use clock::{Clock, Timestamp};
use fake_discord::{ChannelId, FakeDiscord, Options, UserId};
use fourfall::{cli::emoji_pictures, service::SearchBackendFactory};

pub(crate) use self::actions::{EMPTY_CELLS, INTERNAL_ERROR, custom_id_of};
use self::lifecycle::RunningBot;
use super::{
    TestDatabase, chaos_proxy::ChaosProxy, free_address, recordings::recording,
    transport::Transport,
};

/// The bot's user name.
const BOT_NAME: &str = "Fourfall";

/// The time at which clocks of tests are frozen.
const NOON: Timestamp = Timestamp::from_milliseconds(1_790_000_000_000);

/// The bot against a fake Discord, with the users Ann, Ben and Cleo in a channel.
/// Unless a test opens it in real time, the clock is frozen, and moves only by
/// [`TestBot::advance`] and the like.
#[derive(Debug)]
pub(crate) struct TestBot {
    pub(crate) discord: FakeDiscord,
    pub(crate) clock: Clock,
    pub(crate) ann: UserId,
    pub(crate) ben: UserId,
    pub(crate) cleo: UserId,
    pub(crate) channel: ChannelId,
    pub(crate) database: TestDatabase,
    config: TestBotConfig,
    /// The running replicas: one if the transport is the gateway.
    replicas: Vec<RunningBot>,
    /// Where the replicas listen for interactions; empty for the gateway.
    endpoints: Vec<SocketAddr>,
}

/// What a test may configure.
#[derive(Clone, Debug, Default)]
pub(crate) struct TestBotConfig {
    /// The guild that commands are registered in, instead of globally.
    pub(crate) development_guild: Option<u64>,
    /// Creates the backends that search for moves, hints and reviews.
    pub(crate) backends: SearchBackendFactory,
    /// How interactions reach the bot.
    pub(crate) transport: Transport,
    /// By how many milliseconds the clock of the first replica's machine is ahead.
    pub(crate) clock_error: i64,
}

impl TestBot {
    /// Starts the bot with the default configuration. `name` is the name of the file
    /// in which all requests are recorded, see [`super::recordings`].
    pub(crate) async fn open(name: &str) -> Self {
        Self::open_with_backends(name, SearchBackendFactory::default()).await
    }

    /// Starts the bot with these search backends.
    pub(crate) async fn open_with_backends(name: &str, backends: SearchBackendFactory) -> Self {
        Self::open_with_config(name, TestBotConfig { backends, ..TestBotConfig::default() }).await
    }

    /// The same with a single process, for tests of state in memory.
    pub(crate) async fn open_single_process(name: &str, backends: SearchBackendFactory) -> Self {
        let transport = Transport::to_one_process();
        Self::open_with_config(
            name,
            TestBotConfig { backends, transport, ..TestBotConfig::default() },
        )
        .await
    }

    /// Starts the bot with this configuration.
    pub(crate) async fn open_with_config(name: &str, config: TestBotConfig) -> Self {
        let mut bot = Self::new_stopped(name).await;
        bot.configure(config);
        bot.start();
        bot.wait_ready().await;
        bot
    }

    /// A bot that is not started yet.
    pub(crate) async fn new_stopped(name: &str) -> Self {
        Self::with_clock(name, Clock::frozen_at(NOON), TestDatabase::new().await).await
    }

    /// The same, where requests may also be for these hosts.
    pub(crate) async fn new_stopped_at_hosts(name: &str, hosts: &'static [&'static str]) -> Self {
        let clock = Clock::frozen_at(NOON);
        let options = Options { hosts, clock, rate_limits: false, ..options() };
        Self::with_options(name, options, TestDatabase::new().await).await
    }

    /// The same with an SQLite file, even if a PostgreSQL server is set.
    pub(crate) async fn new_stopped_on_sqlite(name: &str) -> Self {
        Self::with_clock(name, Clock::frozen_at(NOON), TestDatabase::on_sqlite()).await
    }

    /// Starts the bot with a PostgreSQL database behind a [`ChaosProxy`]. Returns
    /// `None` if no server is set.
    pub(crate) async fn open_behind_chaos_proxy(name: &str) -> Option<(Self, ChaosProxy)> {
        let (database, proxy) = TestDatabase::behind_chaos_proxy().await?;
        let mut bot = Self::with_clock(name, Clock::frozen_at(NOON), database).await;
        bot.start();
        bot.wait_ready().await;
        Some((bot, proxy))
    }

    /// A bot that is not started yet, in real time: also for tests that start the
    /// real program.
    pub(crate) async fn in_real_time(name: &str) -> Self {
        Self::with_clock(name, Clock::system(), TestDatabase::new().await).await
    }

    /// The same with an SQLite file, even if a PostgreSQL server is set.
    pub(crate) async fn in_real_time_on_sqlite(name: &str) -> Self {
        Self::with_clock(name, Clock::system(), TestDatabase::on_sqlite()).await
    }

    /// The same with a PostgreSQL database. Returns `None` if no server is set.
    pub(crate) async fn in_real_time_on_postgres(name: &str) -> Option<Self> {
        let database = TestDatabase::on_postgres().await?;
        Some(Self::with_clock(name, Clock::system(), database).await)
    }

    /// A bot that is not started yet, in real time. Discord recommends this many
    /// shards, and enforces its limits on requests and on identifying.
    pub(crate) async fn with_shards(name: &str, shards: u64) -> Self {
        let options = Options { shards, ..options() };
        Self::with_options(name, options, TestDatabase::new().await).await
    }

    async fn with_clock(name: &str, clock: Clock, database: TestDatabase) -> Self {
        // With a frozen clock, a rate limit would never reset.
        let options = Options { clock, rate_limits: false, ..options() };
        Self::with_options(name, options, database).await
    }

    async fn with_options(name: &str, options: Options, database: TestDatabase) -> Self {
        let clock = options.clock.clone();
        let options = Options { recording_path: Some(recording(name)), ..options };
        let discord = FakeDiscord::start(options).await.unwrap();
        let mut bot = Self {
            ann: discord.user("ann"),
            ben: discord.user("ben"),
            cleo: discord.user("cleo"),
            channel: discord.channel("games"),
            database,
            config: TestBotConfig::default(),
            replicas: Vec::new(),
            endpoints: Vec::new(),
            clock,
            discord,
        };
        bot.configure(TestBotConfig::default());
        bot
    }

    pub(crate) fn configure(&mut self, config: TestBotConfig) {
        self.config = config;
        if self.config.transport.replicas().is_some() && self.endpoints.is_empty() {
            self.endpoints.push(free_address());
        }
    }
}

/// The options that `fourfall playground` starts the fake with.
fn options() -> Options {
    Options {
        bot_name: BOT_NAME.to_owned(),
        emoji_pictures: emoji_pictures::ALL,
        ..Options::default()
    }
}
