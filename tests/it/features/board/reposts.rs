//! Posting the board again: the player who waits, and what becomes of the old copy.

use std::time::Duration;

use fake_discord::{Fault, FaultKind, Message};
use serde_json::json;

use crate::support::{TestBot, assert_lasts, wait_until};

#[tokio::test]
async fn the_player_who_waits_posts_once_in_thirty_seconds() {
    let bot = TestBot::open("repost_pause").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "443").await;
    let again_at = bot.clock.now().after(Duration::from_secs(30)).seconds();
    let sentence =
        format!("The board was posted just now. You can post it again at <t:{again_at}:T>.");
    let board = async |user| bot.command(user, "board", json!({})).await;
    for _ in 0..2 {
        let own = board(bot.ben).await;
        assert!(own.is_new() && !own.is_ephemeral(), "the player to move may: {own:?}");
    }
    TestBot::assert_refused(&board(bot.ann).await, &sentence);
    bot.advance(Duration::from_secs(29)).await;
    TestBot::assert_refused(&board(bot.ann).await, &sentence);
    bot.advance(Duration::from_secs(1)).await;
    let newest = board(bot.ann).await;
    assert!(newest.is_new() && !newest.is_ephemeral(), "{newest:?}");
    assert!(bot.press(bot.ben, newest.message(), "5").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn a_press_on_a_board_that_has_just_moved_leads_to_it() {
    let bot = TestBot::open("repost_press").await;
    let old = bot.start_game(bot.ann, bot.ben).await;
    // As if it could not be deleted.
    let kind = FaultKind::Status(403, json!({}));
    for route in ["DELETE /webhooks", "DELETE /channels"] {
        bot.discord.inject_fault(Fault { route, times: 1, kind: kind.clone() });
    }
    bot.advance(Duration::from_secs(30)).await;
    let newest = bot.command(bot.ben, "board", json!({})).await.message().clone();
    bot.wait_idle().await;
    assert_eq!(bot.current(&old).labels(), old.labels());
    let sentence = bot.press_old_copy(bot.ann, &old, "4").await;
    assert_eq!(sentence, format!("This board is old. The game is here: {}", newest.link()));
    assert_eq!(bot.current(&newest).content, newest.content, "nothing has changed");
    bot.close_expecting(&[
        "403 DELETE /webhooks/*/*/messages/@original",
        "403 DELETE /channels/*/messages/*",
    ])
    .await;
}

fn is_gone(bot: &TestBot, message: &Message) -> bool {
    bot.discord.message(message.channel_id, message.id).is_none()
}

#[tokio::test]
async fn the_old_board_is_deleted_once_the_new_one_is_there() {
    let bot = TestBot::open("repost_deletes").await;
    let mut board = bot.start_game(bot.ann, bot.ben).await;
    for (user, command, options) in [
        (bot.ann, "drop", json!({ "column": "4" })),
        (bot.ben, "board", json!({})),
        (bot.ben, "drop", json!({ "column": "4" })),
    ] {
        let newer = bot.command(user, command, options).await.message().clone();
        bot.wait_gone(&board).await;
        board = newer;
    }
    assert!(bot.press(bot.ann, &board, "3").await.is_update());
    bot.close().await;
}

/// A board that has moved away, and is to be deleted in a second and a half.
async fn moved_board(name: &str) -> (TestBot, Message) {
    let bot = TestBot::builder(name).in_real_time().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let kind = FaultKind::RateLimited { retry_after_ms: 1_500 };
    bot.discord.inject_fault(Fault { route: "DELETE /webhooks", times: 1, kind });
    bot.command(bot.ann, "board", json!({})).await;
    let is_limited = || bot.discord.requests().iter().any(|it| it.status == 429);
    wait_until("the first deletion is refused", is_limited).await;
    (bot, board)
}

async fn assert_stays(bot: &TestBot, board: &Message) {
    let is_there = || !is_gone(bot, board);
    assert_lasts(Duration::from_secs(2), "the board is there", is_there).await;
}

const LIMITED: [&str; 1] = ["429 DELETE /webhooks/*/*/messages/@original"];

#[tokio::test]
async fn a_board_that_is_the_newest_again_is_not_deleted() {
    let (bot, board) = moved_board("repost_adopted").await;
    // As if the new board had been taken for lost, and the old one been pressed.
    let adopt = format!("UPDATE game SET message_id = {}", board.id);
    bot.database.sql().await.run(&adopt).await;
    assert_stays(&bot, &board).await;
    bot.close_expecting(&LIMITED).await;
}

#[tokio::test]
async fn a_board_of_an_unreadable_game_is_not_deleted() {
    let (bot, board) = moved_board("repost_unreadable").await;
    let mut sql = bot.database.sql().await;
    sql.run("ALTER TABLE game RENAME TO hidden_game").await;
    assert_stays(&bot, &board).await;
    sql.run("ALTER TABLE hidden_game RENAME TO game").await;
    bot.close_expecting(&LIMITED).await;
}

#[tokio::test]
async fn a_deletion_that_fails_for_now_is_tried_again() {
    let kinds = [FaultKind::Status(500, json!({})), FaultKind::RateLimited { retry_after_ms: 10 }];
    for (name, kind) in ["repost_fault", "repost_limited"].into_iter().zip(kinds) {
        let bot = TestBot::builder(name).in_real_time().open().await;
        let board = bot.start_game(bot.ann, bot.ben).await;
        bot.discord.inject_fault(Fault { route: "DELETE /webhooks", times: 1, kind });
        bot.command(bot.ann, "drop", json!({ "column": "4" })).await;
        bot.wait_gone(&board).await;
        let mut requests = bot.changing_requests();
        requests.retain(|it| it.method == "DELETE");
        assert!(requests.iter().all(|it| it.path.starts_with("/webhooks/")), "{requests:?}");
        assert_eq!(requests.len(), 2, "{requests:?}");
        bot.close_allowing(&[
            "500 DELETE /webhooks/*/*/messages/@original",
            "429 DELETE /webhooks/*/*/messages/@original",
        ])
        .await;
    }
}

#[tokio::test]
async fn where_the_bot_is_no_member_its_token_deletes_the_board() {
    let bot = TestBot::open("repost_guest").await;
    let guild = bot.discord.add_guild("Elsewhere");
    let lounge = bot.discord.add_channel_in(guild, "lounge");
    bot.discord.remove_bot_from(guild);
    let options = json!({ "first": "me", "clock": "none" });
    let open = bot.discord.command(bot.ann, lounge, "play", options).await.message().clone();
    let board = bot.press(bot.ben, &open, "Join").await.message().clone();
    bot.wait_idle().await;
    bot.discord.command(bot.ann, lounge, "drop", json!({ "column": "4" })).await;
    bot.wait_gone(&board).await;
    bot.close().await;
}

#[tokio::test]
async fn without_a_live_game_board_leads_to_the_last_one() {
    let bot = TestBot::open("board_over").await;
    let board = bot.start_computer_game("easy").await;
    let board = bot.press(bot.ann, &board, "4").await.message().clone();
    let over = bot.resign(bot.ann, &board).await;
    bot.advance(Duration::from_mins(1)).await;
    let sentence =
        format!("You have no game going on here. Your last one is over: {}", over.link());
    for (name, options) in [("board", json!({})), ("drop", json!({ "column": "4" }))] {
        let shown = bot.command(bot.ann, name, options).await;
        TestBot::assert_refused(&shown, &sentence);
        assert_eq!(shown.message().labels(), ["Rematch"]);
    }
    let shown = bot.command(bot.ann, "board", json!({})).await;
    let again = bot.press_to_post(bot.ann, shown.message(), "Rematch").await;
    assert!(again.button("Resign").is_some(), "{again:?}");
    let elsewhere = bot.discord.channel("general");
    let none = bot.discord.command(bot.ann, elsewhere, "board", json!({})).await;
    TestBot::assert_refused(&none, "You have no game in this channel.");
    bot.close().await;
}
