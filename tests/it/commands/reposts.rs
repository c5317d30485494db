//! Posting the board again by the player who waits.

use std::time::Duration;

use serde_json::json;

use crate::support::{TestBot, custom_id_of, wait_until};

#[tokio::test]
async fn the_player_who_waits_posts_once_in_thirty_seconds() {
    let bot = TestBot::open("repost_pause").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "443").await;
    let board = async |user| bot.command(user, "board", json!({})).await;
    assert!(board(bot.ann).await.is_new());
    let again_at = bot.clock.now().after(Duration::from_secs(30)).seconds();
    let refused = board(bot.ann).await;
    let sentence = format!("You can post the board again at <t:{again_at}:T>.");
    TestBot::assert_refused(&refused, &sentence);
    for _ in 0..2 {
        let own = board(bot.ben).await;
        assert!(own.is_new() && !own.is_ephemeral(), "the player to move may: {own:?}");
    }
    bot.advance(Duration::from_secs(29)).await;
    TestBot::assert_refused(&board(bot.ann).await, &sentence);
    bot.advance(Duration::from_secs(1)).await;
    let newest = board(bot.ann).await;
    assert!(newest.is_new() && !newest.is_ephemeral(), "{newest:?}");
    let moved = bot.press(bot.ben, newest.message(), "5").await.message().clone();
    bot.press(bot.ann, &moved, "5").await;
    assert!(!board(bot.ann).await.is_ephemeral(), "it is a new turn");
    bot.close().await;
}

#[tokio::test]
async fn resign_asks_privately_instead_of_posting_again() {
    let bot = TestBot::open("repost_resign").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "443").await;
    let first = bot.command(bot.ann, "resign", json!({})).await;
    assert!(first.is_new() && !first.is_ephemeral(), "{first:?}");
    let second = bot.command(bot.ann, "resign", json!({})).await;
    assert!(second.is_new() && second.is_ephemeral(), "{second:?}");
    bot.press(bot.ann, second.message(), "Really resign").await;
    let is_over = || bot.current(first.message()).content.contains("**Ann** resigns.");
    wait_until("the board shows the end", is_over).await;
    assert_ne!(first.message().id, board.id);
    bot.close().await;
}

#[tokio::test]
async fn a_press_on_the_old_copy_counts_for_five_seconds() {
    for (name, seconds, counts) in [("repost_grace", 5, true), ("repost_late", 6, false)] {
        let bot = TestBot::open(name).await;
        let board = bot.start_game(bot.ann, bot.ben).await;
        let board = bot.play_moves(&board, "443").await;
        let newest = bot.command(bot.ann, "board", json!({})).await.message().clone();
        bot.advance(Duration::from_secs(seconds)).await;
        let column = custom_id_of(&board, "5");
        if counts {
            let pressed = bot.press_custom_id(bot.ben, &board, &column).await;
            assert!(pressed.is_update() && pressed.message().labels().is_empty(), "{pressed:?}");
            assert!(pressed.text().contains("goes on in a newer board"), "{}", pressed.text());
            let moved = || bot.current(&newest).content.contains("**Ben** played column 5.");
            wait_until("the newest board shows the move", moved).await;
            let next = bot.press(bot.ann, &bot.current(&newest), "1").await;
            assert!(next.is_update(), "{next:?}");
            let (_, late) = bot.press_stale(bot.ben, &board, &column).await;
            assert!(late.starts_with("This board is old."), "{late}");
        } else {
            let (_, sentence) = bot.press_stale(bot.ben, &board, &column).await;
            assert!(sentence.starts_with("This board is old."), "{sentence}");
        }
        bot.close().await;
    }
}

#[tokio::test]
async fn a_refused_press_on_the_old_copy_says_why() {
    let bot = TestBot::open("repost_refused").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "4444443").await;
    bot.command(bot.ann, "board", json!({})).await;
    let full = custom_id_of(&board, "4");
    let (pressed, sentence) = bot.press_stale(bot.ben, &board, &full).await;
    assert!(pressed.message().labels().is_empty(), "{pressed:?}");
    assert!(sentence.starts_with("Column 4 is full."), "{sentence}");
    bot.close().await;
}
