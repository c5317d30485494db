//! Requests that the endpoint rejects.

use std::time::Duration;

use fake_discord::{FakeDiscord, Fault, FaultKind};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use tracing::Level;

use super::{
    open,
    requests::{send, signed, signed_at},
};
use crate::support::{Process, RecordedLog, TestBot, move_number};

/// The body limit in bytes.
const MAX_BODY: usize = 256 * 1024;

/// Much less than what the endpoint waits for a body.
const FAST: Duration = Duration::from_secs(2);

fn ping() -> String {
    json!({ "type": 1 }).to_string()
}

async fn status(bot: &TestBot, headers: Vec<(&'static str, String)>, body: &str) -> u16 {
    send(bot, headers, body).await.status().as_u16()
}

#[tokio::test]
async fn a_ping_is_answered() {
    let bot = open("http_ping", 1).await;
    let response = send(&bot, signed(&bot, &ping(), 0), ping()).await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(response.json::<Value>().await.unwrap(), json!({ "type": 1 }));
    bot.close().await;
}

#[tokio::test]
async fn a_request_without_a_valid_signature_is_rejected() {
    let bot = open("http_unsigned", 1).await;
    let valid = signed(&bot, &ping(), 0);
    for body in [r#"{"type": 1}"#, r#"{"type":1} "#, ""] {
        assert_eq!(status(&bot, valid.clone(), body).await, 401, "another body: {body:?}");
    }
    for header in &valid {
        assert_eq!(status(&bot, vec![header.clone()], &ping()).await, 401, "only {}", header.0);
    }
    assert_eq!(status(&bot, Vec::new(), &ping()).await, 401);
    for forged in ["", "00", "no hex", &"0".repeat(128), &"é".repeat(64)] {
        let mut headers = valid.clone();
        forged.clone_into(&mut headers[0].1);
        assert_eq!(status(&bot, headers, &ping()).await, 401, "{forged}");
    }
    let other = FakeDiscord::start(fake_discord::Options::default()).await.unwrap();
    let headers = signed_at(&other, &ping(), valid[1].1.clone());
    assert_eq!(status(&bot, headers, &ping()).await, 401, "another application's key");
    assert_eq!(status(&bot, valid, &ping()).await, 200);
    bot.close().await;
}

#[tokio::test]
async fn a_timestamp_more_than_five_minutes_off_is_rejected() {
    let bot = open("http_timestamps", 1).await;
    for (offset, expected) in [(-301, 401), (-299, 200), (299, 200), (301, 401)] {
        let headers = signed(&bot, &ping(), offset);
        assert_eq!(status(&bot, headers, &ping()).await, expected, "{offset} s from now");
    }
    for timestamp in ["", "now", "-5", "99999999999999999999"] {
        let headers = signed_at(&bot.discord, &ping(), timestamp.to_owned());
        assert_eq!(status(&bot, headers, &ping()).await, 401, "{timestamp:?}");
    }
    bot.close().await;
}

#[tokio::test]
async fn a_body_over_the_limit_is_rejected() {
    let bot = open("http_sizes", 1).await;
    let largest = ping() + &" ".repeat(MAX_BODY - ping().len());
    assert_eq!(status(&bot, signed(&bot, &largest, 0), &largest).await, 200);
    let too_large = largest + " ";
    assert_eq!(status(&bot, signed(&bot, &too_large, 0), &too_large).await, 413);
    // Not before any of it is sent.
    let mut connection = TcpStream::connect(bot.address()).await.unwrap();
    let head = "POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n";
    connection.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    let answered = connection.read_exact(&mut answer);
    tokio::time::timeout(FAST, answered).await.expect("it waits for the body").unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
    bot.close().await;
}

#[tokio::test]
async fn many_slow_large_bodies_keep_no_interaction_out() {
    let bot = open("http_slow_bodies", 1).await;
    let head = "POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n";
    let mut connections = Vec::new();
    for _ in 0..100 {
        let mut connection = TcpStream::connect(bot.address()).await.unwrap();
        connection.write_all(head.as_bytes()).await.unwrap();
        connections.push(connection);
    }
    for ping in [ping(), ping() + &" ".repeat(20_000)] {
        let answered = status(&bot, signed(&bot, &ping, 0), &ping);
        assert_eq!(tokio::time::timeout(FAST, answered).await.expect("a ping has to wait"), 200);
    }
    drop(connections);
    bot.close().await;
}

#[tokio::test]
async fn what_cannot_be_read_is_answered_where_it_can_be() {
    let bot = open("http_unreadable", 1).await;
    let warnings = RecordedLog::start(Level::WARN);
    for (kind, expected) in [(2, 4), (3, 4), (4, 8)] {
        let body = json!({
            "type": kind,
            "id": "600000000000000001",
            "application_id": "5",
            "token": "confidential",
            "locale": "de",
            "member": { "user": { "id": "text" } },
        });
        let body = body.to_string();
        let response = send(&bot, signed(&bot, &body, 0), body.clone()).await;
        let response: Value = response.json().await.unwrap();
        assert_eq!(response["type"], expected, "{response}");
        let text = response["data"]["content"].as_str().unwrap_or("schiefgelaufen");
        assert!(text.contains("schiefgelaufen"), "{text}");
    }
    let warnings = warnings.text();
    assert_eq!(warnings.matches("an interaction could not be read").count(), 3, "{warnings}");
    assert!(!warnings.contains("confidential") && !warnings.contains("text"), "{warnings}");
    bot.close().await;
}

#[tokio::test]
async fn a_signed_body_that_is_no_interaction_is_rejected() {
    let bot = open("http_unknown", 1).await;
    for body in ["", "{", "[]", "null", r#"{"type":99}"#, r#"{"type":"1"}"#, r#"{"type":2}"#] {
        assert_eq!(status(&bot, signed(&bot, body, 0), body).await, 400, "{body}");
    }
    bot.close().await;
}

#[tokio::test]
async fn other_paths_and_methods_are_rejected() {
    let bot = open("http_elsewhere", 1).await;
    let client = reqwest::Client::new();
    let other = bot.endpoint_url().replace("/interactions", "/");
    assert_eq!(client.post(other).send().await.unwrap().status(), 404);
    assert_eq!(client.get(bot.endpoint_url()).send().await.unwrap().status(), 405);
    bot.close().await;
}

#[tokio::test]
async fn pings_and_presses_are_answered_while_discord_is_down() {
    let mut bot = open("http_out_of_reach", 1).await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.stop().await;
    bot.discord.inject_fault(Fault {
        route: "GET /applications/@me",
        times: 1_000,
        kind: FaultKind::DropRequest,
    });
    bot.start();
    bot.wait_reachable().await;
    assert!(bot.press(bot.ann, &board, "4").await.is_update());
    let again = bot.command(bot.ben, "board", json!({})).await;
    assert_eq!(move_number(again.text()), 2, "{}", again.text());
    bot.close().await;
}

#[tokio::test]
async fn an_invalid_interaction_is_logged_without_its_content() {
    let bot = TestBot::builder("http_logs").in_real_time().http(1).stopped().await;
    let log = ("RUST_LOG", "fourfall=trace".to_owned());
    let process = Process::start(&[], bot.env_vars().into_iter().chain([log]));
    bot.wait_ready().await;
    let body = r#"{"type":3,"token":"confidential"}"#;
    assert_eq!(status(&bot, signed(&bot, body, 0), body).await, 400);
    process.terminate().await;
    let (status, output) = process.output_within(Duration::from_secs(10)).await;
    assert!(status.success(), "{output}");
    assert_eq!(output.matches("an interaction could not be read").count(), 1, "{output}");
    assert!(!output.contains("confidential"), "{output}");
    bot.close().await;
}
