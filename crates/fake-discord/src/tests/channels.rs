//! The REST API with the bot's token: channels, messages, files, rate limits.

use std::time::Duration;

use clock::Clock;
use serde_json::{Value, json};

use crate::tests::support::{Bot, NOON, assert_code, start_fake};
use crate::{FakeDiscord, Options, Permissions};

#[tokio::test]
async fn a_bot_needs_permissions_to_read_and_write() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let ann = fake.user("ann");
    let messages_of = |name: &str| format!("/channels/{}/messages", fake.channel(name));
    let text = json!({ "content": "hello" });
    assert_code(&bot.request("POST", &messages_of("quiet"), &text).await, (403, 50001));
    assert_code(&bot.request("GET", &messages_of("ann-ben"), &Value::Null).await, (403, 50001));
    assert_code(&bot.request("POST", "/channels/5/messages", &text).await, (404, 10003));
    assert_code(&bot.request("POST", &messages_of("games"), &json!({})).await, (400, 50006));
    let mute = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    fake.set_bot_permissions(fake.channel("games"), mute);
    assert_code(&bot.request("POST", &messages_of("games"), &text).await, (403, 50013));
    let anns = fake.send_message(ann, fake.channel("general"), "hi");
    let path = format!("{}/{}", messages_of("general"), anns.id);
    assert_code(&bot.request("PATCH", &path, &text).await, (403, 50005));
    let (status, mine) = bot.request("POST", &messages_of("general"), &text).await;
    assert_eq!(status, 200);
    let path = format!("{}/{}", messages_of("general"), mine["id"].as_str().unwrap());
    assert_eq!(bot.request("PATCH", &path, &json!({ "content": "bye" })).await.1["content"], "bye");
    assert_eq!(
        bot.request("GET", &messages_of("general"), &Value::Null).await.1.as_array().unwrap().len(),
        2
    );
    assert_eq!(bot.request("DELETE", &path, &Value::Null).await.0, 204);
    assert_code(&bot.request("GET", &path, &Value::Null).await, (404, 10008));
}

#[tokio::test]
async fn a_bot_removed_from_a_server_has_no_access() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    fake.remove_bot_from(fake.guild());
    let path = format!("/channels/{}/messages", fake.channel("games"));
    assert_code(&bot.request("POST", &path, &json!({ "content": "x" })).await, (403, 50001));
}

#[tokio::test]
async fn threads_and_forums_have_their_own_permissions() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let text = json!({ "content": "hello" });
    let forum = fake.add_forum("tables");
    let messages = |channel| format!("/channels/{channel}/messages");
    assert_code(&bot.request("POST", &messages(forum), &text).await, (400, 50008));
    let post = fake.add_thread(forum, "table 1");
    assert_eq!(bot.request("GET", &format!("/channels/{post}"), &Value::Null).await.1["type"], 11);
    let mute = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    fake.set_bot_permissions(post, mute);
    let (status, mine) = bot.request("POST", &messages(post), &text).await;
    assert_eq!(status, 200, "threads have their own permission to send: {mine}");
    fake.set_bot_permissions(post, mute.without(Permissions::SEND_MESSAGES_IN_THREADS));
    assert_code(&bot.request("POST", &messages(post), &text).await, (403, 50013));
    fake.archive_thread(post);
    let path = format!("{}/{}", messages(post), mine["id"].as_str().unwrap());
    assert_code(&bot.request("PATCH", &path, &text).await, (400, 50083));
    fake.set_bot_permissions(post, mute);
    fake.lock_thread(post);
    assert_code(&bot.request("POST", &messages(post), &text).await, (400, 160_005));
    fake.set_bot_permissions(post, mute.with(Permissions::MANAGE_THREADS));
    assert_eq!(bot.request("POST", &messages(post), &text).await.0, 200);
}

#[tokio::test]
async fn a_message_older_than_an_hour_is_edited_a_few_times() {
    let clock = Clock::frozen_at(NOON);
    let options = Options { clock: clock.clone(), rate_limits: false, ..Options::default() };
    let fake = FakeDiscord::start(options).await.unwrap();
    let bot = Bot::connect(&fake).await;
    let text = json!({ "content": "hello" });
    let messages = format!("/channels/{}/messages", fake.channel("games"));
    let (_, mine) = bot.request("POST", &messages, &text).await;
    let path = format!("{messages}/{}", mine["id"].as_str().unwrap());
    for _ in 0..20 {
        assert_eq!(bot.request("PATCH", &path, &text).await.0, 200);
    }
    for _ in 0..2 {
        clock.advance(Duration::from_hours(1));
        for _ in 0..10 {
            assert_eq!(bot.request("PATCH", &path, &text).await.0, 200);
        }
        assert_code(&bot.request("PATCH", &path, &text).await, (429, 30046));
    }
    clock.advance(Duration::from_hours(1));
    fake.delete_message(fake.channel("games"), mine["id"].as_str().unwrap().parse().unwrap());
    assert_code(&bot.request("PATCH", &path, &text).await, (404, 10008));
}

#[tokio::test]
async fn a_wrong_token_gets_401_and_an_unknown_route_404() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    for token in ["", "Bot wrong", fake.token()] {
        let response = bot.request_as(token, "GET", "/users/@me", &Value::Null).await;
        assert_code(&response, (401, 0));
    }
    assert_code(&bot.request("GET", "/nothing", &Value::Null).await, (404, 0));
    assert_code(&bot.request("PUT", "/gateway", &Value::Null).await, (404, 0));
    let http = reqwest::Client::new();
    let old = http.get(format!("{}/api/v9/gateway", fake.url())).send().await.unwrap();
    assert_eq!(old.status(), 404);
    let url = format!("{}/api/v10/applications/1/commands", fake.url());
    let request = http.put(url).header("authorization", format!("Bot {}", fake.token()));
    let broken = request.header("content-type", "application/json").body("{").send().await.unwrap();
    assert_eq!(broken.json::<Value>().await.unwrap()["code"], 50109);
}

#[tokio::test]
async fn a_nonce_that_is_enforced_is_posted_once_in_five_minutes() {
    let clock = Clock::frozen_at(NOON);
    let options = Options { clock: clock.clone(), ..Options::default() };
    let fake = FakeDiscord::start(options).await.unwrap();
    let bot = Bot::connect(&fake).await;
    let path = format!("/channels/{}/messages", fake.channel("games"));
    let id_of = async |nonce: Value, is_enforced: bool| {
        let body = json!({ "content": "hi", "nonce": nonce, "enforce_nonce": is_enforced });
        let (status, message) = bot.request("POST", &path, &body).await;
        assert_eq!(status, 200, "{message}");
        message["id"].clone()
    };
    let first = id_of(json!("1"), true).await;
    assert_eq!(id_of(json!("1"), true).await, first);
    assert_ne!(id_of(json!("2"), true).await, first);
    let count = fake.messages(fake.channel("games")).len();
    assert_ne!(id_of(json!("1"), false).await, first, "it is not enforced");
    assert_eq!(fake.messages(fake.channel("games")).len(), count + 1);
    clock.advance(Duration::from_mins(5));
    assert_ne!(id_of(json!("1"), true).await, first, "it is forgotten");
}

#[tokio::test]
async fn the_sixth_message_in_five_seconds_is_rate_limited() {
    let clock = Clock::frozen_at(NOON);
    let options = Options { clock: clock.clone(), ..Options::default() };
    let fake = FakeDiscord::start(options).await.unwrap();
    let url = format!("{}/api/v10/channels/{}/messages", fake.url(), fake.channel("games"));
    let http = reqwest::Client::new();
    let post = || {
        let request = http.post(&url).header("authorization", format!("Bot {}", fake.token()));
        request.json(&json!({ "content": "x" })).send()
    };
    for remaining in ["4", "3", "2", "1", "0"] {
        let response = post().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["x-ratelimit-remaining"], remaining);
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
async fn a_messages_files_can_be_fetched() {
    let fake = start_fake().await;
    let form = "--X\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n\
        {\"attachments\":[{\"id\":0,\"filename\":\"a.gif\",\"description\":\"A game\"}],\
        \"embeds\":[{\"image\":{\"url\":\"attachment://a.gif\"}}]}\r\n\
        --X\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a.gif\"\r\n\
        Content-Type: image/gif\r\n\r\nGIF89a\r\n--X--\r\n";
    let games = fake.channel("games");
    let url = format!("{}/api/v10/channels/{games}/messages", fake.url());
    let request = reqwest::Client::new()
        .post(url)
        .header("authorization", format!("Bot {}", fake.token()))
        .header("content-type", "multipart/form-data; boundary=X")
        .body(form);
    assert_eq!(request.send().await.unwrap().status(), 200);
    let message = &fake.messages(games)[0];
    let attachment = &message.attachments[0];
    assert_eq!(attachment.description.as_deref(), Some("A game"));
    assert_eq!(message.embeds[0]["image"]["url"], attachment.url.as_str());
    assert_eq!(fake.attachment(&attachment.url).unwrap(), b"GIF89a");
    let fetched = reqwest::get(&attachment.url).await.unwrap();
    assert_eq!(fetched.bytes().await.unwrap(), "GIF89a");
    assert!(fake.requests()[0].multipart);
}

#[tokio::test]
async fn a_recording_has_one_line_per_request() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recording.jsonl");
    let options = Options { recording_path: Some(path.clone()), ..Options::default() };
    let fake = FakeDiscord::start(options).await.unwrap();
    let bot = Bot::connect(&fake).await;
    let games = fake.channel("games");
    bot.request("POST", &format!("/channels/{games}/messages"), &json!({ "content": "x" })).await;
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
