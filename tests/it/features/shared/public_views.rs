//! What users show everyone.

use std::time::Duration;

use fake_discord::{Message, UserId};
use serde_json::json;

use crate::support::{TestBot, custom_id_of};

const SHOW: &str = "Show everyone";

/// Shows a message to everyone. It keeps only a button to see the same for oneself.
async fn show(bot: &TestBot, user: UserId, message: &Message) -> Message {
    let shown = bot.press_to_post(user, message, SHOW).await;
    let labels = shown.labels();
    assert!(labels.iter().all(|it| ["Replay", "Review"].contains(&&**it)), "{shown:?}");
    assert!(shown.pings.is_empty(), "{shown:?}");
    shown
}

#[tokio::test]
async fn a_leaderboard_and_stats_are_shown_to_everyone() {
    let bot = TestBot::open("show_records").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "4343434").await;
    let leaders = bot.command(bot.cleo, "leaderboard", json!({})).await.message().clone();
    assert!(leaders.content.ends_with("You haven’t finished a game here yet."));
    let shown = show(&bot, bot.cleo, &leaders).await;
    let expected = "🏆 **Leaderboard** · all time · by wins\n\
                    **1** Ann · 1 win\n\
                    **2** Ben · 1 loss\n\
                    -# Shown by **Cleo**";
    assert_eq!(shown.content, expected);
    let options = json!({ "player": bot.ben, "versus": bot.ann });
    let stats = bot.command(bot.cleo, "stats", options).await.message().clone();
    let shown = show(&bot, bot.cleo, &stats).await;
    assert_eq!(shown.content, format!("{}\n-# Shown by **Cleo**", stats.content));
    bot.close().await;
}

#[tokio::test]
async fn who_shows_the_global_leaderboard_stays_hidden_on_it() {
    let bot = TestBot::open("show_hidden").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "4343434").await;
    let leaders = bot.command(bot.ann, "leaderboard", json!({ "scope": "everywhere" })).await;
    assert!(leaders.text().contains("**1** Ann"), "{}", leaders.text());
    let shown = show(&bot, bot.ann, leaders.message()).await;
    assert!(!shown.content.contains(" Ann ·"), "{}", shown.content);
    bot.set_listed(bot.ann, true).await;
    bot.advance(Duration::from_mins(2)).await;
    let shown = show(&bot, bot.ann, leaders.message()).await;
    assert!(shown.content.contains("**1** Ann · 1 win"), "{}", shown.content);
    bot.close().await;
}

#[tokio::test]
async fn a_fresh_game_is_hidden_outside_its_channel() {
    // Each process remembers for itself what was shown.
    let bot = TestBot::builder("show_fresh").single_process().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let replay = bot.press(bot.ben, &over, "Replay").await;
    let shown = show(&bot, bot.ben, replay.message()).await;
    assert_eq!(shown.content, format!("{}\n-# Shown by **Ben**", replay.text()));
    let general = bot.discord.channel("general");
    let replay = bot.replay(bot.ben, general, bot.ben, 1).await;
    let first = bot.press(bot.ben, replay.message(), "Next").await.message().clone();
    let review = bot.press(bot.ben, replay.message(), "Review").await.message().clone();
    for view in [&first, &review] {
        let shown = show(&bot, bot.ben, view).await;
        let (title, rest) = view.content.split_once('\n').unwrap();
        // Nothing is small within a spoiler.
        let rest = rest.replace("\n-# ", "\n");
        assert_eq!(shown.content, format!("{title}\n||{rest}||\n-# Shown by **Ben**"));
    }
    bot.advance(Duration::from_hours(24)).await;
    for view in [&first, &review] {
        let shown = show(&bot, bot.ben, view).await;
        assert_eq!(shown.content, format!("{}\n-# Shown by **Ben**", view.content));
    }
    let again = bot.press(bot.ben, &first, SHOW).await;
    TestBot::assert_refused(&again, "This was just shared here. You can share it again at <t:");
    bot.advance(Duration::from_mins(1)).await;
    let shown = show(&bot, bot.ben, &first).await;
    let own = bot.press(bot.cleo, &shown, "Replay").await;
    assert!(own.is_ephemeral() && own.message().button("Back").is_some(), "{own:?}");
    bot.close().await;
}

#[tokio::test]
async fn others_get_no_button_to_a_game_of_another_server() {
    let bot = TestBot::open("show_own").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "4343434").await;
    let guild = bot.discord.add_guild("Elsewhere");
    let lounge = bot.discord.add_channel_in(guild, "lounge");
    let replay = bot.replay(bot.ann, lounge, bot.ann, 1).await;
    let shown = show(&bot, bot.ann, replay.message()).await;
    assert!(shown.labels().is_empty(), "{shown:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_game_of_another_server_is_not_shown() {
    let bot = TestBot::open("show_elsewhere").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let replay = bot.press(bot.ben, &over, "Replay").await.message().clone();
    let lounge = bot.discord.add_channel_in(bot.discord.add_guild("Elsewhere"), "lounge");
    let message = bot.discord.send_message(bot.ben, lounge, "hello");
    let custom_id = custom_id_of(&replay, SHOW);
    let shown = bot.discord.press_custom_id(bot.cleo, lounge, message.id, &custom_id).await;
    TestBot::assert_refused(&shown, "I can’t find that game.");
    bot.close().await;
}

#[tokio::test]
async fn a_bystander_hears_why_the_gif_is_private_at_first() {
    let bot = TestBot::builder("show_bystander").single_process().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    let over = bot.play_moves(&board, "4343434").await;
    let seen = bot.press(bot.cleo, &over, "Share GIF").await;
    let why = "\n-# 👀 Only you see this, since it isn’t your game. *Share GIF* here shows it to \
               everyone.";
    assert!(seen.is_ephemeral() && seen.text().ends_with(why), "{seen:?}");
    let shared = bot.press_to_post(bot.cleo, seen.message(), "Share GIF").await;
    assert!(!shared.content.contains("👀"), "{shared:?}");
    assert_eq!(shared.attachments.len(), 1, "{shared:?}");
    let own = bot.press(bot.ann, &over, "Share GIF").await;
    TestBot::assert_refused(&own, "This was just shared here.");
    bot.close().await;
}
