//! The database's tables, from one release to the next.

use std::{path::Path, sync::Arc};

use clock::Timestamp;
use connect4::{Column, Level, Seat};
use fourfall::{
    play::{
        self, ChallengeId, ChannelId, Ending, GameId, GuildId, InteractionId, Order, Period,
        PlayerId, Players, Ranking, Scope, Series, SeriesId, TimeControl, TurnTime,
    },
    store::{self, Deadline, Forgotten, HistoryTurn, Saved, Store, Turn, Viewer},
    theme::Theme,
};
use serde_json::json;
use sqlx::{
    AssertSqlSafe, Connection, PgConnection, SqliteConnection, migrate::Migrator,
    sqlite::SqliteConnectOptions,
};

use crate::support::{Arcade, TestDatabase};

const NOON: Timestamp = Timestamp::from_milliseconds(1_700_000_000_000);

#[tokio::test]
async fn a_database_with_games_in_it_opens_again_as_it_was() {
    let mut arcade = Arcade::on_a_file("migrations").await;
    arcade.start_bot();
    arcade.bot_ready().await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "4455").await;
    arcade.stop_bot().await;
    for _ in 0..2 {
        store::open(&arcade.database()).await.unwrap().close().await;
    }
    arcade.start_bot();
    arcade.connected().await;
    let again = arcade.command(arcade.ann, "board", json!({})).await;
    assert_eq!(again.text(), board.content);
    arcade.close().await;
}

#[tokio::test]
async fn tables_of_a_later_release_are_left_alone() {
    let arcade = Arcade::on_a_file("later_release").await;
    store::open(&arcade.database()).await.unwrap();
    let mut connection = SqliteConnection::connect(&arcade.database()).await.unwrap();
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'of a later release', TRUE, x'00', 0)",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    let refused = store::open(&arcade.database()).await.unwrap_err();
    assert_eq!(refused.to_string(), "the database's tables cannot be brought up to date");
}

#[tokio::test]
async fn the_database_is_durable_and_holds_its_references() {
    let mut arcade = Arcade::on_a_file("pragmas").await;
    arcade.start_bot();
    arcade.bot_ready().await;
    arcade.begin(arcade.ann, arcade.ben).await;
    let mut connection = SqliteConnection::connect(&arcade.database()).await.unwrap();
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut connection).await.unwrap();
    assert_eq!(mode, "wal");
    let orphan = sqlx::query("DELETE FROM player").execute(&mut connection).await;
    assert!(orphan.is_err(), "players of games cannot be deleted");
    arcade.close().await;
}

/// What a database of the first release may hold: a finished game, its rematch
/// that goes on, and a challenge that waits.
const FIRST_RELEASE: &str = "
    INSERT INTO player VALUES (1, 'Ann'), (2, 'Ben');
    INSERT INTO challenge (challenge_id, guild_id, channel_id, challenger_id, opponent_id, slot,
        board_columns, board_rows, connect, first, rematch_of, series_id, locale, state, made_at,
        expires_at, made_by, changed_by, token, token_expires_at)
    VALUES
        (1, 10, 20, 1, 2, 1, 7, 6, 4, 'challenger', NULL, 5, 'en-US', 'accepted', 0, 9, 5, 6, 't', 9),
        (3, 10, 21, 2, NULL, 1, 7, 6, 4, 'random', NULL, 7, 'en-US', 'waiting', 0, 99, 7, 7, 't', 9);
    INSERT INTO game (game_id, challenge_id, guild_id, channel_id, first_player_id,
        second_player_id, board_columns, board_rows, connect, moves, version, series_id, ending,
        ending_seat, locale, started_at, moved_at, ended_at, changed_by, message_id, token,
        token_expires_at)
    VALUES (4, 1, 10, 20, 1, 2, 7, 6, 4, '1212121', 7, 5, 'won', 0, 'en-US', 1, 2, 3, 16, 55, 't', 9);
    INSERT INTO challenge (challenge_id, guild_id, channel_id, challenger_id, opponent_id, slot,
        board_columns, board_rows, connect, first, rematch_of, series_id, locale, state, made_at,
        expires_at, made_by, changed_by, token, token_expires_at)
    VALUES (2, 10, 20, 1, 2, 1, 7, 6, 4, 'opponent', 4, 5, 'en-US', 'accepted', 0, 9, 17, 18, 't', 9);
    INSERT INTO game (game_id, challenge_id, guild_id, channel_id, first_player_id,
        second_player_id, board_columns, board_rows, connect, moves, version, series_id, locale,
        started_at, moved_at, changed_by, message_id, token, token_expires_at)
    VALUES (8, 2, 10, 20, 2, 1, 7, 6, 4, '44', 2, 5, 'en-US', 4, 5, 19, 56, 't', 9);
    INSERT INTO live_seat VALUES (1, 20, 8), (2, 20, 8);
    INSERT INTO record VALUES (10, 1, 1, 0, 0), (10, 2, 0, 1, 0);
    INSERT INTO deadline VALUES ('challenge', 3, 99);
";

/// What the second release could hold besides: a game against the computer,
/// with its turn due.
const SECOND_RELEASE: &str = "
    INSERT INTO game (game_id, begun_by, guild_id, channel_id, first_player_id, level,
        board_columns, board_rows, connect, moves, version, series_id, locale, started_at,
        moved_at, changed_by, message_id, token, token_expires_at)
    VALUES (9, 30, 10, 22, 1, 'hard', 7, 6, 4, '4', 1, 30, 'en-US', 6, 7, 31, 57, 't', 9);
    INSERT INTO live_seat VALUES (1, 22, 9);
    INSERT INTO deadline VALUES ('computer', 9, 88);
";

/// A database as the first few migrations make it.
struct Old {
    options: SqliteConnectOptions,
    folder: tempfile::TempDir,
}

impl Old {
    async fn with(migrations: &[&str], rows: &[&'static str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let steps = folder.path().join("migrations");
        std::fs::create_dir(&steps).unwrap();
        let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
        for name in migrations {
            std::fs::copy(all.join(name), steps.join(name)).unwrap();
        }
        let file = folder.path().join("old.db");
        let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
        let old = Self { options, folder };
        let mut connection = old.connection().await;
        Migrator::new(steps).await.unwrap().run(&mut connection).await.unwrap();
        for rows in rows {
            sqlx::raw_sql(*rows).execute(&mut connection).await.unwrap();
        }
        connection.close().await.unwrap();
        old
    }

    async fn connection(&self) -> SqliteConnection {
        SqliteConnection::connect_with(&self.options).await.unwrap()
    }

    async fn open(&self) -> Arc<dyn Store> {
        let file = self.folder.path().join("old.db");
        store::open(&format!("sqlite://{}", file.display())).await.unwrap()
    }
}

#[tokio::test]
async fn games_against_the_computer_survive_and_go_on_without_a_clock() {
    let migrations = ["0001_play.sql", "0002_computer.sql"];
    let old = Old::with(&migrations, &[FIRST_RELEASE, SECOND_RELEASE]).await;
    let store = old.open().await;
    let alone = store.live_game(ChannelId(22), PlayerId(1)).await.unwrap().unwrap();
    assert_eq!(alone.awaits_computer(), Some(Level::Hard));
    assert_eq!((alone.setup.time_control, alone.setup.theme), (TimeControl::None, Theme::Classic));
    assert_eq!((alone.turn_time, alone.offer), (TurnTime::default(), None));
    assert_eq!(alone.series, Series::new(SeriesId(30)));
    assert_eq!(store.game_begun_by(InteractionId(30)).await.unwrap(), Some(alone.clone()));
    let due = [Deadline::Computer(alone.id), Deadline::Challenge(ChallengeId(3))];
    assert_eq!(store.due(Timestamp::from_milliseconds(99)).await.unwrap(), due);
    let moved = play::computer_move(&alone, Column::from_number(4).unwrap(), NOON).unwrap();
    let saved = store.save_computer_move(alone.version, &moved).await.unwrap();
    assert_eq!(saved, Saved::Yes);
    assert_eq!(store.game(alone.id).await.unwrap(), Some(moved));
    let waiting = store.challenge(ChallengeId(3)).await.unwrap().unwrap();
    assert_eq!(waiting.terms.setup.time_control, TimeControl::None);
    assert_eq!(waiting.terms.series, Series::new(SeriesId(7)));
}

#[tokio::test]
async fn what_the_first_release_stored_survives() {
    let old = Old::with(&["0001_play.sql"], &[FIRST_RELEASE]).await;
    let store = old.open().await;
    let over = store.game(GameId(4)).await.unwrap().unwrap();
    assert_eq!(over.ending, Some(Ending::Won(Seat::First)));
    assert_eq!(over.moves.to_string(), "1212121");
    let live = store.live_game(ChannelId(20), PlayerId(1)).await.unwrap().unwrap();
    assert_eq!((live.id, live.version.0, live.live.message.unwrap().0), (GameId(8), 2, 56));
    let Players::People([one, other]) = &live.players else { panic!("{live:?}") };
    assert_eq!((one.name.as_str(), other.name.as_str()), ("Ben", "Ann"));
    assert_eq!(store.live_games(PlayerId(2)).await.unwrap(), [live]);
    let rematch = store.challenge(ChallengeId(2)).await.unwrap().unwrap();
    assert_eq!(rematch.terms.rematch_of, Some(GameId(4)));
    let game = store.game_of_challenge(ChallengeId(1)).await.unwrap();
    assert_eq!(game.map(|game| game.id), Some(GameId(4)));
    let waiting = [Deadline::Challenge(ChallengeId(3))];
    assert_eq!(store.due(Timestamp::from_milliseconds(99)).await.unwrap(), waiting);
    for period in Period::ALL {
        let scope = Scope::Guild(GuildId(10));
        let ranking = Ranking { scope, period, order: Order::Wins };
        let then = Timestamp::from_milliseconds(3);
        let leaders = store.standings(ranking, then, Turn::First, 10).await.unwrap();
        assert_eq!(leaders.lines[0].player.name, "Ann", "{period:?}");
        assert_eq!((leaders.lines[0].rank, leaders.lines[1].rank, leaders.total), (1, 2, 2));
    }
    store.close().await;

    let mut connection = old.connection().await;
    for orphan in ["DELETE FROM game WHERE game_id = 4", "DELETE FROM challenge"] {
        let refused = sqlx::query(orphan).execute(&mut connection).await;
        assert!(refused.is_err(), "references hold as before: {orphan}");
    }
    let broken = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut connection).await.unwrap();
    assert!(broken.is_empty());
}

#[tokio::test]
async fn a_game_has_two_seats_and_a_level_where_the_computer_sits() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite://{}", folder.path().join("seats.db").display());
    store::open(&address).await.unwrap();
    let mut connection = SqliteConnection::connect(&address).await.unwrap();
    sqlx::query("INSERT INTO player (player_id, name) VALUES (1, 'Ann'), (2, 'Ben')")
        .execute(&mut connection)
        .await
        .unwrap();
    for (first, second, level, fits) in [
        (Some(1), Some(2), None, true),
        (Some(1), None, Some("easy"), true),
        (None, Some(1), Some("perfect"), true),
        (Some(1), Some(2), Some("easy"), false),
        (Some(1), Some(1), None, false),
        (Some(1), None, None, false),
        (None, None, Some("easy"), false),
        (Some(1), None, Some("godlike"), false),
    ] {
        let stored = sqlx::query(
            "INSERT INTO game (channel_id, first_player_id, second_player_id, level, \
             board_columns, board_rows, connect, time_control, theme, moves, version, series_id, \
             first_points, second_points, declined, locale, started_at, moved_at, changed_by, \
             token, token_expires_at) \
             VALUES (20, $1, $2, $3, 7, 6, 4, 'none', 'classic', '', 0, 1, 0, 0, 0, 'en-US', 0, 0, \
             1, 't', 0)",
        )
        .bind(first)
        .bind(second)
        .bind(level)
        .execute(&mut connection)
        .await;
        assert_eq!(stored.is_ok(), fits, "{first:?} against {second:?} at {level:?}");
    }
}

/// The migrations before ratings and leaderboards came.
const BEFORE_RECORDS: [&str; 4] =
    ["0001_play.sql", "0002_computer.sql", "0003_game_life.sql", "0004_settings.sql"];

/// Two games of two people in a server, one in direct messages, one that was
/// called off, and the records of them.
const FOURTH_RELEASE: &str = "
    INSERT INTO player VALUES (1, 'Ann'), (2, 'Ben');
    INSERT INTO game (game_id, guild_id, channel_id, first_player_id, second_player_id,
        board_columns, board_rows, connect, time_control, theme, moves, version, series_id,
        first_points, second_points, declined, ending, ending_seat, locale, started_at, moved_at,
        ended_at, changed_by, token, token_expires_at)
    VALUES
        (1, 10, 20, 1, 2, 7, 6, 4, 'none', 'classic', '1212121', 7, 5, 0, 0, 0, 'won', 0, 'en-US',
         1, 2, 1700000000000, 1, 't', 9),
        (2, 10, 20, 2, 1, 7, 6, 4, 'none', 'classic', '44', 3, 6, 0, 0, 0, 'resigned', 0, 'en-US',
         1, 2, 1690000000000, 2, 't', 9),
        (3, NULL, 30, 1, 2, 7, 6, 4, 'none', 'classic', '44', 3, 7, 0, 0, 0, 'agreed', NULL,
         'en-US', 1, 2, 1700000000001, 3, 't', 9),
        (4, 10, 20, 1, 2, 7, 6, 4, '1 day', 'classic', '4', 2, 8, 0, 0, 0, 'called off', NULL,
         'en-US', 1, 2, 1700000000002, 4, 't', 9);
    INSERT INTO record VALUES (10, 1, 2, 0, 0), (10, 2, 0, 2, 0), (0, 1, 0, 0, 1), (0, 2, 0, 0, 1);
";

#[tokio::test]
async fn results_become_standings_that_agree_with_the_games() {
    let old = Old::with(&BEFORE_RECORDS, &[FOURTH_RELEASE]).await;
    let store = old.open().await;
    let report = fourfall::admin::check(&*store).await.unwrap();
    assert!(report.differences.is_empty(), "{:?}", report.differences);
    assert_eq!((report.games, report.ratings, report.standings), (4, 0, 12));
    let wins = async |scope, period| {
        let ranking = Ranking { scope, period, order: Order::Wins };
        let own = store.standing(ranking, NOON, PlayerId(1)).await.unwrap();
        own.map(|own| (own.record.wins, own.record.draws))
    };
    let here = Scope::Guild(GuildId(10));
    assert_eq!(wins(here, Period::AllTime).await, Some((2, 0)));
    assert_eq!(wins(here, Period::Month).await, Some((1, 0)), "the other was months before");
    assert_eq!(wins(Scope::Everywhere, Period::Week).await, Some((1, 1)));
    let games = store.history(
        PlayerId(2),
        Viewer { player: PlayerId(2), guild: None },
        HistoryTurn::Newest,
        10,
    );
    let games: Vec<i64> = games.await.unwrap().games.iter().map(|game| game.id.0).collect();
    assert_eq!(games, [3, 1, 2], "in the order in which they ended");
}

/// The same as a release with leaderboards holds it, but for those.
fn fifth_release() -> &'static str {
    let rows = FOURTH_RELEASE.split("INSERT INTO record").next().unwrap();
    let rows = rows.replacen("INTO player VALUES", "INTO player (player_id, name) VALUES", 1);
    Box::leak(rows.into_boxed_str())
}

#[tokio::test]
async fn games_from_before_reviews_can_be_reviewed() {
    let migrations = BEFORE_RECORDS.iter().chain(&["0005_records.sql"]).copied();
    let old = Old::with(&migrations.collect::<Vec<_>>(), &[fifth_release()]).await;
    let store = old.open().await;
    assert_eq!(store.review(GameId(1)).await.unwrap(), None);
    let scores = "0000000".repeat(7).parse().unwrap();
    store.save_review(GameId(1), &scores).await.unwrap();
    assert_eq!(store.review(GameId(1)).await.unwrap(), Some(scores));
}

/// Asserts that Ann, who has played four games, is forgotten in all of them.
async fn assert_forgets_ann(store: &dyn Store) {
    assert_eq!(store.forget_player(PlayerId(1), Vec::new()).await.unwrap(), Forgotten::Done);
    assert_eq!(store.player(PlayerId(1)).await.unwrap(), None);
    let game = store.game(GameId(2)).await.unwrap().unwrap();
    let Players::People([first, second]) = &game.players else { panic!("{game:?}") };
    assert_eq!((first.id, second.name.as_str()), (PlayerId(2), ""));
}

#[tokio::test]
async fn players_from_before_the_tables_grew_are_forgotten() {
    let later = ["0005_records.sql", "0006_reviews.sql"];
    let migrations: Vec<_> = BEFORE_RECORDS.iter().chain(&later).copied().collect();
    let old = Old::with(&migrations, &[fifth_release()]).await;
    let store = old.open().await;
    assert_eq!(store.live_games_in(GuildId(10), 9).await.unwrap(), []);
    assert_forgets_ann(&*store).await;
}

/// A database on a server as earlier releases left it, if there is a server for
/// tests.
async fn old_on_a_server(migrations: &[&str], rows: String) -> Option<TestDatabase> {
    let database = TestDatabase::on_a_server().await?;
    let folder = tempfile::tempdir().unwrap();
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres");
    for name in migrations {
        std::fs::copy(all.join(name), folder.path().join(name)).unwrap();
    }
    let mut connection = PgConnection::connect(&database.address()).await.unwrap();
    Migrator::new(folder.path()).await.unwrap().run(&mut connection).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    Some(database)
}

#[tokio::test]
async fn players_from_before_the_tables_grew_are_forgotten_in_postgresql_too() {
    let rows = fifth_release().replace("changed_by, token", "changed_by, rated, token");
    let rows = rows.replace(", 't', 9)", ", 'no', 't', 9)");
    let Some(database) = old_on_a_server(&["0001_games.sql"], rows).await else { return };
    let store = store::open(&database.address()).await.unwrap();
    assert_forgets_ann(&*store).await;
    store.close().await;
}

#[tokio::test]
async fn what_was_counted_player_by_player_is_counted_on_in_postgresql() {
    let rows = "
        INSERT INTO player (player_id, name) VALUES (1, 'Ann'), (2, 'Ben'), (3, 'Cleo');
        INSERT INTO standing (scope_id, period, period_number, player_id, wins, losses, draws)
        VALUES (0, 'all time', 0, 1, 5, 0, 0), (0, 'all time', 0, 2, 3, 1, 0),
            (0, 'all time', 0, 3, 0, 7, 0)";
    let before = ["0001_games.sql", "0002_growth.sql"];
    let Some(database) = old_on_a_server(&before, rows.to_owned()).await else { return };
    let store = store::open(&database.address()).await.unwrap();
    let ranks = async || {
        let ranking =
            Ranking { scope: Scope::Everywhere, period: Period::AllTime, order: Order::Wins };
        let mut ranks = Vec::new();
        for player in 1..=3 {
            let own = store.standing(ranking, NOON, PlayerId(player)).await.unwrap();
            ranks.push(own.map(|own| own.rank));
        }
        ranks
    };
    assert_eq!(ranks().await, [Some(1), Some(2), Some(3)]);
    assert_eq!(store.forget_player(PlayerId(1), Vec::new()).await.unwrap(), Forgotten::Done);
    assert_eq!(ranks().await, [None, Some(1), Some(2)]);
    let mut sql = database.sql().await;
    let wrong = "SELECT count(*) FROM standing_count WHERE players < 1";
    assert_eq!(sql.number(wrong).await, 0);
    // Three numbers of wins, each by three prefixes, two without Ann.
    assert_eq!(sql.number("SELECT count(*) FROM standing_count").await, 6);
    store.close().await;
}
