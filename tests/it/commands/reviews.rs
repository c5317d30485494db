//! Reviews of finished games.

use std::{
    sync::{Arc, Mutex, mpsc},
    time::Duration,
};

use connect4::{Advice, Board, CancelToken, Column, ColumnScores, Engine, Level};
use fake_discord::{ActionResult, Message, MessageEvent, UserId};
use fourfall::service::{SearchBackend, SearchBackendFactory};
use serde_json::json;

use crate::support::TestBot;

/// Plays a game that Ben resigns. Returns its final board.
async fn finished(bot: &TestBot) -> Message {
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "4443216").await;
    let asked = bot.command(bot.ben, "resign", json!({})).await;
    bot.really_resign(bot.ben, &asked, asked.message()).await
}

#[tokio::test]
async fn a_review_grades_every_move_and_is_saved() {
    let bot = TestBot::open("review").await;
    let over = finished(&bot).await;
    let mut events = bot.discord.events();
    let response = bot.press(bot.ann, &over, "Review").await;
    assert!(response.is_ephemeral(), "{response:?}");
    let mut review = response.message().clone();
    while !review.content.starts_with("🔍 **Review** of 🔴 **Ann** vs 🟡 **Ben**") {
        assert!(review.content.starts_with("🔍"), "{}", review.content);
        // The bot shows progress at most once a second of its clock.
        bot.advance(Duration::from_secs(1)).await;
        let edited =
            |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == review.id);
        review = events.next_where(edited).await.into_message().unwrap().clone();
    }
    let text = &review.content;
    assert!(text.contains("\n🔴 **Ann**: ") && text.contains("% accurate · "), "{text}");
    let gave_up = "\n🏳️ **Ben** resigned a position that could still be won.\n";
    assert!(text.contains(gave_up), "{text}");
    let turning_point = "\n🔀 Turning point: move 7 by **Ann**. \
                         Column 3 would have won in 15 moves; column 6 lost the game.";
    assert!(text.ends_with(turning_point), "{text}");
    assert!(review.button("Turning point").unwrap().disabled, "it is what is shown");
    assert!(text.contains('✅'), "the better column is marked: {text}");

    let first = bot.press(bot.ann, &review, "Next").await.message().clone();
    let best = "Move 1 of 7: **Ann** played column 4. ⭐ Best";
    assert!(first.content.ends_with(best), "{}", first.content);
    let there = bot.press(bot.ann, &first, "Turning point").await.message().clone();
    assert!(there.content.contains("\nFrom a "), "{}", there.content);
    assert!(there.button("Turning point").unwrap().disabled);
    let whole = bot.press(bot.ann, &there, "Start").await;
    assert_eq!(whole.text(), text);

    let again = bot.command(bot.ben, "review", json!({ "game": "1" })).await;
    assert_eq!(again.text(), text, "the review is stored");
    bot.close().await;
}

/// Evaluates a position for each permit from the test.
struct GatedBackend {
    started: tokio::sync::mpsc::UnboundedSender<()>,
    permits: Arc<Mutex<mpsc::Receiver<()>>>,
    engine: Engine,
}

impl SearchBackend for GatedBackend {
    fn choose(&mut self, board: &Board, level: Level, seed: u64) -> Option<Column> {
        self.engine.choose(board, level, seed)
    }

    fn advise(&mut self, board: &Board) -> Option<Advice> {
        self.engine.advise(board)
    }

    fn evaluate(&mut self, board: &Board, cancel: &CancelToken) -> Option<ColumnScores> {
        self.started.send(()).ok()?;
        self.permits.lock().ok()?.recv().ok()?;
        self.engine.evaluate(board, cancel)
    }
}

/// Backends that evaluate a position for each permit that is sent, and what tells that
/// an evaluation has started.
fn gated_search()
-> (SearchBackendFactory, mpsc::Sender<()>, tokio::sync::mpsc::UnboundedReceiver<()>) {
    let (started, evaluations) = tokio::sync::mpsc::unbounded_channel();
    let (permit, permits) = mpsc::channel();
    let permits = Arc::new(Mutex::new(permits));
    let backends = SearchBackendFactory::new(move || GatedBackend {
        started: started.clone(),
        permits: Arc::clone(&permits),
        engine: Engine::new(),
    });
    (backends, permit, evaluations)
}

#[tokio::test]
async fn review_progress_updates_at_most_once_a_second() {
    let (backends, permit, mut evaluations) = gated_search();
    let bot = TestBot::builder("review_progress").backends(backends).open().await;
    let over = finished(&bot).await;
    let (response, ()) = tokio::join!(bot.press(bot.ann, &over, "Review"), async {
        evaluations.recv().await.unwrap();
        bot.advance(Duration::from_secs(2)).await;
    });
    let none = format!("🔍 Going through the game: {} 0 of 7 moves", "⬜".repeat(10));
    assert_eq!(response.text(), none);
    let shown = response.message().clone();
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == shown.id);
    let mut events = bot.discord.events();
    for (done, full) in [(2, 2), (4, 5)] {
        for _ in 0..2 {
            permit.send(()).unwrap();
            evaluations.recv().await.unwrap();
            bot.advance(Duration::from_millis(500)).await;
        }
        let bar = "🟦".repeat(full) + &"⬜".repeat(10 - full);
        let update = events.next_where(edited).await.into_message().unwrap().clone();
        let expected = format!("🔍 Going through the game: {bar} {done} of 7 moves");
        assert_eq!(update.content, expected, "two moves in one second are one change");
    }
    drop(permit);
    bot.advance(Duration::from_secs(1)).await;
    let failed = events.next_where(edited).await.into_message().unwrap().clone();
    assert!(failed.content.starts_with("I couldn’t finish this review"), "{}", failed.content);
    bot.close().await;
}

/// Presses *Review*, and lets the time pass after which an unfinished review is
/// answered with its progress.
async fn press_review(bot: &TestBot, user: UserId, over: &Message) -> ActionResult {
    let pass_time = async {
        // Arrives after the press.
        bot.command(bot.cleo, "games", json!({})).await;
        bot.advance(Duration::from_secs(2)).await;
    };
    tokio::join!(bot.press(user, over, "Review"), pass_time).0
}

#[tokio::test]
async fn a_person_has_at_most_two_reviews_under_way() {
    let (backends, permit, _evaluations) = gated_search();
    let bot = TestBot::builder("review_limit").single_process().backends(backends).open().await;
    let mut games = Vec::new();
    for _ in 0..4 {
        games.push(finished(&bot).await);
    }
    let first = press_review(&bot, bot.ann, &games[0]).await;
    assert!(first.text().starts_with("🔍 Going through the game"), "{first:?}");
    let queued = "🔍 I’m still busy with another review. This game comes next.";
    assert_eq!(press_review(&bot, bot.ann, &games[1]).await.text(), queued);
    let refusal = "You already have 2 reviews in progress. Wait until one of them is done.";
    TestBot::assert_refused(&press_review(&bot, bot.ann, &games[2]).await, refusal);

    let same = press_review(&bot, bot.ann, &games[1]).await;
    assert_eq!(same.text(), queued, "the same game is the same review");
    assert_eq!(press_review(&bot, bot.ben, &games[2]).await.text(), queued);
    let shared = press_review(&bot, bot.ann, &games[2]).await;
    assert_eq!(shared.text(), queued, "it is Ben's review");
    TestBot::assert_refused(&press_review(&bot, bot.ann, &games[3]).await, refusal);

    let mut events = bot.discord.events();
    for _ in 0..7 {
        permit.send(()).unwrap();
    }
    let reviewed = |it: &MessageEvent| {
        matches!(it, MessageEvent::Edited(it)
            if it.id == first.message().id && it.content.starts_with("🔍 **Review**"))
    };
    events.next_where(reviewed).await;
    let stored = bot.press(bot.ann, &games[0], "Review").await;
    assert!(stored.text().starts_with("🔍 **Review**"), "{stored:?}");
    assert_eq!(press_review(&bot, bot.ann, &games[3]).await.text(), queued);
    drop(permit);
    bot.close().await;
}
