//! Moves after a long wait: who is pinged, and what is left in the channel.

use std::{sync::Arc, time::Duration};

use fake_discord::{ChannelId, Fault, FaultKind, Message, UserId};
use serde_json::json;

use crate::support::{TestBot, wait_until};

/// Starts a game without a limit in a channel. Ann goes first.
async fn start_in(bot: &TestBot, channel: ChannelId) -> Message {
    let options = json!({ "opponent": bot.ben, "first": "me", "clock": "none" });
    let challenge = bot.discord.command(bot.ann, channel, "play", options).await;
    bot.press(bot.ben, challenge.message(), "Accept").await.message().clone()
}

/// The messages of a channel by the bot, once there are so many.
async fn posted(bot: &TestBot, channel: ChannelId, count: usize) -> Vec<Arc<Message>> {
    let by_bot = || {
        let all = bot.discord.messages(channel).into_iter();
        all.filter(|it| it.author.bot && !it.is_ephemeral()).collect::<Vec<_>>()
    };
    wait_until(&format!("{count} messages are left"), || by_bot().len() == count).await;
    bot.wait_idle().await;
    let left = by_bot();
    assert_eq!(left.len(), count, "{left:#?}");
    left
}

/// Asserts that a board begins with whom it pings, mentioned there only, and why.
pub(super) fn assert_pinged(board: &Message, user: UserId, why: &str) {
    let mention = format!("<@{user}>");
    let begins = format!("{mention}, {why}\n🔴 **Ann** vs 🟡 **Ben**");
    assert!(board.content.starts_with(&begins), "{}", board.content);
    assert_eq!(board.content.matches(&mention).count(), 1, "{}", board.content);
}

/// Plays slowly in a channel, and checks after each move that its only message by the bot is the
/// newest board, which pings the next player. Returns that.
async fn play_slowly(bot: &TestBot, channel: ChannelId, columns: &str) -> Message {
    let mut board = start_in(bot, channel).await;
    let players = [(bot.ann, bot.ben), (bot.ben, bot.ann)].into_iter().cycle();
    for ((user, next), column) in players.zip(columns.chars()) {
        bot.advance(Duration::from_mins(30)).await;
        let pressed = bot.press(user, &board, &column.to_string()).await;
        assert!(!pressed.is_ephemeral(), "{pressed:?}");
        bot.wait_gone(&board).await;
        board = Message::clone(&posted(bot, channel, 1).await[0]);
        assert_eq!((board.labels().len(), &board.pings), (10, &vec![next]), "{board:#?}");
        let name = if user == bot.ann { "Ann" } else { "Ben" };
        assert_pinged(&board, next, &format!("your move against **{name}**."));
    }
    board
}

#[tokio::test]
async fn ten_slow_moves_leave_one_board() {
    let bot = TestBot::open("slow_tidy").await;
    let board = play_slowly(&bot, bot.channel, "4433667711").await;
    assert!(board.content.contains("\n🔽2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣\n"), "{}", board.content);
    bot.close().await;
}

#[tokio::test]
async fn a_slow_move_takes_the_board_below_what_was_said() {
    let bot = TestBot::open("slow_talk").await;
    let board = start_in(&bot, bot.channel).await;
    let said = bot.discord.send_message(bot.cleo, bot.channel, "Nice game!");
    bot.advance(Duration::from_mins(11)).await;
    let moved = bot.press(bot.ann, &board, "4").await;
    assert!(moved.is_new() && moved.message().id > said.id, "{moved:?}");
    bot.wait_gone(&board).await;
    bot.close().await;
}

#[tokio::test]
async fn a_slow_move_moves_the_board_where_the_bot_is_a_guest() {
    let bot = TestBot::open("slow_guest").await;
    for user in [bot.ann, bot.ben] {
        bot.discord.install_for(user);
    }
    let dm = bot.discord.add_private_channel("Ann and Ben", &[bot.ann, bot.ben]);
    let board = play_slowly(&bot, dm, "4433").await;
    // The board is a follow-up, which the same token deletes.
    bot.discord.command(bot.ann, dm, "drop", json!({ "column": "3" })).await;
    bot.wait_gone(&board).await;
    posted(&bot, dm, 1).await;
    bot.close_allowing(&[
        "404 DELETE /webhooks/*/*/messages/@original",
        "403 DELETE /channels/*/messages/*",
        "404 DELETE /channels/*/messages/*",
    ])
    .await;
}

#[tokio::test]
async fn a_board_that_cannot_be_posted_stays_where_it_was() {
    let bot = TestBot::open("slow_refused").await;
    for user in [bot.ann, bot.ben] {
        bot.discord.install_for(user);
    }
    let dm = bot.discord.add_private_channel("Ann and Ben", &[bot.ann, bot.ben]);
    let board = start_in(&bot, dm).await;
    let kind = FaultKind::Status(400, json!({}));
    bot.discord.inject_fault(Fault { route: "POST /webhooks", times: 1, kind });
    bot.advance(Duration::from_mins(11)).await;
    bot.press(bot.ann, &board, "4").await;
    let shows = || bot.current(&board).content.contains("3️⃣🔽5️⃣");
    wait_until("the pressed board shows the move", shows).await;
    let moved = bot.press(bot.ben, &bot.current(&board), "4").await;
    assert!(moved.is_update() && moved.text().contains("🔵🔵🔵🟡🔵🔵🔵"), "{moved:?}");
    bot.close_expecting(&["400 POST /webhooks/*/*"]).await;
}

/// Plays a move that pings Ben, in a game in this channel. Returns its board.
async fn ping_ben(bot: &TestBot) -> Message {
    let board = start_in(bot, bot.channel).await;
    bot.advance(Duration::from_mins(11)).await;
    let pinging = bot.press(bot.ann, &board, "4").await.message().clone();
    assert_eq!(pinging.pings, [bot.ben]);
    bot.wait_gone(&board).await;
    pinging
}

#[tokio::test]
async fn a_board_that_was_to_ping_and_could_not_is_posted_again() {
    // Over HTTP, no request answers.
    let bot = TestBot::builder("slow_unpinged").gateway().open().await;
    let board = start_in(&bot, bot.channel).await;
    let kind = FaultKind::Status(400, json!({}));
    bot.discord.inject_fault(Fault { route: "POST /interactions", times: 2, kind });
    bot.advance(Duration::from_mins(11)).await;
    bot.press(bot.ann, &board, "4").await;
    bot.advance(Duration::from_mins(1)).await;
    // The pressed board takes the place of the lost one.
    let pressed = bot.press(bot.ann, &board, "5").await;
    assert!(pressed.text().contains("3️⃣🔽5️⃣"), "{pressed:?}");
    let newest = bot.command(bot.ann, "board", json!({})).await;
    assert!(newest.is_new() && !newest.is_ephemeral(), "{newest:?}");
    bot.close_expecting(&["400 POST /interactions/*/*/callback"]).await;
}

#[tokio::test]
async fn a_ping_keeps_a_board_that_was_deleted_for_ten_minutes() {
    let bot = TestBot::open("slow_deleted").await;
    let pinging = ping_ben(&bot).await;
    bot.discord.delete_message(bot.channel, pinging.id);
    bot.advance(Duration::from_secs(10 * 60 - 1)).await;
    let link = bot.command(bot.ann, "board", json!({})).await;
    TestBot::assert_refused(&link, "The other player was pinged here, so the board stays: ");
    bot.advance(Duration::from_secs(1)).await;
    let newest = bot.command(bot.ann, "board", json!({})).await;
    assert!(newest.is_new() && !newest.is_ephemeral(), "{newest:?}");
    assert!(bot.press(bot.ben, newest.message(), "4").await.is_update());
    bot.close_allowing(&["404 DELETE /webhooks/*/*/messages/*"]).await;
}

#[tokio::test]
async fn a_board_that_pinged_stays_for_who_waits() {
    let bot = TestBot::open("slow_reposted").await;
    let pinging = ping_ben(&bot).await;
    bot.advance(Duration::from_mins(1)).await;
    let link = bot.command(bot.ann, "board", json!({})).await;
    let sentence =
        format!("The other player was pinged here, so the board stays: {}", pinging.link());
    TestBot::assert_refused(&link, &sentence);
    assert_eq!(posted(&bot, bot.channel, 1).await[0].id, pinging.id);
    let own = bot.command(bot.ben, "board", json!({})).await.message().clone();
    bot.wait_gone(&pinging).await;
    bot.advance(Duration::from_mins(1)).await;
    // Who was to find the board was there.
    let newest = bot.command(bot.ann, "board", json!({})).await.message().clone();
    bot.wait_gone(&own).await;
    assert_eq!(posted(&bot, bot.channel, 1).await[0].id, newest.id);
    assert!(bot.press(bot.ben, &newest, "4").await.is_update());
    bot.close().await;
}

#[tokio::test]
async fn a_board_whose_old_copy_stays_is_posted_once() {
    let bot = TestBot::builder("slow_undeleted").in_real_time().open().await;
    for user in [bot.ann, bot.ben] {
        bot.discord.install_for(user);
    }
    let dm = bot.discord.add_private_channel("Ann and Ben", &[bot.ann, bot.ben]);
    let board = start_in(&bot, dm).await;
    bot.advance(Duration::from_mins(11)).await;
    let kind = FaultKind::Status(503, json!({}));
    bot.discord.inject_fault(Fault { route: "DELETE /webhooks", times: 1, kind });
    bot.press(bot.ann, &board, "4").await;
    bot.wait_gone(&board).await;
    let left = posted(&bot, dm, 1).await;
    assert_eq!(left[0].pings, [bot.ben]);
    bot.close_expecting(&["503 DELETE /webhooks/*/*/messages/@original"]).await;
}
