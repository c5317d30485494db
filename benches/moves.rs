//! What a move costs: `cargo bench --bench moves`.
//!
//! The stand-in runs in this process and the bot, as people run it, in one of
//! its own. Many games go on at once, each with one press under way at a time.
//! Reported are moves per second, the bot's CPU time per move (user and
//! system), the time from event to answer, and the bot's memory.

#![expect(clippy::print_stdout, reason = "a bench prints what it measured")]

use std::{convert::Infallible, fs, io::Write as _, path::Path, process::Stdio, time::Duration};

use anyhow::{Context, Result, bail, ensure};
use fourfall::{
    clock::Clock,
    playground::{ChannelId, Message, MessageId, Options, Playground, UserId},
};
use futures_util::future::try_join_all;
use serde_json::json;
use sqlx::{Connection, SqliteConnection};
use tokio::{
    process::{Child, Command},
    sync::Mutex,
};

/// A draw: the longest game there is, which needs no rematch in between.
const DRAW: &str = "174166227341672362665415453424277135575133";

/// How many games go on at once, and how many moves are made in all.
const RUNS: [(usize, usize); 2] = [(16, 20_000), (256, 20_000)];

const LIVE_GAMES: usize = 10_000;

/// Games against the computer, at its hard level, all pressed as fast as they
/// answer, while people play.
const COMPUTER_GAMES: usize = 1_000;

/// A time that no bench sees, in milliseconds since 1970.
const IN_A_CENTURY: i64 = 5_000_000_000_000;

/// When the memory of the computer's searches is free again, and a while.
const FREED_AFTER: Duration = Duration::from_mins(3);

#[tokio::main]
async fn main() -> Result<()> {
    println!("one core of two is the stand-in's; times are this machine's, ratios travel");
    let bench = Bench::start().await?;
    bench.bot.settle().await;
    println!("memory at idle, no games: {:.1} MiB", bench.bot.memory()?);
    // The first moves pay for caches and statements.
    bench.play(16, 2_000).await?;
    for (games, moves) in RUNS {
        println!("{games} games at once: {}", bench.play(games, moves).await?);
    }
    println!("memory after that: {:.1} MiB", bench.bot.memory()?);
    bench.stop().await?;

    let bench = Bench::start_with(LIVE_GAMES).await?;
    bench.bot.settle().await;
    println!("memory at idle, {LIVE_GAMES} live games: {:.1} MiB", bench.bot.memory()?);
    bench.play(16, 2_000).await?;
    println!("16 games at once, {LIVE_GAMES} others live: {}", bench.play(16, 20_000).await?);
    println!("memory after that: {:.1} MiB", bench.bot.memory()?);
    bench.stop().await?;

    let bench = Bench::start().await?;
    let report = bench.play_beside_the_computer(16, 5_000).await?;
    println!("16 games at once, {COMPUTER_GAMES} against the computer: {report}");
    println!("memory after that: {:.1} MiB", bench.bot.memory()?);
    tokio::time::sleep(FREED_AFTER).await;
    println!("{FREED_AFTER:?} later: {:.1} MiB", bench.bot.memory()?);
    bench.stop().await
}

struct Bench {
    playground: Playground,
    clock: Clock,
    bot: Bot,
    /// Tables at which a pair sits, each in a channel of its own.
    tables: Mutex<Vec<Table>>,
    _folder: tempfile::TempDir,
}

#[derive(Clone, Copy)]
struct Table {
    channel: ChannelId,
    players: [UserId; 2],
}

struct Report {
    moves_per_second: f64,
    cpu_per_move: Duration,
    latencies: Vec<Duration>,
}

impl Bench {
    async fn start() -> Result<Self> {
        Self::start_with(0).await
    }

    /// Starts a bot that has a number of live games in its database already.
    async fn start_with(live_games: usize) -> Result<Self> {
        let clock = Clock::system();
        let options = Options { clock: clock.clone(), rate_limits: false, ..Options::default() };
        let playground = Playground::start(options).await?;
        let folder = tempfile::tempdir()?;
        let database = folder.path().join("bench.db");
        let mut bot = Bot::start(&playground, &database).await?;
        if live_games > 0 {
            bot.stop().await?;
            fill(&database, live_games).await?;
            bot = Bot::start(&playground, &database).await?;
        }
        Ok(Self { playground, clock, bot, tables: Mutex::default(), _folder: folder })
    }

    async fn stop(mut self) -> Result<()> {
        self.bot.stop().await?;
        self.playground.stop().await;
        Ok(())
    }

    /// Plays that many moves in that many games at once.
    async fn play(&self, games: usize, moves: usize) -> Result<Report> {
        let tables = self.tables(games).await;
        let boards = try_join_all(tables.iter().map(|&table| self.begin(table))).await?;
        let (cpu, start) = (self.bot.cpu()?, self.clock.now());
        let each = moves / games;
        let games = tables.iter().zip(boards).map(|(&table, board)| self.game(table, board, each));
        let latencies: Vec<_> = try_join_all(games).await?.into_iter().flatten().collect();
        let (cpu, time) = (self.bot.cpu()?.saturating_sub(cpu), self.clock.now().since(start));
        let made = u32::try_from(latencies.len())?;
        for table in tables {
            self.clear(table).await?;
        }
        Ok(Report {
            moves_per_second: f64::from(made) / time.as_secs_f64(),
            cpu_per_move: cpu / made,
            latencies,
        })
    }

    /// The same while many others play the computer.
    async fn play_beside_the_computer(&self, games: usize, moves: usize) -> Result<Report> {
        let people = (0..COMPUTER_GAMES).map(|number| {
            let person = self.playground.add_person(&format!("alone-{number}"));
            let channel = self.playground.add_channel(&format!("alone-{number}"));
            (person, channel)
        });
        let alone = try_join_all(people.map(|(person, channel)| self.alone(person, channel)));
        tokio::select! {
            report = self.play(games, moves) => report,
            ended = alone => bail!("a game that never ends did: {ended:?}"),
        }
    }

    /// Plays the computer for ever, always in the first column that is open.
    async fn alone(&self, person: UserId, channel: ChannelId) -> Result<Infallible> {
        let options = json!({ "level": "hard", "first": "me" });
        let begun = self.playground.command(person, channel, "play", options).await;
        ensure!(begun.error().is_none(), "no game: {begun:?}");
        let mut id = begun.message().id;
        loop {
            let board = self.playground.message(channel, id).context("the board is gone")?;
            let open = board.buttons().find(|button| !button.disabled);
            let label = open.context("nothing can be pressed")?.shown();
            let answer = self.playground.press(person, &board, label).await;
            ensure!(!answer.is_ephemeral(), "no move: {answer:?}");
            if answer.is_new() {
                id = answer.message().id;
            }
            self.until_it_has_moved(channel, id).await?;
        }
    }

    /// Waits as a person does who looks at the board.
    async fn until_it_has_moved(&self, channel: ChannelId, id: MessageId) -> Result<()> {
        loop {
            let board = self.playground.message(channel, id).context("the board is gone")?;
            if !board.content.contains("is thinking…") {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn tables(&self, count: usize) -> Vec<Table> {
        let mut tables = self.tables.lock().await;
        while tables.len() < count {
            let number = tables.len();
            let player = |side| self.playground.add_person(&format!("player-{number}-{side}"));
            let players = [player("a"), player("b")];
            let channel = self.playground.add_channel(&format!("table-{number}"));
            tables.push(Table { channel, players });
        }
        tables[..count].to_vec()
    }

    async fn begin(&self, table: Table) -> Result<Message> {
        let [first, second] = table.players;
        let options = json!({ "opponent": second, "first": "me" });
        let answer = self.playground.command(first, table.channel, "play", options).await;
        ensure!(answer.error().is_none(), "no challenge: {answer:?}");
        let answer = self.playground.press(second, answer.message(), "Accept").await;
        ensure!(answer.is_update(), "no game: {answer:?}");
        Ok(answer.message().clone())
    }

    /// Makes moves at one table, game after game; the time that each took.
    async fn game(&self, table: Table, mut board: Message, moves: usize) -> Result<Vec<Duration>> {
        let mut latencies = Vec::with_capacity(moves);
        while latencies.len() < moves {
            for (ply, column) in DRAW.chars().enumerate().take(moves - latencies.len()) {
                let player = table.players[ply % 2];
                let start = precise_now();
                let answer = self.playground.press(player, &board, &column.to_string()).await;
                latencies.push(start.elapsed());
                ensure!(answer.is_update(), "no move: {answer:?}");
                board = answer.message().clone();
            }
            if latencies.len() < moves {
                board = self.begin(table).await?;
            }
        }
        Ok(latencies)
    }

    /// Ends the game at a table, if one goes on.
    async fn clear(&self, table: Table) -> Result<()> {
        let player = table.players[0];
        let answer = self.playground.command(player, table.channel, "resign", json!({})).await;
        if answer.is_ephemeral() {
            return Ok(());
        }
        let answer = self.playground.press(player, answer.message(), "Really resign").await;
        ensure!(answer.is_update(), "not resigned: {answer:?}");
        Ok(())
    }
}

#[expect(clippy::disallowed_methods, reason = "a bench measures real time")]
fn precise_now() -> std::time::Instant {
    std::time::Instant::now()
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut sorted = self.latencies.clone();
        sorted.sort_unstable();
        let percentile = |percent: usize| sorted[(sorted.len() - 1) * percent / 100];
        write!(
            f,
            "{:.0} moves/s, {:.3} ms CPU per move, event to answer p50 {:.2} ms, p99 {:.2} ms",
            self.moves_per_second,
            self.cpu_per_move.as_secs_f64() * 1e3,
            percentile(50).as_secs_f64() * 1e3,
            percentile(99).as_secs_f64() * 1e3,
        )
    }
}

/// Stores live games of people who do not move.
async fn fill(database: &Path, games: usize) -> Result<()> {
    let address = format!("sqlite://{}", database.display());
    let mut connection = SqliteConnection::connect(&address).await?;
    let mut transaction = connection.begin().await?;
    for number in 0..i64::try_from(games)? {
        let (first, second, channel) = (3 * number + 1, 3 * number + 2, 3 * number + 3);
        for player in [first, second] {
            sqlx::query("INSERT INTO player VALUES ($1, 'Somebody')")
                .bind(player)
                .execute(&mut *transaction)
                .await?;
        }
        sqlx::query(
            "INSERT INTO game (game_id, guild_id, channel_id, first_player_id, second_player_id, \
             board_columns, board_rows, connect, time_control, theme, moves, version, series_id, \
             first_points, second_points, declined, locale, started_at, moved_at, move_by, \
             changed_by, token, token_expires_at) VALUES ($1, 1, $2, $3, $4, 7, 6, 4, '1 day', \
             'classic', '4455', 4, $1, 0, 0, 0, 'en-US', 0, 0, $5, $1, 'token', 0)",
        )
        .bind(number + 1)
        .bind(channel)
        .bind(first)
        .bind(second)
        .bind(IN_A_CENTURY + number)
        .execute(&mut *transaction)
        .await?;
        for player in [first, second] {
            sqlx::query("INSERT INTO live_seat VALUES ($1, $2, $3)")
                .bind(player)
                .bind(channel)
                .bind(number + 1)
                .execute(&mut *transaction)
                .await?;
        }
    }
    transaction.commit().await?;
    connection.close().await?;
    Ok(())
}

/// The bot, in a process of its own.
struct Bot {
    child: Child,
    id: u32,
}

impl Bot {
    async fn start(playground: &Playground, database: &Path) -> Result<Self> {
        let child = Command::new(env!("CARGO_BIN_EXE_fourfall"))
            .env("DISCORD_TOKEN", playground.token())
            .env("DISCORD_PROXY_URL", playground.url())
            .env("DATABASE_URL", format!("sqlite://{}", database.display()))
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let id = child.id().context("the bot ended at once")?;
        playground.bot_ready().await;
        Ok(Self { child, id })
    }

    async fn stop(&mut self) -> Result<()> {
        let id = self.id.to_string();
        ensure!(Command::new("kill").args(["-TERM", &id]).status().await?.success());
        ensure!(self.child.wait().await?.success(), "the bot ended badly");
        Ok(())
    }

    async fn settle(&self) {
        std::io::stdout().flush().unwrap_or_default();
        tokio::time::sleep(Duration::from_secs(1)).await;
    }

    /// CPU time so far, user and system.
    fn cpu(&self) -> Result<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.id))?;
        let fields = stat.rsplit_once(')').context("no process name")?.1;
        let ticks: Vec<u64> =
            fields.split_whitespace().skip(11).take(2).map(str::parse).collect::<Result<_, _>>()?;
        // Linux counts these in hundredths of a second on every machine.
        Ok(Duration::from_millis(10 * ticks.iter().sum::<u64>()))
    }

    /// Resident memory in MiB.
    fn memory(&self) -> Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.id))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
        let kib = line.split_whitespace().nth(1).context("no number")?;
        Ok(kib.parse::<f64>()? / 1024.0)
    }
}
