//! Games without a time limit whose player to move stays away.

use std::time::Duration;

use fake_discord::{Message, Permissions};
use serde_json::json;

use crate::support::{TestBot, custom_id_of, scripted_search, wait_until};

const WEEK: Duration = Duration::from_hours(24 * 7);

/// Starts a game in which Ann, Ben and Ann have moved, and waits for a week. Returns the board
/// before and after.
async fn abandoned_by_ben(bot: &TestBot) -> [Message; 2] {
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "4445553").await;
    bot.advance(WEEK.checked_sub(Duration::from_secs(1)).unwrap()).await;
    bot.wait_scheduler().await;
    assert_eq!(bot.current(&board).content, board.content, "a second is left");
    bot.advance(Duration::from_secs(1)).await;
    wait_until("the win can be claimed", || bot.current(&board).button("Claim win").is_some())
        .await;
    let claimable = bot.current(&board);
    [board, claimable]
}

#[tokio::test]
async fn after_seven_days_the_win_can_be_claimed_on_the_board() {
    let bot = TestBot::open("claim_board").await;
    let [_, board] = abandoned_by_ben(&bot).await;
    let line = "⌛ **Ben** hasn’t moved for seven days: **Ann** can claim the win.";
    assert!(board.content.contains(line), "{}", board.content);
    let early = bot.press(bot.ben, &board, "Claim win").await;
    TestBot::assert_refused(&early, "Only **Ann** can claim this win.");
    let stranger = bot.press(bot.cleo, &board, "Claim win").await;
    TestBot::assert_refused(&stranger, "This isn’t your game.");
    let over = bot.press(bot.ann, &board, "Claim win").await;
    assert!(over.is_update(), "{over:?}");
    let end = "## 🏆 Ann wins!\n-# ⌛ Ben hadn’t moved for seven days.";
    assert!(over.text().contains(end), "{}", over.text());
    assert_eq!(over.message().labels(), ["Rematch", "Share GIF", "Replay", "Review"]);
    let claim = custom_id_of(&board, "Claim win");
    let (_, sentence) = bot.press_stale(bot.ann, &board, &claim).await;
    assert!(sentence.contains("**Ann** claimed the win"), "{sentence}");
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().lines().any(|it| it == "Here: 1 win"), "{}", stats.text());
    assert!(!stats.text().contains("Rating"), "{}", stats.text());
    let history = bot.command(bot.ben, "history", json!({})).await;
    assert!(history.text().contains("**Ann** · ❌ lost"), "{}", history.text());
    let late = bot.command(bot.ben, "drop", json!({ "column": "4" })).await;
    TestBot::assert_refused(&late, "**Ben** didn’t move for seven days, and **Ann** claimed");
    bot.close().await;
}

#[tokio::test]
async fn the_list_of_games_says_who_can_claim_a_win() {
    let bot = TestBot::open("claim_listed").await;
    abandoned_by_ben(&bot).await;
    let list = bot.command(bot.ben, "games", json!({})).await;
    assert!(list.text().ends_with(" · **Ann** can claim the win"), "{}", list.text());
    let list = bot.command(bot.ann, "games", json!({})).await;
    assert!(list.text().ends_with(" · you can claim the win"), "{}", list.text());
    bot.close().await;
}

#[tokio::test]
async fn the_list_of_games_offers_the_claim() {
    let bot = TestBot::open("claim_list").await;
    let [_, board] = abandoned_by_ben(&bot).await;
    let list = bot.command(bot.ben, "games", json!({})).await.message().clone();
    assert!(list.button("Claim win against Ann").is_none(), "{:?}", list.labels());
    let list = bot.command(bot.ann, "games", json!({})).await.message().clone();
    let after = bot.press(bot.ann, &list, "Claim win against Ben").await;
    assert!(after.is_update() && after.text().starts_with("🏆 You claimed the win"), "{after:?}");
    let is_over = || bot.current(&board).content.contains("## 🏆 Ann wins!");
    wait_until("the board shows the end", is_over).await;
    let id = custom_id_of(&list, "Claim win against Ben");
    let (again, sentence) = bot.press_stale(bot.ann, &list, &id).await;
    assert!(again.text().starts_with("You have no games going on."), "{again:?}");
    assert!(sentence.contains("**Ann** claimed the win"), "{sentence}");
    bot.close().await;
}

#[tokio::test]
async fn a_move_in_the_meantime_prevents_the_claim() {
    let bot = TestBot::open("claim_late").await;
    let [old, board] = abandoned_by_ben(&bot).await;
    let list = bot.command(bot.ann, "games", json!({})).await.message().clone();
    let moved = bot.press(bot.ben, &old, "4").await;
    assert!(!moved.is_ephemeral(), "{moved:?}");
    assert!(moved.message().button("Claim win").is_none(), "{:?}", moved.message().labels());
    bot.wait_gone(&board).await;
    let id = custom_id_of(&list, "Claim win against Ben");
    let (refreshed, sentence) = bot.press_stale(bot.ann, &list, &id).await;
    assert!(refreshed.text().contains("· **your turn** · move 9"), "{refreshed:?}");
    assert!(refreshed.message().button("Claim win against Ben").is_none(), "{refreshed:?}");
    assert!(sentence.starts_with("There’s no win to claim here"), "{sentence}");
    // Deleted by the press, and because it has moved.
    let deleted = ["404 DELETE /channels/*/messages/*", "404 DELETE /webhooks/*/*/messages/*"];
    bot.close_allowing(&deleted).await;
}

#[tokio::test]
async fn board_shows_the_claim_where_the_bot_cannot_edit() {
    let bot = TestBot::open("claim_unseen").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "443").await;
    bot.discord.set_bot_permissions(bot.channel, Permissions::from_bits(0));
    bot.advance(WEEK).await;
    bot.wait_scheduler().await;
    assert_eq!(bot.current(&board).content, board.content);
    let newest = bot.command(bot.ann, "board", json!({})).await;
    let over = bot.press(bot.ann, newest.message(), "Claim win").await;
    assert!(over.text().contains("## 🏆 Ann wins!"), "{}", over.text());
    bot.close_allowing(&[
        "403 GET /channels/*",
        "403 DELETE /channels/*/messages/*",
        "403 PATCH /channels/*/messages/*",
    ])
    .await;
}

#[tokio::test]
async fn time_away_does_not_make_a_game_abandoned() {
    let mut bot = TestBot::open("claim_absence").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "443").await;
    bot.stop().await;
    bot.advance(WEEK).await;
    bot.start();
    bot.wait_connected().await;
    bot.advance(WEEK.checked_sub(Duration::from_mins(1)).unwrap()).await;
    bot.wait_scheduler().await;
    assert!(bot.current(&board).button("Claim win").is_none(), "a minute is left");
    bot.advance(Duration::from_mins(1)).await;
    wait_until("the win can be claimed", || bot.current(&board).button("Claim win").is_some())
        .await;
    bot.close().await;
}

#[tokio::test]
async fn an_abandoned_game_that_never_started_is_called_off() {
    let bot = TestBot::open("claim_first_move").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let board = bot.play_moves(&board, "4").await;
    bot.advance(WEEK).await;
    let is_over = || bot.current(&board).labels() == ["Rematch"];
    wait_until("the game is called off", is_over).await;
    let end = "💤 This game ended before both had moved. It doesn’t count.";
    assert!(bot.current(&board).content.contains(end), "{}", bot.current(&board).content);
    bot.close().await;
}

#[tokio::test]
async fn an_idle_game_against_the_computer_is_called_off() {
    let bot = TestBot::builder("idle_computer").backends(scripted_search("44")).open().await;
    let board = bot.start_computer_game("easy").await;
    let board = bot.press(bot.ann, &board, "4").await.message().clone();
    bot.advance(WEEK).await;
    let is_over = || bot.current(&board).labels() == ["Rematch"];
    wait_until("the game is called off", is_over).await;
    let over = bot.current(&board);
    let end = "💤 This game was called off after 7 days without a move. It doesn’t count.";
    assert!(over.content.ends_with(end), "{}", over.content);
    let history = bot.command(bot.ann, "history", json!({})).await;
    assert!(history.text().contains("haven’t finished a game yet"), "{}", history.text());
    let stats = bot.command(bot.ann, "stats", json!({})).await;
    assert!(stats.text().contains("haven’t finished a game yet"), "{}", stats.text());
    bot.close().await;
}
