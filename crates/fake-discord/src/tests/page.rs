//! The page's protocol.

use serde_json::{Value, json};

use crate::Playground;
use crate::tests::{
    gateway::socket::Socket,
    support::{Bot, board, standing},
};

async fn look(playground: &Playground, name: &str) -> (Socket, Value) {
    let path = format!("/live?user={}", playground.person(name));
    let mut socket = Socket::open(&playground.url(), &path).await;
    let state = socket.json().await;
    assert_eq!(state["type"], "state");
    (socket, state)
}

/// The next thing of this type that the page is told.
async fn next(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let said = socket.json().await;
        if said["type"] == kind {
            return said;
        }
    }
}

#[tokio::test]
async fn a_person_plays_through_the_page() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let (mut socket, state) = look(&playground, "ann").await;
    assert_eq!(state["commands"].as_array().unwrap().len(), 3);
    assert_eq!(state["bot"]["online"], true);
    let games = playground.channel("games");
    let command = json!({ "type": "command", "nonce": 1, "channel_id": games, "name": "go", "kind": 1, "options": [] });
    socket.say(&command.to_string()).await;
    let got = bot.interaction().await;
    bot.answer(&got, &json!({ "type": 4, "data": board("hi", &["x"]) })).await;
    let message = next(&mut socket, "message").await["message"].clone();
    assert_eq!((&message["content"], &message["ephemeral"]), (&json!("hi"), &json!(false)));
    assert_eq!(message["interaction_metadata"]["name"], "go");
    let outcome = next(&mut socket, "outcome").await;
    assert_eq!(outcome, json!({ "type": "outcome", "nonce": 1, "ok": true, "error": null }));

    let press = json!({
        "type": "press", "nonce": 2, "channel_id": games, "message_id": message["id"], "custom_id": "x",
    });
    socket.say(&press.to_string()).await;
    let _ignored = bot.interaction().await;
    socket.say(&json!({ "type": "skip", "seconds": 4 }).to_string()).await;
    let outcome = next(&mut socket, "outcome").await;
    assert_eq!(outcome["error"], "The application did not respond");
}

#[tokio::test]
async fn a_person_sees_only_what_is_for_them() {
    let playground = standing().await;
    let mut bot = Bot::ready(&playground).await;
    let (mut ann, _) = look(&playground, "ann").await;
    let (mut ben, state) = look(&playground, "ben").await;
    let channels: Vec<&Value> = state["channels"].as_array().unwrap().iter().collect();
    assert_eq!(channels.len(), 5, "three of the server, one with the bot, one with Ann");
    let games = playground.channel("games");
    let command = json!({ "type": "command", "nonce": 1, "channel_id": games, "name": "go" });
    ann.say(&command.to_string()).await;
    let got = bot.interaction().await;
    bot.answer(&got, &json!({ "type": 4, "data": { "content": "psst", "flags": 64 } })).await;
    let secret = next(&mut ann, "message").await;
    assert_eq!(secret["message"]["ephemeral"], true);
    ann.say(&json!({ "type": "say", "channel_id": games, "content": "hello" }).to_string()).await;
    assert_eq!(next(&mut ben, "message").await["message"]["content"], "hello");
    let dismiss =
        json!({ "type": "dismiss", "channel_id": games, "message_id": secret["message"]["id"] });
    ann.say(&dismiss.to_string()).await;
    assert_eq!(next(&mut ann, "message_deleted").await["id"], secret["message"]["id"]);
    assert_eq!(playground.messages(games).len(), 1);
}

#[tokio::test]
async fn the_page_is_for_this_machine_only() {
    let playground = standing().await;
    let url = playground.url();
    let http = reqwest::Client::new();
    assert_eq!(http.get(&url).send().await.unwrap().status(), 200);
    let rebound = http.get(&url).header("host", "evil.example").send().await.unwrap();
    assert_eq!(rebound.status(), 403);
    let emoji = http.get(format!("{url}/emoji/1f534.svg")).send().await.unwrap();
    assert_eq!(emoji.headers()["content-type"], "image/svg+xml");
    assert!(emoji.headers().contains_key("cache-control"));
    assert_eq!(http.get(format!("{url}/emoji/61.svg")).send().await.unwrap().status(), 404);
}

#[tokio::test]
async fn a_port_in_use_and_an_open_address_are_refused() {
    let playground = standing().await;
    let address = playground.shared.address;
    let start = |address| Playground::start(crate::Options { address, ..Default::default() });
    let error = start(address).await.unwrap_err().to_string();
    assert!(error.contains(&format!("port {} is already in use", address.port())), "{error}");
    assert!(start(([0, 0, 0, 0], 0).into()).await.is_err());
    playground.stop().await;
    start(address).await.unwrap();
}
