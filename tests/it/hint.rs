//! Hints in games against the computer.

use std::time::Duration;

use fake_discord::{Change, Outcome};
use futures_util::future::join;
use serde_json::json;

use crate::support::{Arcade, Questions, quick, slow};

const HINT: &str =
    "💡 **Best: 7.**\n7 wins in 5 moves.\n2, 3, 4, 5 and 6 draw.\n1 loses in 8 moves.";

/// How long an answer waits for a hint.
const WAIT: Duration = Duration::from_secs(2);

/// Asks for a hint that takes its time; the result ends the search.
async fn slow_hint(arcade: &Arcade, questions: &mut Questions) -> crate::support::Question {
    let (answer, question) = join(arcade.command(arcade.ann, "hint", json!({})), async {
        let question = questions.next().await;
        arcade.wait(WAIT).await;
        question
    })
    .await;
    assert!(matches!(answer.outcome, Outcome::Deferred), "{answer:?}");
    assert_eq!(question.level, None);
    question
}

/// What a hint's promise is filled in with.
async fn filled_in(changes: &mut fake_discord::Changes) -> fake_discord::Message {
    let edited = |it: &Change| matches!(it, Change::Edited(it) if it.is_ephemeral());
    changes.next_where(edited).await.message().unwrap()
}

#[tokio::test]
async fn a_hint_says_what_each_column_leads_to() {
    let arcade = Arcade::open_with("hint", quick("44")).await;
    let board = arcade.begin_alone("hard").await;
    let answer = arcade.command(arcade.ann, "hint", json!({})).await;
    Arcade::refused(&answer, HINT);
    arcade.press(arcade.ann, &board, "4").await;
    let answer = arcade.command(arcade.ann, "hint", json!({})).await;
    Arcade::refused(&answer, HINT);
    arcade.close().await;
}

#[tokio::test]
async fn hints_that_cannot_be_had_are_refused() {
    let arcade = Arcade::open_with("hint_refused", quick("31212121")).await;
    let none = arcade.command(arcade.ann, "hint", json!({})).await;
    Arcade::refused(&none, "You have no game in this channel.");
    arcade.begin(arcade.ben, arcade.cleo).await;
    for who in [arcade.ben, arcade.cleo] {
        let answer = arcade.command(who, "hint", json!({})).await;
        Arcade::refused(&answer, "Hints are for games against the computer only.");
    }
    let mut board = arcade.begin_alone("hard").await;
    for column in ["3", "2", "2", "2"] {
        board = arcade.press(arcade.ann, &board, column).await.message().clone();
    }
    assert_eq!(board.labels(), ["Rematch", "Replay", "Review"]);
    let over = arcade.command(arcade.ann, "hint", json!({})).await;
    Arcade::refused(&over, "You have no game in this channel.");
    arcade.close().await;
}

#[tokio::test]
async fn a_hint_that_takes_long_is_promised_and_filled_in() {
    let (thinkers, mut questions) = slow();
    let arcade = Arcade::open_with("hint_slow", thinkers).await;
    arcade.begin_alone("hard").await;
    let mut changes = arcade.playground.changes();
    let question = slow_hint(&arcade, &mut questions).await;
    question.advise();
    let hint = filled_in(&mut changes).await;
    assert_eq!(hint.content, HINT);
    assert_eq!(hint.ephemeral_for, Some(arcade.ann));
    arcade.close().await;
}

#[tokio::test]
async fn a_hint_that_comes_too_late_says_so() {
    let (thinkers, mut questions) = slow();
    let arcade = Arcade::open_with("hint_late", thinkers).await;
    let board = arcade.begin_alone("hard").await;
    let mut changes = arcade.playground.changes();
    let question = slow_hint(&arcade, &mut questions).await;
    let asked = arcade.press(arcade.ann, &board, "Resign").await.message().clone();
    arcade.press(arcade.ann, &asked, "Really resign").await;
    question.advise();
    let hint = filled_in(&mut changes).await;
    assert!(hint.content.contains("This game is over: **Fourfall** won."), "{}", hint.content);
    arcade.close().await;
}

#[tokio::test]
async fn a_hint_that_is_not_found_says_so() {
    let (thinkers, mut questions) = slow();
    let arcade = Arcade::open_with("hint_fails", thinkers).await;
    arcade.begin_alone("hard").await;
    let (answer, ()) = join(arcade.command(arcade.ann, "hint", json!({})), async {
        questions.next().await.panic();
    })
    .await;
    Arcade::refused(&answer, "I couldn’t find a hint just now.");
    let mut changes = arcade.playground.changes();
    slow_hint(&arcade, &mut questions).await.panic();
    let hint = filled_in(&mut changes).await;
    assert!(hint.content.contains("I couldn’t find a hint just now."), "{}", hint.content);
    arcade.close().await;
}

#[tokio::test]
async fn everybody_who_asks_shares_one_search() {
    let (thinkers, mut questions) = slow();
    let arcade = Arcade::open_single("hint_twice", thinkers).await;
    arcade.begin_alone("hard").await;
    let mut changes = arcade.playground.changes();
    let hint = || arcade.command(arcade.ann, "hint", json!({}));
    let (answers, question) = join(join(hint(), hint()), async {
        let question = questions.next().await;
        // Answered after both have begun to wait.
        arcade.command(arcade.ben, "games", json!({})).await;
        arcade.wait(WAIT).await;
        question
    })
    .await;
    for answer in [&answers.0, &answers.1] {
        assert!(matches!(answer.outcome, Outcome::Deferred), "{answer:?}");
    }
    question.advise();
    for _ in 0..2 {
        assert_eq!(filled_in(&mut changes).await.content, HINT);
    }
    assert!(questions.is_empty(), "one search was enough");
    arcade.close().await;
}
