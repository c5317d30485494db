//! Reviews of finished games, as people see them.

use std::time::Duration;

use fourfall::playground::{Change, Message};
use serde_json::json;

use crate::support::{Arcade, Arcade as Open};

/// Ann wins in column 1 since Ben builds on his own in column 2.
async fn finished(arcade: &Arcade) -> Message {
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.moves(&board, "4443216").await;
    let asked = arcade.command(arcade.ben, "resign", json!({})).await.message().clone();
    arcade.press(arcade.ben, &asked, "Really resign").await.message().clone()
}

#[tokio::test]
async fn a_review_judges_every_move_and_is_there_at_once_the_second_time() {
    let arcade = Open::open("review").await;
    let over = finished(&arcade).await;
    let mut changes = arcade.playground.changes();
    let answer = arcade.press(arcade.ann, &over, "Review").await;
    assert!(answer.is_ephemeral(), "{answer:?}");
    let mut review = answer.message().clone();
    while !review.content.starts_with("🔍 **Review** of 🔴 **Ann** vs 🟡 **Ben**") {
        assert!(review.content.starts_with("🔍"), "{}", review.content);
        // The bot looks at the clock to show how far it is.
        arcade.wait(Duration::from_secs(1));
        let edited = |it: &Change| matches!(it, Change::Edited(it) if it.id == review.id);
        review = changes.next_where(edited).await.message().unwrap().clone();
    }
    let text = &review.content;
    assert!(text.contains("\n🔴 **Ann**: ") && text.contains(" % accurate · ⭐ "), "{text}");
    assert!(text.contains("\n🔀 Turning point: move "), "{text}");
    assert!(text.contains('✅'), "the better column is marked: {text}");

    let first = arcade.press(arcade.ann, &review, "▶").await.message().clone();
    let best = "Move 1 of 7: **Ann** played column 4. ⭐ Best";
    assert!(first.content.ends_with(best), "{}", first.content);
    let there = arcade.press(arcade.ann, &first, "Turning point").await.message().clone();
    assert!(there.content.contains("\nFrom a "), "{}", there.content);
    assert!(there.button("Turning point").unwrap().disabled);
    let whole = arcade.press(arcade.ann, &there, "⏮").await;
    assert_eq!(whole.text(), text);

    let again = arcade.command(arcade.ben, "review", json!({ "game": "1" })).await;
    assert_eq!(again.text(), text, "it is stored");
    arcade.close().await;
}
