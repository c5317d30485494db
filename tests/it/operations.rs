//! What whoever runs the program sees of it, and what it tells its supervisor.

use std::{net::SocketAddr, time::Duration};

use serde_json::json;
use tokio::net::UnixDatagram;

use crate::support::{Arcade, FAULT, PATIENCE, Process, free_address};

async fn ask(address: SocketAddr, path: &str) -> (u16, String) {
    let response = reqwest::get(format!("http://{address}{path}")).await.unwrap();
    (response.status().as_u16(), response.text().await.unwrap())
}

/// Asks until the answer has this status; the program may not listen yet.
async fn until_status(address: SocketAddr, path: &str, status: u16) -> String {
    let asking = async {
        loop {
            let response = reqwest::get(format!("http://{address}{path}")).await;
            if let Ok(response) = response
                && response.status().as_u16() == status
            {
                return response.text().await.unwrap();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let answer = tokio::time::timeout(PATIENCE, asking).await;
    answer.unwrap_or_else(|_| panic!("{path} never had status {status}"))
}

fn watched_at(arcade: &Arcade) -> (SocketAddr, Vec<(&'static str, String)>) {
    let address = free_address();
    let mut settings = arcade.variables();
    settings.push(("OPS_ADDR", address.to_string()));
    (address, settings)
}

/// The value of a measurement; zero if it was never made.
fn value(metrics: &str, name: &str) -> f64 {
    let line = metrics.lines().find_map(|line| line.strip_prefix(name));
    line.map_or(0.0, |value| value.trim().parse().unwrap())
}

#[tokio::test]
async fn what_people_do_is_counted_and_timed() {
    let arcade = Arcade::in_real_time("ops_metrics").await;
    let (address, settings) = watched_at(&arcade);
    let bot = Process::start(&[], settings);
    arcade.bot_ready().await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let board = arcade.moves(&board, "44").await;
    arcade.press(arcade.ben, &board, "4").await;
    arcade.press(arcade.ben, &board, "4").await;
    arcade.command(arcade.cleo, "help", json!({})).await;
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
        ("fourfall_sweeper_lag_seconds".to_owned(), 0.0),
        ("fourfall_searches_waiting".to_owned(), 0.0),
        ("fourfall_connected{shard=\"0\"}".to_owned(), 1.0),
        ("fourfall_database_seconds_count{work=\"save move\"}".to_owned(), 2.0),
    ];
    let mut metrics = until_status(address, "/metrics", 200).await;
    // What follows an answer is done after it, and counted then.
    let counting = async {
        while expected.iter().any(|(name, least)| value(&metrics, name) < *least) {
            metrics = until_status(address, "/metrics", 200).await;
        }
    };
    // What was missed is told below.
    tokio::time::timeout(PATIENCE, counting).await.ok();
    for (name, expected) in expected {
        assert!((value(&metrics, &name) - expected).abs() < 0.1, "{name}: {metrics}");
    }
    for line in metrics.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, value) = line.rsplit_once(' ').unwrap();
        assert!(name.starts_with("fourfall_") && value.parse::<f64>().is_ok(), "{line}");
    }
    bot.kill().await;
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn it_is_healthy_while_it_waits_and_ready_once_discord_reaches_it() {
    let arcade = Arcade::in_real_time("ops_ready").await;
    let (address, mut settings) = watched_at(&arcade);
    let nobody = format!("http://{}", free_address());
    settings.iter_mut().find(|it| it.0 == "DISCORD_PROXY_URL").unwrap().1 = nobody;
    settings.retain(|it| !["DISCORD_PUBLIC_KEY", "INTERACTIONS_ADDR"].contains(&it.0));
    let bot = Process::start(&[], settings);
    assert_eq!(until_status(address, "/health", 200).await, "ok\n");
    assert_eq!(ask(address, "/ready").await, (503, "Discord reaches 0 of 1 lines\n".to_owned()));
    assert_eq!(ask(address, "/elsewhere").await.0, 404);
    bot.kill().await;

    let (address, settings) = watched_at(&arcade);
    let bot = Process::start(&[], settings);
    arcade.bot_ready().await;
    assert_eq!(until_status(address, "/ready", 200).await, "ready\n");
    bot.terminate().await;
    assert!(bot.end().await.0.success());
    arcade.close().await;
}

#[tokio::test]
async fn an_address_that_is_taken_is_a_wrong_setting() {
    let arcade = Arcade::in_real_time("ops_taken").await;
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut settings = arcade.variables();
    settings.push(("OPS_ADDR", taken.local_addr().unwrap().to_string()));
    let (status, said) = Process::start(&[], settings).end().await;
    assert_eq!(status.code(), Some(2), "{said}");
    assert!(said.contains("OPS_ADDR does not work: cannot listen on"), "{said}");
    arcade.close().await;
}

#[tokio::test]
async fn systemd_is_told_when_it_is_ready_and_when_it_stops() {
    let arcade = Arcade::in_real_time("ops_systemd").await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    let hear = async || {
        let mut buffer = [0; 256];
        let heard = tokio::time::timeout(PATIENCE, socket.recv(&mut buffer)).await;
        let length = heard.expect("nothing was said").unwrap();
        String::from_utf8_lossy(&buffer[..length]).into_owned()
    };
    let mut settings = arcade.variables();
    settings.push(("NOTIFY_SOCKET", path.display().to_string()));
    let bot = Process::start(&[], settings);
    arcade.bot_ready().await;
    assert_eq!(hear().await.trim(), "READY=1");
    bot.terminate().await;
    assert_eq!(hear().await.trim(), "STOPPING=1");
    assert!(bot.end_within(Duration::from_secs(10)).await.0.success());
    arcade.close().await;
}

#[tokio::test]
async fn the_reference_that_a_person_sees_leads_to_the_line_in_the_log() {
    let arcade = Arcade::in_real_time("ops_reference").await;
    let bot = Process::start(&[], arcade.variables());
    arcade.bot_ready().await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let mut other = arcade.database.sql().await;
    other.lock().await;
    let answer = arcade.press(arcade.ann, &board, "4").await;
    other.unlock().await;
    Arcade::refused(&answer, FAULT);
    let (_, reference) = answer.text().split_once("Reference: ").expect("it is named");
    let reference = reference.trim_end_matches(')').to_owned();
    bot.terminate().await;
    let (_, log) = bot.end().await;
    let line = log.lines().find(|line| line.contains(&reference)).expect("it is in the log");
    for part in ["ERROR", "interaction", "channel", "a request was not fulfilled"] {
        assert!(line.contains(part), "{part}: {line}");
    }
    arcade.close().await;
}
