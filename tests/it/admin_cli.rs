//! The `fourfall data` commands.

use std::path::Path;

use serde_json::json;

use crate::support::{Process, TestBot};

/// Runs a `fourfall data` command on a database. Returns whether it succeeded, and its
/// output.
async fn run(database: &str, arguments: &[&str]) -> (bool, String) {
    let arguments: Vec<&str> = ["data"].into_iter().chain(arguments.iter().copied()).collect();
    let env = [("DATABASE_URL", database.to_owned())];
    let (status, output) = Process::start(&arguments, env).output().await;
    (status.success(), output)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[tokio::test]
async fn check_export_and_import_work_while_the_bot_runs() {
    let bot = TestBot::open("data").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "1212121").await;
    let board = bot.start_game(bot.ben, bot.cleo).await;
    let database = bot.database_url();
    let consistent = (true, "all agree: 2 games, 4 ratings, 12 leaderboard entries\n".to_owned());
    assert_eq!(run(&database, &["check"]).await, consistent);

    let folder = tempfile::tempdir().unwrap();
    let export = folder.path().join("export.jsonl");
    let (success, output) = run(&database, &["export", text(&export)]).await;
    assert!(success && output.starts_with("exported "), "{output}");
    let (success, output) = run(&database, &["export", text(&export)]).await;
    assert!(!success && output.contains("the file cannot be made"), "{output}");
    let board = bot.play_moves_as([bot.ben, bot.cleo], &board, "44").await;
    assert!(board.content.contains("move 3"), "the game goes on: {}", board.content);

    let imported = format!("sqlite://{}", text(&folder.path().join("imported.db")));
    let (success, output) = run(&imported, &["import", text(&export)]).await;
    assert!(success && output.starts_with("imported "), "{output}");
    assert_eq!(run(&imported, &["check"]).await, consistent);
    let (success, output) = run(&imported, &["import", text(&export)]).await;
    assert!(!success && output.contains("not empty"), "{output}");
    bot.close().await;
}

#[tokio::test]
async fn backup_copies_the_database_of_a_running_bot() {
    let mut bot = TestBot::new_stopped_on_sqlite("data_backup").await;
    bot.start();
    bot.wait_ready().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "1212121").await;
    let database = bot.database_url();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    let (success, output) = run(&database, &["backup", text(&copy)]).await;
    assert!(success, "{output}");
    let (success, output) = run(&database, &["backup", text(&copy)]).await;
    assert!(!success, "an existing backup is not overwritten: {output}");
    let address = format!("sqlite://{}", text(&copy));
    let consistent = (true, "all agree: 1 games, 4 ratings, 12 leaderboard entries\n".to_owned());
    assert_eq!(run(&address, &["check"]).await, consistent);
    bot.close().await;
}

#[tokio::test]
async fn users_and_servers_are_deleted_by_id() {
    let bot = TestBot::open("data_forget").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "1212121").await;
    bot.start_game(bot.ann, bot.ben).await;
    let database = bot.database_url();
    let id = bot.ann.to_string();
    let deleted = (true, "forgot the person; games that ended with them: 1\n".to_owned());
    assert_eq!(run(&database, &["forget-user", &id]).await, deleted);
    let (_, output) = run(&database, &["forget-user", &id]).await;
    assert_eq!(output, "nothing is stored of this person\n");
    let stats = bot.command(bot.ben, "stats", json!({})).await;
    assert!(stats.text().contains("In this server: 1 win · 1 loss"), "{}", stats.text());
    let guild = bot.discord.guild().to_string();
    let (success, output) = run(&database, &["forget-guild", &guild]).await;
    assert!(success && output.starts_with("forgot the server"), "{output}");
    let stats = bot.command(bot.ben, "stats", json!({})).await;
    assert!(stats.text().contains("In this server: 0 wins · 0 losses"), "{}", stats.text());
    assert!(stats.text().contains("Everywhere: 1 win · 1 loss"), "{}", stats.text());
    let (success, output) = run(&database, &["check"]).await;
    assert!(success, "{output}");
    bot.close().await;
}

#[tokio::test]
async fn a_missing_database_is_not_created() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("typo.db");
    let (success, output) = run(&format!("sqlite://{}", text(&file)), &["check"]).await;
    assert!(!success && output.contains("the database cannot be opened"), "{output}");
    assert!(!file.exists());
}
