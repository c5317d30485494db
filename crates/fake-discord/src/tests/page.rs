//! The page's WebSocket protocol.

use serde_json::{Value, json};

use crate::tests::{
    gateway::socket::Socket,
    support::{Bot, BotEvent, message_with_buttons, start_fake},
};
use crate::{EmojiPictures, FakeDiscord, Options};

/// Opens the page as this user. Returns its WebSocket and the first message.
async fn open_page(fake: &FakeDiscord, name: &str) -> (Socket, Value) {
    let path = format!("/live?user={}", fake.user(name));
    let mut socket = Socket::open(&fake.url(), &path).await;
    let state = socket.json().await;
    assert_eq!(state["type"], "state");
    (socket, state)
}

/// The next message of this type; others are skipped.
async fn next_message(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let message = socket.json().await;
        if message["type"] == kind {
            return message;
        }
    }
}

#[tokio::test]
async fn the_page_sends_commands_and_presses_to_the_bot() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (mut socket, state) = open_page(&fake, "ann").await;
    assert_eq!(state["commands"].as_array().unwrap().len(), 4);
    assert_eq!(state["bot"]["online"], true);
    let games = fake.channel("games");
    let command = json!({ "type": "command", "nonce": 1, "channel_id": games, "name": "go", "kind": 1, "options": [] });
    socket.send(&command.to_string()).await;
    let interaction = bot.next_interaction().await;
    bot.respond(&interaction, &json!({ "type": 4, "data": message_with_buttons("hi", &["x"]) }))
        .await;
    let message = next_message(&mut socket, "message").await["message"].clone();
    assert_eq!((&message["content"], &message["ephemeral"]), (&json!("hi"), &json!(false)));
    assert_eq!(message["interaction_metadata"]["name"], "go");
    let outcome = next_message(&mut socket, "outcome").await;
    assert_eq!(outcome, json!({ "type": "outcome", "nonce": 1, "ok": true, "error": null }));

    let press = json!({
        "type": "press", "nonce": 2, "channel_id": games, "message_id": message["id"], "custom_id": "x",
    });
    socket.send(&press.to_string()).await;
    let _ignored = bot.next_interaction().await;
    socket.send(&json!({ "type": "skip", "seconds": 4 }).to_string()).await;
    let outcome = next_message(&mut socket, "outcome").await;
    assert_eq!(outcome["error"], "The application did not respond");
}

#[tokio::test]
async fn a_day_passes_an_hour_at_a_time() {
    let fake = start_fake().await;
    let (mut socket, state) = open_page(&fake, "ann").await;
    let mut last = state["now"].as_i64().unwrap();
    let end = last + 24 * 3_600_000;
    socket.send(&json!({ "type": "skip", "seconds": 86_400 }).to_string()).await;
    while last < end {
        let now = next_message(&mut socket, "clock").await["now"].as_i64().unwrap();
        assert_eq!(now - last, 3_600_000);
        last = now;
    }
}

#[tokio::test]
async fn a_user_sees_no_ephemeral_messages_of_others() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (mut ann, _) = open_page(&fake, "ann").await;
    let (mut ben, state) = open_page(&fake, "ben").await;
    let channels: Vec<&Value> = state["channels"].as_array().unwrap().iter().collect();
    assert_eq!(channels.len(), 5, "three of the server, one with the bot, one with Ann");
    let games = fake.channel("games");
    let command = json!({ "type": "command", "nonce": 1, "channel_id": games, "name": "go" });
    ann.send(&command.to_string()).await;
    let interaction = bot.next_interaction().await;
    bot.respond(&interaction, &json!({ "type": 4, "data": { "content": "psst", "flags": 64 } }))
        .await;
    let ephemeral = next_message(&mut ann, "message").await;
    assert_eq!(ephemeral["message"]["ephemeral"], true);
    ann.send(&json!({ "type": "say", "channel_id": games, "content": "hello" }).to_string()).await;
    assert_eq!(next_message(&mut ben, "message").await["message"]["content"], "hello");
    let dismiss =
        json!({ "type": "dismiss", "channel_id": games, "message_id": ephemeral["message"]["id"] });
    ann.send(&dismiss.to_string()).await;
    assert_eq!(next_message(&mut ann, "message_deleted").await["id"], ephemeral["message"]["id"]);
    assert_eq!(fake.messages(games).len(), 1);
}

#[tokio::test]
async fn the_page_gets_the_pictures_of_emoji() {
    let emoji_pictures = EmojiPictures { images: &[("🔴", "<svg/>")], credit: "by Cleo" };
    let options = Options { emoji_pictures, ..Options::default() };
    let fake = FakeDiscord::start(options).await.unwrap();
    let get = async |name: &str| reqwest::get(format!("{}/emoji/{name}.svg", fake.url())).await;
    let emoji = get("1f534").await.unwrap();
    assert_eq!(emoji.headers()["content-type"], "image/svg+xml");
    assert!(emoji.headers().contains_key("cache-control"));
    assert_eq!(get("61").await.unwrap().status(), 404);
    let page = reqwest::get(fake.url()).await.unwrap().text().await.unwrap();
    assert!(page.contains(">by Cleo<"), "the page does not say who drew them");
}

#[tokio::test]
async fn a_port_in_use_and_a_public_address_are_refused() {
    let fake = start_fake().await;
    let address = fake.shared.address;
    let start = |address| FakeDiscord::start(Options { address, ..Default::default() });
    let error = start(address).await.unwrap_err().to_string();
    assert!(error.contains(&format!("port {} is already in use", address.port())), "{error}");
    assert!(start(([0, 0, 0, 0], 0).into()).await.is_err());
    fake.stop().await;
    start(address).await.unwrap();
}

#[tokio::test]
async fn the_page_offers_only_commands_that_the_user_may_use() {
    let fake = start_fake().await;
    let bot = Bot::with_commands(&fake).await;
    let path = format!("/applications/{}/commands", bot.application);
    let manage = json!({
        "name": "manage", "description": "Manages", "default_member_permissions": 32,
        "contexts": [0], "integration_types": [0],
    });
    let (status, body) = bot.request("PUT", &path, &json!([manage])).await;
    assert_eq!(status, 200, "{body}");
    let mut offered = Vec::new();
    for name in ["ann", "ben"] {
        let (_, state) = open_page(&fake, name).await;
        let is_named = |it: &&Value| it["name"] == "manage";
        let id = &state["commands"].as_array().unwrap().iter().find(is_named).unwrap()["id"];
        let channels = state["channels"].as_array().unwrap();
        let offers = |it: &&Value| it["command_ids"].as_array().unwrap().contains(id);
        offered.push(channels.iter().filter(offers).count());
    }
    assert_eq!(offered, [3, 0], "Ann owns the server, which has three channels");
}

#[tokio::test]
async fn people_write_in_the_posts_of_a_forum_alone() {
    let options = Options { start_command: Some("go"), ..Options::default() };
    let fake = FakeDiscord::start(options).await.unwrap();
    let _bot = Bot::with_commands(&fake).await;
    let forum = fake.add_forum("tables");
    let post = fake.add_thread(forum, "table 1");
    let (mut ann, state) = open_page(&fake, "ann").await;
    assert_eq!(state["start_command"], "go");
    let channels = state["channels"].as_array().unwrap();
    let find = |id| channels.iter().find(|it| it["id"] == json!(id)).unwrap();
    assert_eq!((&find(forum)["kind"], &find(forum)["command_ids"]), (&json!("forum"), &json!([])));
    assert_eq!((&find(post)["kind"], &find(post)["parent_id"]), (&json!("thread"), &json!(forum)));
    assert!(!find(post)["command_ids"].as_array().unwrap().is_empty());
    for channel in [forum, post] {
        let say = json!({ "type": "say", "channel_id": channel, "content": "hello" });
        ann.send(&say.to_string()).await;
    }
    assert_eq!(next_message(&mut ann, "message").await["message"]["channel_id"], json!(post));
    let command = json!({ "type": "command", "nonce": 1, "channel_id": forum, "name": "go" });
    ann.send(&command.to_string()).await;
    let refused = next_message(&mut ann, "outcome").await;
    assert_eq!(refused["error"], "Nobody can write here but in a post.");
}

#[tokio::test]
async fn a_user_chooses_their_language_on_the_page() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (mut socket, state) = open_page(&fake, "ann").await;
    assert_eq!(state["locale"], "en-US");
    for locale in ["de", "tlh"] {
        let change = json!({ "type": "set_locale", "locale": locale });
        socket.send(&change.to_string()).await;
    }
    assert_eq!(next_message(&mut socket, "state").await["locale"], "de");
    let command =
        json!({ "type": "command", "nonce": 1, "channel_id": fake.channel("games"), "name": "go" });
    socket.send(&command.to_string()).await;
    let BotEvent::Interaction(interaction) = bot.next_event().await else {
        panic!("the bot received another event");
    };
    assert_eq!(interaction.command().unwrap().locale, "de");
}

#[tokio::test]
async fn a_message_command_is_used_from_the_page() {
    let fake = start_fake().await;
    let mut bot = Bot::with_commands(&fake).await;
    let (mut socket, _) = open_page(&fake, "ann").await;
    let games = fake.channel("games");
    let target = fake.send_message(fake.user("ben"), games, "to be or not to be");
    let command = json!({
        "type": "command", "nonce": 1, "channel_id": games, "name": "Quote", "kind": 3,
        "target_id": target.id,
    });
    socket.send(&command.to_string()).await;
    let BotEvent::Interaction(interaction) = bot.next_event().await else {
        panic!("the bot received another event");
    };
    let data = &interaction.command().unwrap().data;
    let quoted: Vec<_> = data.resolved.messages.values().map(|it| it.content.as_str()).collect();
    assert_eq!(quoted, ["to be or not to be"]);
}

#[tokio::test]
async fn only_moderators_delete_messages_of_others() {
    let fake = start_fake().await;
    let games = fake.channel("games");
    let (mut ann, _) = open_page(&fake, "ann").await;
    let (mut ben, state) = open_page(&fake, "ben").await;
    let channels = state["channels"].as_array().unwrap();
    assert!(channels.iter().all(|it| it["manages_messages"] == false));
    let [anns, bens] = ["ann", "ben"].map(|name| fake.send_message(fake.user(name), games, name));
    let delete =
        |id| json!({ "type": "delete", "channel_id": games, "message_id": id }).to_string();
    for id in [anns.id, bens.id] {
        ben.send(&delete(id)).await;
    }
    assert_eq!(next_message(&mut ben, "message_deleted").await["id"], json!(bens.id));
    assert_eq!(fake.messages(games).len(), 1, "Ann's is still there");
    ann.send(&delete(anns.id)).await;
    assert_eq!(next_message(&mut ann, "message_deleted").await["id"], json!(bens.id));
    assert_eq!(next_message(&mut ann, "message_deleted").await["id"], json!(anns.id));
}
