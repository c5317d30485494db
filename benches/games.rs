//! How many games a second the store begins and ends, asked by many tasks at once:
//! `cargo bench --bench games`. On PostgreSQL if `TEST_POSTGRES_URL` is set, else on SQLite.

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
        Challenge, ChallengeTerms, ChannelId, FirstMove, Game, GameConfig, GameResult, GuildId,
        InteractionId, Location, MessageHandle, MessageId, NewGame, Player, PlayerId, Players,
        Rated, Series, SeriesId, TimeControl, Token, TurnDeadline,
    },
    locale::Locale,
    store::{self, SaveResult, Store},
    theme::Theme,
};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

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
    let mut starts = Vec::new();
    let mut ends = Vec::new();
    let mut now = Timestamp::from_milliseconds(1_700_000_000_000);
    for round in 0..ROUNDS {
        // Beyond the daily limit, games are not rated.
        now = now.after(DAY);
        let (start, end) = play(&*store, round, now).await?;
        // In the first round, nobody has an entry on a leaderboard yet.
        if round > 0 {
            starts.push(start);
            ends.push(end);
        }
    }
    println!("{:.0} starts/s, {:.0} ends/s", median(starts), median(ends));
    store.close().await;
    Ok(())
}

/// Every pair begins and ends a game. Returns how many began and ended in a second.
async fn play(store: &dyn Store, round: u64, now: Timestamp) -> anyhow::Result<(f64, f64)> {
    let challenges: Vec<Challenge> =
        stream::iter(0..PAIRS)
            .map(|pair| async move {
                store.create_challenge(&terms(pair, round, now), &message()).await
            })
            .buffered(TASKS)
            .try_collect()
            .await?;
    let stopwatch = Instant::now();
    let games: Vec<Game> = stream::iter(&challenges)
        .map(|challenge| async move {
            let started = store.start_game(&new_game(challenge), &message()).await?;
            Ok::<_, store::StoreError>(started.expect("the challenge is pending").game)
        })
        .buffered(TASKS)
        .try_collect()
        .await?;
    let starts = per_second(stopwatch);
    let stopwatch = Instant::now();
    stream::iter(&games)
        .map(|game| async move {
            let saved = store.save_game(game.version, &ended(game, now)).await?;
            assert_eq!(saved, SaveResult::Saved);
            Ok::<_, store::StoreError>(())
        })
        .buffered(TASKS)
        .try_collect::<()>()
        .await?;
    Ok((starts, per_second(stopwatch)))
}

#[expect(clippy::cast_precision_loss, reason = "a small number")]
fn per_second(stopwatch: Instant) -> f64 {
    PAIRS as f64 / stopwatch.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
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
            theme: Theme::Classic,
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
        started_at: terms.created_at,
        changed_by: InteractionId(terms.created_by.0 + 1),
    }
}

/// The game after the first player has won.
fn ended(game: &Game, now: Timestamp) -> Game {
    Game {
        turn_deadline: TurnDeadline::default(),
        version: game.version.next(),
        changed_by: InteractionId(game.changed_by.0 + 1),
        result: Some(GameResult::Won(Seat::First)),
        ended_at: Some(now),
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
