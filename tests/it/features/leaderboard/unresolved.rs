//! Messages of which the bot does not know whether they were posted, or that are owed while Discord is
//! away, when something else happens.

use std::time::Duration;

use fake_discord::{ChannelId, Fault, FaultKind, Permissions};
use serde_json::json;

use super::{
    seasons::open_settings,
    standing::{ann_wins, boards, leaderboard_here, open, open_posts, pass, settle},
    week::{pass_to_monday, week_here},
};
use crate::{
    features::puzzle::daily::solve_today,
    support::{Sql, TestBot, wait_until},
};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Has the answer to the next post be lost, which is executed.
fn lose_post(bot: &TestBot) {
    let kind = FaultKind::DropResponse;
    bot.discord.inject_fault(Fault { route: "POST /channels", times: 1, kind });
}

/// Has Discord be away for posts, until faults are cleared.
fn fail_posts(bot: &TestBot) {
    let kind = FaultKind::Status(503, json!({}));
    bot.discord.inject_fault(Fault { route: "POST /channels", times: 1_000, kind });
}

/// Lets some minutes pass.
async fn pass_minutes(bot: &TestBot) {
    for _ in 0..6 {
        pass(bot, 2 * MINUTE).await;
    }
}

/// The messages of the bot in a channel that begin with this.
fn texts(bot: &TestBot, channel: ChannelId, start: &str) -> Vec<String> {
    let messages = bot.discord.messages(channel).into_iter().filter(|it| !it.is_ephemeral());
    messages.filter(|it| it.content.starts_with(start)).map(|it| it.content.clone()).collect()
}

#[tokio::test]
async fn who_leaves_while_a_new_leaderboard_is_lost_is_on_none() {
    let bot = open("unresolved_replacement").await;
    ann_wins(&bot).await;
    leaderboard_here(&bot).await;
    pass(&bot, 2 * DAY).await;
    lose_post(&bot);
    bot.play_won_game([bot.ann, bot.cleo]).await;
    wait_until("the new one is posted", || boards(&bot).len() == 2).await;
    bot.delete_data(bot.ben).await;
    pass_minutes(&bot).await;
    let [board] = boards(&bot).try_into().unwrap();
    assert!(board.content.contains("Ann") && !board.content.contains("Ben"), "{board:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_lost_leaderboard_that_is_removed_goes() {
    let bot = open("unresolved_removed").await;
    let page = open_settings(&bot).await;
    lose_post(&bot);
    let page = bot.press(bot.ann, &page, "Leaderboard here").await;
    wait_until("it is posted", || boards(&bot).len() == 1).await;
    bot.press(bot.ann, page.message(), "Remove leaderboard").await;
    pass_minutes(&bot).await;
    assert_eq!(boards(&bot).len(), 0);
    bot.close().await;
}

#[tokio::test]
async fn a_removal_costs_no_leaderboard_that_was_to_come() {
    let bot = open("unresolved_again").await;
    ann_wins(&bot).await;
    let first = leaderboard_here(&bot).await;
    let page = open_settings(&bot).await;
    bot.press(bot.ann, &page, "Leaderboard here").await;
    bot.delete_data(bot.ben).await;
    settle(&bot).await;
    pass_minutes(&bot).await;
    let [board] = boards(&bot).try_into().unwrap();
    assert!(board.id > first.id && !board.content.contains("Ben"), "{board:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_lost_puzzle_comes_once_where_it_is_moved_to() {
    let bot = open("unresolved_puzzle").await;
    let page = open_posts(&bot).await;
    bot.choose(bot.ann, &page, "Daily puzzle…", "15:00 UTC").await;
    solve_today(&bot, bot.ben, 260).await;
    lose_post(&bot);
    bot.advance(HOUR).await;
    let posts = |channel| texts(&bot, channel, "🧩 **Fourfall #260**");
    wait_until("it is posted", || posts(bot.channel).len() == 1).await;
    let general = bot.discord.channel("general");
    let page = bot.discord.command(bot.ann, general, "settings", json!({})).await;
    bot.press(bot.ann, page.message(), "Puzzle here").await;
    pass_minutes(&bot).await;
    assert_eq!((posts(bot.channel).len(), posts(general).len()), (0, 1));
    bot.delete_data(bot.ben).await;
    pass_minutes(&bot).await;
    assert!(!posts(general)[0].contains("Ben"), "{}", posts(general)[0]);
    bot.close().await;
}

#[tokio::test]
async fn a_week_that_is_moved_in_an_outage_is_told() {
    let bot = open("unresolved_week").await;
    week_here(&bot).await;
    ann_wins(&bot).await;
    pass_to_monday(&bot, 8).await;
    fail_posts(&bot);
    bot.advance(HOUR).await;
    let is_failed = || bot.discord.requests().iter().any(|it| it.status == 503);
    wait_until("Discord is away", is_failed).await;
    let general = bot.discord.channel("general");
    let page = bot.discord.command(bot.ann, general, "settings", json!({})).await;
    bot.press(bot.ann, page.message(), "Week in words here").await;
    bot.discord.clear_faults();
    pass(&bot, HOUR).await;
    assert_eq!(texts(&bot, general, "📰 **The week in words**").len(), 1);
    bot.close_expecting(&["503 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn a_week_turned_on_after_its_hour_is_not_told_that_day() {
    let bot = open("unresolved_turned_on").await;
    ann_wins(&bot).await;
    pass_to_monday(&bot, 12).await;
    week_here(&bot).await;
    // Another hour of the puzzle has it looked at again.
    let page = open_posts(&bot).await;
    bot.choose(bot.ann, &page, "Daily puzzle…", "10:00 UTC").await;
    pass(&bot, HOUR).await;
    assert_eq!(texts(&bot, bot.channel, "📰 **The week in words**").len(), 0);
    bot.close().await;
}

#[tokio::test]
async fn a_leaderboard_that_a_moderator_deletes_stays_away() {
    let bot = open("unresolved_moderator").await;
    ann_wins(&bot).await;
    let posted = leaderboard_here(&bot).await;
    pass(&bot, 2 * HOUR).await;
    let unseen = Permissions::MEMBER.without(Permissions::VIEW_CHANNEL);
    bot.discord.set_bot_permissions(bot.channel, unseen);
    bot.delete_data(bot.ben).await;
    pass_minutes(&bot).await;
    let refused = format!("⚠️ Discord didn’t let me update the leaderboard in <#{}>.", bot.channel);
    assert!(open_settings(&bot).await.content.contains(&refused));
    // By now its deletion is tried.
    bot.discord.delete_message(bot.channel, posted.id);
    bot.discord.set_bot_permissions(bot.channel, Permissions::MEMBER);
    for _ in 0..4 {
        pass(&bot, HOUR).await;
    }
    assert_eq!(boards(&bot).len(), 0);
    let refused = ["403 PATCH /channels/*/messages/*", "403 DELETE /channels/*/messages/*"];
    bot.close_allowing(&[&refused[..], &["404 DELETE /channels/*/messages/*"]].concat()).await;
}

#[tokio::test]
async fn whom_a_message_of_an_earlier_schema_names_can_leave() {
    let bot = TestBot::builder("unresolved_upgrade").on_sqlite().open().await;
    bot.set_listed(bot.ann, true).await;
    ann_wins(&bot).await;
    let page = open_settings(&bot).await;
    let select = "Leaderboard in this channel…";
    bot.choose(bot.ann, &page, select, "Leaderboard: this month, by wins").await;
    settle(&bot).await;
    pass(&bot, 2 * HOUR).await;
    let mut sql = bot.database.sql().await;
    for state in ["UPDATE standing_message SET refusals = 0", STOPPED] {
        fill(&mut sql, state).await;
        pass(&bot, HOUR).await;
        assert!(sql.number("SELECT count(*) FROM named_player").await > 0, "{state}");
    }
    bot.delete_data(bot.ben).await;
    settle(&bot).await;
    assert!(!boards(&bot)[0].content.contains("Ben"), "{:?}", boards(&bot));
    bot.close().await;
}

#[tokio::test]
async fn a_message_of_an_earlier_schema_is_edited_or_replaced() {
    let bot = TestBot::builder("unresolved_upgrade_refused").on_sqlite().open().await;
    ann_wins(&bot).await;
    let first = leaderboard_here(&bot).await;
    pass(&bot, 2 * HOUR).await;
    fill(&mut bot.database.sql().await, "UPDATE standing_message SET refusals = 1").await;
    let kind = FaultKind::Status(403, json!({"code": 50_013, "message": "Missing Permissions"}));
    bot.discord.inject_fault(Fault { route: "PATCH /channels", times: 1_000, kind });
    pass(&bot, HOUR).await;
    pass_minutes(&bot).await;
    bot.discord.clear_faults();
    let [board] = boards(&bot).try_into().unwrap();
    assert!(board.id > first.id, "whom {first:?} names is unknown");
    bot.close_expecting(&["403 PATCH /channels/*/messages/*"]).await;
}

/// Has messages be as they came from a schema that did not record whom they name, in which they were
/// like this.
async fn fill(sql: &mut Sql, state: &str) {
    sql.run("DELETE FROM named_player").await;
    sql.run(state).await;
    sql.run(
        "UPDATE standing_message SET shown = NULL, due_at = rests_until, \
         removal = CASE WHEN refusals > 0 THEN coalesce(removal, 0) ELSE removal END \
         WHERE posted_at IS NOT NULL AND state IN ('on', 'stopped')",
    )
    .await;
}

const STOPPED: &str = "UPDATE standing_message SET state = 'stopped', refusals = 7, due_at = NULL";
