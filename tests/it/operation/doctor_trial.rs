//! `fourfall doctor --try`: each thing is tried and removed again, whatever Discord refuses.

use fake_discord::{ChannelId, Fault, FaultKind, Permissions};
use serde_json::{Value, json};

use super::doctor::{Report, examine_after, healthy};
use crate::support::{Process, TestBot};

/// Tries a channel, without anybody who presses the button.
async fn try_in(bot: &TestBot, channel: impl ToString) -> Report {
    examine_after(bot, &format!("set -- doctor --try {}", channel.to_string()), &[]).await
}

/// Tries a channel until the button is to be pressed.
async fn try_until_press(bot: &TestBot) -> Process {
    let arguments = ["doctor", "--try", &bot.channel.to_string()];
    let process = Process::start(&arguments, bot.env_vars());
    process.wait_for_output("Press the button").await;
    process
}

async fn report(bot: &TestBot, process: Process) -> Report {
    let (status, text) = process.output().await;
    assert!(!text.contains(bot.discord.token()), "{text}");
    Report { code: status.code(), text }
}

/// Presses the button, and returns what the trial says.
async fn press(bot: &TestBot, process: Process) -> Report {
    let message = bot.discord.messages(bot.channel).pop().unwrap();
    bot.discord.press(bot.ann, &message, "Press me").await;
    report(bot, process).await
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

/// The registered commands, without what changes with each registration.
fn commands(bot: &TestBot) -> Vec<Value> {
    let mut commands = bot.discord.global_commands();
    for command in &mut commands {
        command.as_object_mut().unwrap().remove("version");
    }
    commands
}

#[tokio::test]
async fn everything_is_tried_and_removed_again() {
    let bot = healthy("trial_fine").await;
    let before = commands(&bot);
    let process = try_until_press(&bot).await;
    let board = bot.discord.messages(bot.channel).pop().unwrap();
    assert!(board.content.contains("🔵🔴🟡"), "{}", board.content);
    let report = press(&bot, process).await;
    report.assert_fine();
    for part in [
        "ok     channel      the bot sees games",
        "ok     board        posted",
        "?      tiles ",
        "?      thread ",
        "ok     gateway      connected",
        "ok     edit ",
        "ok     press        it has arrived",
        "ok     answer ",
        "ok     file ",
        "ok     token        the press's token edits both",
        "ok     token        the press's token deletes",
        "ok     commands     16 were",
        "ok     clean-up ",
    ] {
        assert!(report.text.contains(part), "{part}: {}", report.text);
    }
    assert_nothing_left(&bot, bot.channel);
    assert_eq!(commands(&bot), before);
    assert_eq!(bot.discord.shards_online(), [] as [u64; 0]);
    bot.close().await;
}

#[tokio::test]
async fn a_trial_shows_the_tiles_that_are_uploaded() {
    let builder = TestBot::builder("trial_tiles").in_real_time().gateway().on_sqlite();
    let mut bot = builder.with_tiles().open().await;
    bot.wait_tiles().await;
    bot.stop().await;
    let process = try_until_press(&bot).await;
    let board = bot.discord.messages(bot.channel).pop().unwrap();
    assert!(board.content.contains("<:dj:"), "{}", board.content);
    let report = press(&bot, process).await;
    report.assert_fine();
    assert!(report.text.contains("ok     tiles "), "{}", report.text);
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
    assert!(report.text.contains("ok     commands "), "{}", report.text);
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
    refuse(&bot, "PUT /applications", 400, 30034, "Max number of daily creates reached");
    refuse(&bot, route, 503, 0, "out of order");
    let report = try_in(&bot, bot.channel).await;
    assert_eq!(report.wrong_lines().len(), 2, "{report:?}");
    assert!(report.wrong_lines()[1].contains("30034"), "{report:?}");
    bot.close_allowing(&[
        "429 POST /channels/*/messages",
        "503 POST /channels/*/messages",
        "400 PUT /applications/*/commands",
    ])
    .await;
}

#[tokio::test]
async fn a_trial_that_fails_halfway_removes_what_it_posted() {
    let bot = healthy("trial_halfway").await;
    for (route, subject) in [
        ("POST /interactions", "answer"),
        ("POST /webhooks", "file"),
        ("PATCH /webhooks", "token"),
        ("DELETE /webhooks", "token"),
    ] {
        let process = try_until_press(&bot).await;
        refuse(&bot, route, 403, 50013, "Missing Permissions");
        press(&bot, process).await.assert_wrong(&[subject, "50013"]);
        assert_nothing_left(&bot, bot.channel);
    }
    bot.close_expecting(&[
        "403 POST /interactions/*/*/callback",
        "403 POST /webhooks/*/*",
        "403 PATCH /webhooks/*/*/messages/*",
        "403 DELETE /webhooks/*/*/messages/*",
    ])
    .await;
}

#[tokio::test]
async fn a_press_that_another_process_answers_is_told() {
    let bot = healthy("trial_running").await;
    let process = try_until_press(&bot).await;
    refuse(&bot, "POST /interactions", 400, 40060, "Interaction has already been acknowledged.");
    press(&bot, process).await.assert_wrong(&["answer", "Another process", "stop the bot"]);
    bot.close_expecting(&["400 POST /interactions/*/*/callback"]).await;
}

#[tokio::test]
async fn a_trial_that_is_stopped_removes_what_it_posted() {
    let bot = healthy("trial_stopped").await;
    for signal in ["INT", "TERM"] {
        let process = try_until_press(&bot).await;
        process.signal(signal).await;
        let report = report(&bot, process).await;
        report.assert_fine();
        assert!(report.text.contains("?      the rest "), "{}", report.text);
        assert_nothing_left(&bot, bot.channel);
    }
    bot.close().await;
}

#[tokio::test]
async fn a_trial_repeats_a_deletion_and_says_what_is_left() {
    let bot = healthy("trial_deletion").await;
    let out_of_order = || FaultKind::Status(500, json!({ "message": "out of order", "code": 0 }));
    for (times, is_left) in [(1, false), (3, true)] {
        let process = try_until_press(&bot).await;
        let route = "DELETE /channels";
        bot.discord.inject_fault(Fault { route, times, kind: out_of_order() });
        process.signal("INT").await;
        let report = report(&bot, process).await;
        if is_left {
            report.assert_wrong(&["clean-up", "Delete what is left", "1 of the bot's messages"]);
        } else {
            report.assert_fine();
        }
        assert_eq!(bot.discord.messages(bot.channel).len(), usize::from(is_left));
    }
    bot.close_expecting(&["500 DELETE /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn a_trial_whose_post_gets_no_answer_says_so() {
    let bot = healthy("trial_unanswered").await;
    for kind in [FaultKind::DropResponse, FaultKind::EmptyResponse] {
        bot.discord.inject_fault(Fault { route: "POST /channels", times: 1, kind });
        let report = try_in(&bot, bot.channel).await;
        let says = "clean-up     not checked: Discord did not say whether 1 of the bot's messages";
        assert!(report.text.contains(says), "{}", report.text);
        let left = bot.discord.messages(bot.channel).pop().unwrap();
        bot.discord.delete_message(bot.channel, left.id);
    }
    assert_nothing_left(&bot, bot.channel);
    bot.close().await;
}

#[tokio::test]
async fn messages_that_may_be_left_are_told_with_those_that_are() {
    let bot = healthy("trial_left_and_unanswered").await;
    let process = try_until_press(&bot).await;
    let (lost, failing) = ("POST /interactions", "DELETE /channels");
    bot.discord.inject_fault(Fault { route: lost, times: 1, kind: FaultKind::DropResponse });
    let kind = FaultKind::Status(500, json!({ "message": "out of order", "code": 0 }));
    bot.discord.inject_fault(Fault { route: failing, times: 3, kind });
    let report = press(&bot, process).await;
    assert_eq!(report.wrong_lines().len(), 2, "{report:?}");
    let says = "1 of the bot's messages. Discord did not say whether 1 of the bot's messages";
    assert!(report.wrong_lines()[1].contains(says), "{}", report.text);
    assert_eq!(bot.discord.messages(bot.channel).len(), 2);
    bot.close_expecting(&["500 DELETE /channels/*/messages/*"]).await;
}

#[tokio::test]
async fn with_an_endpoint_no_press_is_asked_for() {
    let bot = TestBot::builder("trial_http").in_real_time().http(1).on_sqlite().open().await;
    let report = try_in(&bot, bot.channel).await;
    report.assert_fine();
    assert!(report.text.contains("?      press "), "{}", report.text);
    assert_nothing_left(&bot, bot.channel);
    bot.close().await;
}
