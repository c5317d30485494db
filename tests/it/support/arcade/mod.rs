//! How an arcade is opened; what goes on in it stands beside.

mod ending;
mod playing;
mod running;

use std::net::SocketAddr;

use clock::{Clock, Timestamp};
use fake_discord::{ChannelId, Options, Playground, UserId};
use fourfall::service::Thinkers;

pub(crate) use self::playing::{EMPTY_CELLS, FAULT, carried_by};
use self::running::RunningBot;
use super::{
    TestDatabase, cable::Cable, free_address, recordings::recording, transport::Transport,
};

/// When the clocks of tests start.
const NOON: Timestamp = Timestamp::from_milliseconds(1_790_000_000_000);

/// A stand-in for Discord with the bot in it, and Ann, Ben and Cleo in a
/// channel. The clock stands still unless it is turned.
#[derive(Debug)]
pub(crate) struct Arcade {
    pub(crate) playground: Playground,
    pub(crate) clock: Clock,
    pub(crate) ann: UserId,
    pub(crate) ben: UserId,
    pub(crate) cleo: UserId,
    pub(crate) games: ChannelId,
    pub(crate) database: TestDatabase,
    setup: Setup,
    /// The bot, as often as there are replicas.
    bots: Vec<RunningBot>,
    /// Where interactions are posted to, if they are.
    endpoints: Vec<SocketAddr>,
}

/// What a test may want otherwise than usual.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    /// The one server for commands.
    pub(crate) development_guild: Option<u64>,
    /// Who finds the computer's moves.
    pub(crate) thinkers: Thinkers,
    /// How interactions reach the bot.
    pub(crate) transport: Transport,
}

impl Arcade {
    /// Opens an arcade. Its name is that of the file that all requests are
    /// recorded in, for a look at them from outside.
    pub(crate) async fn open(name: &str) -> Self {
        Self::open_with(name, Thinkers::default()).await
    }

    /// Opens an arcade with other thinkers than usual.
    pub(crate) async fn open_with(name: &str, thinkers: Thinkers) -> Self {
        Self::open_as(name, Setup { thinkers, ..Setup::default() }).await
    }

    /// The same with a single process, for what a process remembers.
    pub(crate) async fn open_single(name: &str, thinkers: Thinkers) -> Self {
        let transport = Transport::to_one_process();
        Self::open_as(name, Setup { thinkers, transport, ..Setup::default() }).await
    }

    /// Opens an arcade that is set up like this.
    pub(crate) async fn open_as(name: &str, setup: Setup) -> Self {
        let mut arcade = Self::without_bot(name).await;
        arcade.set_up(setup);
        arcade.start_bot();
        arcade.bot_ready().await;
        arcade
    }

    /// Opens an arcade in which the bot is not running yet.
    pub(crate) async fn without_bot(name: &str) -> Self {
        Self::with_clock(name, Clock::standing_at(NOON), TestDatabase::new().await).await
    }

    /// The same with an SQLite file, wherever others have their games.
    pub(crate) async fn on_a_file(name: &str) -> Self {
        Self::with_clock(name, Clock::standing_at(NOON), TestDatabase::file()).await
    }

    /// The whole bot on a server, and the network to that. Nothing if there is no
    /// server for tests.
    pub(crate) async fn behind_a_cable(name: &str) -> Option<(Self, Cable)> {
        let (database, cable) = TestDatabase::behind_a_cable().await?;
        let mut arcade = Self::with_clock(name, Clock::standing_at(NOON), database).await;
        arcade.start_bot();
        arcade.bot_ready().await;
        Some((arcade, cable))
    }

    /// The same in real time, for the real program.
    pub(crate) async fn in_real_time(name: &str) -> Self {
        Self::with_clock(name, Clock::system(), TestDatabase::new().await).await
    }

    /// The same with an SQLite file.
    pub(crate) async fn in_real_time_on_a_file(name: &str) -> Self {
        Self::with_clock(name, Clock::system(), TestDatabase::file()).await
    }

    /// The same in real time, in which Discord asks for so many shards, and
    /// has them connect no faster than it allows.
    pub(crate) async fn with_shards(name: &str, shards: u64) -> Self {
        let options = Options { shards, ..Options::default() };
        Self::with_options(name, options, TestDatabase::new().await).await
    }

    /// The same where the bot has a clock of its own, which agrees with Discord's
    /// at first.
    pub(crate) async fn with_two_clocks(name: &str) -> Self {
        let arcade = Self::without_bot(name).await;
        Self { clock: Clock::standing_at(NOON), ..arcade }
    }

    async fn with_clock(name: &str, clock: Clock, database: TestDatabase) -> Self {
        // A standing clock never frees a limited route again.
        let options = Options { clock, rate_limits: false, ..Options::default() };
        Self::with_options(name, options, database).await
    }

    async fn with_options(name: &str, options: Options, database: TestDatabase) -> Self {
        let clock = options.clock.clone();
        let options = Options { record: Some(recording(name)), ..options };
        let playground = Playground::start(options).await.unwrap();
        let mut arcade = Self {
            ann: playground.person("ann"),
            ben: playground.person("ben"),
            cleo: playground.person("cleo"),
            games: playground.channel("games"),
            database,
            setup: Setup::default(),
            bots: Vec::new(),
            endpoints: Vec::new(),
            clock,
            playground,
        };
        arcade.set_up(Setup::default());
        arcade
    }

    pub(crate) fn set_up(&mut self, setup: Setup) {
        self.setup = setup;
        if self.setup.transport.replicas().is_some() && self.endpoints.is_empty() {
            self.endpoints.push(free_address());
        }
    }
}
