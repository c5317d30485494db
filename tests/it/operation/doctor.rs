//! `fourfall doctor`: each thing that may be wrong is found, and nothing else is.

use std::{
    fs::{self, Permissions},
    net::TcpListener,
    os::unix::fs::PermissionsExt as _,
};

use axum::{Router, http::StatusCode, routing::any};
use fake_discord::{Fault, FaultKind};
use serde_json::json;

use crate::support::{Process, TestBot, free_address, wait_until_async};

/// A bot on a file, which is not started, on the gateway.
async fn stopped(name: &str) -> TestBot {
    TestBot::builder(name).in_real_time().gateway().on_sqlite().stopped().await
}

/// A stopped bot with nothing wrong: it has run before.
pub(super) async fn healthy(name: &str) -> TestBot {
    let mut bot = TestBot::builder(name).in_real_time().gateway().on_sqlite().open().await;
    bot.stop().await;
    bot
}

/// What the doctor says of a bot, with these variables in the place of its own or besides them.
async fn examine(bot: &TestBot, changed: &[(&'static str, String)]) -> Report {
    examine_after(bot, "set -- doctor", changed).await
}

/// Like [`examine`], after commands of the shell.
pub(super) async fn examine_after(
    bot: &TestBot,
    preparation: &str,
    changed: &[(&'static str, String)],
) -> Report {
    let env = bot.env_vars().into_iter().chain(changed.iter().cloned());
    let (status, text) = Process::start_after(preparation, env).output().await;
    assert!(!text.contains(bot.discord.token()), "{text}");
    Report { code: status.code(), text }
}

/// What the doctor printed, and its exit code.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) code: Option<i32>,
    pub(super) text: String,
}

impl Report {
    pub(super) fn wrong_lines(&self) -> Vec<&str> {
        self.text.lines().filter(|line| line.starts_with("WRONG")).collect()
    }

    #[track_caller]
    pub(super) fn assert_fine(&self) {
        assert_eq!(self.wrong_lines(), [] as [&str; 0], "{}", self.text);
        assert!(self.text.ends_with("\nNothing that was checked is wrong.\n"), "{}", self.text);
        assert_eq!(self.code, Some(0));
    }

    /// Fails unless exactly one thing is wrong, and its line has these parts.
    #[track_caller]
    pub(super) fn assert_wrong(&self, parts: &[&str]) {
        let [line] = self.wrong_lines()[..] else { panic!("{}", self.text) };
        for part in parts {
            assert!(line.contains(part), "{part}: {line}");
        }
        assert!(self.text.ends_with("\nOne thing is wrong.\n"), "{}", self.text);
        assert_eq!(self.code, Some(1));
    }
}

#[tokio::test]
async fn nothing_is_wrong_with_a_bot_that_plays() {
    let bot = stopped("doctor_fine").await;
    let ops = [("OPS_ADDR", free_address().to_string())];
    let process = Process::start(&[], bot.env_vars().into_iter().chain(ops.clone()));
    bot.wait_ready().await;
    bot.wait_registered(1).await;
    let report = examine(&bot, &ops).await;
    report.assert_fine();
    for part in ["token ", "clock ", "portal ", "commands ", "sessions ", "endpoint ", "disk "] {
        assert!(report.text.contains(part), "{part}: {}", report.text);
    }
    assert!(report.text.contains("is running and ready"), "{}", report.text);
    process.kill().await;
    bot.close().await;
}

#[tokio::test]
async fn another_process_with_the_token_is_found() {
    let bot = stopped("doctor_foreign").await;
    let address = free_address();
    let ops = [("OPS_ADDR", address.to_string())];
    let process = Process::start(&[], bot.env_vars().into_iter().chain(ops.clone()));
    bot.wait_ready().await;
    bot.wait_registered(1).await;
    let help = bot.command(bot.ann, "help", json!({})).await.message().clone();
    let press = bot.discord.prepare_press(bot.ann, &help, "u1");
    bot.discord.answer_elsewhere(press);
    bot.discord.redeliver(press);
    let is_counted = async || {
        let metrics = reqwest::get(format!("http://{address}/metrics")).await.unwrap();
        metrics.text().await.unwrap().contains("\nfourfall_answered_elsewhere_total 1\n")
    };
    wait_until_async("the bot has noticed", is_counted).await;
    examine(&bot, &ops).await.assert_wrong(&["bot ", "another process", "reset the token"]);
    process.kill().await;
    bot.close_expecting(&["400 POST /interactions/*/*/callback"]).await;
}

#[tokio::test]
async fn nothing_is_wrong_with_a_bot_that_has_stopped() {
    let bot = healthy("doctor_stopped").await;
    examine(&bot, &[]).await.assert_fine();
    bot.close().await;
}

#[tokio::test]
async fn a_proxy_that_the_gateway_does_not_take_is_told() {
    let bot = healthy("doctor_proxy").await;
    let proxy = || format!("http://{}", free_address());
    for name in ["HTTPS_PROXY", "all_proxy"] {
        let report = examine(&bot, &[(name, proxy())]).await;
        report.assert_fine();
        let says = format!("the gateway is reached directly, not through {name}\n");
        assert!(report.text.contains(&says), "{}", report.text);
    }
    bot.close().await;
}

#[tokio::test]
async fn the_examination_leaves_the_database_as_it_is() {
    let bot = healthy("doctor_unchanged").await;
    let rows = "SELECT count(*) FROM applied_interaction";
    let before = bot.database.sql().await.number(rows).await;
    examine(&bot, &[]).await.assert_fine();
    assert_eq!(bot.database.sql().await.number(rows).await, before);
    bot.close().await;
}

#[tokio::test]
async fn each_invalid_setting_is_found() {
    let bot = healthy("doctor_settings").await;
    for (name, value) in [
        ("DISCORD_TOKEN", ""),
        ("DATABASE_URL", "mysql://localhost/fourfall"),
        ("DEV_GUILD_ID", "my server"),
        ("DISCORD_PROXY_URL", "localhost"),
        ("DISCORD_PUBLIC_KEY", "d75a"),
        ("OPS_ADDR", "9090"),
        ("RUST_LOG", "wran"),
        ("LOG_FORMAT", "xml"),
    ] {
        examine(&bot, &[(name, value.to_owned())]).await.assert_wrong(&["settings", name]);
    }
    let all = [("OPS_ADDR", "9090".to_owned()), ("DATABASE_URL", "mysql:".to_owned())];
    assert_eq!(examine(&bot, &all).await.wrong_lines().len(), 2);
    bot.close().await;
}

#[tokio::test]
async fn a_refused_token_is_found() {
    let bot = healthy("doctor_token").await;
    let other = examine(&bot, &[("DISCORD_TOKEN", "a.b.c".to_owned())]).await;
    other.assert_wrong(&["token", "Discord refuses it", "Reset Token", "wins over .env"]);
    bot.close_expecting(&["401 GET /applications/@me"]).await;
}

#[tokio::test]
async fn an_unreachable_discord_is_found() {
    let bot = healthy("doctor_unreachable").await;
    let nowhere = format!("http://{}", free_address());
    let report = examine(&bot, &[("DISCORD_PROXY_URL", nowhere)]).await;
    report.assert_wrong(&["Discord", "cannot be reached", "firewall"]);
    bot.close().await;
}

#[tokio::test]
async fn a_wrong_clock_is_found() {
    let bot = healthy("doctor_clock").await;
    for (offset, direction) in [(65_000, "behind"), (-65_000, "ahead of")] {
        bot.discord.inject_fault(Fault {
            route: "GET /users/@me",
            times: 1,
            kind: FaultKind::WrongDate(offset),
        });
        let report = examine(&bot, &[]).await;
        report.assert_wrong(&["clock", direction, "Discord's", "NTP"]);
        assert!(["64 s", "65 s", "66 s"].iter().any(|it| report.text.contains(it)), "{report:?}");
    }
    bot.close().await;
}

#[tokio::test]
async fn a_time_that_discord_does_not_tell_is_not_checked() {
    let bot = healthy("doctor_no_time").await;
    let kind = FaultKind::Status(500, json!({ "message": "out of order", "code": 0 }));
    bot.discord.inject_fault(Fault { route: "GET /users/@me", times: 9, kind });
    let report = examine(&bot, &[]).await;
    report.assert_fine();
    assert!(report.text.contains("?      clock"), "{report:?}");
    bot.discord.clear_faults();
    bot.close_allowing(&["500 GET /users/@me"]).await;
}

#[tokio::test]
async fn a_code_grant_is_found() {
    let bot = healthy("doctor_grant").await;
    bot.discord.set_code_grant(true);
    examine(&bot, &[]).await.assert_wrong(&["portal", "Requires OAuth2 Code Grant"]);
    bot.close().await;
}

#[tokio::test]
async fn a_missing_way_to_install_the_bot_is_found() {
    let bot = healthy("doctor_install").await;
    bot.discord.set_installation_contexts(true, false);
    examine(&bot, &[]).await.assert_wrong(&["portal", "User Install"]);
    bot.discord.set_installation_contexts(false, true);
    examine(&bot, &[]).await.assert_wrong(&["portal", "Guild Install"]);
    bot.close().await;
}

#[tokio::test]
async fn missing_commands_are_found() {
    let bot = stopped("doctor_commands").await;
    let report = examine(&bot, &[]).await;
    report.assert_wrong(&["commands", "/play is missing", "more", "Start the bot"]);
    bot.close().await;
}

#[tokio::test]
async fn commands_of_another_version_are_found() {
    let bot = healthy("doctor_version").await;
    let client = reqwest::Client::new();
    let url = format!(
        "{}/api/v10/applications/{}/commands",
        bot.discord.url(),
        bot.discord.application_id()
    );
    let command = json!([{ "name": "play", "description": "Play", "type": 1 }]);
    let request = client.put(url).header("authorization", format!("Bot {}", bot.discord.token()));
    assert!(request.json(&command).send().await.unwrap().status().is_success());
    let report = examine(&bot, &[]).await;
    report.assert_wrong(&["commands", "/play is of another version", "/drop is missing"]);
    bot.close().await;
}

#[tokio::test]
async fn commands_of_a_development_server_are_looked_at() {
    let bot = healthy("doctor_development").await;
    let guild = ("DEV_GUILD_ID", bot.discord.guild().to_string());
    let report = examine(&bot, &[guild]).await;
    report.assert_wrong(&["commands", "in the server of DEV_GUILD_ID", "/play is missing"]);
    bot.close().await;
}

#[tokio::test]
async fn a_server_without_the_bot_is_found() {
    let bot = healthy("doctor_guild").await;
    let report = examine(&bot, &[("DEV_GUILD_ID", "12345".to_owned())]).await;
    report.assert_wrong(&["commands", "Discord refuses", "DEV_GUILD_ID"]);
    bot.close_expecting(&["403 GET /applications/*/guilds/*/commands"]).await;
}

#[tokio::test]
async fn a_gateway_that_cannot_be_reached_is_found() {
    let bot = healthy("doctor_gateway").await;
    let body = json!({
        "url": format!("ws://{}", free_address()),
        "shards": 1,
        "session_start_limit":
            { "total": 1000, "remaining": 999, "reset_after": 9, "max_concurrency": 1 },
    });
    let kind = FaultKind::Status(200, body);
    bot.discord.inject_fault(Fault { route: "GET /gateway/bot", times: 1, kind });
    examine(&bot, &[]).await.assert_wrong(&["gateway", "cannot be connected to", "firewall"]);
    bot.close().await;
}

#[tokio::test]
async fn too_few_sessions_are_found() {
    let bot = healthy("doctor_sessions").await;
    bot.discord.set_remaining_identifies(120);
    let report = examine(&bot, &[]).await;
    report.assert_wrong(&["sessions", "only 120 of 1000", "minutes", "log"]);
    bot.close().await;
}

#[tokio::test]
async fn an_endpoint_that_keeps_the_gateway_silent_is_found() {
    let bot = TestBot::builder("doctor_endpoint").in_real_time().http(1).on_sqlite().open().await;
    let gateway = [("DISCORD_PUBLIC_KEY", String::new()), ("INTERACTIONS_ADDR", String::new())];
    let report = examine(&bot, &gateway).await;
    report.assert_wrong(&["endpoint", &bot.endpoint_url(), "Clear Interactions Endpoint URL"]);
    examine(&bot, &[]).await.assert_fine();
    let other_key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    let report = examine(&bot, &[("DISCORD_PUBLIC_KEY", other_key.to_owned())]).await;
    report.assert_wrong(&["endpoint", "DISCORD_PUBLIC_KEY", &bot.discord.public_key()]);
    bot.close().await;
}

#[tokio::test]
async fn a_missing_endpoint_is_found() {
    let bot = healthy("doctor_no_endpoint").await;
    let http = [
        ("DISCORD_PUBLIC_KEY", bot.discord.public_key()),
        ("INTERACTIONS_ADDR", free_address().to_string()),
    ];
    let report = examine(&bot, &http).await;
    report.assert_wrong(&["endpoint", "https://YOUR.DOMAIN/interactions"]);
    bot.close().await;
}

#[tokio::test]
async fn an_endpoint_that_verifies_nothing_is_found() {
    let mut bot = TestBot::builder("doctor_open").in_real_time().http(1).on_sqlite().open().await;
    let address = bot.address();
    bot.stop().await;
    examine(&bot, &[]).await.assert_wrong(&["endpoint", "does not answer", "Start the bot"]);

    let listener = tokio::net::TcpListener::bind(address).await.unwrap();
    let open = Router::new().fallback(any(async || StatusCode::OK));
    let serving = tokio::spawn(async { axum::serve(listener, open).await });
    let report = examine(&bot, &[]).await;
    let wrong = report.wrong_lines();
    assert_eq!(wrong.len(), 2, "{report:?}");
    assert!(wrong[0].contains("with status 200, not 401"), "{report:?}");
    assert!(wrong[1].contains("INTERACTIONS_ADDR") && wrong[1].contains("in use"), "{report:?}");
    serving.abort();
    bot.close().await;
}

#[tokio::test]
async fn a_database_that_cannot_be_made_is_found() {
    let bot = healthy("doctor_database").await;
    let url = "sqlite:///no/such/folder/fourfall.db".to_owned();
    let report = examine(&bot, &[("DATABASE_URL", url)]).await;
    report.assert_wrong(&["database", "Run: mkdir -p '/no/such/folder'"]);
    let nobody = format!("postgres://fourfall:secret@{}/fourfall", free_address());
    let report = examine(&bot, &[("DATABASE_URL", nobody)]).await;
    report.assert_wrong(&["database", "cannot be opened", "DATABASE_URL"]);
    assert!(!report.text.contains("secret"), "{report:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_database_server_that_never_answers_is_found() {
    let bot = healthy("doctor_silent").await;
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    let url = format!("postgres://fourfall:secret@{address}/fourfall");
    let report = examine(&bot, &[("DATABASE_URL", url.clone())]).await;
    report.assert_wrong(&["database", "does not answer"]);
    drop(silent);
    let report = examine(&bot, &[("DATABASE_URL", url)]).await;
    report.assert_wrong(&["database", &address, "refused"]);
    bot.close().await;
}

#[tokio::test]
async fn a_database_that_a_restart_loses_is_found() {
    let bot = healthy("doctor_in_memory").await;
    let report = examine(&bot, &[("DATABASE_URL", "sqlite::memory:".to_owned())]).await;
    report.assert_wrong(&["database", "a restart loses all games"]);
    bot.close().await;
}

#[tokio::test]
async fn a_database_of_a_later_release_is_found() {
    let bot = healthy("doctor_schema").await;
    bot.database.sql().await.set_schema_version(9999).await;
    examine(&bot, &[]).await.assert_wrong(&["database", "version 9999", "newer"]);
    bot.close().await;
}

#[tokio::test]
async fn a_database_that_cannot_be_written_is_found() {
    let bot = healthy("doctor_written").await;
    // No file may grow, as on a full disk.
    let full = "trap '' XFSZ; ulimit -f 0; set -- doctor";
    examine_after(&bot, full, &[]).await.assert_wrong(&["database", "I/O error", "the disk"]);
    let mut other = bot.database.sql().await;
    other.lock().await;
    examine(&bot, &[]).await.assert_wrong(&["database", "nothing can be written", "locked"]);
    other.unlock().await;
    bot.close().await;
}

#[tokio::test]
async fn permissions_that_keep_the_bot_out_are_found() {
    let bot = healthy("doctor_permissions").await;
    let database = bot.database.path();
    let folder = database.parent().unwrap();
    for (path, mode) in [(folder, 0o500), (&database, 0o400)] {
        let open = fs::metadata(path).unwrap().permissions();
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        let process = Process::start_unprivileged("doctor", bot.env_vars());
        let (status, text) = process.output().await;
        fs::set_permissions(path, open).unwrap();
        let report = Report { code: status.code(), text };
        let path = path.display().to_string();
        report.assert_wrong(&["database", &path, "Permission denied"]);
    }
    bot.close().await;
}

#[tokio::test]
async fn an_empty_database_is_fine() {
    let bot = stopped("doctor_empty").await;
    fs::write(bot.database.path(), "").unwrap();
    fs::set_permissions(bot.database.path(), Permissions::from_mode(0o600)).unwrap();
    let report = examine(&bot, &[]).await;
    report.assert_wrong(&["commands"]);
    assert!(report.text.contains("the first start makes its tables"), "{report:?}");
    assert_eq!(fs::metadata(bot.database.path()).unwrap().len(), 0, "nothing is left in it");
    bot.close().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_server_that_a_power_cut_harms_is_found() {
    let bot = TestBot::builder("doctor_postgres").in_real_time().gateway().on_postgres();
    let mut bot = bot.open().await;
    bot.stop().await;
    let report = examine(&bot, &[]).await;
    for setting in ["fsync", "full_page_writes", "synchronous_commit"] {
        let problem = format!("{setting} is off, so a power cut may lose moves");
        let is_named = report.wrong_lines().iter().any(|line| line.contains(&problem));
        let value = bot.database.sql().await.text(&format!("SHOW {setting}")).await;
        assert_eq!(is_named, value == "off", "{report:?}");
    }
    bot.close().await;
}

#[tokio::test]
async fn a_disk_without_room_is_found() {
    let bot = healthy("doctor_disk").await;
    // A file system that never has any.
    let report = examine(&bot, &[("DATABASE_URL", "sqlite:///proc/fourfall.db".to_owned())]).await;
    let wrong = report.wrong_lines();
    assert!(wrong[0].contains("disk") && wrong[0].contains("only 0 MiB are free"), "{report:?}");
    bot.close().await;
}

#[tokio::test]
async fn files_that_everybody_can_read_are_found() {
    let bot = healthy("doctor_files").await;
    let database = bot.database.path();
    let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&database), 0o600, "the bot creates it for itself");
    fs::set_permissions(&database, Permissions::from_mode(0o644)).unwrap();
    let [closed, open] = [0o700, 0o755].map(Permissions::from_mode);
    fs::set_permissions(database.parent().unwrap(), closed).unwrap();
    examine(&bot, &[]).await.assert_fine();
    fs::set_permissions(database.parent().unwrap(), open.clone()).unwrap();
    let report = examine(&bot, &[]).await;
    report.assert_wrong(&["files", &format!("chmod 600 {}", database.display())]);
    fs::set_permissions(&database, Permissions::from_mode(0o600)).unwrap();

    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), open).unwrap();
    let env_file = folder.path().join(".env");
    let lines = bot.env_vars().into_iter().map(|(name, value)| format!("{name}={value}\n"));
    fs::write(&env_file, lines.collect::<String>()).unwrap();
    fs::set_permissions(&env_file, Permissions::from_mode(0o604)).unwrap();
    let (_, text) = Process::start_in(folder.path(), &["doctor"]).output().await;
    assert!(text.contains(&format!("chmod 600 {}", env_file.display())), "{text}");
    fs::set_permissions(&env_file, Permissions::from_mode(0o600)).unwrap();
    let (status, text) = Process::start_in(folder.path(), &["doctor"]).output().await;
    assert!(status.success(), "{text}");
    bot.close().await;
}

#[tokio::test]
async fn an_env_file_that_makes_no_sense_is_found() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".env"), "DISCORD_TOKEN = 'secret\n").unwrap();
    let (status, text) = Process::start_in(folder.path(), &["doctor"]).output().await;
    assert_eq!(status.code(), Some(1));
    assert_eq!(text.matches("WRONG").count(), 1, "{text}");
    assert!(text.contains("WRONG  settings") && text.contains(".env has a line"), "{text}");
    assert!(!text.contains("secret"), "{text}");
}

#[tokio::test]
async fn too_little_memory_is_found() {
    let bot = healthy("doctor_memory").await;
    let little = "ulimit -v 150000; set -- doctor";
    let report = examine_after(&bot, little, &[]).await;
    report.assert_wrong(&["memory", "only 146 are there", "fewer cores"]);
    bot.close().await;
}

#[tokio::test]
async fn an_address_that_the_bot_cannot_have_is_found() {
    let bot = healthy("doctor_address").await;
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = other.local_addr().unwrap().to_string();
    examine(&bot, &[("OPS_ADDR", taken)]).await.assert_wrong(&["OPS_ADDR", "in use"]);
    let elsewhere = "192.0.2.1:9090".to_owned();
    let report = examine(&bot, &[("OPS_ADDR", elsewhere)]).await;
    report.assert_wrong(&["OPS_ADDR", "is no address of this machine"]);
    bot.close().await;
}

#[tokio::test]
async fn a_bot_that_is_not_ready_is_found() {
    let bot = healthy("doctor_ready").await;
    let nowhere = format!("http://{}", free_address());
    let changed =
        [("OPS_ADDR", free_address().to_string()), ("DISCORD_PROXY_URL", nowhere.clone())];
    let process = Process::start(&[], bot.env_vars().into_iter().chain(changed.clone()));
    process.wait_for_output("Discord cannot be reached").await;
    let report = examine(&bot, &changed[..1]).await;
    report.assert_wrong(&["the bot is not ready", "shards are connected"]);
    process.kill().await;
    bot.close().await;
}
