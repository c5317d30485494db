//! How many challenges, beginnings and ends of games the store takes in a second, asked by many
//! tasks at once, compared to bare commits: `cargo bench --bench games`. On PostgreSQL if
//! `TEST_POSTGRES_URL` is set, else on SQLite.
//!
//! Each round measures all of them, one after another; the medians of all rounds are printed.

#![expect(clippy::print_stdout, reason = "a bench prints its results")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time and reads a variable")]

use std::{
    env,
    time::{Duration, Instant},
};

use clock::Timestamp;
use connect4::{Seat, Shape};
use fourfall::{
    game::{
        Challenge, ChallengeTerms, ChannelId, FirstMove, Game, GameConfig, GameEnd, GameResult,
        GuildId, InteractionId, Location, MessageHandle, MessageId, NewChallenge, NewGame, Now,
        Player, PlayerId, Players, Rated, RunningTime, Series, SeriesId, TimeControl, Token, Turn,
        TurnDeadline,
    },
    locale::Locale,
    store::{self, Store},
    theme::Theme,
};
use futures_util::{StreamExt as _, TryStreamExt as _, future::try_join_all, stream};
use sqlx::{
    AssertSqlSafe, Connection as _, PgConnection, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteSynchronous},
};

/// Pairs of players, each with a channel of their own.
const PAIRS: u64 = 400;

/// Games of each pair.
const ROUNDS: u64 = 9;

/// Games that begin or end at the same time.
const TASKS: usize = 64;

const DAY: Duration = Duration::from_hours(24);

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let address = match env::var("TEST_POSTGRES_URL") {
        Ok(server) if !server.is_empty() => create_postgres(&server).await?,
        _ => format!("sqlite://{}/bench.db", folder.path().display()),
    };
    let store = store::open(&address).await?;
    let mut commits = BareCommits::open(&address).await?;
    let mut rounds = Vec::new();
    let mut now = Timestamp::from_milliseconds(1_700_000_000_000);
    for round in 0..ROUNDS {
        // Beyond the daily limit, games are not rated.
        now = now.after(DAY);
        let measured = play(&store, &mut commits, round, now).await?;
        // In the first round, nobody has an entry on a leaderboard yet.
        if round > 0 {
            rounds.push(measured);
        }
    }
    for (index, name) in ["bare commits", "challenges", "starts", "ends"].iter().enumerate() {
        let rate = median(rounds.iter().map(|round| round[index]));
        let ratio = median(rounds.iter().map(|round| round[0] / round[index]));
        println!("{rate:.0} {name}/s, {ratio:.2} times a bare commit");
    }
    store.close().await;
    Ok(())
}

const CREATE_ROWS: [&str; 2] = [
    "CREATE TABLE bare (id BIGINT PRIMARY KEY, changes BIGINT NOT NULL)",
    "WITH RECURSIVE number (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 1000)
     INSERT INTO bare SELECT n, 0 FROM number",
];
const UPDATE_ROW: &str = "UPDATE bare SET changes = changes + 1 WHERE id = $1";

/// Connections for changes of one small row, each committed on its own: as many as the store
/// has for transactions.
enum BareCommits {
    Sqlite(SqliteConnection),
    Postgres(Vec<PgConnection>),
}

impl BareCommits {
    async fn open(address: &str) -> anyhow::Result<Self> {
        if address.starts_with("sqlite:") {
            let options: SqliteConnectOptions = address.parse()?;
            let options = options.synchronous(SqliteSynchronous::Full);
            let mut connection = SqliteConnection::connect_with(&options).await?;
            for statement in CREATE_ROWS {
                sqlx::query(statement).execute(&mut connection).await?;
            }
            return Ok(Self::Sqlite(connection));
        }
        let mut connections = try_join_all((0..8).map(|_| PgConnection::connect(address))).await?;
        for statement in CREATE_ROWS {
            sqlx::query(statement).execute(&mut connections[0]).await?;
        }
        Ok(Self::Postgres(connections))
    }

    /// Commits as many changes as there are pairs.
    async fn run(&mut self) -> sqlx::Result<()> {
        match self {
            Self::Sqlite(connection) => {
                for row in 0..PAIRS.cast_signed() {
                    sqlx::query(UPDATE_ROW).bind(row).execute(&mut *connection).await?;
                }
            }
            Self::Postgres(connections) => {
                let step = connections.len();
                let updates = (0..).zip(connections).map(async |(first, connection)| {
                    for row in (first..PAIRS.cast_signed()).step_by(step) {
                        sqlx::query(UPDATE_ROW).bind(row).execute(&mut *connection).await?;
                    }
                    Ok::<_, sqlx::Error>(())
                });
                try_join_all(updates).await?;
            }
        }
        Ok(())
    }
}

/// Every pair begins and ends a game. Returns how many bare commits, challenges, beginnings and
/// ends there were in a second.
async fn play(
    store: &Store,
    commits: &mut BareCommits,
    round: u64,
    now: Timestamp,
) -> anyhow::Result<[f64; 4]> {
    let stopwatch = Instant::now();
    commits.run().await?;
    let bare = per_second(stopwatch);
    let stopwatch = Instant::now();
    let challenges: Vec<Challenge> = stream::iter(0..PAIRS)
        .map(|pair| async move {
            let terms = terms(pair, round, now);
            let new = NewChallenge { terms, replaced: Vec::new() };
            store.create_challenge(&new, &message()).await
        })
        .buffered(TASKS)
        .try_collect()
        .await?;
    let created = per_second(stopwatch);
    let stopwatch = Instant::now();
    let games: Vec<Game> = stream::iter(&challenges)
        .map(|challenge| async move {
            let started = store.start_game(&new_game(challenge), &message(), None).await?;
            Ok::<_, store::StoreError>(started.expect("the challenge is pending"))
        })
        .buffered(TASKS)
        .try_collect()
        .await?;
    let started = per_second(stopwatch);
    let stopwatch = Instant::now();
    stream::iter(&games)
        .map(|game| async move {
            let saved = store.save_game(game.version, &ended(game, now)).await?;
            assert!(saved.is_some());
            Ok::<_, store::StoreError>(())
        })
        .buffered(TASKS)
        .try_collect::<()>()
        .await?;
    Ok([bare, created, started, per_second(stopwatch)])
}

#[expect(clippy::cast_precision_loss, reason = "a small number")]
fn per_second(stopwatch: Instant) -> f64 {
    PAIRS as f64 / stopwatch.elapsed().as_secs_f64()
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

fn message() -> MessageHandle {
    MessageHandle {
        message: Some(MessageId(1)),
        token: Token("token".to_owned()),
        token_expires_at: Timestamp::from_milliseconds(0),
    }
}

fn terms(pair: u64, round: u64, now: Timestamp) -> ChallengeTerms {
    let guild = GuildId(1 + pair / 10);
    let player = |id| Player::new(PlayerId(id), format!("Player {id}")).in_guild(Some(guild), None);
    let interaction = 1_000_000 * (round + 1) + 10 * pair;
    ChallengeTerms {
        config: GameConfig {
            location: Location { guild: Some(guild), channel: ChannelId(100_000 + pair) },
            shape: Shape::STANDARD,
            time_control: TimeControl::OneDay,
            rated: Rated::Yes,
            theme: Theme::default(),
            locale: Locale::EnglishUs,
        },
        challenger: player(200_000 + 2 * pair),
        opponent: Some(player(200_001 + 2 * pair)),
        first: FirstMove::Challenger,
        rematch_of: None,
        series: Series::new(SeriesId(interaction)),
        created_at: now,
        expires_at: now.after(DAY),
        created_by: InteractionId(interaction),
    }
}

fn new_game(challenge: &Challenge) -> NewGame {
    let terms = &challenge.terms;
    let opponent = terms.opponent.clone().expect("the challenge has an opponent");
    NewGame {
        challenge: Some(challenge.id),
        config: terms.config,
        players: Players::People([terms.challenger.clone(), opponent]),
        series: terms.series,
        max_games_per_channel: Some(10),
        started: Now { time: terms.created_at, running: RunningTime(0) },
        changed_by: InteractionId(terms.created_by.0 + 1),
    }
}

/// The game after the first player has won.
fn ended(game: &Game, now: Timestamp) -> Game {
    Game {
        turn: Turn { deadline: TurnDeadline::default(), ..game.turn },
        version: game.version.next(),
        changed_by: InteractionId(game.changed_by.0 + 1),
        end: Some(GameEnd { result: GameResult::Won(Seat::First), at: now, called_off_by: None }),
        moves: "1212121".parse().expect("the moves are valid"),
        ..game.clone()
    }
}

/// Creates an empty database on the server, replacing that of an earlier run.
async fn create_postgres(server: &str) -> anyhow::Result<String> {
    let name = format!("fourfall_games_{}", std::process::id());
    let mut connection = PgConnection::connect(server).await?;
    for statement in [format!("DROP DATABASE IF EXISTS {name}"), format!("CREATE DATABASE {name}")]
    {
        sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await?;
    }
    let server = server.rsplit_once('/').map_or(server, |(server, _)| server);
    Ok(format!("{server}/{name}"))
}
