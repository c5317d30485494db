//! A deployment: bot processes, a database, and pairs of users who play.

use std::{fs, path::Path, time::Duration};

use anyhow::{Result, ensure};
use clock::Stopwatch;
use fake_discord::{FakeDiscord, Message, Options};
use futures_util::future::try_join_all;
use reqwest::Client;
use tokio::time::sleep;

use crate::{
    bot::{Bot, cpu_of},
    cost::{Cost, DatabaseTimes, Round},
    database::{Database, DatabaseKind},
    pair::{MOVES, Pair},
    presses::Presses,
    scenario::{Scenario, Transport},
};

/// The number of simultaneous games, each with one press in flight.
const PAIRS: usize = 64;

/// A bot is idle if it has used no processor for so long.
const IDLE_INTERVAL: Duration = Duration::from_millis(200);

/// The number of games played one after another to measure database times.
const SEQUENTIAL_GAMES: usize = 10;

/// Running bots, and the users who play on them.
#[derive(Debug)]
pub(crate) struct Deployment {
    pub(crate) discord: FakeDiscord,
    bots: Vec<Bot>,
    /// The interaction endpoints; empty for the gateway.
    endpoints: Vec<String>,
    client: Client,
    pairs: Vec<Pair>,
    database: DatabaseKind,
}

impl Deployment {
    pub(crate) async fn open(
        scenario: Scenario,
        program: &Path,
        database: &Database,
    ) -> Result<Self> {
        let options = Options { rate_limits: false, reuse_connections: true, ..Options::default() };
        let discord = FakeDiscord::start(options).await?;
        let (by_http, count) = match scenario.transport {
            Transport::Gateway => (false, 1),
            Transport::Http { replicas } => (true, replicas),
        };
        let mut bots = Vec::new();
        for _ in 0..count {
            bots.push(Bot::start(program, &discord, &database.address, by_http).await?);
        }
        let endpoints: Vec<_> = bots.iter().filter(|_| by_http).map(Bot::endpoint).collect();
        discord.set_endpoints(endpoints.clone()).await?;
        discord.bot_ready().await;
        let pairs = (0..PAIRS).map(|number| Pair::new(&discord, &number.to_string())).collect();
        let client = Client::builder().no_proxy().build()?;
        Ok(Self { discord, bots, endpoints, client, pairs, database: scenario.database })
    }

    /// Plays one game of every pair, and then commits as often as there are pairs.
    pub(crate) async fn play(&self, database: &Database) -> Result<Round> {
        let before = self.snapshot()?;
        let boards = self.pairs.iter().map(|pair| pair.begin(&self.discord));
        let boards = try_join_all(boards).await?;
        let begin = self.snapshot()?.since(before, PAIRS);
        let (moves, end, latencies) = if self.endpoints.is_empty() {
            self.play_by_gateway(boards).await?
        } else {
            self.play_by_http(&boards).await?
        };
        self.wait_until_idle().await?;
        let pauses = [Duration::ZERO; PAIRS];
        let time = database.time_bare_commits(&pauses).await?;
        let commits = Cost { count: PAIRS, time, ..Cost::default() };
        let latencies = latencies.into_iter().flatten().collect();
        Ok(Round { begin, moves, end, commits, latencies })
    }

    async fn play_by_gateway(&self, boards: Vec<Message>) -> Result<GamesPlayed> {
        let started = self.snapshot()?;
        let played = self.pairs.iter().zip(boards);
        let played = played.map(|(pair, board)| pair.play(&self.discord, board));
        let (boards, latencies): (Vec<_>, Vec<_>) = try_join_all(played).await?.into_iter().unzip();
        let played = self.snapshot()?;
        let ended = self.pairs.iter().zip(&boards);
        try_join_all(ended.map(|(pair, board)| pair.end(&self.discord, board))).await?;
        let ended = self.snapshot()?;
        Ok((played.since(started, PAIRS * MOVES.len()), ended.since(played, PAIRS), latencies))
    }

    async fn play_by_http(&self, boards: &[Message]) -> Result<GamesPlayed> {
        let signed =
            self.pairs.iter().zip(boards).map(|(pair, board)| {
                pair.sign(&self.discord, &self.client, &self.endpoints, board)
            });
        let mut games = signed.collect::<Result<Vec<Presses>>>()?;
        let started = self.snapshot()?;
        let latencies = try_join_all(games.iter_mut().map(|game| game.send(MOVES.len()))).await?;
        let played = self.snapshot()?;
        try_join_all(games.iter_mut().map(|game| game.send(1))).await?;
        let ended = self.snapshot()?;
        for game in games {
            game.check(&self.discord)?;
        }
        Ok((played.since(started, PAIRS * MOVES.len()), ended.since(played, PAIRS), latencies))
    }

    /// Waits for what follows the end of a game without anybody asking: its review, which may take a
    /// hundred times as much of the processor as its moves.
    async fn wait_until_idle(&self) -> Result<()> {
        loop {
            let before = self.snapshot()?.bots;
            sleep(IDLE_INTERVAL).await;
            if self.snapshot()?.bots == before {
                return Ok(());
            }
        }
    }

    /// Measures the database times of moves and of bare commits on an idle deployment, in
    /// turns.
    pub(crate) async fn measure_database(&self, database: &Database) -> Result<DatabaseTimes> {
        let mut sum = DatabaseTimes::default();
        for _ in 0..SEQUENTIAL_GAMES {
            let board = self.pairs[0].begin(&self.discord).await?;
            let (moves, seconds, changes) = self.database_metrics().await?;
            let (board, latencies) = self.pairs[0].play(&self.discord, board).await?;
            let after = self.database_metrics().await?;
            // The beat every ten seconds and the clean-up each minute are not part of a move.
            let is_complete = after.2 - changes <= 2.0;
            ensure!(is_complete, "a move made database writes that are not counted");
            sum.moves += after.0 - moves;
            sum.move_seconds += after.1 - seconds;
            sum.commits += latencies.len();
            sum.commit_time += database.time_bare_commits(&latencies).await?;
            self.pairs[0].end(&self.discord, &board).await?;
        }
        Ok(sum)
    }

    /// The number of moves, their seconds, and the number of other writes, over all bots.
    async fn database_metrics(&self) -> Result<(f64, f64, f64)> {
        let mut sum = (0.0, 0.0, 0.0);
        for bot in &self.bots {
            let metrics = bot.database_metrics().await?;
            sum = (sum.0 + metrics.moves, sum.1 + metrics.seconds, sum.2 + metrics.changes);
        }
        Ok(sum)
    }

    /// Resident memory of one of the bots, in MiB.
    pub(crate) fn memory(&self) -> Result<f64> {
        self.bots[0].memory()
    }

    pub(crate) async fn close(mut self) -> Result<()> {
        for bot in &mut self.bots {
            bot.stop().await?;
        }
        self.discord.stop().await;
        Ok(())
    }

    fn snapshot(&self) -> Result<Snapshot> {
        let bots = self.bots.iter().map(Bot::cpu).sum::<Result<Duration>>()?;
        let server = match self.database {
            DatabaseKind::Sqlite => Duration::ZERO,
            DatabaseKind::Postgres => server_cpu()?,
        };
        Ok(Snapshot { stopwatch: Stopwatch::start(), bots, server })
    }
}

/// The cost of all moves but the last, the cost of the last moves, and the latencies of each
/// game.
type GamesPlayed = (Cost, Cost, Vec<Vec<Duration>>);

/// A point in time, and the CPU times until then.
#[derive(Clone, Copy)]
struct Snapshot {
    stopwatch: Stopwatch,
    bots: Duration,
    server: Duration,
}

impl Snapshot {
    fn since(&self, before: Self, count: usize) -> Cost {
        Cost {
            count,
            time: before.stopwatch.elapsed().saturating_sub(self.stopwatch.elapsed()),
            cpu: self.bots.saturating_sub(before.bots),
            server_cpu: self.server.saturating_sub(before.server),
        }
    }
}

/// CPU time of all PostgreSQL processes on this machine, including those that have exited.
fn server_cpu() -> Result<Duration> {
    let mut sum = Duration::ZERO;
    for process in fs::read_dir("/proc")? {
        // A process may exit meanwhile.
        let Ok(stat) = fs::read_to_string(process?.path().join("stat")) else { continue };
        if stat.contains("(postgres)") {
            sum += cpu_of(&stat, 4)?;
        }
    }
    Ok(sum)
}
