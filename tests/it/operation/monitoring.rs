//! Metrics, health checks, logs and systemd notifications.

use std::{net::SocketAddr, time::Duration};

use fake_discord::{Fault, FaultKind};
use serde_json::json;
use tokio::net::UnixDatagram;
use tracing::Level;

use crate::support::{
    INTERNAL_ERROR, Process, RecordedLog, TIMEOUT, TestBot, free_address, wait_until,
    wait_until_async,
};

async fn get(address: SocketAddr, path: &str) -> (u16, String) {
    let response = reqwest::get(format!("http://{address}{path}")).await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}

/// Polls until the response has this status; the program may not listen yet.
pub(super) async fn get_until_status(address: SocketAddr, path: &str, status: u16) -> String {
    let mut text = String::new();
    let has_status = async || match reqwest::get(format!("http://{address}{path}")).await {
        Ok(response) if response.status().as_u16() == status => {
            text = response.text().await.unwrap();
            true
        }
        _ => false,
    };
    wait_until_async(&format!("{path} has status {status}"), has_status).await;
    text
}

pub(super) fn with_ops_address(bot: &TestBot) -> (SocketAddr, Vec<(&'static str, String)>) {
    let address = free_address();
    let mut env = bot.env_vars();
    env.push(("OPS_ADDR", address.to_string()));
    (address, env)
}

/// The value of a metric, or zero if it is missing.
fn metric_value(metrics: &str, name: &str) -> f64 {
    let line = metrics.lines().find_map(|line| line.strip_prefix(name));
    line.map_or(0.0, |value| value.trim().parse().unwrap())
}

#[tokio::test]
async fn metrics_count_and_time_interactions() {
    let bot = TestBot::builder("ops_metrics").in_real_time().stopped().await;
    let (address, env) = with_ops_address(&bot);
    let process = Process::start(&[], env);
    bot.wait_ready().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    bot.press(bot.ben, &board, "4").await;
    bot.press(bot.ben, &board, "4").await;
    bot.command(bot.cleo, "help", json!({})).await;
    let interaction = |kind, outcome| {
        format!("fourfall_interactions_total{{kind=\"{kind}\",outcome=\"{outcome}\"}}")
    };
    let expected = [
        (interaction("press column", "done"), 2.0),
        (interaction("press column", "refused"), 2.0),
        (interaction("press challenge", "done"), 1.0),
        (interaction("play", "done"), 1.0),
        (interaction("help", "done"), 1.0),
        ("fourfall_interaction_seconds_count{kind=\"press column\"}".to_owned(), 4.0),
        ("fourfall_live_games".to_owned(), 1.0),
        ("fourfall_scheduler_lag_seconds".to_owned(), 0.0),
        ("fourfall_searches_waiting".to_owned(), 0.0),
        ("fourfall_connected{shard=\"0\"}".to_owned(), 1.0),
        ("fourfall_database_seconds_count{work=\"save move\"}".to_owned(), 2.0),
    ];
    let mut metrics = String::new();
    for (name, expected) in expected {
        // Work after the response is counted later than the response.
        let is_counted = async || {
            metrics = get_until_status(address, "/metrics", 200).await;
            metric_value(&metrics, &name) >= expected
        };
        wait_until_async(&format!("{name} is {expected}"), is_counted).await;
        assert!((metric_value(&metrics, &name) - expected).abs() < 0.1, "{name}: {metrics}");
    }
    for line in metrics.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, value) = line.rsplit_once(' ').unwrap();
        assert!(name.starts_with("fourfall_") && value.parse::<f64>().is_ok(), "{line}");
    }
    process.kill().await;
    bot.close().await;
}

#[tokio::test]
async fn health_is_ok_at_once_and_readiness_needs_a_connection() {
    let bot = TestBot::builder("ops_ready").in_real_time().stopped().await;
    let (address, mut env) = with_ops_address(&bot);
    let unreachable = format!("http://{}", free_address());
    env.iter_mut().find(|it| it.0 == "DISCORD_PROXY_URL").unwrap().1 = unreachable;
    env.retain(|it| !["DISCORD_PUBLIC_KEY", "INTERACTIONS_ADDR"].contains(&it.0));
    let process = Process::start(&[], env);
    assert_eq!(get_until_status(address, "/health", 200).await, "ok\n");
    assert_eq!(
        get(address, "/ready").await,
        (503, "0 of 1 shards are connected to Discord\n".to_owned())
    );
    assert!(get(address, "/metrics").await.1.contains("\nfourfall_ready 0\n"));
    assert_eq!(get(address, "/elsewhere").await.0, 404);
    process.kill().await;

    let (address, env) = with_ops_address(&bot);
    let process = Process::start(&[], env);
    bot.wait_ready().await;
    assert_eq!(get_until_status(address, "/ready", 200).await, "ready\n");
    assert!(get(address, "/metrics").await.1.contains("\nfourfall_ready 1\n"));
    process.terminate().await;
    assert!(process.output().await.0.success());
    bot.close().await;
}

#[tokio::test]
async fn an_ops_address_in_use_is_an_invalid_setting() {
    let bot = TestBot::builder("ops_taken").in_real_time().stopped().await;
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut env = bot.env_vars();
    env.push(("OPS_ADDR", taken.local_addr().unwrap().to_string()));
    let (status, output) = Process::start(&[], env).output().await;
    assert_eq!(status.code(), Some(2), "{output}");
    assert!(output.contains("OPS_ADDR does not work: cannot listen on"), "{output}");
    bot.close().await;
}

/// As before a VPN is up. The address is of a range that is kept for documents.
#[tokio::test]
async fn an_address_that_the_machine_lacks_is_waited_for() {
    let bot = TestBot::builder("ops_lacking").in_real_time().stopped().await;
    let lacking = "192.0.2.1:9090".to_owned();
    let endpoint = ("INTERACTIONS_ADDR", lacking.clone());
    let key = ("DISCORD_PUBLIC_KEY", bot.discord.public_key());
    for changed in [vec![("OPS_ADDR", lacking)], vec![key, endpoint]] {
        let mut env = bot.env_vars();
        env.extend(changed);
        let process = Process::start(&[], env);
        process.wait_for_output("this machine has no address 192.0.2.1:9090 yet").await;
        process.terminate().await;
        assert!(process.output().await.0.success());
    }
    bot.close().await;
}

#[tokio::test]
async fn a_token_that_is_reset_is_noticed_by_http() {
    let bot = TestBot::builder("ops_token").in_real_time().http(1).stopped().await;
    let (address, env) = with_ops_address(&bot);
    let process = Process::start(&[], env);
    assert_eq!(get_until_status(address, "/ready", 200).await, "ready\n");
    let body = json!({ "message": "401: Unauthorized", "code": 0 });
    let kind = FaultKind::Status(401, body);
    bot.discord.inject_fault(Fault { route: "GET /users/@me", times: 100, kind });
    let failures = get_until_status(address, "/ready", 503).await;
    assert!(failures.contains("Discord does not serve the bot"), "{failures}");
    process.terminate().await;
    let (_, output) = process.output().await;
    assert!(output.contains("turn timers stand still") && output.contains("401"), "{output}");
    bot.close_expecting(&["401 GET /users/@me"]).await;
}

#[tokio::test]
async fn a_late_scheduler_is_not_ready() {
    let bot = TestBot::builder("ops_late").in_real_time().on_sqlite().stopped().await;
    let (address, env) = with_ops_address(&bot);
    let process = Process::start(&[], env);
    bot.wait_ready().await;
    get_until_status(address, "/ready", 200).await;
    let challenge = bot.challenge(bot.ann, bot.ben).await;
    bot.wait_idle().await;
    // Neither expires it nor puts it off.
    let mut sql = bot.database.sql().await;
    sql.run(
        "BEGIN; UPDATE challenge SET expires_at = expires_at - 25 * 3600000; \
         CREATE TRIGGER no_end BEFORE UPDATE OF state ON challenge \
         BEGIN SELECT raise(ABORT, 'no end'); END; \
         CREATE TRIGGER no_delay BEFORE UPDATE OF expires_at ON challenge \
         BEGIN SELECT raise(ABORT, 'no delay'); END; COMMIT",
    )
    .await;
    let failures = get_until_status(address, "/ready", 503).await;
    assert!(
        failures.starts_with("the scheduler is ") && failures.ends_with(" s late\n"),
        "{failures}"
    );
    // An attempt that has just failed must not put it off yet.
    sql.run("DROP TRIGGER no_end").await;
    get_until_status(address, "/ready", 200).await;
    let is_over = || bot.current(&challenge).content.contains("in time");
    wait_until("the challenge is over", is_over).await;
    process.terminate().await;
    process.output().await;
    bot.close().await;
}

#[tokio::test]
async fn a_bot_whose_reads_get_no_connection_is_not_ready() {
    let bot = TestBot::builder("ops_reads").in_real_time().on_sqlite().stopped().await;
    let (address, env) = with_ops_address(&bot);
    let process = Process::start(&[], env);
    bot.wait_ready().await;
    get_until_status(address, "/ready", 200).await;
    let mut sql = bot.database.sql().await;
    for statement in [
        "ALTER TABLE guild_settings RENAME TO kept_settings",
        "CREATE VIEW guild_settings AS SELECT kept.* FROM
         (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000)
         SELECT count(*) AS passed FROM n) AS time CROSS JOIN kept_settings AS kept
         WHERE time.passed > 0",
    ] {
        sql.run(statement).await;
    }
    let people = (0..8).map(|number| bot.discord.add_user(&format!("player-{number}")));
    let people: Vec<_> = people.collect();
    let puzzles = people.into_iter().map(|person| bot.command(person, "daily", json!({})));
    let replies = futures_util::future::join_all(puzzles).await;
    assert!(replies.iter().any(|it| it.text().contains(INTERNAL_ERROR)), "{replies:?}");
    // A single read gets a connection again.
    let reason = "reads get no connection to the database\n";
    let says_so = async || get(address, "/ready").await == (503, reason.to_owned());
    wait_until_async("it is not ready", says_so).await;
    get_until_status(address, "/ready", 200).await;
    process.terminate().await;
    process.output().await;
    bot.close().await;
}

#[tokio::test]
async fn systemd_is_notified_of_readiness_and_shutdown() {
    let bot = TestBot::builder("ops_systemd").in_real_time().stopped().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    let receive = async || {
        let mut buffer = [0; 256];
        let received = tokio::time::timeout(TIMEOUT, socket.recv(&mut buffer)).await;
        let length = received.expect("no notification arrived").unwrap();
        String::from_utf8_lossy(&buffer[..length]).into_owned()
    };
    let mut env = bot.env_vars();
    env.push(("NOTIFY_SOCKET", path.display().to_string()));
    let process = Process::start(&[], env);
    bot.wait_ready().await;
    assert_eq!(receive().await.trim(), "READY=1");
    process.terminate().await;
    assert_eq!(receive().await.trim(), "STOPPING=1");
    assert!(process.output_within(Duration::from_secs(10)).await.0.success());
    bot.close().await;
}

#[tokio::test]
async fn the_reference_shown_to_users_is_in_the_log() {
    let bot = TestBot::builder("ops_reference").in_real_time().stopped().await;
    let log = [("RUST_LOG", "error".to_owned())];
    let process = Process::start(&[], bot.env_vars().into_iter().chain(log));
    bot.wait_ready().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let mut other = bot.database.sql().await;
    other.lock().await;
    let response = bot.press(bot.ann, &board, "4").await;
    other.unlock().await;
    TestBot::assert_refused(&response, INTERNAL_ERROR);
    let (_, reference) =
        response.text().split_once("Reference: ").expect("the message has a reference");
    let reference = reference.trim_end_matches(')').to_owned();
    process.terminate().await;
    let (_, log) = process.output().await;
    let line =
        log.lines().find(|line| line.contains(&reference)).expect("the log has the reference");
    for part in ["ERROR", "interaction{id=", "channel", "a request was not fulfilled"] {
        assert!(line.contains(part), "{part}: {line}");
    }
    bot.close().await;
}

#[tokio::test]
async fn a_refusal_is_logged_with_its_reason_and_without_names() {
    let bot = TestBot::open("refusal_log").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let log = RecordedLog::start(Level::DEBUG);
    TestBot::assert_refused(&bot.press(bot.ben, &board, "4").await, "It’s **Ann**’s turn.");
    log.wait_for("refused a request", 1).await;
    let text = log.text();
    let line = text.lines().find(|line| line.contains("refused a request")).unwrap();
    assert!(line.contains("kind=\"press column\""), "{line}");
    assert!(line.ends_with("reason=\"NotYourTurn\""), "{line}");
    bot.close().await;
}

#[tokio::test]
async fn a_log_that_is_not_on_a_terminal_has_no_colours() {
    let bot = TestBot::builder("ops_colours").in_real_time().stopped().await;
    let process = Process::start(&[], bot.env_vars());
    bot.wait_ready().await;
    process.terminate().await;
    let (_, log) = process.output().await;
    assert!(log.contains("INFO") && !log.contains('\x1b'), "{log:?}");
    bot.close().await;
}

#[tokio::test]
async fn an_error_of_several_lines_is_logged_as_one() {
    let bot = TestBot::builder("ops_one_line").in_real_time().stopped().await;
    let down = json!({ "message": "first\nsecond", "code": 0 });
    let kind = FaultKind::Status(500, down);
    bot.discord.inject_fault(Fault { route: "applications/@me", times: 1, kind });
    let process = Process::start(&[], bot.env_vars());
    bot.wait_ready().await;
    process.terminate().await;
    let (_, log) = process.output().await;
    let line = log.lines().find(|line| line.contains("first")).expect("the error is logged");
    assert!(line.contains("first\\nsecond") && line.contains("trying again"), "{log}");
    bot.close_expecting(&["500 GET /applications/@me"]).await;
}

#[tokio::test]
async fn health_asks_the_bot_on_this_machine() {
    let bot = TestBot::builder("health").in_real_time().gateway().stopped().await;
    // As in a container, it listens on all addresses. No server that asks for any port gets one of
    // these, as those of other tests do at any time.
    let mut ports = std::iter::repeat_with(|| fastrand::u16(10_000..30_000));
    let port = ports.find(|port| std::net::TcpListener::bind(("0.0.0.0", *port)).is_ok()).unwrap();
    let everywhere = format!("0.0.0.0:{port}");
    let env = || bot.env_vars().into_iter().chain([("OPS_ADDR", everywhere.clone())]);
    let (status, text) = Process::start(&["health"], env()).output().await;
    assert_eq!(status.code(), Some(1), "{text}");
    assert!(text.contains("nothing answers at 0.0.0.0:"), "{text}");

    let process = Process::start(&[], env());
    bot.wait_ready().await;
    for (arguments, answer) in [(&["health"][..], "ok\n"), (&["health", "--ready"], "ready\n")] {
        let (status, text) = Process::start(arguments, env()).output().await;
        assert!(status.success(), "{text}");
        assert_eq!(text, answer);
    }
    process.kill().await;

    let (status, text) = Process::start(&["health"], bot.env_vars()).output().await;
    assert_eq!(status.code(), Some(2), "{text}");
    assert!(text.starts_with("fourfall: OPS_ADDR is not set"), "{text}");
    bot.close().await;
}
