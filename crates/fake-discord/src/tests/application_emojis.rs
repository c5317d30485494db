//! The application's own emoji.

use serde_json::{Value, json};

use crate::tests::support::{Bot, assert_code, start_fake};

const PNG: &str = "data:image/png;base64,iVBORw0KGgo=";

/// The path of the emoji, followed by `rest`.
fn path(bot: &Bot, rest: &str) -> String {
    format!("/applications/{}/emojis{rest}", bot.application)
}

async fn create(bot: &Bot, name: &str, image: &str) -> (u16, Value) {
    bot.request("POST", &path(bot, ""), &json!({ "name": name, "image": image })).await
}

#[tokio::test]
async fn emoji_are_created_listed_renamed_and_deleted() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let (status, created) = create(&bot, "red_disc", PNG).await;
    assert_eq!((status, &created["name"]), (201, &json!("red_disc")));
    let id = created["id"].as_str().unwrap();
    let (_, listed) = bot.request("GET", &path(&bot, ""), &Value::Null).await;
    assert_eq!(listed, json!({ "items": [created] }));
    let one = path(&bot, &format!("/{id}"));
    let (_, renamed) = bot.request("PATCH", &one, &json!({ "name": "disc" })).await;
    assert_eq!(bot.request("GET", &one, &Value::Null).await.1, renamed);
    let image = reqwest::get(format!("{}/emojis/{id}", fake.url())).await.unwrap();
    assert_eq!(image.headers()["content-type"], "image/png");
    assert_eq!(bot.request("DELETE", &one, &Value::Null).await.0, 204);
    assert_code(&bot.request("GET", &one, &Value::Null).await, (404, 10014));
    let of_others = "/applications/5/emojis";
    assert_code(&bot.request("GET", of_others, &Value::Null).await, (404, 10002));
}

#[tokio::test]
async fn invalid_emoji_are_refused() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    create(&bot, "taken", PNG).await;
    let large = format!("data:image/png;base64,{}", "AAAA".repeat(88_000));
    for (name, image, key, code) in [
        ("a", PNG, "name", "BASE_TYPE_BAD_LENGTH"),
        ("red-disc", PNG, "name", "STRING_TYPE_REGEX"),
        ("taken", PNG, "name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"),
        ("text", "data:text/html;base64,AAAA", "image", "IMAGE_INVALID"),
        ("garbled", "data:image/png;base64,!", "image", "IMAGE_INVALID"),
        ("no_png", "data:image/png;base64,AAAA", "image", "IMAGE_INVALID"),
        ("large", &large, "image", "BINARY_TYPE_MAX_SIZE"),
    ] {
        let (status, body) = create(&bot, name, image).await;
        assert_eq!((status, &body["errors"][key]["_errors"][0]["code"]), (400, &json!(code)));
    }
    for index in 1..2_000 {
        assert_eq!(create(&bot, &format!("disc_{index}"), PNG).await.0, 201);
    }
    assert_code(&create(&bot, "one_too_many", PNG).await, (400, 30008));
}

#[tokio::test]
async fn a_button_shows_emoji_of_the_application_only() {
    let fake = start_fake().await;
    let bot = Bot::connect(&fake).await;
    let (_, created) = create(&bot, "disc", PNG).await;
    let messages = format!("/channels/{}/messages", fake.channel("games"));
    let with_emoji = |id: &Value| {
        let emoji = json!({ "id": id, "name": "disc" });
        let button = json!({ "type": 2, "style": 2, "custom_id": "x", "emoji": emoji });
        json!({ "components": [{ "type": 1, "components": [button] }] })
    };
    assert_eq!(bot.request("POST", &messages, &with_emoji(&created["id"])).await.0, 200);
    let (status, body) = bot.request("POST", &messages, &with_emoji(&json!("5"))).await;
    assert_eq!(status, 400);
    let error = &body["errors"]["components"]["0"]["components"]["0"]["emoji"]["id"]["_errors"][0];
    assert_eq!(error["code"], "BUTTON_COMPONENT_INVALID_EMOJI");
}
