//! The database's tables, from one release to the next.

use fourfall::store::SqliteStore;
use serde_json::json;
use sqlx::{Connection, SqliteConnection};

use crate::support::Arcade;

#[tokio::test]
async fn a_database_with_games_in_it_opens_again_as_it_was() {
    let mut arcade = Arcade::open("migrations").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "4455").await;
    arcade.stop_bot().await;
    for _ in 0..2 {
        SqliteStore::open(&arcade.database()).await.unwrap();
    }
    arcade.start_bot();
    crate::support::until("the bot is online", || arcade.playground.is_bot_online()).await;
    let again = arcade.command(arcade.ann, "board", json!({})).await;
    assert_eq!(again.text(), board.content);
    arcade.close().await;
}

#[tokio::test]
async fn tables_of_a_later_release_are_left_alone() {
    let arcade = Arcade::without_bot("later_release").await;
    SqliteStore::open(&arcade.database()).await.unwrap();
    let mut connection = SqliteConnection::connect(&arcade.database()).await.unwrap();
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'of a later release', TRUE, x'00', 0)",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    let refused = SqliteStore::open(&arcade.database()).await.unwrap_err();
    assert_eq!(refused.to_string(), "the database's tables cannot be brought up to date");
}

#[tokio::test]
async fn the_database_is_durable_and_holds_its_references() {
    let arcade = Arcade::open("pragmas").await;
    arcade.begin(arcade.ann, arcade.ben).await;
    let mut connection = SqliteConnection::connect(&arcade.database()).await.unwrap();
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut connection).await.unwrap();
    assert_eq!(mode, "wal");
    let orphan = sqlx::query("DELETE FROM player").execute(&mut connection).await;
    assert!(orphan.is_err(), "players of games cannot be deleted");
    arcade.close().await;
}
