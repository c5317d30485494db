//! Reviews of finished games, as people see them.

use std::{
    sync::{Arc, Mutex, mpsc},
    time::Duration,
};

use connect4::{Advice, Board, CancelToken, Column, ColumnScores, Engine, Level};
use fake_discord::{Change, Message};
use fourfall::service::{Think, Thinkers};
use serde_json::json;

use crate::support::Arcade;

/// Ann wins in column 1 since Ben builds on his own in column 2.
async fn finished(arcade: &Arcade) -> Message {
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.moves(&board, "4443216").await;
    let asked = arcade.command(arcade.ben, "resign", json!({})).await.message().clone();
    arcade.press(arcade.ben, &asked, "Really resign").await.message().clone()
}

#[tokio::test]
async fn a_review_judges_every_move_and_is_there_at_once_the_second_time() {
    let arcade = Arcade::open("review").await;
    let over = finished(&arcade).await;
    let mut changes = arcade.playground.changes();
    let answer = arcade.press(arcade.ann, &over, "Review").await;
    assert!(answer.is_ephemeral(), "{answer:?}");
    let mut review = answer.message().clone();
    while !review.content.starts_with("🔍 **Review** of 🔴 **Ann** vs 🟡 **Ben**") {
        assert!(review.content.starts_with("🔍"), "{}", review.content);
        // The bot looks at the clock to show how far it is.
        arcade.wait(Duration::from_secs(1)).await;
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

/// Judges a position whenever the test lets it.
struct Patient {
    asked: tokio::sync::mpsc::UnboundedSender<()>,
    may_go_on: Arc<Mutex<mpsc::Receiver<()>>>,
    thinker: Engine,
}

impl Think for Patient {
    fn choose(&mut self, board: &Board, level: Level, seed: u64) -> Option<Column> {
        self.thinker.choose(board, level, seed)
    }

    fn advise(&mut self, board: &Board) -> Option<Advice> {
        self.thinker.advise(board)
    }

    fn judge(&mut self, board: &Board, interrupt: &CancelToken) -> Option<ColumnScores> {
        self.asked.send(()).ok()?;
        self.may_go_on.lock().ok()?.recv().ok()?;
        self.thinker.evaluate(board, interrupt)
    }
}

#[tokio::test]
async fn a_long_review_shows_how_far_it_is_at_most_once_a_second() {
    let (asked, mut positions) = tokio::sync::mpsc::unbounded_channel();
    let (go_on, may_go_on) = mpsc::channel();
    let may_go_on = Arc::new(Mutex::new(may_go_on));
    let thinkers = Thinkers::made_by(move || Patient {
        asked: asked.clone(),
        may_go_on: Arc::clone(&may_go_on),
        thinker: Engine::new(),
    });
    let arcade = Arcade::open_with("review_progress", thinkers).await;
    let over = finished(&arcade).await;
    let (answer, ()) = tokio::join!(arcade.press(arcade.ann, &over, "Review"), async {
        positions.recv().await.unwrap();
        arcade.wait(Duration::from_secs(2)).await;
    });
    let none = format!("🔍 Going through the game: {} 0 of 7 moves", "⬜".repeat(10));
    assert_eq!(answer.text(), none);
    let shown = answer.message().clone();
    let edited = |it: &Change| matches!(it, Change::Edited(it) if it.id == shown.id);
    let mut changes = arcade.playground.changes();
    for (done, full) in [(2, 2), (4, 5)] {
        for _ in 0..2 {
            go_on.send(()).unwrap();
            positions.recv().await.unwrap();
            arcade.wait(Duration::from_millis(500)).await;
        }
        let bar = "🟦".repeat(full) + &"⬜".repeat(10 - full);
        let news = changes.next_where(edited).await.message().unwrap().clone();
        let told = format!("🔍 Going through the game: {bar} {done} of 7 moves");
        assert_eq!(news.content, told, "two moves in one second are one change");
    }
    drop(go_on);
    arcade.wait(Duration::from_secs(1)).await;
    let failed = changes.next_where(edited).await.message().unwrap().clone();
    assert!(failed.content.starts_with("I couldn’t finish this review"), "{}", failed.content);
    arcade.close().await;
}
