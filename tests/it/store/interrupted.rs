//! Changes that do not come to their end: their caller has gone, or the disk is full.

use std::{fs, future::poll_fn, pin::pin, task::Poll};

use connect4::{Level, Moves, Seat, Shape};
use fourfall::{
    game::{
        self, Challenge, ChallengeState, ChannelId, FoundPosition, Game, GameResult, GuildId,
        HintedTurns, InteractionId, NewChallenge, NewGame, PlayerId, Players, PositionId,
        PuzzleNumber, PuzzleSchedule, Rated, Series, SeriesId, StandingContent, StandingMessage,
        TimeZone, TrainingProgress,
    },
    locale::Locale,
    store::{
        ExportSource as _, PuzzleResult, PuzzleTry, SaveResult, Store, StoreError,
        export_schema::ExportRow,
    },
};
use futures_util::{FutureExt as _, future::BoxFuture};
use serde_json::Value;

use super::{
    Fixture, GUILD, NOON, after_end, after_move, game_config, message_handle, new_challenge,
    new_game, player, theme,
};
use crate::support::TestDatabase;

/// What is stored before each change.
struct World {
    database: TestDatabase,
    game: Game,
    computer_game: Game,
    /// It has a position that its first player trains with.
    finished: Game,
    pending: Challenge,
    declined: Challenge,
}

/// An interaction that has changed nothing before.
const BY: InteractionId = InteractionId(5_000);

impl World {
    async fn new() -> Self {
        let fixture = Fixture::on(TestDatabase::on_sqlite()).await;
        let store = &fixture.store;
        let finished = fixture.start_game(20, [1, 2], 100).await;
        let finished = fixture.finish_game(&finished, GameResult::Won(Seat::First)).await;
        let rated = |channel, players: [u64; 2], interaction| {
            let mut new = new_challenge(channel, players[0], Some(players[1]), interaction);
            new.config.rated = Rated::Yes;
            new
        };
        let challenge = fixture.create_challenge(rated(21, [1, 2], 200)).await;
        let new = new_game(&challenge, [1, 2], 210);
        let game = store.start_game(&new, &message_handle(None), None).await.unwrap().unwrap();
        let new = against_computer(Level::Easy, 300);
        let computer_game =
            store.start_game(&new, &message_handle(None), None).await.unwrap().unwrap();
        let pending = fixture.create_challenge(rated(22, [3, 1], 400)).await;
        let declined = fixture.create_challenge(rated(23, [1, 4], 410)).await;
        let positions = vec![(finished.id, vec![found_position(4)])];
        store.add_training_games(PlayerId(1), positions, NOON).await.unwrap();
        post_daily(store, InteractionId(500), (GUILD, ChannelId(30)), 8).await.unwrap();
        store.block(&player(1), &[PlayerId(9)], InteractionId(510), NOON).await.unwrap();
        let today = PuzzleNumber::of_day(NOON);
        let try_of = async |interaction, new| {
            let saved = store.save_puzzle_try(InteractionId(interaction), &player(6), new).await;
            assert_eq!(saved.unwrap(), SaveResult::Saved);
        };
        try_of(520, PuzzleTry { mistakes: None, ..solving(today) }).await;
        try_of(530, solving(today.next())).await;
        store.close().await;
        let database = fixture.database;
        Self { database, game, computer_game, finished, pending, declined }
    }

    /// A store on a copy of the database.
    async fn copy(&self) -> Fixture {
        let database = TestDatabase::on_sqlite();
        fs::copy(self.database.path(), database.path()).unwrap();
        Fixture::on(database).await
    }
}

fn against_computer(level: Level, interaction: u64) -> NewGame {
    NewGame {
        challenge: None,
        config: game_config(24),
        players: computer_players(level, Seat::First),
        series: Series::new(SeriesId(interaction)),
        max_games_per_channel: None,
        started: super::at(NOON),
        changed_by: InteractionId(interaction),
    }
}

fn computer_players(level: Level, seat: Seat) -> Players {
    Players::Computer { person: player(1), seat, level }
}

fn found_position(ply: u8) -> FoundPosition {
    let mut moves: Moves = "444444".parse().unwrap();
    moves.truncate(ply.into());
    FoundPosition {
        ply,
        board: moves.replay(Shape::STANDARD).unwrap(),
        moves_ahead: 1,
        is_shown: true,
    }
}

/// Has the puzzle of each day posted by a server at an hour.
async fn post_daily(
    store: &Store,
    by: InteractionId,
    (guild, channel): (GuildId, ChannelId),
    hour: u8,
) -> Result<(), StoreError> {
    let schedule = PuzzleSchedule::new(hour, TimeZone::UTC);
    let content = StandingContent::Daily(schedule);
    let new = StandingMessage::new((guild, channel), content, Locale::EnglishUs, NOON);
    let choose = |all: &[StandingMessage]| {
        let here = game::puzzle_here(all, new, NOON);
        Ok(here.into_iter().map(|it| it.at_hour(hour, NOON)).collect())
    };
    store.change_standing_messages(by, guild, choose).await.map(|changed| changed.unwrap())
}

fn solving(number: PuzzleNumber) -> PuzzleTry {
    PuzzleTry {
        number,
        tries_before: 0,
        tries: "4".parse().unwrap(),
        tried_at: NOON,
        mistakes: Some(0),
        guild: Some(GUILD),
    }
}

type Change = for<'a> fn(&'a Store, &'a World) -> BoxFuture<'a, Result<(), StoreError>>;

/// All that take more than one statement.
const CHANGES: [(&str, Change); 27] = [
    ("a challenge that replaces another one", |store, world| {
        let new = NewChallenge {
            terms: new_challenge(22, 1, Some(3), BY.0),
            replaced: vec![(world.pending.id, ChallengeState::Cancelled)],
        };
        async move { store.create_challenge(&new, &message_handle(None)).await.map(drop) }.boxed()
    }),
    ("a challenge that is declined", |store, world| {
        let (id, state) = (world.declined.id, ChallengeState::Declined);
        async move { store.end_challenge(id, state, Some(BY), NOON).await.map(drop) }.boxed()
    }),
    ("a challenge that expires", |store, world| {
        let (id, state) = (world.declined.id, ChallengeState::Expired);
        async move { store.end_challenge(id, state, None, NOON).await.map(drop) }.boxed()
    }),
    ("a game that begins", |store, world| {
        let new = new_game(&world.pending, [3, 1], BY.0);
        async move { store.start_game(&new, &message_handle(None), None).await.map(drop) }.boxed()
    }),
    ("a move", |store, world| {
        let after = Game { changed_by: BY, ..after_move(&world.game) };
        async move { store.save_game(world.game.version, &after).await.map(drop) }.boxed()
    }),
    ("a rated game that ends", |store, world| {
        let after = after_end(&world.game, GameResult::Won(Seat::First));
        async move { store.save_game(world.game.version, &after).await.map(drop) }.boxed()
    }),
    ("a game against the computer that ends", |store, world| {
        let after = after_end(&world.computer_game, GameResult::Resigned(Seat::First));
        async move { store.save_game(world.computer_game.version, &after).await.map(drop) }.boxed()
    }),
    ("a game against the computer that begins", |store, _| {
        let new = NewGame {
            config: game_config(25),
            players: computer_players(Level::Hard, Seat::Second),
            ..against_computer(Level::Hard, BY.0)
        };
        async move { store.start_game(&new, &message_handle(None), None).await.map(drop) }.boxed()
    }),
    ("a move against the computer", |store, world| {
        let after = after_move(&world.computer_game);
        async move { store.save_game(world.computer_game.version, &after).await.map(drop) }.boxed()
    }),
    ("a move of the computer that ends the game", |store, world| {
        let after = after_end(&world.computer_game, GameResult::Won(Seat::Second));
        async move { store.save_game(world.computer_game.version, &after).await.map(drop) }.boxed()
    }),
    ("a game in the place of another one", |store, world| {
        let (before, new) = (&world.computer_game, against_computer(Level::Hard, BY.0));
        let ended = after_end(before, GameResult::CalledOff);
        async move {
            store
                .start_game(&new, &message_handle(None), Some((before.version, &ended)))
                .await
                .map(drop)
        }
        .boxed()
    }),
    ("hints", |store, world| {
        let hints = HintedTurns(3);
        async move { store.record_hints(BY, world.computer_game.id, hints).await.map(drop) }.boxed()
    }),
    ("a preference", |store, _| {
        async move {
            store.change_preference(BY, &player(8), &|it| it.turns = false).await.map(drop)
        }
        .boxed()
    }),
    ("a block", |store, _| {
        let people = &[PlayerId(3), PlayerId(4)];
        async move { store.block(&player(1), people, BY, NOON).await.map(drop) }.boxed()
    }),
    ("a block that is lifted", |store, _| {
        async move { store.unblock(BY, PlayerId(1), PlayerId(9)).await }.boxed()
    }),
    ("a setting", |store, _| {
        async move {
            let changed = store.change_settings(BY, GUILD, &|it| it.theme = theme("shapes"), NOON);
            changed.await.map(drop)
        }
        .boxed()
    }),
    ("a puzzle that is solved", |store, _| {
        let new = solving(PuzzleNumber::of_day(NOON));
        async move { store.save_puzzle_try(BY, &player(7), new).await.map(drop) }.boxed()
    }),
    ("a puzzle that is solved at the second try", |store, _| {
        let new = PuzzleTry { tries_before: 1, ..solving(PuzzleNumber::of_day(NOON)) };
        let new = PuzzleTry { tries: "44".parse().unwrap(), ..new };
        async move { store.save_puzzle_try(BY, &player(6), new).await.map(drop) }.boxed()
    }),
    ("a solver of the puzzle elsewhere", |store, _| {
        let number = PuzzleNumber::of_day(NOON).next();
        async move {
            let result = PuzzleResult { number, mistakes: Some(0), shared: false };
            store.record_puzzle_result(BY, GuildId(11), PlayerId(6), result, NOON).await
        }
        .boxed()
    }),
    ("the channel of the puzzle", |store, _| {
        post_daily(store, BY, (GUILD, ChannelId(31)), 8).boxed()
    }),
    ("the hour of the puzzle", |store, _| post_daily(store, BY, (GUILD, ChannelId(30)), 9).boxed()),
    ("the hour of the puzzle in a server without one", |store, _| {
        post_daily(store, BY, (GuildId(11), ChannelId(32)), 8).boxed()
    }),
    ("positions of a game to train with", |store, world| {
        let positions = vec![(world.finished.id, vec![found_position(3), found_position(5)])];
        async move { store.add_training_games(PlayerId(2), positions, NOON).await }.boxed()
    }),
    ("a try in training", |store, world| {
        let position = PositionId { game: world.finished.id, ply: 4 };
        let after = TrainingProgress::new(NOON).after_try(true, NOON);
        async move {
            store.save_training_try(BY, PlayerId(1), position, after, NOON).await.map(drop)
        }
        .boxed()
    }),
    ("a name", |store, _| {
        let renamed = player(1).in_guild(Some(GUILD), Some("Annie".to_owned()));
        async move { store.save_player(&renamed, NOON).await }.boxed()
    }),
    ("the deletion of a player", |store, world| {
        let ended = after_end(&world.game, GameResult::Resigned(Seat::First));
        let games = vec![(world.game.version, ended)];
        async move { store.delete_player(Some(BY), PlayerId(1), games, NOON).await.map(drop) }
            .boxed()
    }),
    ("the deletion of a server", |store, world| {
        let ended = |game: &Game| (game.version, after_end(game, GameResult::Interrupted));
        let games = vec![ended(&world.game), ended(&world.computer_game)];
        async move { store.delete_guild(GUILD, games).await.map(drop) }.boxed()
    }),
];

/// What is stored, except for what is random.
async fn stored(fixture: &Fixture) -> Vec<String> {
    let mut stored = Vec::new();
    let read = &mut |table: &'static str, row: ExportRow| {
        stored.push(format!("{table}: {:?}", without_random(row)));
        true
    };
    fixture.store.export(None, read).await.unwrap();
    // Which interactions have changed something is not exported.
    let applied = "SELECT group_concat(interaction_id) FROM applied_interaction";
    stored.push(fixture.database.sql().await.text(applied).await);
    stored.sort();
    stored
}

fn without_random(row: ExportRow) -> Vec<(String, Value)> {
    let is_placeholder = |value: &Value| value.as_i64().is_some_and(|id| id < -1);
    let known = row.into_iter().filter(|(name, _)| name != "tie_breaker");
    known
        .map(|(name, value)| {
            let value = if is_placeholder(&value) { Value::from("deleted") } else { value };
            (name, value)
        })
        .collect()
}

/// Polls until a future has waited so many times, and drops it then. Returns whether it has ended.
async fn drop_after(waits: usize, change: BoxFuture<'_, Result<(), StoreError>>) -> bool {
    let mut change = pin!(change);
    let mut waited = 0;
    poll_fn(|context| match change.as_mut().poll(context) {
        Poll::Ready(result) => {
            result.unwrap();
            Poll::Ready(true)
        }
        Poll::Pending if waited == waits => Poll::Ready(false),
        Poll::Pending => {
            waited += 1;
            Poll::Pending
        }
    })
    .await
}

#[tokio::test]
async fn a_change_whose_caller_has_gone_is_whole_or_absent() {
    let world = World::new().await;
    for (name, change) in CHANGES {
        let mut fixture = world.copy().await;
        let before = stored(&fixture).await;
        change(&fixture.store, &world).await.unwrap();
        let after = stored(&fixture).await;
        assert_ne!(after, before, "{name}");
        fixture = world.copy().await;
        for waits in 0.. {
            let has_ended = drop_after(waits, change(&fixture.store, &world)).await;
            // The next change waits until it is known what became of it.
            fixture.store.save_player(&player(99), NOON).await.unwrap();
            let now = stored(&fixture).await;
            let is_whole = now == after;
            assert!(is_whole || now == before && !has_ended, "{name} after {waits}: {now:#?}");
            if has_ended {
                break;
            }
            if is_whole {
                fixture = world.copy().await;
            }
        }
    }
}

/// Has writes fail, as on a full disk, when so many rows were written.
async fn fill_disk_after(fixture: &Fixture, rows: usize) {
    let mut sql = fixture.database.sql().await;
    sql.run(&format!("UPDATE room SET rows = {rows}")).await;
}

/// `action` is whether only the statement fails, or SQLite rolls back the transaction by itself.
async fn assert_a_full_disk_leaves_nothing(action: &str) {
    let world = World::new().await;
    let mut sql = world.database.sql().await;
    let tables = sql.tables().await;
    sql.run("CREATE TABLE room (rows INTEGER)").await;
    sql.run("INSERT INTO room VALUES (1000000)").await;
    for table in tables {
        for verb in ["INSERT", "UPDATE", "DELETE"] {
            sql.run(&format!(
                "CREATE TRIGGER room_{table}_{verb} BEFORE {verb} ON {table} BEGIN \
                 UPDATE room SET rows = rows - 1; \
                 SELECT RAISE({action}, 'disk is full') FROM room WHERE rows < 0; END"
            ))
            .await;
        }
    }
    // Into the file that is copied.
    sql.run("PRAGMA wal_checkpoint(TRUNCATE)").await;
    for (name, change) in CHANGES {
        let fixture = world.copy().await;
        let before = stored(&fixture).await;
        for rows in 0.. {
            fill_disk_after(&fixture, rows).await;
            let Err(error) = change(&fixture.store, &world).await else {
                assert!(rows > 0, "{name} writes nothing");
                break;
            };
            assert!(format!("{error:?}").contains("disk is full"), "{name}: {error:?}");
            fill_disk_after(&fixture, 1_000_000).await;
            assert_eq!(stored(&fixture).await, before, "{name} after {rows}");
        }
        assert_ne!(stored(&fixture).await, before, "{name}");
    }
}

#[tokio::test]
async fn a_full_disk_leaves_nothing_of_a_change() {
    assert_a_full_disk_leaves_nothing("ROLLBACK").await;
}

#[tokio::test]
async fn a_failed_statement_leaves_nothing_of_a_change() {
    assert_a_full_disk_leaves_nothing("ABORT").await;
}
