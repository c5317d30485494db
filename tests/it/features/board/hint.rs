//! Hints in games against the computer.

use std::time::Duration;

use fake_discord::{ActionResult, Message, MessageEvent, Outcome};
use futures_util::future::join;
use serde_json::json;
use tracing::Level;

use crate::support::{
    INTERNAL_ERROR, PendingSearch, PendingSearches, RecordedLog, TestBot, custom_id_of,
    manual_search, scripted_search, wait_until,
};

/// How long the bot waits for a search before the board is edited later.
const DEFER_AFTER: Duration = Duration::from_secs(2);

const HINT: &str = "💡 Hint";

const SHOW: &str = "Show me";

/// What the bot says of the column that these searches advise.
const NUDGE: &str = "\n💡 There’s a win here. Look at the right side.";
const COLUMN: &str = "\n💡 Column 7 wins in 5 moves.";

/// Presses *Hint*, whose search outlasts the response. Returns that search, and the press.
async fn press_slow_hint(
    bot: &TestBot,
    board: &Message,
    searches: &mut PendingSearches,
) -> (PendingSearch, ActionResult) {
    press_slow(bot, board, HINT, searches).await
}

/// The same with another button.
async fn press_slow(
    bot: &TestBot,
    board: &Message,
    label: &str,
    searches: &mut PendingSearches,
) -> (PendingSearch, ActionResult) {
    let (pressed, search) = join(bot.press(bot.ann, board, label), async {
        let search = searches.next().await;
        bot.advance(DEFER_AFTER).await;
        search
    })
    .await;
    assert!(matches!(pressed.outcome, Outcome::Deferred), "{pressed:?}");
    (search, pressed)
}

/// Waits until the follow-up of a press tells this.
async fn wait_told(bot: &TestBot, pressed: &ActionResult, sentence: &str) {
    let told = bot.follow_up(pressed).await;
    assert!(told.is_ephemeral() && told.content.contains(sentence), "{told:?}");
}

#[tokio::test]
async fn a_hint_found_after_the_game_says_it_is_over() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("hint_late").backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let (search, pressed) = press_slow_hint(&bot, &board, &mut searches).await;
    bot.resign(bot.ann, &board).await;
    search.advise();
    wait_told(&bot, &pressed, "This game was called off.").await;
    bot.close().await;
}

#[tokio::test]
async fn a_hint_cut_off_by_a_stop_says_so() {
    let (backends, mut searches) = manual_search();
    let mut bot = TestBot::builder("hint_stop").single_process().backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let (search, pressed) = press_slow_hint(&bot, &board, &mut searches).await;
    bot.stop_while_time_passes().await;
    wait_told(&bot, &pressed, "I couldn’t find a hint just now.").await;
    drop(search);
    bot.close().await;
}

#[tokio::test]
async fn simultaneous_hints_share_one_search() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("hint_twice").single_process().backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let hint = || bot.press(bot.ann, &board, HINT);
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
    wait_until("the hint is shown", || bot.current(&board).content.ends_with(NUDGE)).await;
    assert!(searches.is_empty(), "one search was enough");
    bot.close().await;
}

#[tokio::test]
async fn a_hint_that_hides_the_last_moves_mark_tells_the_move() {
    let bot = TestBot::builder("hint_hides").backends(scripted_search("17")).open().await;
    let board = bot.start_computer_game("hard").await;
    let board = bot.press(bot.ann, &board, "1").await.message().clone();
    let nudged = bot.press(bot.ann, &board, HINT).await;
    assert!(nudged.text().contains("6️⃣🔽\n") && !nudged.text().contains("played"), "{nudged:?}");
    let hinted = bot.press(bot.ann, nudged.message(), SHOW).await;
    assert!(hinted.text().contains("6️⃣✅\n"), "{}", hinted.text());
    assert!(hinted.text().contains("\n**Fourfall** played column 7.\n"), "{}", hinted.text());
    bot.close().await;
}

#[tokio::test]
async fn a_hint_nudges_first_then_marks_the_column() {
    let bot = TestBot::builder("hint_board").backends(scripted_search("31212121")).open().await;
    let mut board = bot.start_computer_game("hard").await;
    let nudged = bot.press(bot.ann, &board, HINT).await;
    assert!(nudged.is_update() && nudged.text().ends_with(NUDGE), "{nudged:?}");
    assert!(!nudged.text().contains('✅'), "{}", nudged.text());
    let hinted = bot.press(bot.ann, nudged.message(), SHOW).await;
    assert!(hinted.is_update() && hinted.text().ends_with(COLUMN), "{hinted:?}");
    assert!(hinted.text().contains("\n1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣✅\n"), "{}", hinted.text());
    assert!(hinted.message().button(SHOW).unwrap().disabled, "it tells no more");
    let show = custom_id_of(nudged.message(), SHOW);
    let again = bot.press_custom_id(bot.ann, nudged.message(), &show).await;
    assert_eq!(again.text(), hinted.text(), "it goes on saying so");
    let old_button = bot.press_custom_id(bot.ann, &board, &custom_id_of(&board, HINT)).await;
    assert_eq!(old_button.text(), nudged.text(), "the same turn counts once");
    let stranger = bot.press(bot.ben, &board, HINT).await;
    TestBot::assert_refused(&stranger, "This isn’t your game.");
    for column in ["3", "2"] {
        board = bot.press(bot.ann, &board, column).await.message().clone();
    }
    assert!(!board.content.contains('✅') && !board.content.contains('💡'), "{}", board.content);
    assert!(board.button(SHOW).is_none(), "another position begins with a nudge");
    board = bot.press(bot.ann, &board, HINT).await.message().clone();
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
    let edited = |it: &MessageEvent| matches!(it, MessageEvent::Edited(it) if it.id == board.id);
    let mut shown = board.clone();
    for (label, hint) in [(HINT, NUDGE), (SHOW, COLUMN)] {
        let (search, _) = press_slow(&bot, &shown, label, &mut searches).await;
        search.advise();
        shown = events.next_where(edited).await.into_message().unwrap().clone();
        assert!(shown.content.ends_with(hint), "{}", shown.content);
    }
    bot.close().await;
}

#[tokio::test]
async fn an_old_board_gets_no_hint() {
    let bot = TestBot::builder("hint_old").backends(scripted_search("44")).open().await;
    let board = bot.start_computer_game("hard").await;
    bot.press(bot.ann, &board, "4").await;
    let hint = custom_id_of(&board, HINT);
    let old = bot.press_custom_id(bot.ann, &board, &hint).await;
    TestBot::assert_refused(&old, "The board has just changed.");
    bot.close().await;
}

#[tokio::test]
async fn a_hint_that_a_move_overtook_leaves_the_board() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("hint_overtaken").backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    let (hinted, ()) = join(bot.press(bot.ann, &board, HINT), async {
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
    let (response, ()) = join(bot.press(bot.ann, &board, HINT), async {
        searches.next().await.panic();
    })
    .await;
    TestBot::assert_refused(&response, "I couldn’t find a hint just now.");
    let (search, pressed) = press_slow_hint(&bot, &board, &mut searches).await;
    search.panic();
    wait_told(&bot, &pressed, "I couldn’t find a hint just now.").await;
    bot.close().await;
}

#[tokio::test]
async fn a_database_fault_during_a_hint_is_logged() {
    let (backends, mut searches) = manual_search();
    let bot = TestBot::builder("hint_database").backends(backends).open().await;
    let board = bot.start_computer_game("hard").await;
    bot.wait_idle().await;
    let mut sql = bot.database.sql().await;
    sql.run("ALTER TABLE applied_interaction RENAME TO hidden").await;
    let log = RecordedLog::start(Level::ERROR);
    let (failed, ()) = join(bot.press(bot.ann, &board, HINT), async {
        searches.next().await.advise();
    })
    .await;
    TestBot::assert_refused(&failed, INTERNAL_ERROR);
    log.wait_for("a request was not fulfilled", 1).await;
    let (search, pressed) = press_slow_hint(&bot, &board, &mut searches).await;
    search.advise();
    wait_told(&bot, &pressed, "I couldn’t find a hint just now.").await;
    log.wait_for("a pending hint failed", 1).await;
    sql.run("ALTER TABLE hidden RENAME TO applied_interaction").await;
    bot.close().await;
}
