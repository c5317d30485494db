//! The SQLite schema and its migrations.

use std::{collections::BTreeSet, fs, os::unix::fs::PermissionsExt as _, path::Path};

use data_encoding::HEXLOWER;
use fourfall::store;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use sqlx::{Connection, SqliteConnection};

use crate::support::TestBot;

#[tokio::test]
async fn reopening_a_database_keeps_its_games() {
    let mut bot = TestBot::builder("migrations").on_sqlite().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "4455").await;
    bot.stop().await;
    for _ in 0..2 {
        store::open(&bot.database_url()).await.unwrap().close().await;
    }
    bot.start();
    bot.wait_connected().await;
    let again = bot.command(bot.ann, "board", json!({})).await;
    assert_eq!(again.text(), board.content);
    bot.close().await;
}

#[tokio::test]
async fn a_database_of_a_later_release_is_rejected() {
    let bot = TestBot::builder("later_release").on_sqlite().stopped().await;
    store::open(&bot.database_url()).await.unwrap();
    bot.database.sql().await.set_schema_version(9999).await;
    let refused = store::open(&bot.database_url()).await.unwrap_err();
    let newer = "the database has schema version 9999, which is newer than version 1 of this";
    assert!(refused.to_string().starts_with(newer), "{refused}");
    bot.close().await;
}

#[tokio::test]
async fn a_database_with_another_initial_schema_is_rejected() {
    let bot = TestBot::builder("other_schema").on_sqlite().stopped().await;
    store::open(&bot.database_url()).await.unwrap().close().await;
    let mut connection = SqliteConnection::connect(&bot.database_url()).await.unwrap();
    sqlx::query("UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 1")
        .execute(&mut connection)
        .await
        .unwrap();
    let refused = store::open(&bot.database_url()).await.unwrap_err();
    let different = "the database is of a version before 1.0: start the one of commit ";
    assert!(refused.to_string().starts_with(different), "{refused}");
    bot.close().await;
}

#[tokio::test]
async fn a_link_may_lead_to_a_database_that_is_not_there_yet() {
    let folder = tempfile::tempdir().unwrap();
    let (link, file) = (folder.path().join("link.db"), folder.path().join("real.db"));
    std::os::unix::fs::symlink(&file, &link).unwrap();
    store::open(&format!("sqlite://{}", link.display())).await.unwrap().close().await;
    assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn wal_and_foreign_keys_are_enabled() {
    let bot = TestBot::builder("pragmas").on_sqlite().open().await;
    bot.start_game(bot.ann, bot.ben).await;
    let mut connection = SqliteConnection::connect(&bot.database_url()).await.unwrap();
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut connection).await.unwrap();
    assert_eq!(mode, "wal");
    let orphan = sqlx::query("DELETE FROM player").execute(&mut connection).await;
    assert!(orphan.is_err(), "players of games cannot be deleted");
    bot.close().await;
}

#[tokio::test]
async fn a_game_needs_two_players_or_one_and_a_level() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite://{}", folder.path().join("seats.db").display());
    store::open(&address).await.unwrap();
    let mut connection = SqliteConnection::connect(&address).await.unwrap();
    sqlx::query("INSERT INTO player (player_id, name) VALUES (1, 'Ann'), (2, 'Ben')")
        .execute(&mut connection)
        .await
        .unwrap();
    for (channel, (first, second, level, fits)) in (20..).zip([
        (Some(1), Some(2), None, true),
        (Some(1), None, Some("easy"), true),
        (None, Some(1), Some("perfect"), true),
        (Some(1), Some(2), Some("easy"), false),
        (Some(1), Some(1), None, false),
        (Some(1), None, None, false),
        (None, None, Some("easy"), false),
        (Some(1), None, Some("godlike"), false),
    ]) {
        let stored = sqlx::query(
            "INSERT INTO game (channel_id, first_player_id, second_player_id, level, \
             board_columns, board_rows, connect, time_control, theme, rated, moves, version, \
             series_id, first_points, second_points, closed_offers, locale, started_at, moved_at, changed_by, \
             token, token_expires_at) \
             VALUES ($4, $1, $2, $3, 7, 6, 4, 'none', 'classic', 'no', '', 0, 1, 0, 0, 0, 'en-US', 0, 0, \
             1, 't', 0)",
        )
        .bind(first)
        .bind(second)
        .bind(level)
        .bind(channel)
        .execute(&mut connection)
        .await;
        assert_eq!(stored.is_ok(), fits, "{first:?} against {second:?} at {level:?}");
    }
}

/// The file names of a database's migrations.
fn migrations(database: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(database);
    let files = fs::read_dir(folder).unwrap();
    files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
}

#[tokio::test]
async fn both_databases_have_all_embedded_migrations() {
    let bot = TestBot::builder("built_in").on_sqlite().stopped().await;
    store::open(&bot.database_url()).await.unwrap().close().await;
    let mut connection = SqliteConnection::connect(&bot.database_url()).await.unwrap();
    let applied: Vec<(i64, String)> =
        sqlx::query_as("SELECT version, description FROM _sqlx_migrations ORDER BY version")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let applied: BTreeSet<String> = applied
        .into_iter()
        .map(|(version, description)| format!("{version:04}_{}.sql", description.replace(' ', "_")))
        .collect();
    assert_eq!(applied, migrations("sqlite"));
    assert_eq!(applied, migrations("postgres"));
    bot.close().await;
}

/// All migrations, with their SHA-256.
const MIGRATIONS: [(&str, &str); 2] = [
    (
        "postgres/0001_initial_schema.sql",
        "7c8ce3aa41d84e8ff78ef137c5c350f309d1bd04ddfc7a79bdca715081072bca",
    ),
    (
        "sqlite/0001_initial_schema.sql",
        "29c5c1790fdfe8f2761a25b7880d6118514a84666b2eecf974c403f5a84e5168",
    ),
];

/// PostgreSQL has made up other names for them in databases from before 1.0.
#[test]
fn no_migration_names_a_condition_of_postgres() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/postgres");
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        assert!(!fs::read_to_string(&path).unwrap().contains("_check"), "{}", path.display());
    }
}

/// Those of a release must not change: sqlx refuses a database whose migrations had another
/// text.
#[test]
fn released_migrations_never_change() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut found = Vec::new();
    for database in ["postgres", "sqlite"] {
        for file in fs::read_dir(folder.join(database)).unwrap() {
            let path = file.unwrap().path();
            let name = path.strip_prefix(&folder).unwrap().display().to_string();
            found.push((name, HEXLOWER.encode(&Sha256::digest(fs::read(path).unwrap()))));
        }
    }
    found.sort();
    let expected = MIGRATIONS.map(|(name, hash)| (name.to_owned(), hash.to_owned()));
    assert_eq!(found, expected);
}
