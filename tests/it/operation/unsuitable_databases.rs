//! Databases on which the bot would start, and then fail some people.

use std::{fs::OpenOptions, os::unix::fs::FileExt as _};

use fourfall::store;

use crate::support::{Process, TestBot, TestDatabase};

/// A bot that is not started, on a database with tables.
async fn bot_with_tables(name: &str) -> TestBot {
    let bot = TestBot::builder(name).in_real_time().gateway().on_postgres().stopped().await;
    store::open(&bot.database_url()).await.unwrap().close().await;
    bot
}

/// Fails unless a start ends with a line that has these parts, and the doctor says the same.
async fn assert_refused(bot: TestBot, parts: &[&str]) {
    for (arguments, code) in [(&[] as &[_], 2), (&["doctor"], 1)] {
        let (status, output) = Process::start(arguments, bot.env_vars()).output().await;
        assert_eq!(status.code(), Some(code), "{output}");
        let is_said = |line: &str| parts.iter().all(|part| line.contains(part));
        assert!(output.lines().any(is_said), "{output}");
    }
    bot.close().await;
}

/// Like that, on SQLite.
async fn bot_on_file(name: &str) -> TestBot {
    let bot = TestBot::builder(name).in_real_time().gateway().on_sqlite().stopped().await;
    store::open(&bot.database_url()).await.unwrap().close().await;
    bot
}

#[tokio::test]
async fn a_missing_table_is_found() {
    let bot = bot_on_file("missing_table").await;
    bot.database.sql().await.run("DROP TABLE rating").await;
    for arguments in [&[] as &[_], &["doctor"], &["data", "check"]] {
        let (status, output) = Process::start(arguments, bot.env_vars()).output().await;
        assert!(!status.success() && output.contains("lacks the table rating"), "{output}");
    }
    bot.close().await;
}

#[tokio::test]
async fn a_database_of_another_program_is_refused() {
    let bot = bot_on_file("other_program").await;
    bot.database.sql().await.set_schema_version(20_240_101_000_000).await;
    assert_refused(bot, &["database", "is used by another program"]).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn an_encoding_without_emoji_is_refused() {
    let bot = TestBot::builder("latin").in_real_time().gateway().on_postgres();
    let mut bot = bot.stopped().await;
    bot.database = TestDatabase::on_postgres_in("LATIN1").await;
    assert_refused(bot, &["database", "the encoding LATIN1", "ENCODING 'UTF8'"]).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_user_without_a_right_to_a_table_is_refused() {
    let bot = bot_with_tables("rights").await;
    let grants = "GRANT CREATE ON SCHEMA public TO pg_monitor; \
        GRANT ALL ON ALL TABLES IN SCHEMA public TO pg_monitor; \
        REVOKE UPDATE ON standing_message FROM pg_monitor; CREATE TABLE of_others (id BIGINT)";
    bot.database.sql().await.run(grants).await;
    bot.database.alter("SET role = pg_monitor").await;
    assert_refused(bot, &["database", "the table standing_message", "UPDATE", "owner"]).await;
}

/// As after `pg_restore --no-owner`.
#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_user_without_any_right_to_the_tables_is_refused() {
    let bot = bot_with_tables("no_rights").await;
    bot.database.sql().await.run("GRANT CREATE ON SCHEMA public TO pg_monitor").await;
    bot.database.alter("SET role = pg_monitor").await;
    assert_refused(bot, &["database", "make it their owner"]).await;
}

/// As by a `pg_restore` that stopped halfway: keys come last.
#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_table_without_its_key_is_found() {
    let bot = bot_with_tables("no_key").await;
    bot.database.sql().await.run("ALTER TABLE rating DROP CONSTRAINT rating_pkey").await;
    for command in [&["data", "check"][..], &["doctor"], &["run"]] {
        let (status, output) = Process::start(command, bot.env_vars()).output().await;
        let is_named = output.contains("lacks the table rating or its key");
        assert!(!status.success() && is_named, "{command:?}: {output}");
    }
    bot.close().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_search_path_that_leads_past_the_tables_is_refused() {
    let bot = bot_with_tables("search_path").await;
    bot.database.sql().await.run("CREATE SCHEMA aside").await;
    bot.database.alter("SET search_path = aside, public").await;
    assert_refused(bot, &["database", "the schema public", "ones in aside", "search_path"]).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn too_few_connections_are_refused() {
    let bot = bot_with_tables("connections").await;
    bot.database.alter("CONNECTION LIMIT 16").await;
    assert_refused(bot, &["database", "allows 16 connections", "needs 17"]).await;
}

/// Nothing reads that page but the check.
#[tokio::test]
async fn a_damaged_page_is_found_by_the_check() {
    let bot = bot_on_file("damaged_page").await;
    let mut sql = bot.database.sql().await;
    let page = sql.number("SELECT rootpage FROM sqlite_schema WHERE name = 'game_by_pair'").await;
    sql.run("PRAGMA wal_checkpoint(TRUNCATE)").await;
    let file = OpenOptions::new().write(true).open(bot.database.path()).unwrap();
    file.write_all_at(&[255; 4_096], (u64::try_from(page).unwrap() - 1) * 4_096).unwrap();
    let (status, output) = Process::start(&["data", "check"], bot.env_vars()).output().await;
    assert_eq!(status.code(), Some(2), "{output}");
    assert!(output.contains("damaged") && output.contains("Put back a backup"), "{output}");
    bot.close().await;
}
