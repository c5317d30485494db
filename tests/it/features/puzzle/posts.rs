//! The daily puzzle that a server has posted, and the settings for it.

use std::{sync::Arc, time::Duration};

use fake_discord::{ActionResult, Fault, FaultKind, Message, Permissions, RecordedRequest};
use serde_json::json;

use super::daily::{DAY, TODAY, daily, solution, solve, solve_today};
use crate::{
    features::leaderboard::standing::settle,
    support::{TestBot, wait_until, wait_until_async},
};

/// Opens the settings' page of the daily puzzle as Ann, the owner of the server.
pub(super) async fn open_settings(bot: &TestBot) -> Message {
    let page = bot.command(bot.ann, "settings", json!({})).await;
    page.message().clone()
}

pub(super) async fn set_hour(bot: &TestBot, hour: &str) -> Message {
    let page = open_settings(bot).await;
    let chosen = bot.choose(bot.ann, &page, "Daily puzzle…", hour).await;
    assert!(chosen.is_update(), "{chosen:?}");
    chosen.message().clone()
}

/// The puzzles that were posted in the channel, by their titles.
pub(super) async fn posts(bot: &TestBot) -> Vec<Arc<Message>> {
    bot.wait_scheduler().await;
    let mut messages = bot.discord.messages(bot.channel);
    messages.retain(|it| !it.is_ephemeral() && it.content.starts_with('🧩'));
    messages
}

/// Waits until so many puzzles are posted and the last one is recorded, which it returns.
pub(super) async fn wait_for_posts(bot: &TestBot, count: usize) -> Arc<Message> {
    let are_posted = async || posts(bot).await.len() == count;
    wait_until_async("the puzzles are posted", are_posted).await;
    let last = posts(bot).await.into_iter().max_by_key(|post| post.id).unwrap();
    let (_, number) = last.content.split_once('#').unwrap();
    let (number, _) = number.split_once('*').unwrap();
    let mut sql = bot.database.sql().await;
    let recorded = "SELECT CAST(coalesce(max(puzzle), 0) AS text) FROM standing_message \
                    WHERE kind = 'daily'";
    wait_until_async("it is recorded", async || sql.text(recorded).await == number).await;
    last
}

/// How often the bot has tried to post a message by itself.
fn posting_requests(bot: &TestBot) -> usize {
    let requests = bot.discord.requests();
    let is_post =
        |it: &&Arc<RecordedRequest>| it.method == "POST" && it.path.starts_with("/channels/");
    requests.iter().filter(is_post).count()
}

#[tokio::test]
async fn a_server_has_the_puzzle_posted_once_a_day() {
    let mut bot = TestBot::open("puzzle_post").await;
    let page = open_settings(&bot).await;
    assert!(page.content.contains("🧩 The daily puzzle isn’t posted"), "{}", page.content);
    // It is a quarter past two in the afternoon.
    let page = set_hour(&bot, "15:00 UTC").await;
    let on =
        format!("🧩 The daily puzzle is posted in <#{}> shortly after 15:00 UTC (<t:", bot.channel);
    assert!(page.content.contains(&on), "{}", page.content);
    assert!(page.button("Puzzle here").unwrap().disabled);
    assert_eq!(posts(&bot).await.len(), 0);
    bot.advance(Duration::from_hours(1)).await;
    let post = wait_for_posts(&bot, 1).await;
    assert!(post.content.starts_with("🧩 **Fourfall #260** "), "{}", post.content);
    assert!(post.pings.is_empty() && post.mentions.is_empty(), "{post:?}");
    assert!(post.content.contains(" · Daily puzzle\n") && !post.content.contains("❤️"));
    assert_eq!(post.labels(), ["Solve it", "Yesterday’s solution", "This month"]);
    let own = bot.press(bot.ben, &post, "Solve it").await;
    assert!(own.is_ephemeral() && own.text().contains("❤️❤️❤️"), "{own:?}");

    bot.restart().await;
    bot.advance(DAY).await;
    let post = wait_for_posts(&bot, 2).await;
    assert!(post.content.starts_with("🧩 **Fourfall #261** "), "{}", post.content);
    bot.advance(5 * DAY).await;
    let post = wait_for_posts(&bot, 3).await;
    assert!(post.content.starts_with("🧩 **Fourfall #266** "), "only that of the day");

    bot.close().await;
}

#[tokio::test]
async fn a_puzzle_that_is_turned_off_is_not_posted() {
    let bot = TestBot::open("puzzle_post_off").await;
    set_hour(&bot, "15:00 UTC").await;
    let off = set_hour(&bot, "off").await;
    assert!(off.content.contains("🧩 The daily puzzle isn’t posted"), "{}", off.content);
    bot.advance(2 * DAY).await;
    assert_eq!(posts(&bot).await.len(), 0);
    let on = open_settings(&bot).await;
    let on = bot.press(bot.ann, &on, "Puzzle here").await;
    assert!(on.text().contains("shortly after 15:00 UTC"), "the hour is kept: {}", on.text());
    bot.close().await;
}

#[tokio::test]
async fn another_hour_brings_no_second_post_on_a_day() {
    let bot = TestBot::open("puzzle_post_hour").await;
    set_hour(&bot, "15:00 UTC").await;
    bot.advance(Duration::from_hours(1)).await;
    wait_for_posts(&bot, 1).await;
    let page = set_hour(&bot, "16:00 UTC").await;
    let tomorrow = bot.clock.now().midnight().after(Duration::from_hours(24 + 16)).seconds();
    let (_, next) = page.content.split_once("after 16:00 UTC (<t:").unwrap();
    let next: i64 = next.split_once(":t>").unwrap().0.parse().unwrap();
    assert!((tomorrow..tomorrow + 300).contains(&next), "{}", page.content);
    bot.advance(Duration::from_hours(1)).await;
    bot.wait_scheduler().await;
    assert_eq!(posts(&bot).await.len(), 1, "that of the day was posted already");
    bot.close().await;
}

async fn set_time_zone(bot: &TestBot, name: &str) -> ActionResult {
    bot.command(bot.ann, "settings", json!({ "timezone": name })).await
}

#[tokio::test]
async fn a_puzzle_is_posted_at_the_servers_own_hour() {
    let bot = TestBot::open("puzzle_post_zone").await;
    let set = set_time_zone(&bot, "Europe/Berlin").await;
    let zone = "🕰️ Time zone: **Europe/Berlin**. `/settings timezone` changes it.";
    assert!(set.is_ephemeral() && set.text().contains(zone), "{}", set.text());
    // It is a quarter past four in Berlin.
    let page = set_hour(&bot, "17:00 Europe/Berlin").await;
    assert!(page.content.contains("shortly after 17:00 Europe/Berlin (<t:"), "{}", page.content);
    bot.advance(Duration::from_hours(1)).await;
    wait_for_posts(&bot, 1).await;
    // Five weeks later summer time has ended.
    let winter = bot.clock.now().midnight().after(35 * DAY + Duration::from_mins(15 * 60 + 30));
    bot.advance(winter.since(bot.clock.now())).await;
    let post = wait_for_posts(&bot, 2).await;
    assert!(post.content.starts_with("🧩 **Fourfall #295** "), "late: {}", post.content);
    bot.advance(DAY).await;
    assert_eq!(posts(&bot).await.len(), 2, "it is half past four");
    bot.advance(Duration::from_hours(1)).await;
    let post = wait_for_posts(&bot, 3).await;
    assert!(post.content.starts_with("🧩 **Fourfall #296** "), "{}", post.content);
    bot.close().await;
}

#[tokio::test]
async fn a_time_zone_is_chosen_by_its_city() {
    let bot = TestBot::open("time_zone").await;
    let typed = json!({ "timezone": "kath" });
    let choices =
        bot.discord.autocomplete(bot.ann, bot.channel, "settings", typed, "timezone").await;
    let [nepal] = choices.choices() else { panic!("{choices:?}") };
    assert_eq!(
        (nepal.name.as_str(), &nepal.value),
        ("Asia/Kathmandu · 19:58", &json!("Asia/Kathmandu"))
    );
    let typed = json!({ "timezone": "" });
    let all = bot.discord.autocomplete(bot.ann, bot.channel, "settings", typed, "timezone").await;
    assert_eq!(all.choices().len(), 25);
    let typed = json!({ "timezone": "gmt" });
    let gmt = bot.discord.autocomplete(bot.ann, bot.channel, "settings", typed, "timezone").await;
    let labels: Vec<_> = gmt.choices().iter().map(|it| it.name.as_str()).take(3).collect();
    let utc = "UTC · 14:13 · no summer time";
    assert_eq!(labels, ["Europe/London · 15:13", "Europe/Dublin · 15:13", utc]);
    for (name, zone) in [("são paulo", "America/Sao_Paulo"), ("Japan", "Asia/Tokyo")] {
        let set = set_time_zone(&bot, name).await;
        assert!(set.text().contains(zone), "{}", set.text());
    }
    for name in ["Olympus Mons", "EST", "Etc/GMT+5"] {
        let refused = set_time_zone(&bot, name).await;
        TestBot::assert_refused(&refused, "I don’t know a place of that name. Type a city");
    }
    bot.close().await;
}

#[tokio::test]
async fn another_time_zone_moves_the_next_post() {
    let bot = TestBot::open("time_zone_moved").await;
    set_hour(&bot, "15:00 UTC").await;
    set_time_zone(&bot, "America/New_York").await;
    bot.advance(Duration::from_hours(1)).await;
    assert_eq!(posts(&bot).await.len(), 0, "it is eleven there");
    bot.advance(Duration::from_hours(4)).await;
    wait_for_posts(&bot, 1).await;
    let set = set_time_zone(&bot, "Pacific/Kiritimati").await;
    assert!(set.text().contains("shortly after 15:00 Pacific/Kiritimati (<t:"), "{}", set.text());
    bot.advance(Duration::from_hours(6)).await;
    let post = wait_for_posts(&bot, 2).await;
    assert!(post.content.starts_with("🧩 **Fourfall #261** "), "{}", post.content);
    bot.close().await;
}

#[tokio::test]
async fn settings_say_where_the_puzzle_cannot_be_posted() {
    let bot = TestBot::open("puzzle_post_refused").await;
    let reading = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    bot.discord.set_bot_permissions(bot.channel, reading);
    let page = open_settings(&bot).await;
    let off = bot.choose(bot.ann, &page, "Daily puzzle…", "off").await;
    assert!(off.is_update(), "it is off: {off:?}");
    let refused = bot.choose(bot.ann, &page, "Daily puzzle…", "15:00 UTC").await;
    TestBot::assert_refused(&refused, "I can’t post in this channel: ");
    let refused = bot.press(bot.ann, &page, "Puzzle here").await;
    TestBot::assert_refused(&refused, "I can’t post in this channel: ");

    bot.discord.set_bot_permissions(bot.channel, Permissions::MEMBER);
    set_hour(&bot, "15:00 UTC").await;
    bot.discord.set_bot_permissions(bot.channel, reading);
    bot.advance(Duration::from_hours(1)).await;
    bot.wait_scheduler().await;
    let warning = format!("⚠️ Discord didn’t let me post the last one in <#{}>.", bot.channel);
    let says_so = async || open_settings(&bot).await.content.contains(&warning);
    wait_until_async("the settings say so", says_so).await;

    let general = bot.discord.channel("general");
    let page = bot.discord.command(bot.ann, general, "settings", json!({})).await;
    let moved = bot.press(bot.ann, page.message(), "Puzzle here").await;
    let on = format!("🧩 The daily puzzle is posted in <#{general}> shortly after 15:00 UTC (<t:");
    assert!(moved.text().contains(&on) && !moved.text().contains("⚠️"), "{}", moved.text());
    bot.advance(DAY).await;
    let is_posted = || {
        let messages = bot.discord.messages(general);
        messages.iter().any(|it| !it.is_ephemeral() && it.content.starts_with("🧩 **Fourfall #261"))
    };
    wait_until("the puzzle is posted in the other channel", is_posted).await;
    bot.close_expecting(&["403 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn a_week_of_refused_posts_ends_them() {
    let bot = TestBot::open("puzzle_post_ended").await;
    set_hour(&bot, "15:00 UTC").await;
    let reading = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    bot.discord.set_bot_permissions(bot.channel, reading);
    let refusals = "SELECT refusals FROM standing_message WHERE kind = 'daily'";
    for days in 1..=7 {
        bot.advance(if days == 1 { Duration::from_hours(1) } else { DAY }).await;
        let mut sql = bot.database.sql().await;
        let is_refused = async || sql.number(refusals).await == days;
        wait_until_async("the post is refused", is_refused).await;
    }
    bot.advance(3 * DAY).await;
    bot.wait_scheduler().await;
    assert_eq!(posting_requests(&bot), 7);
    bot.discord.set_bot_permissions(bot.channel, Permissions::MEMBER);
    let page = open_settings(&bot).await;
    assert!(page.content.contains("⚠️ I stopped posting the daily puzzle: "), "{}", page.content);
    let on = bot.press(bot.ann, &page, "Puzzle here").await;
    assert!(on.text().contains("shortly after 15:00 UTC") && !on.text().contains("⚠️"), "{on:?}");
    bot.advance(DAY).await;
    wait_for_posts(&bot, 1).await;
    bot.close_allowing(&["403 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn a_post_that_was_missed_is_made_up_for() {
    let mut bot = TestBot::open("puzzle_post_missed").await;
    set_hour(&bot, "15:00 UTC").await;
    bot.stop().await;
    bot.clock.advance(Duration::from_hours(60));
    bot.start();
    bot.wait_connected().await;
    let post = wait_for_posts(&bot, 1).await;
    assert!(post.content.starts_with("🧩 **Fourfall #263** "), "only that of the day: {post:?}");
    bot.advance(Duration::from_hours(13)).await;
    bot.wait_scheduler().await;
    assert_eq!(posts(&bot).await.len(), 1, "a day has one message");
    bot.close().await;
}

#[tokio::test]
async fn the_puzzle_is_not_posted_where_the_bot_is_no_member() {
    let bot = TestBot::open("puzzle_post_member").await;
    let guild = bot.discord.add_guild("Elsewhere");
    let lounge = bot.discord.add_channel_in(guild, "lounge");
    bot.discord.install_commands_only(guild);
    let page = bot.discord.command(bot.ann, lounge, "settings", json!({})).await;
    let refused = bot.press(bot.ann, page.message(), "Puzzle here").await;
    TestBot::assert_refused(&refused, "I can’t post here: I’m not a member of this server.");
    bot.close_expecting(&["403 GET /channels/*"]).await;
}

#[tokio::test]
async fn a_post_whose_answer_is_lost_is_there_once() {
    let bot = TestBot::open("puzzle_post_lost").await;
    set_hour(&bot, "15:00 UTC").await;
    let lost = Fault { route: "POST /channels", times: 1, kind: FaultKind::DropResponse };
    bot.discord.inject_fault(lost);
    bot.advance(Duration::from_hours(1)).await;
    wait_until("the post was sent", || posting_requests(&bot) == 1).await;
    bot.advance(Duration::from_mins(2)).await;
    wait_until("the post is sent again", || posting_requests(&bot) == 2).await;
    assert_eq!(posts(&bot).await.len(), 1);
    bot.close().await;
}

#[tokio::test]
async fn a_post_is_recorded_once_the_database_can() {
    let bot = TestBot::builder("puzzle_post_unrecorded").on_sqlite().open().await;
    set_hour(&bot, "15:00 UTC").await;
    let mut sql = bot.database.sql().await;
    sql.run(
        "CREATE TRIGGER broken BEFORE UPDATE OF puzzle ON standing_message \
         WHEN NEW.kind = 'puzzle' BEGIN SELECT raise(ABORT, 'broken'); END",
    )
    .await;
    bot.advance(Duration::from_hours(1)).await;
    wait_until("it is posted", || posting_requests(&bot) == 1).await;
    // As it is not recorded, it comes due again, with the same nonce.
    bot.advance(Duration::from_mins(2)).await;
    wait_until("it is posted again", || posting_requests(&bot) == 2).await;
    sql.run("DROP TRIGGER broken").await;
    let recorded = "SELECT count(*) FROM standing_message WHERE kind = 'daily' AND puzzle = 260";
    wait_until_async("it is recorded", async || sql.number(recorded).await == 1).await;
    // By now Discord has forgotten the nonce.
    bot.advance(Duration::from_mins(10)).await;
    bot.wait_scheduler().await;
    assert_eq!((posting_requests(&bot), posts(&bot).await.len()), (2, 1));
    bot.close().await;
}

#[tokio::test]
async fn a_post_waits_until_discord_is_there_again() {
    let bot = TestBot::open("puzzle_post_outage").await;
    set_hour(&bot, "15:00 UTC").await;
    // Without a code, a proxy has answered.
    for status in [503, 404] {
        let kind = FaultKind::Status(status, json!({}));
        bot.discord.inject_fault(Fault { route: "POST /channels", times: 1, kind });
    }
    bot.advance(Duration::from_hours(1)).await;
    for attempts in 1..=2 {
        let is_tried = || posting_requests(&bot) == usize::try_from(attempts).unwrap();
        wait_until("the post was tried in vain", is_tried).await;
        bot.advance(attempts * Duration::from_mins(2)).await;
    }
    let post = wait_for_posts(&bot, 1).await;
    assert!(post.content.starts_with("🧩 **Fourfall #260** "), "{}", post.content);
    let faults = ["503 POST /channels/*/messages", "404 POST /channels/*/messages"];
    bot.close_allowing(&faults).await;
}

#[tokio::test]
async fn a_faulty_post_does_not_count_against_a_server() {
    let bot = TestBot::open("puzzle_post_faulty").await;
    set_hour(&bot, "15:00 UTC").await;
    let kind = FaultKind::Status(400, json!({ "code": 50_035, "message": "Invalid Form Body" }));
    bot.discord.inject_fault(Fault { route: "POST /channels", times: 1, kind });
    bot.advance(Duration::from_hours(1)).await;
    wait_until("the post was tried in vain", || posting_requests(&bot) == 1).await;
    let tomorrow = bot.clock.now().after(Duration::from_hours(12)).milliseconds();
    wait_until_async("the result is stored", async || {
        let due_at = "SELECT CAST(due_at AS text) FROM standing_message WHERE kind = 'daily'";
        bot.database.sql().await.text(due_at).await.parse::<i64>().unwrap() > tomorrow
    })
    .await;
    bot.advance(Duration::from_mins(5)).await;
    bot.wait_scheduler().await;
    assert_eq!(posting_requests(&bot), 1, "it is not tried again on this day");
    assert!(!open_settings(&bot).await.content.contains('⚠'));
    bot.advance(DAY).await;
    wait_for_posts(&bot, 1).await;
    bot.close_allowing(&["400 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn a_post_lists_who_has_solved_the_puzzle() {
    let bot = TestBot::open("puzzle_post_solvers").await;
    set_hour(&bot, "15:00 UTC").await;
    solve_today(&bot, bot.ann, TODAY).await;
    bot.advance(Duration::from_hours(1)).await;
    let post = wait_for_posts(&bot, 1).await;
    assert!(post.content.ends_with("\n🏅 Solved here: **Ann** 🔥 1"), "{post:?}");
    solve_today(&bot, bot.ben, TODAY).await;
    bot.wait_scheduler().await;
    assert!(!bot.current(&post).is_edited(), "it is not a minute old");
    bot.advance(Duration::from_mins(1)).await;
    let both = "\n🏅 Solved here: **Ann** 🔥 1 · **Ben** 🔥 1";
    let shows_both = || bot.current(&post).content.ends_with(both);
    wait_until("both are listed", shows_both).await;
    let direct = bot.discord.channel("dm:cleo");
    let shown = bot.discord.command(bot.cleo, direct, "daily", json!({})).await;
    solve(&bot, bot.cleo, shown.message(), &solution(TODAY)).await;
    bot.advance(Duration::from_mins(1)).await;
    bot.wait_scheduler().await;
    assert!(shows_both(), "{:?}", bot.current(&post));
    daily(&bot, bot.cleo).await;
    let all = format!("{both} · **Cleo** 🔥 1");
    wait_until("Cleo is listed", || bot.current(&post).content.ends_with(&all)).await;
    assert_eq!(posts(&bot).await.len(), 1);

    bot.delete_data(bot.ben).await;
    let without = "\n🏅 Solved here: **Ann** 🔥 1 · **Cleo** 🔥 1";
    wait_until("Ben is gone", || bot.current(&post).content.ends_with(without)).await;
    bot.close().await;
}

#[tokio::test]
async fn a_deleted_post_is_not_edited_again() {
    let bot = TestBot::open("puzzle_post_deleted").await;
    set_hour(&bot, "15:00 UTC").await;
    bot.advance(Duration::from_hours(1)).await;
    let post = wait_for_posts(&bot, 1).await;
    bot.discord.delete_message(bot.channel, post.id);
    bot.advance(Duration::from_mins(1)).await;
    solve_today(&bot, bot.ann, TODAY).await;
    let kept = "SELECT count(*) FROM standing_message WHERE kind = 'puzzle'";
    let mut sql = bot.database.sql().await;
    wait_until_async("it is noticed", async || sql.number(kept).await == 0).await;
    solve_today(&bot, bot.ben, TODAY).await;
    bot.advance(Duration::from_mins(10)).await;
    bot.wait_scheduler().await;
    let requests = bot.discord.requests();
    let edits = requests.iter().filter(|it| it.method == "PATCH" && it.status == 404).count();
    assert_eq!(edits, 1);
    bot.advance(DAY).await;
    wait_for_posts(&bot, 1).await;
    bot.close_expecting(&["404 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_deleted_solver_leaves_yesterdays_post() {
    let bot = TestBot::open("puzzle_post_yesterday").await;
    set_hour(&bot, "15:00 UTC").await;
    solve_today(&bot, bot.ann, TODAY).await;
    solve_today(&bot, bot.ben, TODAY).await;
    bot.advance(Duration::from_hours(1)).await;
    let post = wait_for_posts(&bot, 1).await;
    assert!(post.content.contains("**Ben**"), "{}", post.content);
    bot.advance(Duration::from_hours(12)).await;
    bot.delete_data(bot.ben).await;
    wait_until("Ben is gone", || !bot.current(&post).content.contains("**Ben**")).await;
    bot.close().await;
}

#[tokio::test]
async fn a_time_zone_whose_hour_is_over_skips_no_day() {
    let bot = TestBot::open("time_zone_over").await;
    set_hour(&bot, "15:00 UTC").await;
    bot.advance(Duration::from_hours(1)).await;
    wait_for_posts(&bot, 1).await;
    bot.advance(Duration::from_hours(23)).await;
    // In summer it is past four there.
    set_time_zone(&bot, "Europe/Berlin").await;
    let post = wait_for_posts(&bot, 2).await;
    assert!(post.content.starts_with("🧩 **Fourfall #261** "), "{}", post.content);
    bot.close().await;
}

#[tokio::test]
async fn a_copy_of_a_post_goes_at_its_next_press() {
    let mut bot = TestBot::open("puzzle_post_copy").await;
    set_hour(&bot, "15:00 UTC").await;
    let lost = Fault { route: "POST /channels", times: 1, kind: FaultKind::DropResponse };
    bot.discord.inject_fault(lost);
    bot.advance(Duration::from_hours(1)).await;
    wait_until("it is sent", || posting_requests(&bot) == 1).await;
    bot.stop().await;
    // By then Discord has forgotten the nonce.
    bot.discord.advance(Duration::from_hours(1));
    bot.start();
    bot.wait_connected().await;
    let post = wait_for_posts(&bot, 2).await;
    let mut copies = posts(&bot).await;
    copies.retain(|it| it.id != post.id);
    let [copy] = copies.try_into().unwrap();
    for (message, left) in [(&post, 2), (&copy, 1)] {
        let solution = bot.press(bot.ann, message, "Yesterday’s solution").await;
        assert!(solution.is_ephemeral() && solution.text().starts_with('💡'), "{solution:?}");
        settle(&bot).await;
        assert_eq!(posts(&bot).await.len(), left);
        bot.advance(Duration::from_mins(10)).await;
    }
    // Earlier posts stay as they were.
    bot.advance(DAY).await;
    wait_for_posts(&bot, 2).await;
    bot.press(bot.ann, &post, "Yesterday’s solution").await;
    bot.advance(Duration::from_mins(10)).await;
    assert_eq!(posts(&bot).await.len(), 2);
    bot.close().await;
}
