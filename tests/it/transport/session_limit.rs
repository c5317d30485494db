//! Discord resets the token of a bot that starts too many sessions in a day.

use std::time::Duration;

use tracing::Level;

use crate::support::{RecordedLog, TestBot, assert_lasts, wait_until};

/// Real time in which a bot that does not wait would connect.
const GRACE: Duration = Duration::from_millis(300);

/// Longer than serenity waits between two sessions.
const SESSION_INTERVAL: Duration = Duration::from_secs(7);

/// A stopped bot that may start `remaining` more sessions in the next 24 hours.
async fn with_sessions_left(name: &str, remaining: u64) -> TestBot {
    let bot = TestBot::builder(name).gateway().stopped().await;
    bot.discord.set_remaining_identifies(remaining);
    bot
}

/// The number of requests for the session start limit so far.
fn limit_requests(bot: &TestBot) -> usize {
    bot.discord.requests().iter().filter(|it| it.path == "/gateway/bot").count()
}

/// What the bot logs when it waits for sessions.
const WAITS: &str = "sessions are left for the next";

#[tokio::test]
async fn few_remaining_sessions_delay_the_connection() {
    let mut bot = with_sessions_left("few_sessions", 300).await;
    let log = RecordedLog::start(Level::WARN);
    bot.start();
    log.wait_for(WAITS, 1).await;
    assert!(!bot.discord.is_bot_online());

    // 200 sessions for 24 hours, as the last 100 are reserved.
    bot.discord.advance(Duration::from_secs(24 * 3600 / 200 - 1));
    let is_unchanged = || bot.discord.remaining_identifies() == 300;
    assert_lasts(GRACE, "no session is started", is_unchanged).await;
    bot.discord.advance(Duration::from_secs(1));
    bot.wait_ready().await;
    assert_eq!(bot.discord.remaining_identifies(), 299);
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "44").await;
    bot.close().await;
}

#[tokio::test]
async fn a_stable_connection_is_kept_with_few_sessions_left() {
    let mut bot = with_sessions_left("lasting_session", 150).await;
    let log = RecordedLog::start(Level::WARN);
    bot.start();
    log.wait_for(WAITS, 1).await;
    bot.discord.advance(Duration::from_mins(30));
    bot.wait_ready().await;
    for _ in 0..3 {
        let before = limit_requests(&bot);
        bot.discord.advance(Duration::from_mins(5));
        wait_until("the bot requests the limit again", || limit_requests(&bot) > before).await;
        let is_unchanged = || bot.discord.remaining_identifies() == 149;
        assert_lasts(GRACE, "the session is kept", is_unchanged).await;
    }
    bot.start_game(bot.ann, bot.ben).await;
    bot.close().await;
}

#[tokio::test]
async fn failing_sessions_never_exhaust_the_limit() {
    let mut bot = with_sessions_left("failing_sessions", 102).await;
    bot.discord.fail_sessions(u32::MAX);
    let log = RecordedLog::start(Level::WARN);
    bot.start();
    log.wait_for(WAITS, 1).await;
    bot.discord.advance(Duration::from_hours(12));
    let remaining_now = || bot.discord.remaining_identifies();
    wait_until("the bot starts one session after another", || remaining_now() <= 100).await;

    let before = limit_requests(&bot);
    bot.discord.advance(Duration::from_mins(5));
    log.wait_for(WAITS, 2).await;
    // One request when sessions turn out not to last, one before connecting again.
    assert!(limit_requests(&bot) >= before + 2);
    let remaining = remaining_now();
    assert!(remaining > 90, "{remaining} are left");
    let is_unchanged = || remaining_now() == remaining;
    assert_lasts(SESSION_INTERVAL, "the bot starts no session", is_unchanged).await;
    bot.discord.advance(Duration::from_hours(11));
    assert_lasts(GRACE, "no session starts before more are available", is_unchanged).await;

    bot.discord.fail_sessions(0);
    bot.discord.advance(Duration::from_hours(1));
    wait_until("the bot is connected", || bot.discord.is_bot_online()).await;
    assert!(!bot.discord.is_token_reset());
    bot.start_game(bot.ann, bot.ben).await;
    bot.close().await;
}
