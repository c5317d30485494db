//! Presses on messages that carry more or less than usual.

use serde_json::{Value, json};

use super::{
    open,
    posting::{send, signed},
};
use crate::support::carried_by;

#[tokio::test]
async fn a_press_is_read_whatever_components_its_message_has() {
    let arcade = open("http_components", 1).await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    let press = arcade.playground.press_untold(arcade.ben, &board, &carried_by(&board, "4"));
    let event = arcade.playground.event(press);
    let usual = event["message"]["components"].clone();
    let unheard_of = json!([usual, "more of them"]);
    for components in [None, Some(json!([])), Some(unheard_of)] {
        let mut event = event.clone();
        let message = event["message"].as_object_mut().unwrap();
        message.remove("components");
        // The same elsewhere stays as it is.
        message.insert("before".to_owned(), usual.clone());
        message.extend(components.map(|it| ("components".to_owned(), it)));
        let body = event.to_string();
        let answer = send(&arcade, signed(&arcade, &body, 0), body).await;
        let answer: Value = answer.json().await.unwrap();
        let content = answer["data"]["content"].as_str().unwrap_or_default();
        assert_eq!(content, "It’s **Ann**’s turn.", "{answer}");
    }
    arcade.close_after_refusals().await;
}
