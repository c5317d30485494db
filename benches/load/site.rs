//! A bot at work: its processes, its database, and who plays with it.

use std::{fs, time::Duration};

use anyhow::{Result, ensure};
use fake_discord::{Message, Options, Playground};
use futures_util::future::try_join_all;
use reqwest::Client;

use crate::{
    bot::{Bot, cpu_of},
    cost::{Cost, InDatabase, Round},
    database::{Database, Kind},
    presses::Presses,
    setup::{Setup, Transport},
    table::{MOVES, Table, now},
};

/// How many games go on at once, each with one press under way at a time.
const TABLES: usize = 64;

/// How many games are played with nothing else going on.
const GAMES_ALONE: usize = 10;

/// A bot at work.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) playground: Playground,
    bots: Vec<Bot>,
    /// Where moves are posted to, if they are.
    endpoints: Vec<String>,
    client: Client,
    tables: Vec<Table>,
    database: Kind,
}

impl Site {
    pub(crate) async fn open(setup: Setup, database: &Database) -> Result<Self> {
        let options = Options { rate_limits: false, keep_connections: true, ..Options::default() };
        let playground = Playground::start(options).await?;
        let (by_http, count) = match setup.transport {
            Transport::Gateway => (false, 1),
            Transport::Http { replicas } => (true, replicas),
        };
        let mut bots = Vec::new();
        for _ in 0..count {
            bots.push(Bot::start(&playground, &database.address, by_http).await?);
        }
        let endpoints: Vec<_> = bots.iter().filter(|_| by_http).map(Bot::endpoint).collect();
        playground.set_endpoints(endpoints.clone()).await?;
        playground.bot_ready().await;
        let tables = (0..TABLES).map(|number| Table::new(&playground, &number.to_string()));
        let tables = tables.collect();
        let client = Client::builder().no_proxy().build()?;
        Ok(Self { playground, bots, endpoints, client, tables, database: setup.database })
    }

    /// Plays a game at every table.
    pub(crate) async fn play(&self) -> Result<Round> {
        let before = self.mark()?;
        let boards = self.tables.iter().map(|table| table.begin(&self.playground));
        let boards = try_join_all(boards).await?;
        let begin = self.mark()?.since(before, TABLES);
        let (moves, end, latencies) = if self.endpoints.is_empty() {
            self.play_at_the_gateway(boards).await?
        } else {
            self.play_by_post(&boards).await?
        };
        Ok(Round { begin, moves, end, latencies: latencies.into_iter().flatten().collect() })
    }

    async fn play_at_the_gateway(&self, boards: Vec<Message>) -> Result<Played> {
        let begun = self.mark()?;
        let played = self.tables.iter().zip(boards);
        let played = played.map(|(table, board)| table.play(&self.playground, board));
        let (boards, latencies): (Vec<_>, Vec<_>) = try_join_all(played).await?.into_iter().unzip();
        let played = self.mark()?;
        let ended = self.tables.iter().zip(&boards);
        try_join_all(ended.map(|(table, board)| table.end(&self.playground, board))).await?;
        let ended = self.mark()?;
        Ok((played.since(begun, TABLES * MOVES.len()), ended.since(played, TABLES), latencies))
    }

    async fn play_by_post(&self, boards: &[Message]) -> Result<Played> {
        let signed = self.tables.iter().zip(boards).map(|(table, board)| {
            table.sign(&self.playground, &self.client, &self.endpoints, board)
        });
        let mut games = signed.collect::<Result<Vec<Presses>>>()?;
        let begun = self.mark()?;
        let latencies = try_join_all(games.iter_mut().map(|game| game.send(MOVES.len()))).await?;
        let played = self.mark()?;
        try_join_all(games.iter_mut().map(|game| game.send(1))).await?;
        let ended = self.mark()?;
        for game in games {
            game.check(&self.playground)?;
        }
        Ok((played.since(begun, TABLES * MOVES.len()), ended.since(played, TABLES), latencies))
    }

    /// How long moves take in the database with nothing else going on, and how
    /// long bare commits; games and commits take turns.
    pub(crate) async fn play_alone(&self, database: &Database) -> Result<InDatabase> {
        let mut sum = InDatabase::default();
        for _ in 0..GAMES_ALONE {
            let board = self.tables[0].begin(&self.playground).await?;
            let (moves, seconds, changes) = self.in_database().await?;
            let (board, latencies) = self.tables[0].play(&self.playground, board).await?;
            let after = self.in_database().await?;
            // Noting every ten seconds that it is alive is not a move's work.
            let is_all = after.2 - changes <= 1.0;
            ensure!(is_all, "a move did more in the database than is counted");
            sum.moves += after.0 - moves;
            sum.of_moves += after.1 - seconds;
            sum.commits += latencies.len();
            sum.of_commits += database.bare_commits(&latencies).await?;
            self.tables[0].end(&self.playground, &board).await?;
        }
        Ok(sum)
    }

    /// Moves, seconds and other changes, of all bots together.
    async fn in_database(&self) -> Result<(f64, f64, f64)> {
        let mut all = (0.0, 0.0, 0.0);
        for bot in &self.bots {
            let one = bot.in_database().await?;
            all = (all.0 + one.moves, all.1 + one.seconds, all.2 + one.changes);
        }
        Ok(all)
    }

    /// Resident memory of one of the bots, in MiB.
    pub(crate) fn memory(&self) -> Result<f64> {
        self.bots[0].memory()
    }

    pub(crate) async fn close(mut self) -> Result<()> {
        for bot in &mut self.bots {
            bot.stop().await?;
        }
        self.playground.stop().await;
        Ok(())
    }

    fn mark(&self) -> Result<Mark> {
        let bots = self.bots.iter().map(Bot::cpu).sum::<Result<Duration>>()?;
        let server = match self.database {
            Kind::Sqlite => Duration::ZERO,
            Kind::Postgres => server_cpu()?,
        };
        Ok(Mark { at: now(), bots, server })
    }
}

/// What the moves cost and the ends, and how long each move of each game took.
type Played = (Cost, Cost, Vec<Vec<Duration>>);

/// A moment, and the CPU time up to it.
#[derive(Clone, Copy)]
struct Mark {
    at: std::time::Instant,
    bots: Duration,
    server: Duration,
}

impl Mark {
    fn since(&self, before: Self, times: usize) -> Cost {
        Cost {
            times,
            time: self.at - before.at,
            cpu: self.bots.saturating_sub(before.bots),
            server_cpu: self.server.saturating_sub(before.server),
        }
    }
}

/// CPU time of all PostgreSQL processes of this machine, with those that ended.
fn server_cpu() -> Result<Duration> {
    let mut sum = Duration::ZERO;
    for process in fs::read_dir("/proc")? {
        // Some end while they are looked at.
        let Ok(stat) = fs::read_to_string(process?.path().join("stat")) else { continue };
        if stat.contains("(postgres)") {
            sum += cpu_of(&stat, 4)?;
        }
    }
    Ok(sum)
}
