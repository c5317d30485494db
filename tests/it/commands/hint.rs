//! Hints in games against the computer.

use std::time::Duration;

use fake_discord::{MessageEvent, Outcome};
use futures_util::future::join;
use serde_json::json;

use crate::support::{
    PendingSearches, TestBot, custom_id_of, manual_search, scripted_search, wait_until,
};

const HINT: &str = "💡 **Play column 7.**\nColumn 7 wins in 5 moves.\nColumns 2, 3, 4, 5 and 6 draw.\n\
     Column 1 loses in 8 moves.";

/// How long the bot waits for a search before it defers the response.
const DEFER_AFTER: Duration = Duration::from_secs(2);

/// Requests a hint whose search outlasts the response. Returns that search.
async fn request_slow_hint(
    bot: &TestBot,
    searches: &mut PendingSearches,
) -> crate::support::PendingSearch {
    let (response, search) = join(bot.command(bot.ann, "hint", json!({})), async {
        let search = searches.next().await;
        bot.advance(DEFER_AFTER).await;
        search
    })
    .await;
    assert!(matches!(response.outcome, Outcome::Deferred), "{response:?}");
    assert_eq!(search.level, None);
    search
}

/// The next edit of an ephemeral message.
async fn next_ephemeral_edit(events: &mut fake_discord::EventStream) -> fake_discord::Message {
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.is_ephemeral());
    events.next_where(edited).await.into_message().unwrap()
}

#[tokio::test]
async fn a_hint_shows_the_outcome_of_each_column() {
    let bot = TestBot::builder("hint").backends(scripted_search("44")).open().await;
    let board = bot.start_computer_game("hard").await;
    let response = bot.command(bot.ann, "hint", json!({})).await;
    TestBot::assert_refused(&response, HINT);
    bot.press(bot.ann, &board, "4").await;
    let response = bot.command(bot.ann, "hint", json!({})).await;
    TestBot::assert_refused(&response, HINT);
    bot.close().await;
}

#[tokio::test]
async fn hints_outside_live_computer_games_are_refused() {
    let bot = TestBot::builder("hint_refused").backends(scripted_search("31212121")).open().await;
    let none = bot.command(bot.ann, "hint", json!({})).await;
    TestBot::assert_refused(&none, "You have no game in this channel.");
    bot.start_game(bot.ben, bot.cleo).await;
    for user in [bot.ben, bot.cleo] {
        let response = bot.command(user, "hint", json!({})).await;
        TestBot::assert_refused(&response, "Hints are for games against the computer only.");
    }
    let mut board = bot.start_computer_game("hard").await;
    for column in ["3", "2", "2", "2"] {
        board = bot.press(bot.ann, &board, column).await.message().clone();
    }
    assert_eq!(board.labels(), ["Rematch", "Share GIF", "Replay", "Review"]);
    let over = bot.command(bot.ann, "hint", json!({})).await;
    TestBot::assert_refused(&over, "You have no game in this channel.");
    bot.close().await;
}

#[tokio::test]
async fn a_slow_hint_is_deferred_and_edited_in() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("hint_slow").backends(backends).open().await;
    bot.start_computer_game("hard").await;
    let mut events = bot.discord.events();
    let search = request_slow_hint(&bot, &mut searches).await;
    search.advise();
    let hint = next_ephemeral_edit(&mut events).await;
    assert_eq!(hint.content, HINT);
    assert_eq!(hint.ephemeral_for, Some(bot.ann));
    bot.close().await;
}

#[tokio::test]
async fn a_hint_found_after_the_game_says_it_is_over() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("hint_late").backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let search = request_slow_hint(&bot, &mut searches).await;
    bot.resign(bot.ann, &board).await;
    let mut events = bot.discord.events();
    search.advise();
    let hint = next_ephemeral_edit(&mut events).await;
    assert!(hint.content.contains("This game was called off."), "{}", hint.content);
    bot.close().await;
}

#[tokio::test]
async fn a_failed_search_is_reported() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("hint_fails").backends(backends).open().await;
    bot.start_computer_game("hard").await;
    let (response, ()) = join(bot.command(bot.ann, "hint", json!({})), async {
        searches.next().await.panic();
    })
    .await;
    TestBot::assert_refused(&response, "I couldn’t find a hint just now.");
    let mut events = bot.discord.events();
    request_slow_hint(&bot, &mut searches).await.panic();
    let hint = next_ephemeral_edit(&mut events).await;
    assert!(hint.content.contains("I couldn’t find a hint just now."), "{}", hint.content);
    bot.close().await;
}

#[tokio::test]
async fn a_hint_cut_off_by_a_stop_says_so() {
    let (backends, mut searches) = manual_search();
    let mut bot = TestBot::builder("hint_stop").single_process().backends(backends).open().await;
    bot.start_computer_game("hard").await;
    let mut events = bot.discord.events();
    let search = request_slow_hint(&bot, &mut searches).await;
    let (hint, ()) = join(next_ephemeral_edit(&mut events), bot.stop_while_time_passes()).await;
    assert!(hint.content.contains("I couldn’t find a hint just now."), "{}", hint.content);
    drop(search);
    bot.close().await;
}

#[tokio::test]
async fn simultaneous_hints_share_one_search() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("hint_twice").single_process().backends(backends).open().await;
    bot.start_computer_game("hard").await;
    let mut events = bot.discord.events();
    let hint = || bot.command(bot.ann, "hint", json!({}));
    let (responses, search) = join(join(hint(), hint()), async {
        let search = searches.next().await;
        // The response arrives after both hints have begun to wait.
        bot.command(bot.ben, "games", json!({})).await;
        bot.advance(DEFER_AFTER).await;
        search
    })
    .await;
    for response in [&responses.0, &responses.1] {
        assert!(matches!(response.outcome, Outcome::Deferred), "{response:?}");
    }
    search.advise();
    for _ in 0..2 {
        assert_eq!(next_ephemeral_edit(&mut events).await.content, HINT);
    }
    assert!(searches.is_empty(), "one search was enough");
    bot.close().await;
}

#[tokio::test]
async fn a_hint_is_marked_on_the_board_and_counted() {
    let bot = TestBot::builder("hint_board").backends(scripted_search("31212121")).open().await;
    let mut board = bot.start_computer_game("hard").await;
    let hinted = bot.press(bot.ann, &board, "💡 Hint").await;
    assert!(hinted.is_update(), "{hinted:?}");
    let text = hinted.text();
    assert!(text.contains("\n1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣✅\n"), "{text}");
    assert!(text.ends_with("\n💡 Column 7 wins in 5 moves."), "{text}");
    let again = bot.press(bot.ann, hinted.message(), "💡 Hint").await;
    assert_eq!(again.text(), text, "the same turn counts once");
    let stranger = bot.press(bot.ben, &board, "💡 Hint").await;
    TestBot::assert_refused(&stranger, "This isn’t your game.");
    for column in ["3", "2"] {
        board = bot.press(bot.ann, &board, column).await.message().clone();
    }
    assert!(!board.content.contains('✅') && !board.content.contains('💡'), "{}", board.content);
    bot.command(bot.ann, "hint", json!({})).await;
    for column in ["2", "2"] {
        board = bot.press(bot.ann, &board, column).await.message().clone();
    }
    assert_eq!(board.labels(), ["Rematch", "Share GIF", "Replay", "Review"]);
    assert!(board.content.ends_with("\n-# 💡 2 hints were used."), "{}", board.content);
    bot.close().await;
}

#[tokio::test]
async fn a_slow_hint_is_edited_into_the_board() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("hint_board_slow").backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let mut events = bot.discord.events();
    let (pressed, search) = join(bot.press(bot.ann, &board, "💡 Hint"), async {
        let search = searches.next().await;
        bot.advance(DEFER_AFTER).await;
        search
    })
    .await;
    assert!(matches!(pressed.outcome, Outcome::Deferred), "{pressed:?}");
    search.advise();
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == board.id);
    let hinted = events.next_where(edited).await.into_message().unwrap();
    assert!(hinted.content.contains("6️⃣✅\n"), "{}", hinted.content);
    bot.close().await;
}

#[tokio::test]
async fn an_old_board_gets_no_hint() {
    let bot = TestBot::builder("hint_old").backends(scripted_search("44")).open().await;
    let board = bot.start_computer_game("hard").await;
    bot.press(bot.ann, &board, "4").await;
    let hint = custom_id_of(&board, "💡 Hint");
    let old = bot.press_custom_id(bot.ann, &board, &hint).await;
    TestBot::assert_refused(&old, "The board has just changed.");
    bot.close().await;
}

#[tokio::test]
async fn a_hint_that_a_move_overtook_leaves_the_board() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("hint_overtaken").backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let (hinted, ()) = join(bot.press(bot.ann, &board, "💡 Hint"), async {
        let search = searches.next().await;
        bot.press(bot.ann, &board, "Take back").await;
        let mut sql = bot.database.sql().await;
        sql.run("UPDATE game SET moves = '44', version = version + 2").await;
        search.advise();
    })
    .await;
    TestBot::assert_refused(&hinted, "The board has just changed.");
    bot.close().await;
}

#[tokio::test]
async fn a_failed_hint_on_the_board_says_so() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("hint_board_fails").backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let (pressed, search) = join(bot.press(bot.ann, &board, "💡 Hint"), async {
        let search = searches.next().await;
        bot.advance(DEFER_AFTER).await;
        search
    })
    .await;
    search.panic();
    let follow_ups = || bot.discord.follow_ups(pressed.interaction.unwrap());
    wait_until("the failure is told", || !follow_ups().is_empty()).await;
    let told = follow_ups().remove(0);
    assert!(told.is_ephemeral() && told.content.contains("I couldn’t find a hint"), "{told:?}");
    bot.close().await;
}
