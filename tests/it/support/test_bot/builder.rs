//! What a test may configure before it starts the bot.

use std::time::Duration;

use clock::{Clock, Timestamp};
use fake_discord::{FakeDiscord, Options};
use fourfall::{cli::emoji_pictures, computer::SearchBackendFactory};

use tokio::sync::OnceCell;

use super::{TestBot, closing::Closing};
use crate::support::{TestDatabase, Transport, free_address, recordings::recording};

/// The bot's user name.
const BOT_NAME: &str = "Fourfall";

/// The time at which clocks of tests are frozen.
const NOON: Timestamp = Timestamp::from_milliseconds(1_790_000_000_000);

/// Makes a [`TestBot`].
#[derive(Debug)]
#[must_use]
pub(crate) struct TestBotBuilder {
    name: String,
    options: Options,
    database: DatabaseChoice,
    config: Config,
}

/// Which database a test runs on.
#[derive(Clone, Copy, Debug)]
enum DatabaseChoice {
    /// PostgreSQL if a server is set, else SQLite.
    Any,
    Sqlite,
    Postgres,
    PostgresBehindChaosProxy,
}

/// How the bot runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Config {
    /// The guild that commands are registered in, instead of globally.
    pub(super) development_guild: Option<u64>,
    /// Creates the backends that search for moves, hints and reviews.
    pub(super) backends: SearchBackendFactory,
    /// How interactions reach the bot.
    pub(super) transport: Transport,
    /// By how many milliseconds the clock of the first replica's machine is ahead.
    pub(super) clock_error: i64,
    /// How long after a player's disc the computer's follows.
    pub(super) answer_delay: Option<Duration>,
    /// How long the review of a game that has just ended may take before somebody asks.
    pub(super) advance_review_timeout: Option<Duration>,
    /// Whether the tiles of boards are uploaded.
    pub(super) tiles: bool,
    /// Whether each replica has a runtime of its own.
    pub(super) killable: bool,
}

impl TestBotBuilder {
    pub(super) fn new(name: &str) -> Self {
        let options = Options {
            bot_name: BOT_NAME.to_owned(),
            emoji_pictures: emoji_pictures::ALL,
            start_command: Some("play"),
            clock: Clock::frozen_at(NOON),
            // With a frozen clock, a rate limit would never reset.
            rate_limits: false,
            recording_path: Some(recording(name)),
            ..Options::default()
        };
        let (database, config) = (DatabaseChoice::Any, Config::default());
        Self { name: name.to_owned(), options, database, config }
    }

    /// Runs in real time, as the real program does.
    pub(crate) fn in_real_time(mut self) -> Self {
        self.options.clock = Clock::system();
        self
    }

    /// Has Discord recommend this many shards, and enforce its limits on requests and on
    /// identifying, in real time.
    pub(crate) fn shards(mut self, shards: u64) -> Self {
        self.options.shards = shards;
        self.options.rate_limits = true;
        self.in_real_time()
    }

    /// Lets requests be for these hosts as well.
    pub(crate) fn hosts(mut self, hosts: &'static [&'static str]) -> Self {
        self.options.hosts = hosts;
        self
    }

    /// Uses an SQLite file, even if a PostgreSQL server is set.
    pub(crate) fn on_sqlite(mut self) -> Self {
        self.database = DatabaseChoice::Sqlite;
        self
    }

    /// Uses PostgreSQL. Building the bot panics if no server is set.
    pub(crate) fn on_postgres(mut self) -> Self {
        self.database = DatabaseChoice::Postgres;
        self
    }

    /// Uses PostgreSQL behind the [`ChaosProxy`](crate::support::chaos_proxy::ChaosProxy) that
    /// [`TestDatabase::proxy`] returns.
    pub(crate) fn behind_chaos_proxy(mut self) -> Self {
        self.database = DatabaseChoice::PostgresBehindChaosProxy;
        self
    }

    pub(crate) fn backends(mut self, backends: SearchBackendFactory) -> Self {
        self.config.backends = backends;
        self
    }

    /// Has the computer's disc follow a player's by an edit of its own, after so much time.
    /// Otherwise one answer shows both, as where Discord limits edits.
    pub(crate) fn answer_delay(mut self, delay: Duration) -> Self {
        self.config.answer_delay = Some(delay);
        self
    }

    /// Has games between people reviewed when they end, if that takes less than a second.
    /// Otherwise they are reviewed when somebody asks.
    pub(crate) const fn advance_reviews(mut self) -> Self {
        self.config.advance_review_timeout = Some(Duration::from_secs(1));
        self
    }

    /// Has boards drawn with tiles that the bot uploads. Otherwise they are Unicode.
    pub(crate) const fn with_tiles(mut self) -> Self {
        self.config.tiles = true;
        self
    }

    /// Runs each replica so that it can be killed without finishing anything: see
    /// [`TestBot::kill`]. Its panics are not counted.
    pub(crate) const fn killable(mut self) -> Self {
        self.config.killable = true;
        self
    }

    pub(crate) fn transport(mut self, transport: Transport) -> Self {
        self.config.transport = transport;
        self
    }

    /// Runs one process that is connected to the gateway.
    pub(crate) fn gateway(self) -> Self {
        self.transport(Transport::Gateway)
    }

    /// Runs so many replicas that interactions are posted to in turn.
    pub(crate) fn http(self, replicas: usize) -> Self {
        self.transport(Transport::Http { replicas })
    }

    /// Runs a single process whatever the transport is, for tests of state in memory.
    pub(crate) fn single_process(self) -> Self {
        self.transport(Transport::to_one_process())
    }

    /// Sets the clock of the first replica's machine ahead by so many milliseconds.
    pub(crate) fn clock_error(mut self, milliseconds: i64) -> Self {
        self.config.clock_error = milliseconds;
        self
    }

    /// The bot, once it is ready.
    pub(crate) async fn open(self) -> TestBot {
        let mut bot = self.stopped().await;
        bot.start();
        bot.wait_ready().await;
        bot
    }

    /// The bot, not started yet.
    pub(crate) async fn stopped(self) -> TestBot {
        let database = match self.database {
            DatabaseChoice::Any => TestDatabase::new().await,
            DatabaseChoice::Sqlite => TestDatabase::on_sqlite(),
            DatabaseChoice::Postgres => TestDatabase::on_postgres().await,
            DatabaseChoice::PostgresBehindChaosProxy => TestDatabase::behind_chaos_proxy().await,
        };
        let clock = self.options.clock.clone();
        let discord = FakeDiscord::start(self.options).await.unwrap();
        let is_http = self.config.transport.replicas().is_some();
        TestBot {
            ann: discord.user("ann"),
            ben: discord.user("ben"),
            cleo: discord.user("cleo"),
            channel: discord.channel("games"),
            database,
            store: OnceCell::new(),
            config: self.config,
            replicas: Vec::new(),
            endpoints: is_http.then(free_address).into_iter().collect(),
            clock,
            discord,
            closing: Closing::new(self.name),
        }
    }
}
