//! What the gateway does not put up with.

use std::time::Duration;

use serde_json::{Value, json};

use crate::tests::support::{NOON, standing};
use crate::{Options, Playground};
use clock::Clock;

/// A WebSocket by hand, so that it can say what no library would.
pub(crate) mod socket {
    use serde_json::Value;
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpStream,
    };

    #[derive(Debug, PartialEq)]
    pub(in super::super) enum Said {
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

        pub(in super::super) async fn say(&mut self, text: &str) {
            // A text frame with a mask of zeros, which changes nothing.
            let mut frame = vec![0x81, 0x80 | 0x7e];
            frame.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
            frame.extend([0; 4]);
            frame.extend(text.as_bytes());
            self.0.write_all(&frame).await.unwrap();
        }

        pub(in super::super) async fn hear(&mut self) -> Said {
            let kind = self.0.read_u8().await.unwrap() & 0x0f;
            let length = match self.0.read_u8().await.unwrap() {
                126 => u64::from(self.0.read_u16().await.unwrap()),
                127 => self.0.read_u64().await.unwrap(),
                length => u64::from(length),
            };
            let mut payload = vec![0; usize::try_from(length).unwrap()];
            self.0.read_exact(&mut payload).await.unwrap();
            match kind {
                8 => Said::Closed(u16::from_be_bytes([payload[0], payload[1]])),
                _ => Said::Json(serde_json::from_slice(&payload).unwrap()),
            }
        }

        pub(in super::super) async fn json(&mut self) -> Value {
            match self.hear().await {
                Said::Json(json) => json,
                Said::Closed(code) => panic!("closed with {code}"),
            }
        }
    }
}

use socket::{Said, Socket};

async fn open(playground: &Playground) -> Socket {
    let mut socket = Socket::open(&playground.url(), "/gateway-socket?v=10").await;
    assert_eq!(socket.json().await["op"], 10);
    socket
}

fn identify(token: &str, intents: u64) -> Value {
    identify_shard(token, intents, [0, 1])
}

fn identify_shard(token: &str, intents: u64, shard: [u64; 2]) -> Value {
    json!({ "op": 2, "d": { "token": token, "intents": intents, "properties": {}, "shard": shard } })
}

/// What the gateway says to an IDENTIFY.
async fn answer_to(playground: &Playground, shard: [u64; 2]) -> Said {
    let mut socket = open(playground).await;
    socket.say(&identify_shard(playground.token(), 0, shard).to_string()).await;
    socket.hear().await
}

fn is_ready(said: &Said) -> bool {
    matches!(said, Said::Json(event) if event["t"] == "READY")
}

async fn gateway_bot(playground: &Playground) -> reqwest::Response {
    let url = format!("{}/api/v10/gateway/bot", playground.url());
    let token = format!("Bot {}", playground.token());
    reqwest::Client::new().get(url).header("authorization", token).send().await.unwrap()
}

#[tokio::test]
async fn a_connection_that_breaks_the_rules_is_closed_with_discords_code() {
    let playground = standing().await;
    let token = playground.token();
    let good = identify(token, 0).to_string();
    for (what, said, code) in [
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
        let mut socket = open(&playground).await;
        for text in said {
            socket.say(&text).await;
        }
        let code_found = loop {
            if let Said::Closed(code) = socket.hear().await {
                break code;
            }
        };
        assert_eq!(code_found, code, "{what}");
    }
}

#[tokio::test]
async fn heartbeats_are_acknowledged_and_unknown_sessions_are_not_resumed() {
    let playground = standing().await;
    let mut socket = open(&playground).await;
    socket.say(r#"{"op":1,"d":null}"#).await;
    assert_eq!(socket.json().await["op"], 11);
    let resume =
        json!({ "op": 6, "d": { "token": playground.token(), "session_id": "x", "seq": 1 } });
    socket.say(&resume.to_string()).await;
    assert_eq!(socket.json().await, json!({ "op": 9, "d": false }));
    socket.say(&identify(playground.token(), 0).to_string()).await;
    let ready = socket.json().await;
    assert_eq!((&ready["t"], &ready["s"]), (&json!("READY"), &json!(1)));
    assert!(playground.is_bot_online());
}

#[tokio::test]
async fn without_a_bot_a_command_fails_at_once() {
    let playground = standing().await;
    let answer = playground
        .press_id(
            playground.person("ann"),
            playground.channel("games"),
            playground.say(playground.person("ann"), playground.channel("games"), "hi").id,
            "x",
        )
        .await;
    assert_eq!(answer.error(), Some("The application did not respond"));
}

#[tokio::test]
async fn fewer_shards_than_asked_for_are_refused_with_4011() {
    let clock = Clock::standing_at(NOON);
    let options = Options { clock, rate_limits: false, shards: 4, ..Options::default() };
    let playground = Playground::start(options).await.unwrap();
    let asked: Value = gateway_bot(&playground).await.json().await.unwrap();
    assert_eq!(asked["shards"], 4);
    assert_eq!(answer_to(&playground, [0, 1]).await, Said::Closed(4011));
    assert_eq!(answer_to(&playground, [4, 4]).await, Said::Closed(4010));
    assert!(is_ready(&answer_to(&playground, [3, 4]).await));
    assert!(is_ready(&answer_to(&playground, [0, 5]).await));
}

#[tokio::test]
async fn one_session_too_many_resets_the_token() {
    let playground = standing().await;
    playground.leave_identifies(2);
    let mut socket = open(&playground).await;
    socket.say(&identify(playground.token(), 0).to_string()).await;
    assert_eq!(socket.json().await["t"], "READY");
    // What follows makes no difference.
    assert_eq!(answer_to(&playground, [1, 1]).await, Said::Closed(4010));
    let limit: Value = gateway_bot(&playground).await.json().await.unwrap();
    let left = json!({
        "total": 1000, "remaining": 0, "reset_after": 86_400_000, "max_concurrency": 1,
    });
    assert_eq!(limit["session_start_limit"], left);
    assert!(!playground.is_token_reset());

    assert_eq!(answer_to(&playground, [0, 1]).await, Said::Closed(4004));
    assert!(playground.is_token_reset());
    assert!(!playground.is_bot_online(), "the other sessions are over too");
    assert_eq!(gateway_bot(&playground).await.status(), 401);
    playground.advance(Duration::from_hours(24));
    assert_eq!(answer_to(&playground, [0, 1]).await, Said::Closed(4004));
}

#[tokio::test]
async fn two_sessions_within_five_seconds_are_one_too_many() {
    let clock = Clock::standing_at(NOON);
    let playground = Playground::start(Options { clock, ..Options::default() }).await.unwrap();
    assert!(is_ready(&answer_to(&playground, [0, 2]).await));
    let invalid = Said::Json(json!({ "op": 9, "d": false }));
    assert_eq!(answer_to(&playground, [1, 2]).await, invalid);
    playground.advance(Duration::from_secs(5));
    assert!(is_ready(&answer_to(&playground, [1, 2]).await));
}

#[tokio::test]
async fn a_failing_session_ends_after_its_ready_and_is_forgotten() {
    let playground = standing().await;
    playground.fail_sessions(1);
    let mut socket = open(&playground).await;
    socket.say(&identify(playground.token(), 0).to_string()).await;
    let ready = socket.json().await;
    assert!(!playground.is_bot_online());
    let session = &ready["d"]["session_id"];
    let resume =
        json!({ "op": 6, "d": { "token": playground.token(), "session_id": session, "seq": 1 } });
    let mut socket = open(&playground).await;
    socket.say(&resume.to_string()).await;
    assert_eq!(socket.json().await, json!({ "op": 9, "d": false }));
    assert!(is_ready(&answer_to(&playground, [0, 1]).await));
}

#[tokio::test]
async fn one_shard_can_be_dropped_alone() {
    let playground = standing().await;
    let mut sockets = Vec::new();
    for shard in 0..2 {
        let mut socket = open(&playground).await;
        socket.say(&identify_shard(playground.token(), 0, [shard, 2]).to_string()).await;
        assert_eq!(socket.json().await["d"]["shard"], json!([shard, 2]));
        sockets.push(socket);
    }
    assert_eq!(playground.shards_online(), [0, 1]);
    playground.drop_shard(1);
    assert_eq!(playground.shards_online(), [0]);
}
