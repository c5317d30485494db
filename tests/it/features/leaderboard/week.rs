//! The week in words, which comes on Mondays.

use std::{sync::Arc, time::Duration};

use fake_discord::{Fault, FaultKind, Message, Permissions};
use serde_json::json;

use super::standing::{ann_beats, ann_wins, leaderboard_here, open, open_posts, pass, settle};
use crate::{
    features::puzzle::daily::solve_today,
    support::{TestBot, wait_until, wait_until_async},
};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
const HERE: &str = "Week in words here";

/// Turns the week in words on in the channel.
pub(super) async fn week_here(bot: &TestBot) -> Message {
    let page = open_posts(bot).await;
    let pressed = bot.press(bot.ann, &page, HERE).await;
    assert!(pressed.is_update(), "{pressed:?}");
    pressed.message().clone()
}

/// The weeks that were told in the channel.
pub(super) fn weeks(bot: &TestBot) -> Vec<Arc<Message>> {
    let mut messages = bot.discord.messages(bot.channel);
    messages.retain(|it| !it.is_ephemeral() && it.content.starts_with("📰 **The week in words**"));
    messages
}

/// Lets time pass until this hour (UTC) of the next Monday, and what is due then be done. The clocks
/// of tests begin on a Monday afternoon.
pub(super) async fn pass_to_monday(bot: &TestBot, hours: u32) {
    let now = bot.clock.now();
    let days_into_week = u32::try_from((now.day() + 3) % 7).unwrap();
    // All posts of an hour come in its first five minutes.
    let minutes = Duration::from_mins(6);
    let monday = now.midnight().after((7 - days_into_week) * DAY + hours * HOUR + minutes);
    pass(bot, monday.since(now)).await;
}

/// How often the bot has tried to post in a channel by itself.
fn posting_requests(bot: &TestBot) -> usize {
    let requests = bot.discord.requests();
    requests.iter().filter(|it| it.method == "POST" && it.path.starts_with("/channels/")).count()
}

#[tokio::test]
async fn a_week_is_told_on_monday() {
    let mut bot = open("week").await;
    let page = week_here(&bot).await;
    let monday = bot.clock.now().midnight().after(7 * DAY).seconds();
    let on =
        format!("📰 The week in words comes to <#{}> on Mondays. The next one: <t:", bot.channel);
    let (_, next) = page.content.split_once(&on).unwrap();
    let due: i64 = next.split_once(":d>, <t:").unwrap().0.parse().unwrap();
    let nine = monday + 9 * 3_600;
    assert!((nine..nine + 300).contains(&due), "{}", page.content);

    bot.play_won_game([bot.ann, bot.ben]).await;
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE rating SET value = 1500, deviation = 60").await;
    for number in 260..263 {
        solve_today(&bot, bot.ben, number).await;
        pass(&bot, DAY).await;
    }
    for winner in [bot.ben, bot.ann, bot.ben] {
        let loser = if winner == bot.ann { bot.ben } else { bot.ann };
        let game = bot.start_game(winner, loser).await;
        bot.play_moves_as([winner, loser], &game, "121213531").await;
    }
    bot.play_won_game([bot.cleo, bot.ben]).await;
    bot.play_won_game([bot.ann, bot.cleo]).await;
    let shown = bot.command(bot.ben, "leaderboard", json!({ "period": "week" })).await;
    let shown = bot.press(bot.ben, shown.message(), "By wins").await;
    let top = "🥇 Ann · 3 wins · 2 losses";
    assert!(shown.text().contains(top), "{}", shown.text());
    bot.restart().await;

    pass_to_monday(&bot, 8).await;
    assert_eq!(weeks(&bot).len(), 0, "it is eight");
    // This counts for the week that has begun.
    ann_beats(&bot, bot.cleo).await;
    pass(&bot, HOUR).await;
    let [week] = weeks(&bot).try_into().unwrap();
    let noon = |days: i64| monday - 7 * 86_400 + days * 86_400 + 43_200;
    let expected = format!(
        "📰 **The week in words** · <t:{}:d> – <t:{}:d>\n\
         🏆 Most wins: **Ann** (3 wins · 2 losses)\n\
         📈 **Ann** climbed the most: +12, to 1512\n\
         ⚔️ The longest rivalry: **Ann** and **Ben** are level at 2–2\n\
         🧩 Puzzle streaks: **Ben** 🔥 3\n\
         ⚡ The shortest win: **Ann** beat **Ben** in 7 moves",
        noon(0),
        noon(6),
    );
    assert_eq!(week.content, expected);
    assert!(week.pings.is_empty() && week.mentions.is_empty(), "{week:?}");
    let [gif] = &*week.attachments else { panic!("{week:?}") };
    assert_eq!(gif.description.as_deref(), Some("The shortest win of the week, move by move"));
    assert!(bot.discord.attachment(&gif.url).unwrap().starts_with(b"GIF89a"));
    assert_eq!(week.labels(), ["Play now", "Replay"]);
    let replay = bot.press(bot.cleo, &week, "Replay").await;
    assert!(replay.is_ephemeral() && replay.text().contains("7 moves follow"), "{replay:?}");

    pass(&bot, 6 * DAY).await;
    assert_eq!(weeks(&bot).len(), 1);
    pass_to_monday(&bot, 9).await;
    assert_eq!(weeks(&bot).len(), 2);
    bot.close().await;
}

#[tokio::test]
async fn a_week_without_games_and_puzzles_is_not_told() {
    let bot = open("week_empty").await;
    let page = open_posts(&bot).await;
    let off = "📰 The week in words isn’t posted. It tells each Monday who won the most";
    assert!(page.content.contains(off), "{}", page.content);
    week_here(&bot).await;
    ann_beats(&bot, bot.ben).await;
    pass_to_monday(&bot, 9).await;
    assert_eq!(weeks(&bot).len(), 1);
    for _ in 0..2 {
        pass_to_monday(&bot, 9).await;
    }
    assert_eq!(weeks(&bot).len(), 1);
    ann_wins(&bot).await;
    pass_to_monday(&bot, 9).await;
    assert_eq!(weeks(&bot).len(), 2);
    bot.close().await;
}

#[tokio::test]
async fn the_week_in_words_is_turned_off() {
    let bot = open("week_off").await;
    let page = week_here(&bot).await;
    let off = bot.press(bot.ann, &page, "Stop week in words").await;
    assert!(off.text().contains("📰 The week in words isn’t posted."), "{}", off.text());
    ann_wins(&bot).await;
    pass_to_monday(&bot, 9).await;
    assert_eq!(weeks(&bot).len(), 0);
    bot.close().await;
}

#[tokio::test]
async fn the_week_in_words_needs_no_leaderboard_that_stays() {
    let bot = open("week_alone").await;
    leaderboard_here(&bot).await;
    let page = week_here(&bot).await;
    let boards = bot.press(bot.ann, &page, "Leaderboard").await;
    let removed = bot.press(bot.ann, boards.message(), "Remove leaderboard").await;
    let page = bot.press(bot.ann, removed.message(), "Posts").await;
    assert!(page.text().contains("📰 The week in words comes to"), "{}", page.text());
    ann_wins(&bot).await;
    pass_to_monday(&bot, 9).await;
    assert_eq!(weeks(&bot).len(), 1);
    bot.close().await;
}

#[tokio::test]
async fn the_week_in_words_moves_to_another_channel() {
    let bot = open("week_moved").await;
    week_here(&bot).await;
    ann_wins(&bot).await;
    let general = bot.discord.channel("general");
    let page = bot.discord.command(bot.ann, general, "settings", json!({})).await;
    let page = bot.press(bot.ann, page.message(), "Leaderboard").await;
    let page = bot.press(bot.ann, page.message(), "Leaderboard here").await;
    let page = bot.press(bot.ann, page.message(), "Posts").await;
    let page = bot.press(bot.ann, page.message(), HERE).await;
    let on = format!("📰 The week in words comes to <#{general}> on Mondays.");
    assert!(page.text().contains(&on), "{}", page.text());
    pass_to_monday(&bot, 9).await;
    let told = bot.discord.messages(general);
    assert!(told.iter().any(|it| it.content.starts_with("📰 **The week in words**")), "{told:?}");
    assert_eq!(weeks(&bot).len(), 0);
    bot.close().await;
}

#[tokio::test]
async fn a_refused_week_comes_at_once_where_it_is_moved_to() {
    let bot = open("week_refused_moved").await;
    week_here(&bot).await;
    ann_wins(&bot).await;
    let reading = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    bot.discord.set_bot_permissions(bot.channel, reading);
    pass_to_monday(&bot, 9).await;
    let general = bot.discord.channel("general");
    let page = bot.discord.command(bot.ann, general, "settings", json!({})).await;
    assert!(page.text().contains("⚠️"), "{}", page.text());
    bot.press(bot.ann, page.message(), HERE).await;
    settle(&bot).await;
    let told = bot.discord.messages(general);
    assert!(told.iter().any(|it| it.content.starts_with("📰 **The week in words**")), "{told:?}");
    bot.close_expecting(&["403 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn a_week_is_told_at_the_servers_own_hour_once() {
    let bot = open("week_zone").await;
    week_here(&bot).await;
    ann_wins(&bot).await;
    let set_zone = async |zone| bot.command(bot.ann, "settings", json!({ "timezone": zone })).await;
    set_zone("America/New_York").await;
    // Nine in the morning there.
    pass_to_monday(&bot, 12).await;
    assert_eq!(weeks(&bot).len(), 0);
    pass(&bot, HOUR).await;
    assert_eq!(weeks(&bot).len(), 1);
    set_zone("America/Los_Angeles").await;
    pass(&bot, DAY).await;
    assert_eq!(weeks(&bot).len(), 1, "that of the week was posted already");

    // The hour of the puzzle is that of the week as well, if it is posted.
    ann_wins(&bot).await;
    set_zone("UTC").await;
    let page = open_posts(&bot).await;
    bot.choose(bot.ann, &page, "Daily puzzle…", "5:00 UTC").await;
    pass_to_monday(&bot, 4).await;
    assert_eq!(weeks(&bot).len(), 1);
    pass(&bot, HOUR).await;
    assert_eq!(weeks(&bot).len(), 2);

    // There Monday begins before that of UTC, when the week of leaderboards ends.
    ann_wins(&bot).await;
    set_zone("Pacific/Kiritimati").await;
    pass_to_monday(&bot, 0).await;
    assert_eq!(weeks(&bot).len(), 3);
    bot.close().await;
}

#[tokio::test]
async fn a_missed_week_is_told_within_a_day() {
    let mut bot = open("week_missed").await;
    week_here(&bot).await;
    for (hours, told) in [(7 * 24 + 12, 1), (8 * 24, 1)] {
        ann_wins(&bot).await;
        bot.wait_idle().await;
        bot.stop().await;
        bot.clock.advance(Duration::from_hours(hours));
        bot.start();
        bot.wait_connected().await;
        settle(&bot).await;
        assert_eq!(weeks(&bot).len(), told);
    }
    bot.close().await;
}

#[tokio::test]
async fn one_of_two_replicas_tells_a_week() {
    let bot = TestBot::builder("week_replicas").http(2).open().await;
    bot.set_listed(bot.ann, true).await;
    week_here(&bot).await;
    ann_wins(&bot).await;
    pass_to_monday(&bot, 9).await;
    assert_eq!(weeks(&bot).len(), 1);
    bot.close().await;
}

#[tokio::test]
async fn a_week_whose_answer_is_lost_is_there_once() {
    let bot = open("week_lost").await;
    week_here(&bot).await;
    ann_wins(&bot).await;
    // The leaderboard comes anew by then.
    pass_to_monday(&bot, 8).await;
    let posted = posting_requests(&bot);
    let lost = Fault { route: "POST /channels", times: 1, kind: FaultKind::DropResponse };
    bot.discord.inject_fault(lost);
    bot.advance(HOUR).await;
    wait_until("it was sent", || posting_requests(&bot) == posted + 1).await;
    bot.advance(Duration::from_mins(2)).await;
    wait_until("it is sent again", || posting_requests(&bot) == posted + 2).await;
    settle(&bot).await;
    assert_eq!(weeks(&bot).len(), 1);
    bot.close().await;
}

#[tokio::test]
async fn settings_say_where_a_week_cannot_be_told() {
    let bot = open("week_refused").await;
    week_here(&bot).await;
    ann_wins(&bot).await;
    pass_to_monday(&bot, 8).await;
    let reading = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    bot.discord.set_bot_permissions(bot.channel, reading);
    pass(&bot, HOUR).await;
    let warning = format!("⚠️ Discord didn’t let me post the last one in <#{}>.", bot.channel);
    let says_so = async || open_posts(&bot).await.content.contains(&warning);
    wait_until_async("the settings say so", says_so).await;
    bot.discord.set_bot_permissions(bot.channel, Permissions::MEMBER);
    pass(&bot, HOUR).await;
    assert_eq!(weeks(&bot).len(), 1, "it is tried again an hour later");
    assert!(!open_posts(&bot).await.content.contains('⚠'));
    bot.close_expecting(&["403 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn seven_refusals_end_the_week_in_words() {
    let bot = open("week_ended").await;
    week_here(&bot).await;
    let reading = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    let mut sql = bot.database.sql().await;
    // Five within a day, one in the next week, since the waits have grown, and the last.
    for _ in 0..3 {
        ann_wins(&bot).await;
        settle(&bot).await;
        // Not of the leaderboard.
        sql.run("UPDATE standing_message SET due_at = NULL WHERE kind = 'leaderboard'").await;
        bot.discord.set_bot_permissions(bot.channel, reading);
        pass_to_monday(&bot, 9).await;
        for hours in [1, 2, 4, 8, 16] {
            pass(&bot, hours * HOUR).await;
        }
        bot.discord.set_bot_permissions(bot.channel, Permissions::MEMBER);
    }
    let page = open_posts(&bot).await;
    let stopped = "⚠️ I stopped posting the week in words, since Discord didn’t let me post it in ";
    assert!(page.content.contains(stopped), "{}", page.content);
    let on = bot.press(bot.ann, &page, HERE).await;
    assert!(on.text().contains("on Mondays") && !on.text().contains('⚠'), "{}", on.text());
    bot.close_expecting(&["403 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn a_week_comes_without_picture_where_files_are_forbidden() {
    let bot = open("week_files").await;
    week_here(&bot).await;
    ann_wins(&bot).await;
    let without_files = Permissions::MEMBER.without(Permissions::ATTACH_FILES);
    bot.discord.set_bot_permissions(bot.channel, without_files);
    pass_to_monday(&bot, 9).await;
    let [week] = weeks(&bot).try_into().unwrap();
    assert!(week.content.contains("⚡") && week.attachments.is_empty(), "{week:?}");
    bot.close_expecting(&["403 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn a_deleted_player_leaves_the_last_week_at_once() {
    let bot = open("week_privacy").await;
    bot.set_listed(bot.ben, true).await;
    week_here(&bot).await;
    ann_wins(&bot).await;
    let game = bot.start_game(bot.ben, bot.cleo).await;
    bot.play_moves_as([bot.ben, bot.cleo], &game, "1212121").await;
    pass_to_monday(&bot, 9).await;
    let [week] = weeks(&bot).try_into().unwrap();
    assert!(week.content.contains("**Ben**"), "{}", week.content);
    bot.delete_data(bot.ben).await;
    settle(&bot).await;
    let [week] = weeks(&bot).try_into().unwrap();
    let expected = ":d>\n🏆 Most wins: **Ann** (1 win)";
    assert!(week.content.ends_with(expected), "{}", week.content);
    assert!(week.attachments.is_empty(), "it was Ben's game: {week:?}");
    bot.delete_data(bot.ann).await;
    settle(&bot).await;
    assert_eq!(weeks(&bot).len(), 0, "nobody is left in it");

    bot.set_listed(bot.ann, true).await;
    ann_beats(&bot, bot.cleo).await;
    bot.delete_data(bot.cleo).await;
    pass_to_monday(&bot, 9).await;
    let [week] = weeks(&bot).try_into().unwrap();
    assert!(!week.content.contains("Cleo"), "{}", week.content);
    bot.close().await;
}

#[tokio::test]
async fn a_change_on_monday_morning_costs_no_week() {
    let bot = open("week_morning").await;
    bot.set_listed(bot.ben, true).await;
    week_here(&bot).await;
    ann_wins(&bot).await;
    pass_to_monday(&bot, 3).await;
    bot.command(bot.ann, "settings", json!({ "timezone": "Europe/Berlin" })).await;
    pass(&bot, HOUR).await;
    assert_eq!(weeks(&bot).len(), 0, "it is six in Berlin");
    pass(&bot, 3 * HOUR).await;
    assert_eq!(weeks(&bot).len(), 1);
    bot.close().await;
}
