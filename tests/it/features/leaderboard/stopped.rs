//! Leaderboards that do not stay: deleted, removed by a manager, or refused by Discord.

use std::time::Duration;

use fake_discord::{Fault, FaultKind, Permissions};
use serde_json::json;

use super::seasons::open_settings;
use super::standing::{
    PLACEHOLDER, ann_wins, board, boards, edits, leaderboard_here, open, pass, settle,
};
use crate::support::{TestBot, wait_until};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn a_deleted_leaderboard_stops_and_the_settings_say_so() {
    let bot = open("standing_deleted").await;
    let posted = leaderboard_here(&bot).await;
    bot.discord.delete_message(bot.channel, posted.id);
    pass(&bot, MINUTE).await;
    ann_wins(&bot).await;
    settle(&bot).await;
    ann_wins(&bot).await;
    pass(&bot, DAY).await;
    assert_eq!((edits(&bot), boards(&bot).len()), (1, 0));
    let page = open_settings(&bot).await;
    let deleted = format!("⚠️ The leaderboard in <#{}> was deleted, so", bot.channel);
    assert!(page.content.contains(&deleted), "{}", page.content);
    bot.press(bot.ann, &page, "Leaderboard here").await;
    settle(&bot).await;
    assert!(board(&bot).content.contains("**1** Ann · 2 wins"), "{}", board(&bot).content);
    assert!(!open_settings(&bot).await.content.contains('⚠'));
    bot.close_expecting(&["404 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_leaderboard_is_removed() {
    let bot = open("standing_removed").await;
    let posted = leaderboard_here(&bot).await;
    let page = open_settings(&bot).await;
    let removed = bot.press(bot.ann, &page, "Remove leaderboard").await;
    assert!(removed.text().contains("has a leaderboard that stays"), "{}", removed.text());
    bot.wait_gone(&posted).await;
    ann_wins(&bot).await;
    pass(&bot, DAY).await;
    assert_eq!((edits(&bot), boards(&bot).len()), (0, 0));
    let again = leaderboard_here(&bot).await;
    assert!(again.content.contains("**1** Ann · 1 win"), "{}", again.content);
    bot.close().await;
}

#[tokio::test]
async fn a_leaderboard_that_is_refused_seven_times_stops() {
    let bot = open("standing_refused").await;
    let page = open_settings(&bot).await;
    let reading = Permissions::MEMBER.without(Permissions::SEND_MESSAGES);
    bot.discord.set_bot_permissions(bot.channel, reading);
    let refused = bot.press(bot.ann, &page, "Leaderboard here").await;
    TestBot::assert_refused(&refused, "I can’t post in this channel: ");
    bot.discord.set_bot_permissions(bot.channel, Permissions::MEMBER);
    leaderboard_here(&bot).await;
    pass(&bot, 25 * HOUR).await;
    bot.discord.set_bot_permissions(bot.channel, reading);
    ann_wins(&bot).await;
    settle(&bot).await;
    let warning = format!("⚠️ Discord didn’t let me update the leaderboard in <#{}>.", bot.channel);
    assert!(open_settings(&bot).await.content.contains(&warning));
    let refusals = || {
        let requests = bot.discord.requests();
        requests.iter().filter(|it| it.method == "POST" && it.status == 403).count()
    };
    for (number, hours) in [1, 2, 4, 8, 16, 24].into_iter().enumerate() {
        assert_eq!(refusals(), number + 1);
        pass(&bot, hours * HOUR).await;
    }
    pass(&bot, 10 * DAY).await;
    assert_eq!(refusals(), 7);
    let page = open_settings(&bot).await;
    assert!(page.content.contains("⚠️ I stopped updating the leaderboard in "), "{page:?}");
    bot.discord.set_bot_permissions(bot.channel, Permissions::MEMBER);
    bot.press(bot.ann, &page, "Leaderboard here").await;
    settle(&bot).await;
    assert_eq!(boards(&bot).len(), 1);
    bot.close_expecting(&["403 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn a_leaderboard_in_a_locked_thread_is_refused() {
    let bot = open("standing_locked").await;
    let thread = bot.discord.add_thread(bot.channel, "tables");
    let page = bot.discord.command(bot.ann, thread, "settings", json!({})).await;
    let page = bot.press(bot.ann, page.message(), "Leaderboard").await;
    let label = "Leaderboard: all time, by wins";
    bot.choose(bot.ann, page.message(), PLACEHOLDER, label).await;
    settle(&bot).await;
    bot.discord.lock_thread(thread);
    pass(&bot, MINUTE).await;
    ann_wins(&bot).await;
    settle(&bot).await;
    let warning = format!("⚠️ Discord didn’t let me update the leaderboard in <#{thread}>.");
    let page = open_settings(&bot).await;
    assert!(page.content.contains(&warning), "{}", page.content);
    pass(&bot, DAY).await;
    assert!(open_settings(&bot).await.content.contains(&warning));
    let refused = ["400 PATCH /channels/*/messages/*", "400 POST /channels/*/messages"];
    bot.close_expecting(&refused).await;
}

#[tokio::test]
async fn a_leaderboard_deleted_overnight_stays_away() {
    let bot = open("standing_overnight").await;
    let posted = leaderboard_here(&bot).await;
    pass(&bot, 2 * DAY).await;
    bot.discord.delete_message(bot.channel, posted.id);
    ann_wins(&bot).await;
    settle(&bot).await;
    assert_eq!(boards(&bot).len(), 0);
    let page = open_settings(&bot).await;
    let deleted = format!("⚠️ The leaderboard in <#{}> was deleted, so", bot.channel);
    assert!(page.content.contains(&deleted), "{}", page.content);
    bot.close_expecting(&["404 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_copy_of_a_leaderboard_goes_at_its_next_press() {
    let mut bot = open("standing_copy").await;
    let lost = Fault { route: "POST /channels", times: 1, kind: FaultKind::DropResponse };
    bot.discord.inject_fault(lost);
    let page = open_settings(&bot).await;
    bot.press(bot.ann, &page, "Leaderboard here").await;
    wait_until("it is posted", || boards(&bot).len() == 1).await;
    bot.stop().await;
    // By then Discord has forgotten the nonce.
    bot.discord.advance(HOUR);
    bot.start();
    bot.wait_connected().await;
    settle(&bot).await;
    let [copy, board] = boards(&bot).try_into().unwrap();
    for (message, left) in [(&board, 2), (&copy, 1)] {
        let own = bot.press(bot.ann, message, "My place").await;
        assert!(own.is_ephemeral() && own.text().starts_with("🏆 **Leaderboard**"), "{own:?}");
        // One that was just posted may not be recorded yet.
        pass(&bot, 10 * MINUTE).await;
        assert_eq!(boards(&bot).len(), left);
    }
    assert_eq!(boards(&bot)[0].id, board.id);
    bot.close().await;
}
