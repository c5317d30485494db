use std::{
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use fourfall::{
    bot::{self, BotError, Equipment},
    clock::Clock,
    config::{self, Settings},
    playground::{Answer, Change, ChannelId, Message, Options, Playground, Recorded, UserId},
    service::Thinkers,
    store,
    time::Timestamp,
};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use tokio::{
    sync::{OnceCell, oneshot},
    task::JoinHandle,
};

use super::{TestDatabase, cable::Cable, transport::Transport};

/// When the clocks of tests start.
const NOON: Timestamp = Timestamp::from_milliseconds(1_790_000_000_000);

/// The board before the first disc, under the line that names the players.
pub(crate) const EMPTY_CELLS: &str = "\
1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
🔵🔵🔵🔵🔵🔵🔵
";

/// How long anything may take, by the machine's clock, before it counts as
/// stuck.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// What is said when something of ours failed.
pub(crate) const FAULT: &str = "Something went wrong on my side. Nothing is lost";

/// How many boards and challenges are stored whose messages are not known.
const UNKNOWN_MESSAGES: &str = "\
    SELECT (SELECT COUNT(*) FROM game WHERE message_id IS NULL) \
    + (SELECT COUNT(*) FROM challenge WHERE message_id IS NULL)";

/// How long a message may stay unknown to the bot while all is well.
const LONGEST_UNKNOWN: Duration = Duration::from_millis(500);

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

#[derive(Debug)]
struct RunningBot {
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), BotError>>,
}

impl RunningBot {
    async fn stop(self) {
        self.stop.send(()).unwrap();
        let ended = tokio::time::timeout(PATIENCE, self.task).await;
        ended.expect("the bot did not stop").unwrap().unwrap();
    }
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

    pub(crate) fn settings(&self) -> Settings {
        Settings {
            token: self.playground.token().to_owned().into(),
            database: self.database().into(),
            development_guild: self.setup.development_guild.map(fourfall::play::GuildId),
            proxy: Some(self.playground.url()),
            ops_address: None,
            transport: config::Transport::Gateway,
        }
    }

    /// The settings of a replica that listens there.
    fn settings_at(&self, address: SocketAddr) -> Settings {
        let key = config::public_key(&self.playground.public_key()).unwrap();
        let transport = config::Transport::Http { key, address };
        Settings { transport, ..self.settings() }
    }

    /// The same settings, for the real program, of which there is one.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        let mut variables = vec![
            ("DISCORD_TOKEN", self.playground.token().to_owned()),
            ("DATABASE_URL", self.database()),
            ("DISCORD_PROXY_URL", self.playground.url()),
        ];
        if self.setup.transport.replicas().is_some() {
            variables.push(("DISCORD_PUBLIC_KEY", self.playground.public_key()));
            variables.push(("INTERACTIONS_ADDR", self.endpoints[0].to_string()));
        }
        variables
    }

    /// The address of the bot's database.
    pub(crate) fn database(&self) -> String {
        self.database.address()
    }

    /// Starts the bot, or as many replicas of it as there are to be.
    pub(crate) fn start_bot(&mut self) {
        let tables = Arc::new(OnceCell::new());
        match self.setup.transport.replicas() {
            None => self.start_replica(self.settings(), None, tables),
            Some(replicas) => {
                self.endpoints.clear();
                for _ in 0..replicas {
                    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
                    listener.set_nonblocking(true).unwrap();
                    let address = listener.local_addr().unwrap();
                    self.endpoints.push(address);
                    let settings = self.settings_at(address);
                    self.start_replica(settings, Some(listener), Arc::clone(&tables));
                }
            }
        }
    }

    fn start_replica(
        &mut self,
        settings: Settings,
        listener: Option<TcpListener>,
        tables: Arc<OnceCell<()>>,
    ) {
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async move { stopped.await.unwrap_or(()) };
        let (thinkers, clock) = (self.setup.thinkers.clone(), self.clock.clone());
        let listener =
            listener.map(|listener| tokio::net::TcpListener::from_std(listener).unwrap());
        let equipment = Equipment { client: reqwest::Client::new(), thinkers, listener };
        let task = tokio::spawn(async move {
            tables.get_or_init(|| make_tables(settings.database.expose_secret())).await;
            bot::run_with(equipment, settings, clock, stopped).await
        });
        self.bots.push(RunningBot { stop, task });
    }

    /// Waits until interactions find the bot.
    pub(crate) async fn connected(&self) {
        if self.setup.transport.replicas().is_none() {
            return until("the bot is online", || self.playground.is_bot_online()).await;
        }
        let accepted = async {
            // The real program takes a while until it listens.
            while self.playground.set_endpoints(self.urls()).await.is_err() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, accepted).await.expect("the endpoints were not accepted");
    }

    /// The addresses of all endpoints.
    pub(crate) fn urls(&self) -> Vec<String> {
        self.endpoints.iter().map(|it| format!("http://{it}/interactions")).collect()
    }

    /// The address of the first endpoint.
    pub(crate) fn endpoint(&self) -> String {
        self.urls().swap_remove(0)
    }

    /// Where the first replica listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.endpoints[0]
    }

    /// Waits until these are the moves of the one game there is.
    pub(crate) async fn until_moves(&self, moves: &str) {
        let mut sql = self.database.sql().await;
        while sql.text("SELECT moves FROM game").await != moves {
            tokio::task::yield_now().await;
        }
    }

    /// Makes the playground forget where the bot was.
    pub(crate) async fn forget_bot(&self) {
        self.playground.forget_sessions();
        self.playground.set_endpoints(Vec::new()).await.unwrap();
        until("the old connection is gone", || !self.playground.is_bot_online()).await;
    }

    /// Waits until the bot is there.
    pub(crate) async fn bot_ready(&self) {
        self.connected().await;
        let ready = tokio::time::timeout(PATIENCE, self.playground.bot_ready()).await;
        ready.expect("the bot did not get ready");
    }

    /// Stops the bot in good order.
    pub(crate) async fn stop_bot(&mut self) {
        assert!(!self.bots.is_empty(), "the bot runs");
        self.stopping().await;
    }

    /// What stops the bot in good order, once it is awaited.
    pub(crate) fn stopping(&mut self) -> impl Future<Output = ()> + use<> {
        let bots = std::mem::take(&mut self.bots);
        async move {
            for bot in bots {
                bot.stop().await;
            }
        }
    }

    /// Stops one replica in good order.
    pub(crate) async fn stop_replica(&mut self, index: usize) {
        self.bots.remove(index).stop().await;
    }

    /// Stops the bot in good order, and starts it again.
    pub(crate) async fn restart_bot(&mut self) {
        self.stop_bot().await;
        self.start_bot();
        self.connected().await;
    }

    /// Ends the test: nothing that the bot sent was refused.
    pub(crate) async fn close(mut self) {
        if !self.bots.is_empty() {
            self.stop_bot().await;
        }
        let refused = self.refused_requests();
        assert!(refused.is_empty(), "Discord would have refused: {refused:#?}");
    }

    /// Whether the bot has asked for a message too early, and not yet again.
    fn asks_again(&self) -> bool {
        let requests = self.playground.requests();
        let asked = |it: &&Recorded| it.method == "GET" && it.path.starts_with("/webhooks/");
        requests.iter().enumerate().filter(|(_, it)| asked(it) && it.status == 404).any(
            |(index, early)| {
                let mut later = requests[index..].iter().filter(asked);
                !later.any(|it| it.path == early.path && it.status != 404)
            },
        )
    }

    /// The requests that Discord refused. By HTTP, what follows an answer may
    /// come before it, and is sent again, or at least need not be.
    fn refused_requests(&self) -> Vec<Recorded> {
        let requests = self.playground.requests();
        let by_http = self.setup.transport.replicas().is_some();
        let is_made_good = |index: usize, early: &Recorded| {
            let mut later = requests[index..].iter();
            let is_same = |it: &Recorded| it.method == early.method && it.path == early.path;
            by_http
                && early.status == 404
                && early.path.starts_with("/webhooks/")
                && (early.method == "GET" || later.any(|it| is_same(it) && it.status < 300))
        };
        let refused = requests.iter().enumerate().filter(|(_, it)| it.status >= 400);
        refused.filter(|(index, it)| !is_made_good(*index, it)).map(|(_, it)| it.clone()).collect()
    }

    /// Ends a test in which Discord refused something on purpose.
    pub(crate) async fn close_after_refusals(mut self) {
        if !self.bots.is_empty() {
            self.stop_bot().await;
        }
    }

    /// Lets time pass.
    pub(crate) async fn wait(&self, time: Duration) {
        self.settled().await;
        self.playground.advance(time);
    }

    /// Waits until the bot knows which messages it has posted. By HTTP, it finds
    /// out after it has answered; it never does where an answer was lost.
    pub(crate) async fn settled(&self) {
        if self.setup.transport.replicas().is_none() || !self.database.has_tables().await {
            return;
        }
        let mut sql = self.database.sql().await;
        let known = async {
            while self.asks_again() || sql.number(UNKNOWN_MESSAGES).await > 0 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(LONGEST_UNKNOWN, known).await.ok();
    }

    /// Waits until the bot has done all that is due.
    pub(crate) async fn swept(&self) {
        let store = store::open(&self.database()).await.unwrap();
        let wait = async {
            while !store.due(self.clock.now()).await.unwrap().is_empty() {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(PATIENCE, wait).await.expect("what was due was not done");
        store.close().await;
    }

    pub(crate) async fn command(&self, who: UserId, name: &str, options: Value) -> Answer {
        self.playground.command(who, self.games, name, options).await
    }

    pub(crate) async fn press(&self, who: UserId, message: &Message, label: &str) -> Answer {
        self.playground.press(who, message, label).await
    }

    /// A press with any custom id, whether the message has it or not.
    pub(crate) async fn forge(&self, who: UserId, message: &Message, custom_id: &str) -> Answer {
        self.playground.press_id(who, message.channel_id, message.id, custom_id).await
    }

    /// A press on a message that is out of date: the answer, and the sentence
    /// that its presser alone gets besides.
    pub(crate) async fn forge_late(
        &self,
        who: UserId,
        message: &Message,
        custom_id: &str,
    ) -> (Answer, String) {
        let mut changes = self.playground.changes();
        let answer = self.forge(who, message, custom_id).await;
        let aside = changes
            .next_where(|change| matches!(change, Change::Created(it) if it.is_ephemeral()))
            .await
            .message()
            .expect("it was created");
        assert_eq!(aside.ephemeral_for, Some(who));
        (answer, aside.content)
    }

    /// A challenge to a game without a clock, whose challenger drops first.
    pub(crate) async fn challenge(&self, challenger: UserId, opponent: UserId) -> Message {
        let options = json!({ "opponent": opponent, "first": "me", "clock": "none" });
        let answer = self.command(challenger, "play", options).await;
        assert!(answer.is_new() && !answer.is_ephemeral(), "{answer:?}");
        answer.message().clone()
    }

    /// A game that has begun; the result is its board.
    pub(crate) async fn begin(&self, first: UserId, second: UserId) -> Message {
        let challenge = self.challenge(first, second).await;
        let answer = self.press(second, &challenge, "Accept").await;
        assert!(answer.is_update(), "{answer:?}");
        answer.message().clone()
    }

    /// A game of Ann against the computer without a clock, in which she drops
    /// first; the result is its board.
    pub(crate) async fn begin_alone(&self, level: &str) -> Message {
        let options = json!({ "level": level, "first": "me", "clock": "none" });
        let answer = self.command(self.ann, "play", options).await;
        assert!(answer.is_new() && !answer.is_ephemeral(), "{answer:?}");
        answer.message().clone()
    }

    /// Presses columns in turn, Ann first; the result is the board.
    pub(crate) async fn moves(&self, board: &Message, columns: &str) -> Message {
        self.moves_of([self.ann, self.ben], board, columns).await
    }

    pub(crate) async fn moves_of(
        &self,
        players: [UserId; 2],
        board: &Message,
        columns: &str,
    ) -> Message {
        let mut board = board.clone();
        for (index, column) in columns.chars().enumerate() {
            let answer = self.press(players[index % 2], &board, &column.to_string()).await;
            assert!(answer.is_update(), "move {}: {answer:?}", index + 1);
            board = answer.message().clone();
        }
        board
    }

    /// A message as it is now.
    pub(crate) fn now(&self, message: &Message) -> Message {
        self.playground.message(message.channel_id, message.id).expect("the message is there")
    }

    /// Asserts that an answer is a sentence to the asker alone.
    pub(crate) fn refused(answer: &Answer, sentence: &str) {
        assert!(answer.is_new() && answer.is_ephemeral(), "{answer:?}");
        assert!(answer.text().contains(sentence), "{:?} is not {sentence:?}", answer.text());
    }
}

/// Makes the tables of a new database, before several replicas open it at once.
/// Where that fails, the bot itself tells why.
async fn make_tables(database: &str) {
    if let Ok(store) = store::open(database).await {
        store.close().await;
    }
}

/// An address that is free now, and that no outgoing connection is given, as
/// those come from 127.0.0.1.
pub(crate) fn free_address() -> SocketAddr {
    let host = [127, fastrand::u8(1..255), fastrand::u8(..), fastrand::u8(1..255)];
    TcpListener::bind(SocketAddr::from((host, 0))).unwrap().local_addr().unwrap()
}

/// Waits until something is so that nobody tells of.
pub(crate) async fn until(what: &str, is_so: impl Fn() -> bool) {
    let wait = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.unwrap_or_else(|_| panic!("never: {what}"));
}

/// What the button with this label carries.
pub(crate) fn carried_by(message: &Message, label: &str) -> String {
    let button = message.button(label).expect("the button is there");
    button.custom_id.clone().expect("it is no link")
}

/// The file that a test's requests are recorded in.
pub(crate) fn recording(name: &str) -> PathBuf {
    recording_folder().join(format!("{name}.jsonl"))
}

/// The folder of all recordings.
pub(crate) fn recording_folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rest");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
