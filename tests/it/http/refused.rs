//! What the endpoint does not take, whoever sends it.

use std::time::Duration;

use fake_discord::{Fault, FaultKind, Playground};
use serde_json::{Value, json};

use super::{
    open,
    posting::{send, signed, signed_at},
};
use crate::support::{Arcade, Process, Setup, Transport};

const LARGEST_BODY: usize = 256 * 1024;

fn ping() -> String {
    json!({ "type": 1 }).to_string()
}

async fn status(arcade: &Arcade, headers: Vec<(&'static str, String)>, body: &str) -> u16 {
    send(arcade, headers, body).await.status().as_u16()
}

#[tokio::test]
async fn a_ping_is_answered() {
    let arcade = open("http_ping", 1).await;
    let answer = send(&arcade, signed(&arcade, &ping(), 0), ping()).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "application/json");
    assert_eq!(answer.json::<Value>().await.unwrap(), json!({ "type": 1 }));
    arcade.close().await;
}

#[tokio::test]
async fn what_discord_has_not_signed_is_refused() {
    let arcade = open("http_unsigned", 1).await;
    let good = signed(&arcade, &ping(), 0);
    for body in [r#"{"type": 1}"#, r#"{"type":1} "#, ""] {
        assert_eq!(status(&arcade, good.clone(), body).await, 401, "another body: {body:?}");
    }
    for alone in &good {
        assert_eq!(status(&arcade, vec![alone.clone()], &ping()).await, 401, "only {}", alone.0);
    }
    assert_eq!(status(&arcade, Vec::new(), &ping()).await, 401);
    for forged in ["", "00", "no hex", &"0".repeat(128), &"é".repeat(64)] {
        let mut headers = good.clone();
        forged.clone_into(&mut headers[0].1);
        assert_eq!(status(&arcade, headers, &ping()).await, 401, "{forged}");
    }
    let stranger = Playground::start(fake_discord::Options::default()).await.unwrap();
    let headers = signed_at(&stranger, &ping(), good[1].1.clone());
    assert_eq!(status(&arcade, headers, &ping()).await, 401, "another application's key");
    assert_eq!(status(&arcade, good, &ping()).await, 200);
    arcade.close().await;
}

#[tokio::test]
async fn what_was_signed_long_ago_or_will_be_is_refused() {
    let arcade = open("http_timestamps", 1).await;
    for (later, expected) in [(-301, 401), (-299, 200), (299, 200), (301, 401)] {
        let headers = signed(&arcade, &ping(), later);
        assert_eq!(status(&arcade, headers, &ping()).await, expected, "{later} s later");
    }
    for timestamp in ["", "now", "-5", "99999999999999999999"] {
        let headers = signed_at(&arcade.playground, &ping(), timestamp.to_owned());
        assert_eq!(status(&arcade, headers, &ping()).await, 401, "{timestamp:?}");
    }
    arcade.close().await;
}

#[tokio::test]
async fn what_is_too_large_is_refused_and_what_just_fits_is_not() {
    let arcade = open("http_sizes", 1).await;
    let fits = ping() + &" ".repeat(LARGEST_BODY - ping().len());
    assert_eq!(status(&arcade, signed(&arcade, &fits, 0), &fits).await, 200);
    let larger = fits + " ";
    assert_eq!(status(&arcade, signed(&arcade, &larger, 0), &larger).await, 413);
    arcade.close().await;
}

#[tokio::test]
async fn what_is_no_interaction_is_refused_even_if_it_is_signed() {
    let arcade = open("http_unknown", 1).await;
    for body in ["", "{", "[]", "null", r#"{"type":99}"#, r#"{"type":"1"}"#, r#"{"type":2}"#] {
        assert_eq!(status(&arcade, signed(&arcade, body, 0), body).await, 400, "{body}");
    }
    arcade.close().await;
}

#[tokio::test]
async fn other_addresses_and_methods_lead_nowhere() {
    let arcade = open("http_elsewhere", 1).await;
    let client = reqwest::Client::new();
    let other = arcade.endpoint().replace("/interactions", "/");
    assert_eq!(client.post(other).send().await.unwrap().status(), 404);
    assert_eq!(client.get(arcade.endpoint()).send().await.unwrap().status(), 405);
    arcade.close().await;
}

#[tokio::test]
async fn pings_and_presses_are_answered_while_discord_cannot_be_reached() {
    let mut arcade = open("http_out_of_reach", 1).await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.stop_bot().await;
    for route in ["GET /applications/@me", "GET /oauth2/applications/@me"] {
        arcade.playground.fault(Fault { route, times: 1_000, kind: FaultKind::CutOff });
    }
    arcade.start_bot();
    arcade.connected().await;
    assert!(arcade.press(arcade.ann, &board, "4").await.is_update());
    let again = arcade.command(arcade.ben, "board", json!({})).await;
    assert!(again.text().ends_with("move 2"), "{}", again.text());
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn what_is_signed_and_senseless_is_logged_without_what_it_says() {
    let mut arcade = Arcade::in_real_time("http_logs").await;
    let transport = Transport::Http { replicas: 1 };
    arcade.set_up(Setup { transport, ..Setup::default() });
    let log = ("RUST_LOG", "fourfall=trace".to_owned());
    let bot = Process::start(&[], arcade.variables().into_iter().chain([log]));
    arcade.bot_ready().await;
    let body = r#"{"type":3,"token":"confidential"}"#;
    assert_eq!(status(&arcade, signed(&arcade, body, 0), body).await, 400);
    bot.terminate().await;
    let (ended, written) = bot.end_within(Duration::from_secs(10)).await;
    assert!(ended.success(), "{written}");
    assert_eq!(written.matches("no known interaction").count(), 1, "{written}");
    assert!(!written.contains("confidential"), "{written}");
    arcade.close().await;
}
