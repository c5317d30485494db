//! People who leave messages that were posted long ago, or cannot be edited: who deletes their data,
//! or is hidden.

use std::time::Duration;

use fake_discord::{ChannelId, Fault, FaultKind};
use serde_json::json;

use super::{
    people::hide,
    standing::{PLACEHOLDER, ann_wins, board, leaderboard_here, open, pass, settle},
    week::{pass_to_monday, week_here, weeks},
};
use crate::{features::puzzle::daily::solve_today, support::TestBot};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// A server whose week was told on a Monday: Ann has beaten Ben, and perhaps Cleo has as well. Now it
/// is the next Monday, on which there was nothing to tell.
async fn quiet_monday(name: &str, with_cleo: bool) -> TestBot {
    let bot = open(name).await;
    bot.set_listed(bot.cleo, true).await;
    week_here(&bot).await;
    ann_wins(&bot).await;
    if with_cleo {
        bot.play_won_game([bot.cleo, bot.ben]).await;
    }
    pass_to_monday(&bot, 9).await;
    let told = weeks(&bot);
    assert!(told.len() == 1 && told[0].content.contains("**Ann**"), "{told:?}");
    pass_to_monday(&bot, 9).await;
    assert_eq!(weeks(&bot).len(), 1, "there was nothing to tell");
    bot
}

/// Lets some minutes pass, a minute at a time.
async fn pass_minutes(bot: &TestBot) {
    for _ in 0..10 {
        pass(bot, MINUTE).await;
    }
}

/// The only week that was told has nothing of Ann any more.
fn assert_tells_of_cleo(bot: &TestBot) {
    let [week] = weeks(bot).try_into().unwrap();
    assert!(!week.content.contains("Ann"), "{}", week.content);
    let expected = "\n🏆 Most wins: **Cleo** (1 win)\n\
                    ⚡ The shortest win: **Cleo** beat **Ben** in 7 moves";
    assert!(week.content.ends_with(expected), "{}", week.content);
}

#[tokio::test]
async fn who_deletes_data_on_a_quiet_monday_leaves_the_last_week() {
    let bot = quiet_monday("left_monday", true).await;
    bot.delete_data(bot.ann).await;
    pass_minutes(&bot).await;
    assert_tells_of_cleo(&bot);
    bot.close().await;
}

#[tokio::test]
async fn who_deletes_data_after_a_quiet_week_leaves_the_last_one() {
    let bot = quiet_monday("left_wednesday", false).await;
    pass(&bot, 2 * DAY).await;
    bot.delete_data(bot.ann).await;
    pass_minutes(&bot).await;
    let told = weeks(&bot);
    assert!(told.is_empty(), "nobody is left in it: {told:?}");
    bot.close().await;
}

#[tokio::test]
async fn who_is_hidden_on_a_quiet_monday_leaves_the_last_week() {
    let bot = quiet_monday("left_hidden", true).await;
    hide(&bot, bot.ann).await;
    pass_minutes(&bot).await;
    assert_tells_of_cleo(&bot);
    bot.close().await;
}

#[tokio::test]
async fn a_puzzle_solver_leaves_a_week_told_long_ago() {
    let bot = open("left_solver").await;
    week_here(&bot).await;
    for number in 260..263 {
        solve_today(&bot, bot.ben, number).await;
        pass(&bot, DAY).await;
    }
    bot.play_won_game([bot.ann, bot.cleo]).await;
    pass_to_monday(&bot, 9).await;
    let [week] = weeks(&bot).try_into().unwrap();
    assert!(week.content.contains("**Ben** 🔥 3"), "{}", week.content);
    // Who solved a puzzle in a server is kept for two weeks.
    for _ in 0..3 {
        pass_to_monday(&bot, 9).await;
    }
    pass(&bot, 2 * DAY).await;
    bot.delete_data(bot.ben).await;
    pass_minutes(&bot).await;
    let [week] = weeks(&bot).try_into().unwrap();
    let is_right = week.content.contains("**Ann**") && !week.content.contains("Ben");
    assert!(is_right, "{}", week.content);
    bot.close().await;
}

/// What the leaderboards in a channel that name Ann show.
fn boards_with_ann(bot: &TestBot, channel: ChannelId) -> Vec<String> {
    let messages = bot.discord.messages(channel).into_iter().filter(|it| !it.is_ephemeral());
    let boards = messages.filter(|it| it.content.starts_with("🏆 **Leaderboard**"));
    boards.filter(|it| it.content.contains(" Ann ·")).map(|it| it.content.clone()).collect()
}

#[tokio::test]
async fn a_deleted_player_leaves_a_leaderboard_in_an_old_thread() {
    let bot = open("left_thread").await;
    ann_wins(&bot).await;
    let thread = bot.discord.add_thread(bot.channel, "tables");
    let page = bot.discord.command(bot.ann, thread, "settings", json!({})).await;
    let page = bot.press(bot.ann, page.message(), "Leaderboard").await;
    let label = "Leaderboard: all time, by wins";
    bot.choose(bot.ann, page.message(), PLACEHOLDER, label).await;
    settle(&bot).await;
    assert_eq!(boards_with_ann(&bot, thread).len(), 1);
    pass(&bot, 2 * DAY).await;
    bot.discord.archive_thread(thread);
    bot.delete_data(bot.ann).await;
    pass_minutes(&bot).await;
    assert_eq!(boards_with_ann(&bot, thread), [""; 0]);
    bot.close_allowing(&["400 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn who_cannot_be_edited_out_of_a_leaderboard_leaves_it() {
    let bot = open("left_limited").await;
    let first = leaderboard_here(&bot).await;
    ann_wins(&bot).await;
    pass(&bot, 2 * HOUR).await;
    assert_eq!(boards_with_ann(&bot, bot.channel).len(), 1);
    let body = json!({
        "message": "Maximum number of edits to messages older than 1 hour reached.",
        "code": 30_046,
    });
    let kind = FaultKind::Status(429, body);
    bot.discord.inject_fault(Fault { route: "PATCH /channels", times: 2, kind });
    bot.delete_data(bot.ann).await;
    pass_minutes(&bot).await;
    assert_eq!(boards_with_ann(&bot, bot.channel), [""; 0]);
    let second = board(&bot);
    assert!(second.id > first.id && second.content.contains(" Ben ·"), "{second:?}");
    bot.close_expecting(&["429 PATCH /channels/*/messages/*"]).await;
}
