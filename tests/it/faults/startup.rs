//! Faults at startup that pass on their own: the bot waits, and tries again.

use std::{fs::File, sync::Arc};

use fake_discord::{Fault, FaultKind};
use fourfall::store::{self, Store};
use futures_util::future::join_all;
use serde_json::json;

use crate::support::{Process, Sql, TIMEOUT, TestBot, TestDatabase, free_address};

/// Starts the program while `fault` lasts, waits until it tries again, and asserts that
/// it gets ready after `end`.
async fn assert_waits(bot: &TestBot, sql: &mut Sql, fault: &str, end: &str, said: &str) {
    sql.run(fault).await;
    let process = Process::start(&[], bot.env_vars());
    process.wait_for_output(said).await;
    sql.run(end).await;
    bot.wait_ready().await;
    process.kill().await;
}

#[tokio::test]
async fn a_locked_file_is_waited_for_at_startup() {
    let said = "database is locked; trying again in 1 s. Another program works on the file";
    // The bot can neither switch a new file to WAL nor, later, create the tables.
    for fault in ["BEGIN EXCLUSIVE", "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE"] {
        let bot = TestBot::builder("startup_lock").in_real_time().on_sqlite().stopped().await;
        File::create_new(bot.database.path()).unwrap();
        let mut sql = bot.database.sql().await;
        assert_waits(&bot, &mut sql, fault, "ROLLBACK", said).await;
        bot.close().await;
    }
}

#[tokio::test]
async fn a_full_disk_is_waited_for_at_startup() {
    let bot = TestBot::builder("startup_full").in_real_time().on_sqlite().stopped().await;
    let full = Process::start_after("trap '' XFSZ; ulimit -f 16", bot.env_vars());
    full.wait_for_output("trying again in 1 s. Make room on the disk.").await;
    full.kill().await;
    let process = Process::start(&[], bot.env_vars());
    bot.wait_ready().await;
    process.kill().await;
    bot.close().await;
}

#[tokio::test]
async fn a_server_that_is_not_there_yet_is_said_to_refuse() {
    let url = format!("postgres://fourfall@{}/fourfall", free_address());
    let process =
        Process::start(&[], [("DISCORD_TOKEN", "a.b.c".to_owned()), ("DATABASE_URL", url)]);
    process.wait_for_output("Connection refused (os error 111); trying again in 1 s").await;
    process.kill().await;
}

#[tokio::test]
async fn processes_may_create_a_database_at_once() {
    for _ in 0..10 {
        let database = TestDatabase::on_sqlite();
        let url = database.url();
        let opened = join_all((0..4).map(|_| {
            let url = url.clone();
            tokio::spawn(async move { open_patiently(&url).await })
        }));
        let opened = tokio::time::timeout(TIMEOUT, opened).await;
        for store in opened.expect("the database cannot be opened") {
            store.unwrap().close().await;
        }
    }
}

/// Opens a database as the bot does, but without pauses.
async fn open_patiently(url: &str) -> Arc<Store> {
    loop {
        match store::open(url).await {
            Err(error) if error.is_temporary() => tokio::task::yield_now().await,
            opened => return opened.unwrap(),
        }
    }
}

/// Starts the bot on PostgreSQL while `fault` lasts.
async fn assert_waits_on_postgres(name: &str, fault: &str, end: &str) {
    let bot = TestBot::builder(name).in_real_time().on_postgres().stopped().await;
    let mut sql = bot.database.sql().await;
    assert_waits(&bot, &mut sql, fault, end, "trying again in 1 s").await;
    bot.close().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn another_replicas_migration_is_waited_for() {
    let migrating = "BEGIN; CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY)";
    assert_waits_on_postgres("startup_migration", migrating, "ROLLBACK").await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_standby_is_waited_for_at_startup() {
    let set = "EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ', \
        current_database()) || ";
    let standby = format!("DO $$ BEGIN {set} 'on'; END $$");
    let primary = format!("DO $$ BEGIN {set} 'off'; END $$");
    assert_waits_on_postgres("startup_standby", &standby, &primary).await;
}

/// What the bot requests when it starts, each with how the fake calls it when it is limited.
const STARTING: [(&str, &str); 4] = [
    ("GET /applications/@me", "429 GET /applications/@me"),
    ("GET /gateway/bot", "429 GET /gateway/bot"),
    ("/commands", "429 GET /applications/*/commands"),
    ("POST /applications", "429 POST /applications/*/emojis"),
];

/// Asserts what the bot says if a request at its start is limited.
async fn assert_limited(name: &str, route: (&'static str, &str), kind: FaultKind, said: &str) {
    let bot = TestBot::builder(name).in_real_time().gateway().stopped().await;
    bot.discord.inject_fault(Fault { route: route.0, times: 1, kind });
    let process = Process::start(&[], bot.env_vars());
    process.wait_for_output(said).await;
    process.terminate().await;
    let (_, output) = process.output().await;
    assert!(!output.contains("<h1>") && !output.contains("Serenity"), "{output}");
    bot.close_expecting(&[route.1]).await;
}

#[tokio::test]
async fn a_limited_address_is_waited_for_as_long_as_told() {
    for route in STARTING {
        let kind = FaultKind::AddressLimited { retry_after_s: 86_400 };
        let said = "Cloudflare takes no more requests from this address for 86400 s; \
                    trying again in 86400 s";
        assert_limited("startup_address", route, kind, said).await;
    }
}

#[tokio::test]
async fn a_limit_of_discords_is_told_by_its_body() {
    for route in STARTING {
        let said = "Discord takes no more such requests for 7 s; trying again in 7 s";
        let kind = FaultKind::RateLimited { retry_after_ms: 7_000 };
        assert_limited("startup_limit", route, kind, said).await;
        // As a proxy may pass it on, which drops headers.
        let body = json!({ "message": "You are limited.", "retry_after": 7.0, "global": false });
        assert_limited("startup_body", route, FaultKind::Status(429, body), said).await;
    }
}

#[tokio::test]
async fn an_answer_that_is_not_discords_is_logged_by_its_status() {
    let bot = TestBot::builder("startup_status").in_real_time().gateway().stopped().await;
    let kind = FaultKind::Status(502, serde_json::Value::Null);
    bot.discord.inject_fault(Fault { route: "GET /gateway/bot", times: 1, kind });
    let process = Process::start(&[], bot.env_vars());
    process
        .wait_for_output("the answer is 502 Bad Gateway, not as Discord would; trying again in 1 s")
        .await;
    bot.wait_ready().await;
    process.kill().await;
    bot.close_expecting(&["502 GET /gateway/bot"]).await;
}

#[tokio::test]
async fn a_token_that_is_refused_once_is_tried_again() {
    let mut bot = TestBot::builder("startup_token").stopped().await;
    let body = json!({ "message": "401: Unauthorized", "code": 0 });
    bot.discord.inject_fault(Fault {
        route: "/applications/@me",
        times: 1,
        kind: FaultKind::Status(401, body),
    });
    bot.start();
    bot.wait_ready().await;
    assert!(bot.discord.requests().iter().any(|it| it.status == 401));
    bot.close_expecting(&["401 GET /applications/@me"]).await;
}
