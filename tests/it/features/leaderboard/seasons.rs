//! Seasons: how a manager starts them, and the leaderboards that they leave.

use std::{sync::Arc, time::Duration};

use clock::Timestamp;
use fake_discord::{Fault, FaultKind, Message, Permissions};
use jiff::civil::date;
use serde_json::json;

use super::{
    people::{hide, reset},
    standing::{pass, settle},
};
use crate::support::{TestBot, find_select, wait_until, wait_until_async};

pub(super) const DAY: Duration = Duration::from_hours(24);
const HOUR: Duration = Duration::from_hours(1);

/// Opens the settings' tab of the leaderboard as Ann, the owner of the server.
pub(super) async fn open_settings(bot: &TestBot) -> Message {
    let page = bot.command(bot.ann, "settings", json!({})).await;
    bot.press(bot.ann, page.message(), "Leaderboard").await.message().clone()
}

pub(super) async fn press(bot: &TestBot, message: &Message, label: &str) -> Message {
    let pressed = if label.starts_with("Start season") {
        bot.start_season(message, label).await
    } else {
        bot.press(bot.ann, message, label).await
    };
    assert!(pressed.is_update(), "{pressed:?}");
    pressed.message().clone()
}

pub(super) async fn leaderboard(bot: &TestBot) -> Message {
    bot.command(bot.ann, "leaderboard", json!({})).await.message().clone()
}

/// The messages that say that a season is over.
pub(super) fn posts(bot: &TestBot) -> Vec<Arc<Message>> {
    let mut messages = bot.discord.messages(bot.channel);
    messages.retain(|it| !it.is_ephemeral() && it.content.contains("is over!**"));
    messages
}

#[tokio::test]
async fn a_season_starts_the_servers_leaderboard_afresh() {
    let bot = TestBot::open("season").await;
    bot.play_won_game([bot.ann, bot.ben]).await;
    assert!(leaderboard(&bot).await.button("Seasons").is_none(), "there are none");
    let page = open_settings(&bot).await;
    assert!(
        page.content.starts_with("⚙️ **Settings of this server** · page 2 of 5\n🏆 No season is")
    );
    let page = press(&bot, &page, "Start season 1").await;
    assert!(page.content.contains("\n🏆 **Season 1** has been running since <t:"), "{page:?}");

    let empty = leaderboard(&bot).await;
    let title = "🏆 **Leaderboard** · season 1 · by wins\nNobody is on this list yet";
    assert!(empty.content.starts_with(title), "{}", empty.content);
    bot.play_won_game([bot.ben, bot.ann]).await;
    let season = leaderboard(&bot).await;
    let by_wins = "season 1 · by wins\n**1** Ben · 1 win";
    assert!(season.content.contains(by_wins), "{}", season.content);
    let by_rating = press(&bot, &season, "By rating").await;
    let lines = "season 1 · by rating\n**1** Ben · 1567? · 1 win\n\
                 **2** Ann · 1433? · 1 loss";
    assert!(by_rating.content.ends_with(lines), "the ratings stay: {}", by_rating.content);
    let by_wins = press(&bot, &by_rating, "By wins").await;
    assert!(by_wins.content.contains("season 1 · by wins\n**1** Ben · 1 win"));
    let month = press(&bot, &by_wins, "This month").await;
    assert!(month.content.contains("this month · by wins\n**1** "), "{month:?}");
    let again = press(&bot, &month, "Season 1").await;
    assert_eq!(again.content, by_wins.content);

    let seasons = press(&bot, &again, "Seasons").await;
    assert!(seasons.content.starts_with("🏆 **Seasons of this server**\n**Season 1** · since <t:"));
    let all = bot.choose(bot.ann, &seasons, "Leaderboard of…", "All time, over all seasons").await;
    let all = press(&bot, all.message(), "By wins").await;
    let equal = "\n**1** Ann · 1 win · 1 loss";
    assert!(all.content.contains("all time · by wins") && all.content.contains(equal), "{all:?}");
    let everywhere = press(&bot, &all, "All servers").await;
    let back = press(&bot, &everywhere, "This server").await;
    assert!(back.content.contains("season 1 · by wins"), "{}", back.content);
    let shared = bot.press_to_post(bot.ann, &back, "Show everyone").await;
    assert!(shared.content.contains("season 1 · by wins\n**1** Ben"), "{}", shared.content);
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn the_end_of_a_season_is_posted_and_its_board_kept() {
    let mut bot = TestBot::open("season_end").await;
    let late = press(&bot, &open_settings(&bot).await, "Start season 1").await;
    bot.play_won_game([bot.ann, bot.ben]).await;
    bot.advance(DAY).await;
    let told = format!("Results of seasons are posted in <#{}>.", bot.channel);
    assert!(late.content.contains(&told), "{}", late.content);
    let other = open_settings(&bot).await;
    // It is tried again.
    let kind = FaultKind::Status(503, json!({}));
    bot.discord.inject_fault(Fault { route: "POST /channels", times: 1, kind });
    press(&bot, &late, "Start season 2").await;
    let page = press(&bot, &other, "Start season 2").await;
    assert!(page.content.contains("**Season 2** has been running"), "not twice: {page:?}");

    let is_failed = || bot.discord.requests().iter().any(|it| it.status == 503);
    wait_until("the end is not posted", is_failed).await;
    bot.advance(Duration::from_mins(2)).await;
    wait_until("the end is posted", || posts(&bot).len() == 1).await;
    let expected = "🏆 **Season 1 is over!**\n\
                    **1** Ann · 1 win\n\
                    **2** Ben · 1 loss\n\
                    -# Season 2 has begun.";
    assert_eq!(posts(&bot)[0].content, expected);
    assert_eq!(posts(&bot)[0].labels(), ["Play now", "Table"]);
    bot.restart().await;
    let empty = leaderboard(&bot).await;
    assert!(empty.content.contains("season 2"), "{}", empty.content);
    let seasons = press(&bot, &empty, "Seasons").await;
    let choices = &find_select(&seasons, "Leaderboard of…").choices;
    let labels: Vec<_> = choices.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(labels, ["Season 2", "Season 1", "All time, over all seasons"]);
    let first = bot.choose(bot.ann, &seasons, "Leaderboard of…", "Season 1").await;
    assert!(first.text().ends_with("**2** Ben · 1 loss"), "{first:?}");
    let seasons = press(&bot, first.message(), "Seasons").await;
    let back = press(&bot, &seasons, "Back").await;
    assert_eq!(back.content, empty.content);
    bot.assert_consistent().await;
    bot.close_expecting(&["503 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn the_start_of_a_season_is_asked_for_first() {
    let bot = TestBot::open("season_asked").await;
    let page = open_settings(&bot).await;
    let asked = bot.press(bot.ann, &page, "Start season 1").await;
    let question = "🏆 Start season 1 now? The leaderboard of this server starts over.";
    assert!(asked.is_update() && asked.text().starts_with(question), "{asked:?}");
    let kept = press(&bot, asked.message(), "Back").await;
    assert!(kept.content.contains("🏆 No season is running"), "{kept:?}");
    let page = press(&bot, &kept, "Start season 1").await;
    let asked = bot.press(bot.ann, &page, "Start season 2").await;
    let question = "🏆 Start season 2 now? Season 1 ends, and its leaderboard stays as it is then.";
    assert!(asked.text().starts_with(question), "{}", asked.text());
    bot.close().await;
}

#[tokio::test]
async fn seasons_can_start_with_the_month() {
    let bot = TestBot::open("season_month").await;
    let page = open_settings(&bot).await;
    let choose = async |page: &Message, rhythm: &str| {
        let chosen = bot.choose(bot.ann, page, "Next season…", rhythm).await;
        chosen.message().clone()
    };
    let page = choose(&page, "with every month").await;
    assert!(page.content.contains("The next season starts on <t:"), "{}", page.content);
    let last = "SELECT coalesce(max(number), 0) FROM season";
    let started = async |number| {
        let mut sql = bot.database.sql().await;
        wait_until_async("it starts", async || sql.number(last).await == number).await;
    };
    bot.advance(31 * DAY).await;
    started(1).await;
    bot.play_won_game([bot.ann, bot.ben]).await;
    bot.advance(31 * DAY).await;
    started(2).await;
    wait_until("the end is posted", || posts(&bot).len() == 1).await;
    let page = choose(&open_settings(&bot).await, "when you start it here").await;
    assert!(!page.content.contains("The next season starts"), "{}", page.content);

    // Nobody can be the first any more.
    bot.advance(DAY).await;
    press(&bot, &open_settings(&bot).await, "Start season 3").await;
    let seasons = press(&bot, &leaderboard(&bot).await, "Seasons").await;
    let second = bot.choose(bot.ann, &seasons, "Leaderboard of…", "Season 2").await;
    assert!(second.text().ends_with("season 2 · by wins\nNobody is on this list."), "{second:?}");
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn seasons_start_at_midnight_in_the_servers_time_zone() {
    let bot = TestBot::open("season_time_zone").await;
    let set_zone = async |zone: &str| {
        bot.command(bot.ann, "settings", json!({ "timezone": zone })).await;
    };
    set_zone("Europe/Berlin").await;
    let select = "Next season…";
    let page = bot.choose(bot.ann, &open_settings(&bot).await, select, "with every month").await;
    // The clock is in September.
    let october = Timestamp::of_date(date(2026, 10, 1));
    let next = |due: Timestamp| {
        let (due, at) = (due.seconds(), "at midnight in this server’s time zone.");
        format!("The next season starts on <t:{due}:d>, <t:{due}:t>: {at}")
    };
    let berlin = next(october.before(2 * HOUR));
    assert!(page.text().contains(&berlin), "{}", page.text());
    set_zone("America/New_York").await;
    let start = october.after(4 * HOUR);
    let page = open_settings(&bot).await;
    assert!(page.content.contains(&next(start)), "{}", page.content);

    let mut sql = bot.database.sql().await;
    // As an earlier version has stored it.
    let midnight = october.milliseconds();
    sql.run(&format!("UPDATE season_schedule SET due_at = {midnight}")).await;
    pass(&bot, october.since(bot.clock.now())).await;
    assert_eq!(sql.number("SELECT count(*) FROM season").await, 0);
    pass(&bot, 4 * HOUR).await;
    assert_eq!(sql.number("SELECT count(*) FROM season").await, 1);
    let page = open_settings(&bot).await;
    let november = Timestamp::of_date(date(2026, 11, 1)).after(4 * HOUR);
    assert!(page.content.contains(&next(november)), "{}", page.content);
    bot.close().await;
}

#[tokio::test]
async fn only_managers_start_seasons() {
    let bot = TestBot::open("season_managers").await;
    let own = bot.command(bot.ben, "help", json!({})).await.message().clone();
    for id in ["t30:1", "t38:1", "t32:2"] {
        let refused = bot.press_custom_id(bot.ben, &own, id).await;
        TestBot::assert_refused(&refused, "Only those who can manage this server can do that.");
    }
    bot.close().await;
}

#[tokio::test]
async fn the_best_of_past_seasons_keep_medals() {
    let bot = TestBot::open("season_medals").await;
    press(&bot, &open_settings(&bot).await, "Start season 1").await;
    let stats = async |user| bot.command(user, "stats", json!({})).await.text().to_owned();
    for opponent in [bot.ben, bot.cleo, bot.discord.add_user("Dora")] {
        let board = bot.start_game(bot.ann, opponent).await;
        bot.play_moves_as([bot.ann, opponent], &board, "1212121").await;
    }
    assert!(!stats(bot.ann).await.contains('🏆'), "the season goes on");
    bot.advance(DAY).await;
    press(&bot, &open_settings(&bot).await, "Start season 2").await;
    let own = stats(bot.ann).await;
    assert!(own.contains("\n🏆 Season 1: 1st of 4\n"), "{own}");
    assert!(!stats(bot.ben).await.contains('🏆'), "without a win");
    bot.close().await;
}

#[tokio::test]
async fn a_season_that_has_ended_stays_as_it_ended() {
    let bot = TestBot::open("season_stays").await;
    press(&bot, &open_settings(&bot).await, "Start season 1").await;
    let dora = bot.discord.add_user("Dora");
    for (winner, losers) in [
        (bot.ann, &[bot.ben, bot.cleo, dora][..]),
        (bot.ben, &[bot.cleo, dora]),
        (bot.cleo, &[dora]),
    ] {
        for loser in losers {
            bot.play_won_game([winner, *loser]).await;
        }
    }
    press(&bot, &open_settings(&bot).await, "Start season 2").await;
    let board = async || {
        let seasons = press(&bot, &leaderboard(&bot).await, "Seasons").await;
        let first = bot.choose(bot.ann, &seasons, "Leaderboard of…", "Season 1").await;
        first.text().split_once(" · by wins\n").unwrap().1.to_owned()
    };
    let stats = async |user| bot.command(user, "stats", json!({})).await.text().to_owned();
    let lines = |first: &str, third: &str| {
        format!(
            "🥇 {first} · 3 wins\n🥈 Ben · 2 wins · 1 loss\n\
             🥉 {third} · 1 win · 2 losses\n**4** Dora · 3 losses"
        )
    };
    assert_eq!(board().await, lines("Ann", "Cleo"));
    bot.delete_data(bot.ann).await;
    hide(&bot, bot.cleo).await;
    reset(&bot, bot.ben).await;
    assert_eq!(board().await, lines("a deleted player", "a hidden player"));
    wait_until("the post keeps the places", || {
        posts(&bot)[0].content.contains("🥇 a deleted player · 3 wins")
            && posts(&bot)[0].content.contains("🥉 a hidden player · 1 win")
    })
    .await;
    let own = stats(bot.ben).await;
    assert!(own.contains("\n🏆 Season 1: 2nd of 4\n"), "{own}");
    assert!(!stats(bot.cleo).await.contains('🏆'), "she is hidden");
    bot.assert_consistent().await;
    bot.close().await;
}

#[tokio::test]
async fn a_season_starts_only_where_its_end_can_be_told() {
    let bot = TestBot::open("season_closed").await;
    let page = open_settings(&bot).await;
    let reading = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    bot.discord.set_bot_permissions(bot.channel, reading);
    let refused = bot.start_season(&page, "Start season 1").await;
    TestBot::assert_refused(&refused, "I can’t post in this channel: ");
    let page = open_settings(&bot).await;
    let select = "Next season…";
    let refused = bot.choose(bot.ann, &page, select, "with every month").await;
    TestBot::assert_refused(&refused, "I can’t post in this channel: ");
    bot.discord.set_bot_permissions(bot.channel, Permissions::MEMBER);
    let page = press(&bot, &page, "Start season 1").await;

    // The channel is gone when the next one starts.
    let general = bot.discord.channel("general");
    let elsewhere = bot.discord.command(bot.ann, general, "settings", json!({})).await;
    let elsewhere = press(&bot, elsewhere.message(), "Leaderboard").await;
    let elsewhere = bot.choose(bot.ann, &elsewhere, select, "with every month").await;
    let told = format!("Results of seasons are posted in <#{general}>.");
    assert!(elsewhere.text().contains(&told), "{}", elsewhere.text());
    let kept = bot.choose(bot.ann, &page, select, "when you start it here").await;
    assert!(kept.text().contains(&told), "{}", kept.text());
    bot.play_won_game([bot.ann, bot.ben]).await;
    bot.advance(DAY).await;
    bot.discord.delete_channel(general);
    let page = press(&bot, &open_settings(&bot).await, "Start season 2").await;
    let here = format!("posted in <#{}>.", bot.channel);
    assert!(page.content.contains(&here), "{}", page.content);
    wait_until("the end is posted", || posts(&bot).len() == 1).await;
    // Otherwise it would be tried again after a day, since nobody knows yet that it was posted.
    settle(&bot).await;

    // There, the bot may not write any more.
    bot.advance(DAY).await;
    bot.discord.set_bot_permissions(bot.channel, reading);
    let refused = bot.start_season(&open_settings(&bot).await, "Start season 3").await;
    TestBot::assert_refused(&refused, "I can’t post in this channel: ");
    bot.close_allowing(&["404 GET /channels/*"]).await;
}
