//! `fourfall data`, as an operator types it.

use std::path::Path;

use serde_json::json;

use crate::support::{Arcade, Process};

/// Runs `fourfall data …` on a database: whether it went well, and what it said.
async fn data(database: &str, arguments: &[&str]) -> (bool, String) {
    let arguments: Vec<&str> = ["data"].into_iter().chain(arguments.iter().copied()).collect();
    let settings = [("DATABASE_URL", database.to_owned())];
    let (status, said) = Process::start(&arguments, settings).end().await;
    (status.success(), said)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[tokio::test]
async fn while_the_bot_runs_its_data_is_checked_and_exported() {
    let arcade = Arcade::open("data").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.moves(&board, "1212121").await;
    let board = arcade.begin(arcade.ben, arcade.cleo).await;
    let database = arcade.database();
    let all_well = (true, "all agree: 2 games, 4 ratings, 12 standings\n".to_owned());
    assert_eq!(data(&database, &["check"]).await, all_well);

    let folder = tempfile::tempdir().unwrap();
    let export = folder.path().join("export.jsonl");
    let (went_well, said) = data(&database, &["export", text(&export)]).await;
    assert!(went_well && said.starts_with("exported "), "{said}");
    let (went_well, said) = data(&database, &["export", text(&export)]).await;
    assert!(!went_well && said.contains("the file cannot be made"), "{said}");
    let board = arcade.moves_of([arcade.ben, arcade.cleo], &board, "44").await;
    assert!(board.content.contains("move 3"), "the game goes on: {}", board.content);

    let imported = format!("sqlite://{}", text(&folder.path().join("imported.db")));
    let (went_well, said) = data(&imported, &["import", text(&export)]).await;
    assert!(went_well && said.starts_with("imported "), "{said}");
    assert_eq!(data(&imported, &["check"]).await, all_well);
    let (went_well, said) = data(&imported, &["import", text(&export)]).await;
    assert!(!went_well && said.contains("not empty"), "{said}");
    arcade.close().await;
}

#[tokio::test]
async fn while_the_bot_runs_its_file_is_copied() {
    let mut arcade = Arcade::on_a_file("data_backup").await;
    arcade.start_bot();
    arcade.bot_ready().await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.moves(&board, "1212121").await;
    let database = arcade.database();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    let (went_well, said) = data(&database, &["backup", text(&copy)]).await;
    assert!(went_well, "{said}");
    let (went_well, said) = data(&database, &["backup", text(&copy)]).await;
    assert!(!went_well, "an old copy is not written over: {said}");
    let address = format!("sqlite://{}", text(&copy));
    let all_well = (true, "all agree: 1 games, 4 ratings, 12 standings\n".to_owned());
    assert_eq!(data(&address, &["check"]).await, all_well);
    arcade.close().await;
}

#[tokio::test]
async fn people_and_servers_are_forgotten_by_their_ids() {
    let arcade = Arcade::open("data_forget").await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.moves(&board, "1212121").await;
    arcade.begin(arcade.ann, arcade.ben).await;
    let database = arcade.database();
    let id = arcade.ann.to_string();
    let forgotten = (true, "forgot the person; games that ended with them: 1\n".to_owned());
    assert_eq!(data(&database, &["forget-user", &id]).await, forgotten);
    let (_, said) = data(&database, &["forget-user", &id]).await;
    assert_eq!(said, "nothing is stored of this person\n");
    let stats = arcade.command(arcade.ben, "stats", json!({})).await;
    assert!(stats.text().contains("In this server: 1 win · 1 loss"), "{}", stats.text());
    let guild = arcade.playground.guild().to_string();
    let (went_well, said) = data(&database, &["forget-guild", &guild]).await;
    assert!(went_well && said.starts_with("forgot the server"), "{said}");
    let stats = arcade.command(arcade.ben, "stats", json!({})).await;
    assert!(stats.text().contains("In this server: 0 wins · 0 losses"), "{}", stats.text());
    assert!(stats.text().contains("Everywhere: 1 win · 1 loss"), "{}", stats.text());
    let (went_well, said) = data(&database, &["check"]).await;
    assert!(went_well, "{said}");
    arcade.close().await;
}

#[tokio::test]
async fn a_database_that_is_not_there_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("typo.db");
    let (went_well, said) = data(&format!("sqlite://{}", text(&file)), &["check"]).await;
    assert!(!went_well && said.contains("the database cannot be opened"), "{said}");
    assert!(!file.exists());
}
