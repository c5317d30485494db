//! `fourfall doctor --try`: a board is tried and removed again, whatever Discord refuses.

use fake_discord::{ChannelId, Fault, FaultKind, Permissions};
use serde_json::json;

use super::doctor::{Report, examine_after, healthy};
use crate::support::TestBot;

async fn try_in(bot: &TestBot, channel: impl ToString) -> Report {
    examine_after(bot, &format!("set -- doctor --try {}", channel.to_string()), &[]).await
}

fn refuse(bot: &TestBot, route: &'static str, status: u16, code: u64, message: &str) {
    let kind = FaultKind::Status(status, json!({ "message": message, "code": code }));
    bot.discord.inject_fault(Fault { route, times: 1, kind });
}

#[track_caller]
fn assert_nothing_left(bot: &TestBot, channel: ChannelId) {
    let left = bot.discord.messages(channel);
    assert!(left.is_empty(), "the trial leaves {left:?}");
}

#[tokio::test]
async fn a_board_is_tried_and_removed_again() {
    let bot = healthy("trial_fine").await;
    let report = try_in(&bot, bot.channel).await;
    report.assert_fine();
    for part in [
        "ok     channel      the bot sees games",
        "ok     board        posted",
        "?      tiles ",
        "?      thread ",
        "ok     edit ",
        "ok     clean-up ",
    ] {
        assert!(report.text.contains(part), "{part}: {}", report.text);
    }
    assert!(!report.text.contains(bot.discord.token()), "{}", report.text);
    assert_nothing_left(&bot, bot.channel);
    bot.close().await;
}

#[tokio::test]
async fn a_trial_beside_the_bot_shows_the_uploaded_tiles() {
    let builder = TestBot::builder("trial_tiles").in_real_time().gateway().on_sqlite();
    let bot = builder.with_tiles().open().await;
    bot.wait_tiles().await;
    let report = try_in(&bot, bot.channel).await;
    assert!(report.text.contains("ok     tiles "), "{}", report.text);
    assert!(report.text.contains("ok     clean-up "), "{}", report.text);
    assert_nothing_left(&bot, bot.channel);
    bot.close().await;
}

#[tokio::test]
async fn a_trial_says_whether_it_was_in_a_thread() {
    let bot = healthy("trial_thread").await;
    let thread = bot.discord.add_thread(bot.channel, "trial");
    refuse(&bot, "PATCH /channels", 400, 50083, "Thread is archived");
    let report = try_in(&bot, thread).await;
    assert!(report.text.contains("ok     thread "), "{}", report.text);
    report.assert_wrong(&["edit", "Thread is archived", "50083"]);
    assert_nothing_left(&bot, thread);
    bot.close_expecting(&["400 PATCH /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_trial_says_why_it_cannot_post() {
    let bot = healthy("trial_refused").await;
    try_in(&bot, 12345).await.assert_wrong(&["channel", "Unknown Channel", "10003", "Copy the id"]);
    let quiet = bot.discord.channel("quiet");
    try_in(&bot, quiet).await.assert_wrong(&["channel", "Missing Access", "50001", "View Channel"]);
    let forum = bot.discord.add_forum("forum");
    try_in(&bot, forum).await.assert_wrong(&["board", "50008", "text channel"]);
    bot.discord.set_bot_permissions(bot.channel, Permissions::VIEW_CHANNEL);
    let report = try_in(&bot, bot.channel).await;
    report.assert_wrong(&["board", "Missing Permissions", "50013", "Send Messages"]);
    assert!(report.text.contains("?      the rest "), "{}", report.text);
    bot.close_expecting(&[
        "404 GET /channels/*",
        "403 GET /channels/*",
        "400 POST /channels/*/messages",
        "403 POST /channels/*/messages",
    ])
    .await;
}

#[tokio::test]
async fn a_trial_in_a_channel_with_a_fault_says_which() {
    let bot = healthy("trial_faults").await;
    let limited = FaultKind::RateLimited { retry_after_ms: 3_000 };
    let route = "POST /channels";
    bot.discord.inject_fault(Fault { route, times: 1, kind: limited });
    let report = try_in(&bot, bot.channel).await;
    report.assert_wrong(&["board", "Discord takes no more such requests for 3 s", "later"]);
    refuse(&bot, route, 503, 0, "out of order");
    let report = try_in(&bot, bot.channel).await;
    report.assert_wrong(&[
        "board",
        "the answer is 503 Service Unavailable",
        "out of order",
        "later",
    ]);
    bot.close_allowing(&["429 POST /channels/*/messages", "503 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn a_board_that_may_be_left_behind_is_told() {
    let bot = healthy("trial_left").await;
    for kind in [FaultKind::DropResponse, FaultKind::EmptyResponse] {
        bot.discord.inject_fault(Fault { route: "POST /channels", times: 1, kind });
        let report = try_in(&bot, bot.channel).await;
        report.assert_wrong(&["board", "in the channel, delete it"]);
    }
    refuse(&bot, "DELETE /channels", 500, 0, "out of order");
    let report = try_in(&bot, bot.channel).await;
    report.assert_wrong(&["clean-up", "out of order", "Delete the bot's message"]);
    assert_eq!(bot.discord.messages(bot.channel).len(), 3);
    bot.close_expecting(&["500 DELETE /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_bot_with_an_endpoint_is_tried_as_well() {
    let bot = TestBot::builder("trial_http").in_real_time().http(1).on_sqlite().open().await;
    let report = try_in(&bot, bot.channel).await;
    report.assert_fine();
    assert!(report.text.contains("ok     edit "), "{}", report.text);
    assert_nothing_left(&bot, bot.channel);
    bot.close().await;
}
