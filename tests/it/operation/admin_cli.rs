//! The `fourfall data` commands.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::Path,
};

use serde_json::json;

use sqlx::Connection as _;

use crate::support::{Process, TestBot, move_number, unzip};

/// Runs a `fourfall data` command on a database. Returns whether it succeeded, and its
/// output.
async fn run(database: &str, arguments: &[&str]) -> (bool, String) {
    let (code, output) = run_to_exit(database, arguments).await;
    (code == 0, output)
}

/// The same with the exit code.
async fn run_to_exit(database: &str, arguments: &[&str]) -> (i32, String) {
    let arguments: Vec<&str> = ["data"].into_iter().chain(arguments.iter().copied()).collect();
    let env = [("DATABASE_URL", database.to_owned())];
    let (status, output) = Process::start(&arguments, env).output().await;
    (status.code().unwrap(), output)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[tokio::test]
async fn check_export_and_import_work_while_the_bot_runs() {
    let bot = TestBot::open("data").await;
    let board = bot.start_rated_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "1212121").await;
    let board = bot.start_game(bot.ben, bot.cleo).await;
    let database = bot.database_url();
    let consistent = (
        true,
        "all agree: 2 games, 4 ratings, 12 leaderboard entries, schema version 1\n".to_owned(),
    );
    assert_eq!(run(&database, &["check"]).await, consistent);

    let folder = tempfile::tempdir().unwrap();
    let export = folder.path().join("export.jsonl");
    let (success, output) = run(&database, &["export", text(&export)]).await;
    assert!(success && output.starts_with("exported "), "{output}");
    let (success, output) = run(&database, &["export", text(&export)]).await;
    assert!(!success && output.contains("cannot be made: File exists"), "{output}");
    let board = bot.play_moves_as([bot.ben, bot.cleo], &board, "44").await;
    assert_eq!(move_number(&board.content), 3, "the game goes on: {}", board.content);

    let (ann, archive) = (bot.ann.to_string(), folder.path().join("ann.zip"));
    let arguments = ["export", "--player", &ann, text(&archive)];
    let (success, output) = run(&database, &arguments).await;
    assert!(success, "{output}");
    let all = unzip(&fs::read(&archive).unwrap());
    assert_eq!(all["player"], json!([bot.export(bot.ann).await["player"][0]]));
    let nobody = folder.path().join("nobody.zip");
    let arguments = ["export", "--player", "7", text(&nobody)];
    let (success, output) = run(&database, &arguments).await;
    assert!(!success && output.contains("nothing is stored of this person"), "{output}");

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
    let bot = TestBot::builder("data_backup").on_sqlite().open().await;
    let board = bot.start_rated_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "1212121").await;
    let database = bot.database_url();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    let (success, output) = run(&database, &["backup", text(&copy)]).await;
    assert!(success, "{output}");
    let (success, output) = run(&database, &["backup", text(&copy)]).await;
    assert!(!success, "an existing backup is not overwritten: {output}");
    let address = format!("sqlite://{}", text(&copy));
    let consistent = (
        true,
        "all agree: 1 games, 4 ratings, 12 leaderboard entries, schema version 1\n".to_owned(),
    );
    assert_eq!(run(&address, &["check"]).await, consistent);
    bot.close().await;
}

#[tokio::test]
async fn users_and_servers_are_deleted_by_id() {
    let bot = TestBot::open("data_forget").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "1212121").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "4444555").await;
    let database = bot.database_url();
    let id = bot.ann.to_string();
    let deleted = (true, "forgot the person; games that ended with them: 1\n".to_owned());
    assert_eq!(run(&database, &["forget-user", &id]).await, deleted);
    let (_, output) = run(&database, &["forget-user", &id]).await;
    assert_eq!(output, "nothing is stored of this person\n");
    let stats = bot.command(bot.ben, "stats", json!({})).await;
    assert!(stats.text().contains("Here: 1 win · 1 loss"), "{}", stats.text());
    let guild = bot.discord.guild().to_string();
    let (success, output) = run(&database, &["forget-guild", &guild]).await;
    assert!(success && output.starts_with("forgot the server"), "{output}");
    let (_, output) = run(&database, &["forget-guild", &guild]).await;
    assert_eq!(output, "nothing is stored of this server\n");
    let stats = bot.command(bot.ben, "stats", json!({})).await;
    assert!(!stats.text().contains("In this server"), "{}", stats.text());
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
    assert!(!success && output.contains("there is no file"), "{output}");
    assert!(!file.exists());
}

/// A stopped bot with a game, in an SQLite file.
async fn with_a_game(name: &str) -> TestBot {
    let mut bot = TestBot::builder(name).on_sqlite().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "44").await;
    bot.stop().await;
    bot
}

#[tokio::test]
async fn a_backup_has_no_tokens_and_is_private() {
    let bot = with_a_game("backup_private").await;
    let mut sql = bot.database.sql().await;
    let token = sql.text("SELECT token FROM game").await;
    assert!(!token.is_empty());
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    let env = [("DATABASE_URL", bot.database_url())];
    let preparation = format!("umask 0; set -- data backup {}", text(&copy));
    let (status, output) = Process::start_after(&preparation, env).output().await;
    assert!(status.success(), "{output}");
    assert_eq!(output, "copied the database, schema version 1\n");
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    let bytes = fs::read(&copy).unwrap();
    let has_token = bytes.windows(token.len()).any(|part| part == token.as_bytes());
    assert!(!has_token, "the token is in the copy's free space");
    let files: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(files.len(), 1, "{files:?}");
    let address = format!("sqlite://{}", text(&copy));
    let mut sql = sqlx::SqliteConnection::connect(&address).await.unwrap();
    for table in ["game", "challenge"] {
        let kept =
            format!("SELECT count(*) FROM {table} WHERE token <> '' OR token_expires_at <> 0");
        let kept: i64 =
            sqlx::query_scalar(sqlx::AssertSqlSafe(kept)).fetch_one(&mut sql).await.unwrap();
        assert_eq!(kept, 0, "{table}");
    }
    let (success, output) = run(&address, &["check"]).await;
    assert!(success, "{output}");
    assert_eq!(bot.database.sql().await.text("SELECT token FROM game").await, token);
    bot.close().await;
}

#[tokio::test]
async fn a_backup_follows_no_link() {
    let bot = with_a_game("backup_link").await;
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("target"), folder.path().join("copy.db"));
    symlink(&target, &link).unwrap();
    let (success, output) = run(&bot.database_url(), &["backup", text(&link)]).await;
    assert!(!success && output.contains("cannot be made: File exists"), "{output}");
    assert!(!target.exists());
    fs::write(&target, "").unwrap();
    let (success, output) = run(&bot.database_url(), &["backup", text(&link)]).await;
    assert!(!success, "{output}");
    assert_eq!(fs::read(&target).unwrap(), b"");
    bot.close().await;
}

#[tokio::test]
async fn a_later_schema_is_backed_up_but_not_interpreted() {
    let bot = with_a_game("later_schema_read").await;
    let mut sql = bot.database.sql().await;
    sql.set_schema_version(9999).await;
    sql.run("PRAGMA wal_checkpoint(TRUNCATE)").await;
    drop(sql);
    let before = fs::read(bot.database.path()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    for arguments in [&["check"][..], &["export", text(&file)]] {
        let (code, output) = run_to_exit(&bot.database_url(), arguments).await;
        assert_eq!(code, 2, "{output}");
        let expected = "fourfall: DATABASE_URL names a database that has schema version 9999, which \
            is newer than version 1 of this program: ";
        assert!(output.starts_with(expected), "{output}");
        assert_eq!(output.lines().count(), 1, "{output}");
        assert!(!file.exists());
    }
    let copied = (0, "copied the database, schema version 9999\n".to_owned());
    assert_eq!(run_to_exit(&bot.database_url(), &["backup", text(&file)]).await, copied);
    assert_eq!(fs::read(bot.database.path()).unwrap(), before);
    bot.close().await;
}

#[tokio::test]
async fn reading_commands_create_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("empty.db"), folder.path().join("out"));
    fs::write(&file, "").unwrap();
    let address = format!("sqlite://{}", text(&file));
    for arguments in [&["check"][..], &["export", text(&out)], &["backup", text(&out)]] {
        let (code, output) = run_to_exit(&address, arguments).await;
        assert_eq!(code, 2, "{output}");
        let expected = "fourfall: DATABASE_URL names a database that has no tables of Fourfall.";
        assert!(output.starts_with(expected), "{output}");
        assert_eq!(fs::read(&file).unwrap(), b"");
        assert!(!out.exists());
    }
}

#[tokio::test]
async fn a_database_in_a_read_only_folder_can_be_read() {
    let bot = with_a_game("read_only_folder").await;
    let folder = bot.database.path().parent().unwrap().to_owned();
    let out = tempfile::tempdir().unwrap();
    let copy = out.path().join("copy.db");
    // Root may write to any folder, so a folder takes the place of the file that SQLite
    // would create.
    fs::create_dir(format!("{}-shm", text(&bot.database.path()))).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    let checked = run(&bot.database_url(), &["check"]).await;
    let copied = run(&bot.database_url(), &["backup", text(&copy)]).await;
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    assert!(checked.0, "{checked:?}");
    assert!(copied.0, "{copied:?}");
    bot.close().await;
}
