//! What the bot's own token is good for.

use std::time::Duration;

use serde_json::{Value, json};

use crate::tests::support::{Bot, NOON, assert_code, standing};
use crate::{Options, Permissions, Playground};
use clock::Clock;

#[tokio::test]
async fn a_bot_sees_and_does_only_what_it_may() {
    let playground = standing().await;
    let bot = Bot::connect(&playground).await;
    let ann = playground.person("ann");
    let at = |name: &str| format!("/channels/{}/messages", playground.channel(name));
    let text = json!({ "content": "hello" });
    assert_code(&bot.call("POST", &at("quiet"), &text).await, (403, 50001));
    assert_code(&bot.call("GET", &at("ann-ben"), &Value::Null).await, (403, 50001));
    assert_code(&bot.call("POST", "/channels/5/messages", &text).await, (404, 10003));
    assert_code(&bot.call("POST", &at("games"), &json!({})).await, (400, 50006));
    let mute = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    playground.set_permissions(playground.channel("games"), mute);
    assert_code(&bot.call("POST", &at("games"), &text).await, (403, 50013));
    let hers = playground.say(ann, playground.channel("general"), "hi");
    let path = format!("{}/{}", at("general"), hers.id);
    assert_code(&bot.call("PATCH", &path, &text).await, (403, 50005));
    let (status, mine) = bot.call("POST", &at("general"), &text).await;
    assert_eq!(status, 200);
    let path = format!("{}/{}", at("general"), mine["id"].as_str().unwrap());
    assert_eq!(bot.call("PATCH", &path, &json!({ "content": "bye" })).await.1["content"], "bye");
    assert_eq!(bot.call("GET", &at("general"), &Value::Null).await.1.as_array().unwrap().len(), 2);
    assert_eq!(bot.call("DELETE", &path, &Value::Null).await.0, 204);
    assert_code(&bot.call("GET", &path, &Value::Null).await, (404, 10008));
}

#[tokio::test]
async fn a_bot_that_was_thrown_out_has_no_access() {
    let playground = standing().await;
    let bot = Bot::connect(&playground).await;
    playground.remove_bot_from(playground.guild());
    let path = format!("/channels/{}/messages", playground.channel("games"));
    assert_code(&bot.call("POST", &path, &json!({ "content": "x" })).await, (403, 50001));
}

#[tokio::test]
async fn threads_and_forums_have_rules_of_their_own() {
    let playground = standing().await;
    let bot = Bot::connect(&playground).await;
    let text = json!({ "content": "hello" });
    let forum = playground.add_forum("tables");
    let messages = |channel| format!("/channels/{channel}/messages");
    assert_code(&bot.call("POST", &messages(forum), &text).await, (400, 50008));
    let post = playground.add_thread(forum, "table 1");
    assert_eq!(bot.call("GET", &format!("/channels/{post}"), &Value::Null).await.1["type"], 11);
    let mute = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    playground.set_permissions(post, mute);
    let (status, mine) = bot.call("POST", &messages(post), &text).await;
    assert_eq!(status, 200, "threads go by a permission of their own: {mine}");
    playground.set_permissions(post, mute.without(Permissions::SEND_MESSAGES_IN_THREADS));
    assert_code(&bot.call("POST", &messages(post), &text).await, (403, 50013));
    playground.archive(post);
    let path = format!("{}/{}", messages(post), mine["id"].as_str().unwrap());
    assert_code(&bot.call("PATCH", &path, &text).await, (400, 50083));
}

#[tokio::test]
async fn a_wrong_token_and_a_wrong_address_are_told_apart() {
    let playground = standing().await;
    let bot = Bot::connect(&playground).await;
    for token in ["", "Bot wrong", playground.token()] {
        let answer = bot.call_as(token, "GET", "/users/@me", &Value::Null).await;
        assert_code(&answer, (401, 0));
    }
    assert_code(&bot.call("GET", "/nothing", &Value::Null).await, (404, 0));
    assert_code(&bot.call("PUT", "/gateway", &Value::Null).await, (404, 0));
    let http = reqwest::Client::new();
    let old = http.get(format!("{}/api/v9/gateway", playground.url())).send().await.unwrap();
    assert_eq!(old.status(), 404);
    let url = format!("{}/api/v10/applications/1/commands", playground.url());
    let request = http.put(url).header("authorization", format!("Bot {}", playground.token()));
    let broken = request.header("content-type", "application/json").body("{").send().await.unwrap();
    assert_eq!(broken.json::<Value>().await.unwrap()["code"], 50109);
}

#[tokio::test]
async fn the_sixth_message_in_five_seconds_is_limited() {
    let clock = Clock::standing_at(NOON);
    let options = Options { clock: clock.clone(), ..Options::default() };
    let playground = Playground::start(options).await.unwrap();
    let url =
        format!("{}/api/v10/channels/{}/messages", playground.url(), playground.channel("games"));
    let http = reqwest::Client::new();
    let post = || {
        let request =
            http.post(&url).header("authorization", format!("Bot {}", playground.token()));
        request.json(&json!({ "content": "x" })).send()
    };
    for left in ["4", "3", "2", "1", "0"] {
        let response = post().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["x-ratelimit-remaining"], left);
    }
    clock.advance(Duration::from_millis(1500));
    let limited = post().await.unwrap();
    assert_eq!(limited.status(), 429);
    assert_eq!(limited.headers()["retry-after"], "4");
    assert_eq!(limited.headers()["x-ratelimit-reset-after"], "3.500");
    let body: Value = limited.json().await.unwrap();
    assert_eq!((&body["retry_after"], &body["global"]), (&json!(3.5), &json!(false)));
    clock.advance(Duration::from_millis(3500));
    assert_eq!(post().await.unwrap().status(), 200);
}

#[tokio::test]
async fn files_come_with_a_message_and_can_be_fetched() {
    let playground = standing().await;
    let form = "--X\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n\
        {\"attachments\":[{\"id\":0,\"filename\":\"a.gif\",\"description\":\"A game\"}],\
        \"embeds\":[{\"image\":{\"url\":\"attachment://a.gif\"}}]}\r\n\
        --X\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a.gif\"\r\n\
        Content-Type: image/gif\r\n\r\nGIF89a\r\n--X--\r\n";
    let games = playground.channel("games");
    let url = format!("{}/api/v10/channels/{games}/messages", playground.url());
    let request = reqwest::Client::new()
        .post(url)
        .header("authorization", format!("Bot {}", playground.token()))
        .header("content-type", "multipart/form-data; boundary=X")
        .body(form);
    assert_eq!(request.send().await.unwrap().status(), 200);
    let message = &playground.messages(games)[0];
    let attachment = &message.attachments[0];
    assert_eq!(attachment.description.as_deref(), Some("A game"));
    assert_eq!(message.embeds[0]["image"]["url"], attachment.url.as_str());
    assert_eq!(playground.file(&attachment.url).unwrap(), b"GIF89a");
    let fetched = reqwest::get(&attachment.url).await.unwrap();
    assert_eq!(fetched.bytes().await.unwrap(), "GIF89a");
    assert!(playground.requests()[0].multipart);
}

#[tokio::test]
async fn a_recording_holds_one_line_for_each_request() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recording.jsonl");
    let options = Options { record: Some(path.clone()), ..Options::default() };
    let playground = Playground::start(options).await.unwrap();
    let bot = Bot::connect(&playground).await;
    let games = playground.channel("games");
    bot.call("POST", &format!("/channels/{games}/messages"), &json!({ "content": "x" })).await;
    let lines: Vec<Value> = std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let expected = json!({
        "method": "POST",
        "path": format!("/channels/{games}/messages"),
        "body": { "content": "x" },
        "status": 200,
    });
    assert_eq!(lines.last(), Some(&expected));
    assert_eq!(lines[0]["path"], "/gateway");
}
