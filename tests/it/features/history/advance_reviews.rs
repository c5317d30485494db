//! Reviews of games that have just ended, before anybody asks for them.

use std::time::Duration;

use connect4::{Advice, Board, CancelToken, Column, ColumnScores, Level};
use fake_discord::Message;
use fourfall::computer::{SearchBackend, SearchBackendFactory};
use serde_json::json;
use tracing::Level as LogLevel;

use super::reviews::{Evaluation, finished, gated_search};
use crate::support::{RecordedLog, TestBot, scripted_search, wait_until_async};

const REVIEWED: &str = "🔍 **Review** of";

async fn stored_reviews(bot: &TestBot) -> i64 {
    bot.database.sql().await.number("SELECT count(*) FROM review").await
}

/// Waits until so many reviews are stored.
async fn wait_for_reviews(bot: &TestBot, reviews: i64) {
    let mut sql = bot.database.sql().await;
    let stored = async || sql.number("SELECT count(*) FROM review").await == reviews;
    wait_until_async("the reviews are stored", stored).await;
}

async fn start_small_game(bot: &TestBot) -> Message {
    let options = json!({ "opponent": bot.ben, "first": "me", "board": "6x5", "clock": "none" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    bot.press(bot.ben, &challenge, "Accept").await.message().clone()
}

/// One process that reviews in advance, so that its searches can be observed.
async fn open(name: &str, backends: SearchBackendFactory) -> TestBot {
    TestBot::builder(name).single_process().backends(backends).advance_reviews().open().await
}

#[tokio::test]
async fn every_end_between_people_is_reviewed_at_once() {
    let backends = scripted_search("4444");
    let bot = TestBot::builder("advance").backends(backends).advance_reviews().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let won = bot.play_moves(&board, "1212121").await;
    wait_for_reviews(&bot, 1).await;
    assert!(bot.press(bot.cleo, &won, "Review").await.text().starts_with(REVIEWED));

    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    bot.resign(bot.ann, &board).await;
    wait_for_reviews(&bot, 2).await;

    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "44").await;
    let offered = bot.press(bot.ann, &board, "Offer draw").await;
    let agreed = bot.press(bot.ben, offered.message(), "Accept").await;
    assert!(agreed.message().button("Rematch").is_some(), "{agreed:?}");
    wait_for_reviews(&bot, 3).await;

    let board = bot.start_timed_game("5 minutes").await;
    bot.play_moves(&board, "44").await;
    bot.advance(Duration::from_mins(5)).await;
    bot.wait_for_timeout(&board).await;
    wait_for_reviews(&bot, 4).await;

    let board = start_small_game(&bot).await;
    bot.play_moves(&board, "1212121").await;
    wait_for_reviews(&bot, 5).await;

    let board = bot.start_game(bot.ben, bot.cleo).await;
    bot.play_moves_as([bot.ben, bot.cleo], &board, "44").await;
    let settings = bot.command(bot.ann, "settings", json!({})).await;
    let page = bot.press(bot.ann, settings.message(), "Running games").await.message().clone();
    let select = page.rows.iter().flatten().find_map(|it| it.select()).unwrap();
    let game = select.choices[0].value.clone();
    let question = bot.discord.select(bot.ann, &page, &select.custom_id, &[&game]).await;
    bot.press(bot.ann, question.message(), "Really end").await;
    wait_for_reviews(&bot, 6).await;
    bot.close().await;
}

#[tokio::test]
async fn other_games_are_not_reviewed_in_advance() {
    let backends = scripted_search("4444");
    let bot = TestBot::builder("advance_others").backends(backends).advance_reviews().open().await;
    let board = bot.start_computer_game("easy").await;
    let board = bot.press(bot.ann, &board, "1").await.message().clone();
    bot.resign(bot.ann, &board).await;
    let options = json!({ "opponent": bot.ben, "first": "me", "board": "8x7" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    bot.play_moves(&board, "1212121").await;
    let called_off = bot.start_game(bot.ann, bot.ben).await;
    bot.resign(bot.ann, &called_off).await;
    // This one is, and all others had begun before it.
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "1212121").await;
    wait_for_reviews(&bot, 1).await;
    let reviewed = "SELECT game_id FROM review";
    let last = "SELECT max(game_id) FROM game";
    let mut sql = bot.database.sql().await;
    assert_eq!(sql.number(reviewed).await, sql.number(last).await);
    bot.close().await;
}

#[tokio::test]
async fn a_slow_review_in_advance_is_given_up() {
    let (backends, permit, mut evaluations) = gated_search();
    let bot = open("advance_slow", backends).await;
    let over = finished(&bot).await;
    assert_eq!(evaluations.recv().await, Some(Evaluation::Started(6)));
    permit.send(()).unwrap();
    assert_eq!(evaluations.recv().await, Some(Evaluation::Started(5)));
    bot.advance(Duration::from_millis(1_100)).await;
    assert_eq!(evaluations.recv().await, Some(Evaluation::Cancelled));
    assert_eq!(stored_reviews(&bot).await, 0);

    for _ in 0..7 {
        permit.send(()).unwrap();
    }
    let review = bot.press(bot.ann, &over, "Review").await;
    assert!(review.text().starts_with(REVIEWED), "{review:?}");
    assert_eq!(evaluations.recv().await, Some(Evaluation::Started(6)), "it begins again");
    assert_eq!(stored_reviews(&bot).await, 1);
    bot.close().await;
}

#[tokio::test]
async fn a_request_joins_the_review_in_advance() {
    let (backends, permit, mut evaluations) = gated_search();
    let bot = open("advance_joined", backends).await;
    let over = finished(&bot).await;
    assert_eq!(evaluations.recv().await, Some(Evaluation::Started(6)));
    let (response, ()) = tokio::join!(bot.press(bot.ann, &over, "Review"), async {
        // By the time that all of them are answered, the press has joined the review.
        for _ in 0..10 {
            bot.command(bot.cleo, "games", json!({})).await;
        }
        for _ in 0..7 {
            permit.send(()).unwrap();
        }
    });
    assert!(response.text().starts_with(REVIEWED), "{response:?}");
    let mut started = Vec::new();
    while let Ok(evaluation) = evaluations.try_recv() {
        started.push(evaluation);
    }
    assert_eq!(started, (0..6).rev().map(Evaluation::Started).collect::<Vec<_>>());
    bot.close().await;
}

#[tokio::test]
async fn a_review_that_is_asked_for_comes_first() {
    let (backends, permit, mut evaluations) = gated_search();
    let bot = open("advance_second", backends).await;
    finished(&bot).await;
    assert_eq!(evaluations.recv().await, Some(Evaluation::Started(6)));
    let board = bot.start_game(bot.ann, bot.ben).await;
    let other = bot.play_moves(&board, "12121").await;
    let other = bot.resign(bot.ben, &other).await;
    assert!(evaluations.is_empty(), "one review in advance is enough");
    let (response, ()) = tokio::join!(bot.press(bot.ann, &other, "Review"), async {
        assert_eq!(evaluations.recv().await, Some(Evaluation::Cancelled));
        assert_eq!(evaluations.recv().await, Some(Evaluation::Started(4)));
        for _ in 0..5 {
            permit.send(()).unwrap();
        }
    });
    assert!(response.text().starts_with(REVIEWED), "{response:?}");
    assert_eq!(stored_reviews(&bot).await, 1);
    bot.close().await;
}

/// Finds nothing.
struct FailingBackend;

impl SearchBackend for FailingBackend {
    fn choose(&mut self, _: &Board, _: Level, _: u64) -> Option<Column> {
        None
    }

    fn advise(&mut self, _: &Board) -> Option<Advice> {
        None
    }

    fn evaluate(&mut self, _: &Board, _: &CancelToken) -> Option<ColumnScores> {
        None
    }
}

#[tokio::test]
async fn a_failed_review_in_advance_is_logged_once() {
    let log = RecordedLog::start(LogLevel::WARN);
    let backends = SearchBackendFactory::new(|| FailingBackend);
    let bot = open("advance_fails", backends).await;
    let over = finished(&bot).await;
    log.wait_for("a search found nothing", 1).await;
    let asked = bot.press(bot.ann, &over, "Review").await;
    TestBot::assert_refused(&asked, "I couldn’t finish this review");
    let errors = log.text().matches("ERROR").count();
    assert_eq!(errors, 2, "one for each attempt: {}", log.text());
    bot.close().await;
}
