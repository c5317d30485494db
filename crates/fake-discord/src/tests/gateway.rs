//! The gateway's close codes, session limits and resumes.

use std::time::Duration;

use clock::Clock;
use serde_json::{Value, json};

use crate::tests::support::{NOON, start_fake};
use crate::{FakeDiscord, Options};

/// A minimal WebSocket client that can send invalid messages, which libraries
/// would refuse to send.
pub(crate) mod socket {
    use serde_json::Value;
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpStream,
    };

    #[derive(Debug, PartialEq)]
    pub(in super::super) enum Received {
        Json(Value),
        Closed(u16),
    }

    pub(in super::super) struct Socket(TcpStream);

    impl Socket {
        pub(in super::super) async fn open(url: &str, path: &str) -> Self {
            let host = url.strip_prefix("http://").unwrap();
            let mut stream = TcpStream::connect(host).await.unwrap();
            let request = format!(
                "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n\
                 Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                 Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            );
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(stream.read_u8().await.unwrap());
            }
            assert!(head.starts_with(b"HTTP/1.1 101"));
            Self(stream)
        }

        pub(in super::super) async fn send(&mut self, text: &str) {
            // A text frame with a mask of zeros, which changes nothing.
            let mut frame = vec![0x81, 0x80 | 0x7e];
            frame.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
            frame.extend([0; 4]);
            frame.extend(text.as_bytes());
            self.0.write_all(&frame).await.unwrap();
        }

        pub(in super::super) async fn receive(&mut self) -> Received {
            let kind = self.0.read_u8().await.unwrap() & 0x0f;
            let length = match self.0.read_u8().await.unwrap() {
                126 => u64::from(self.0.read_u16().await.unwrap()),
                127 => self.0.read_u64().await.unwrap(),
                length => u64::from(length),
            };
            let mut payload = vec![0; usize::try_from(length).unwrap()];
            self.0.read_exact(&mut payload).await.unwrap();
            match kind {
                8 => Received::Closed(u16::from_be_bytes([payload[0], payload[1]])),
                _ => Received::Json(serde_json::from_slice(&payload).unwrap()),
            }
        }

        pub(in super::super) async fn json(&mut self) -> Value {
            match self.receive().await {
                Received::Json(json) => json,
                Received::Closed(code) => panic!("closed with {code}"),
            }
        }
    }
}

use socket::{Received, Socket};

async fn open(fake: &FakeDiscord) -> Socket {
    let mut socket = Socket::open(&fake.url(), "/gateway-socket?v=10").await;
    assert_eq!(socket.json().await["op"], 10);
    socket
}

fn identify(token: &str, intents: u64) -> Value {
    identify_shard(token, intents, [0, 1])
}

fn identify_shard(token: &str, intents: u64, shard: [u64; 2]) -> Value {
    json!({ "op": 2, "d": { "token": token, "intents": intents, "properties": {}, "shard": shard } })
}

/// Identifies as this shard. Returns the gateway's response.
async fn identify_as(fake: &FakeDiscord, shard: [u64; 2]) -> Received {
    let mut socket = open(fake).await;
    socket.send(&identify_shard(fake.token(), 0, shard).to_string()).await;
    socket.receive().await
}

fn is_ready(received: &Received) -> bool {
    matches!(received, Received::Json(event) if event["t"] == "READY")
}

async fn gateway_bot(fake: &FakeDiscord) -> reqwest::Response {
    let url = format!("{}/api/v10/gateway/bot", fake.url());
    let token = format!("Bot {}", fake.token());
    reqwest::Client::new().get(url).header("authorization", token).send().await.unwrap()
}

#[tokio::test]
async fn invalid_payloads_close_the_connection_with_discords_code() {
    let fake = start_fake().await;
    let token = fake.token();
    let good = identify(token, 0).to_string();
    for (case, payloads, code) in [
        ("a wrong token", vec![identify("wrong", 0).to_string()], 4004),
        (
            "no intents",
            vec![json!({ "op": 2, "d": { "token": token, "properties": {} } }).to_string()],
            4013,
        ),
        ("unknown intents", vec![identify(token, 1 << 40).to_string()], 4013),
        ("privileged intents", vec![identify(token, 1 << 15).to_string()], 4014),
        ("no JSON", vec!["{".to_owned()], 4002),
        ("no op", vec!["{}".to_owned()], 4002),
        ("too much at once", vec![format!("{}{}", good, " ".repeat(4096))], 4002),
        ("an unknown op", vec![r#"{"op":77}"#.to_owned()], 4001),
        ("presence before identifying", vec![r#"{"op":3,"d":{}}"#.to_owned()], 4003),
        ("identifying twice", vec![good.clone(), good.clone()], 4005),
        ("too much in a minute", vec![r#"{"op":1,"d":null}"#.to_owned(); 121], 4008),
    ] {
        let mut socket = open(&fake).await;
        for payload in payloads {
            socket.send(&payload).await;
        }
        let found = loop {
            if let Received::Closed(code) = socket.receive().await {
                break code;
            }
        };
        assert_eq!(found, code, "{case}");
    }
}

#[tokio::test]
async fn heartbeats_are_acked_and_unknown_sessions_not_resumed() {
    let fake = start_fake().await;
    let mut socket = open(&fake).await;
    socket.send(r#"{"op":1,"d":null}"#).await;
    assert_eq!(socket.json().await["op"], 11);
    let resume = json!({ "op": 6, "d": { "token": fake.token(), "session_id": "x", "seq": 1 } });
    socket.send(&resume.to_string()).await;
    assert_eq!(socket.json().await, json!({ "op": 9, "d": false }));
    socket.send(&identify(fake.token(), 0).to_string()).await;
    let ready = socket.json().await;
    assert_eq!((&ready["t"], &ready["s"]), (&json!("READY"), &json!(1)));
    assert!(fake.is_bot_online());
}

#[tokio::test]
async fn without_a_bot_an_interaction_fails_at_once() {
    let fake = start_fake().await;
    let result = fake
        .press_custom_id(
            fake.user("ann"),
            fake.channel("games"),
            fake.send_message(fake.user("ann"), fake.channel("games"), "hi").id,
            "x",
        )
        .await;
    assert_eq!(result.error(), Some("The application did not respond"));
}

#[tokio::test]
async fn fewer_shards_than_recommended_are_refused() {
    let clock = Clock::frozen_at(NOON);
    let options = Options { clock, rate_limits: false, shards: 4, ..Options::default() };
    let fake = FakeDiscord::start(options).await.unwrap();
    let gateway: Value = gateway_bot(&fake).await.json().await.unwrap();
    assert_eq!(gateway["shards"], 4);
    assert_eq!(identify_as(&fake, [0, 1]).await, Received::Closed(4011));
    assert_eq!(identify_as(&fake, [4, 4]).await, Received::Closed(4010));
    assert!(is_ready(&identify_as(&fake, [3, 4]).await));
    assert!(is_ready(&identify_as(&fake, [0, 5]).await));
}

#[tokio::test]
async fn an_identify_above_the_limit_resets_the_token() {
    let fake = start_fake().await;
    fake.set_remaining_identifies(2);
    let mut socket = open(&fake).await;
    socket.send(&identify(fake.token(), 0).to_string()).await;
    assert_eq!(socket.json().await["t"], "READY");
    // A refused IDENTIFY counts as well.
    assert_eq!(identify_as(&fake, [1, 1]).await, Received::Closed(4010));
    let limit: Value = gateway_bot(&fake).await.json().await.unwrap();
    let left = json!({
        "total": 1000, "remaining": 0, "reset_after": 86_400_000, "max_concurrency": 1,
    });
    assert_eq!(limit["session_start_limit"], left);
    assert!(!fake.is_token_reset());

    assert_eq!(identify_as(&fake, [0, 1]).await, Received::Closed(4004));
    assert!(fake.is_token_reset());
    assert!(!fake.is_bot_online(), "its other sessions end as well");
    assert_eq!(gateway_bot(&fake).await.status(), 401);
    fake.advance(Duration::from_hours(24));
    assert_eq!(identify_as(&fake, [0, 1]).await, Received::Closed(4004));
}

#[tokio::test]
async fn a_second_session_within_five_seconds_is_refused() {
    let clock = Clock::frozen_at(NOON);
    let fake = FakeDiscord::start(Options { clock, ..Options::default() }).await.unwrap();
    assert!(is_ready(&identify_as(&fake, [0, 2]).await));
    let invalid = Received::Json(json!({ "op": 9, "d": false }));
    assert_eq!(identify_as(&fake, [1, 2]).await, invalid);
    fake.advance(Duration::from_secs(5));
    assert!(is_ready(&identify_as(&fake, [1, 2]).await));
}

#[tokio::test]
async fn a_failing_session_ends_after_ready_and_is_not_resumable() {
    let fake = start_fake().await;
    fake.fail_sessions(1);
    let mut socket = open(&fake).await;
    socket.send(&identify(fake.token(), 0).to_string()).await;
    let ready = socket.json().await;
    assert!(!fake.is_bot_online());
    let session = &ready["d"]["session_id"];
    let resume =
        json!({ "op": 6, "d": { "token": fake.token(), "session_id": session, "seq": 1 } });
    let mut socket = open(&fake).await;
    socket.send(&resume.to_string()).await;
    assert_eq!(socket.json().await, json!({ "op": 9, "d": false }));
    assert!(is_ready(&identify_as(&fake, [0, 1]).await));
}

#[tokio::test]
async fn one_shard_can_be_dropped_alone() {
    let fake = start_fake().await;
    let mut sockets = Vec::new();
    for shard in 0..2 {
        let mut socket = open(&fake).await;
        socket.send(&identify_shard(fake.token(), 0, [shard, 2]).to_string()).await;
        assert_eq!(socket.json().await["d"]["shard"], json!([shard, 2]));
        sockets.push(socket);
    }
    assert_eq!(fake.shards_online(), [0, 1]);
    fake.drop_shard(1);
    assert_eq!(fake.shards_online(), [0]);
}
