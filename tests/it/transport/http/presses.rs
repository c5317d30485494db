//! Button presses whose message has unusual fields.

use serde_json::{Value, json};

use super::{
    open,
    requests::{send, signed},
};
use crate::support::custom_id_of;

#[tokio::test]
async fn a_press_is_parsed_whatever_components_its_message_has() {
    let bot = open("http_components", 1).await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let press = bot.discord.prepare_press(bot.ben, &board, &custom_id_of(&board, "4"));
    let event = bot.discord.interaction_payload(press);
    let usual = event["message"]["components"].clone();
    let unknown = json!([usual, "more of them"]);
    for components in [None, Some(json!([])), Some(unknown)] {
        let mut event = event.clone();
        let message = event["message"].as_object_mut().unwrap();
        message.remove("components");
        // The same value under another key is ignored.
        message.insert("before".to_owned(), usual.clone());
        message.extend(components.map(|it| ("components".to_owned(), it)));
        let body = event.to_string();
        let response = send(&bot, signed(&bot, &body, 0), body).await;
        let response: Value = response.json().await.unwrap();
        let content = response["data"]["content"].as_str().unwrap_or_default();
        assert_eq!(content, "It’s **Ann**’s turn.", "{response}");
    }
    bot.close().await;
}
