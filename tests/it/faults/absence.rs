//! Time in which nobody can move: whatever the reason, it is held against no player.

use std::time::Duration;

use fake_discord::{Fault, FaultKind, Message};
use serde_json::json;

use crate::support::{INTERNAL_ERROR, TestBot, TestBotConfig, Transport, wait_until};

const HOUR: Duration = Duration::from_hours(1);

/// Starts a game of Ann against Ben with five minutes a move, in which both have moved.
/// It is Ann's turn.
async fn start_quick_game(bot: &TestBot) -> Message {
    let options = json!({ "opponent": bot.ben, "first": "me", "clock": "5 minutes" });
    let challenge = bot.command(bot.ann, "play", options).await.message().clone();
    let board = bot.press(bot.ben, &challenge, "Accept").await.message().clone();
    bot.play_moves(&board, "44").await
}

/// Asserts that Ann still has more than four minutes, and that they end.
async fn assert_time_was_given_back(bot: &TestBot, board: &Message) {
    wait_until("the turn timers run", || bot.is_serving()).await;
    bot.wait_scheduler().await;
    assert_eq!(bot.current(board).content, board.content);
    bot.advance(Duration::from_secs(250)).await;
    bot.wait_scheduler().await;
    assert_eq!(bot.current(board).content, board.content, "some time is left");
    bot.advance(Duration::from_secs(70)).await;
    let is_over = || bot.current(board).content.contains("**Ann** ran out of time");
    wait_until("Ann's time runs out", is_over).await;
}

async fn open_single_process(name: &str) -> TestBot {
    let transport = Transport::to_one_process();
    TestBot::open_with_config(name, TestBotConfig { transport, ..TestBotConfig::default() }).await
}

#[tokio::test]
async fn a_suspended_process_ends_no_game() {
    let bot = TestBot::open("absence_suspended").await;
    let board = start_quick_game(&bot).await;
    bot.wait_scheduler().await;
    bot.clock.set_forward(HOUR * 5);
    assert_time_was_given_back(&bot, &board).await;
    bot.close_allowing_refusals().await;
}

#[tokio::test]
async fn the_first_press_after_a_suspension_counts() {
    let bot = TestBot::open("absence_press").await;
    let board = start_quick_game(&bot).await;
    for column in ["1", "2", "1", "2"] {
        let player = if column == "1" { bot.ann } else { bot.ben };
        let current = bot.discord.messages(bot.channel).pop().unwrap_or_else(|| board.clone());
        bot.wait_idle().await;
        bot.clock.set_forward(HOUR);
        let pressed = bot.press(player, &current, column).await;
        assert!(!pressed.is_ephemeral(), "{pressed:?}");
        let due = bot.clock.now().after(Duration::from_mins(5)).seconds();
        assert!(pressed.text().contains(&format!("<t:{due}:R>")), "{}", pressed.text());
    }
    bot.close().await;
}

#[tokio::test]
async fn waiting_for_gateway_sessions_ends_no_game() {
    let mut bot = TestBot::new_stopped("absence_sessions").await;
    bot.configure(TestBotConfig { transport: Transport::Gateway, ..TestBotConfig::default() });
    bot.start();
    bot.wait_ready().await;
    let board = start_quick_game(&bot).await;
    bot.stop().await;
    bot.discord.set_remaining_identifies(0);
    let asked = |bot: &TestBot| {
        bot.discord.requests().iter().filter(|it| it.path == "/gateway/bot").count()
    };
    let before = asked(&bot);
    bot.start();
    wait_until("the bot asks for sessions", || asked(&bot) > before).await;
    // In real time, until it has begun to wait.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!bot.is_serving());
    bot.advance(HOUR * 24).await;
    bot.wait_connected().await;
    assert_time_was_given_back(&bot, &board).await;
    bot.close().await;
}

#[tokio::test]
async fn an_unreachable_discord_stops_the_clocks() {
    let bot = open_single_process("absence_discord").await;
    let board = start_quick_game(&bot).await;
    bot.wait_scheduler().await;
    let outage = FaultKind::Status(503, json!({}));
    bot.discord.inject_fault(Fault { route: "GET /users/@me", times: 1, kind: outage });
    bot.advance(Duration::from_secs(31)).await;
    wait_until("the bot notices the outage", || !bot.is_serving()).await;
    bot.advance(HOUR * 5).await;
    wait_until("Discord is back", || bot.is_serving()).await;
    assert_time_was_given_back(&bot, &board).await;
    bot.close_allowing_refusals().await;
}

#[tokio::test]
async fn silence_is_no_absence() {
    let bot = open_single_process("absence_silence").await;
    let board = start_quick_game(&bot).await;
    bot.wait_scheduler().await;
    bot.advance(Duration::from_mins(5)).await;
    let is_over = || bot.current(&board).content.contains("**Ann** ran out of time");
    wait_until("Ann's time runs out", is_over).await;
    let is_probe = |path: &str| path == "/users/@me";
    let probes = || bot.discord.requests().iter().filter(|it| is_probe(&it.path)).count();
    wait_until("the bot asks whether Discord is there", || probes() > 1).await;
    bot.close().await;
}

#[tokio::test]
async fn a_locked_sqlite_file_stops_the_clocks() {
    let mut bot = TestBot::new_stopped_on_sqlite("absence_sqlite").await;
    bot.configure(TestBotConfig {
        transport: Transport::to_one_process(),
        ..TestBotConfig::default()
    });
    bot.start();
    bot.wait_ready().await;
    let board = start_quick_game(&bot).await;
    bot.wait_scheduler().await;
    let mut sql = bot.database.sql().await;
    sql.lock().await;
    bot.discord.advance(Duration::from_secs(20));
    TestBot::assert_refused(&bot.press(bot.ann, &board, "4").await, INTERNAL_ERROR);
    bot.discord.advance(HOUR * 5);
    TestBot::assert_refused(&bot.press(bot.ann, &board, "4").await, INTERNAL_ERROR);
    sql.unlock().await;
    assert_time_was_given_back(&bot, &board).await;
    bot.close_allowing_refusals().await;
}

#[tokio::test]
async fn a_disconnected_postgres_server_stops_the_clocks() {
    let Some((bot, proxy)) = TestBot::open_behind_chaos_proxy("absence_pg").await else { return };
    let board = start_quick_game(&bot).await;
    bot.wait_scheduler().await;
    proxy.disconnect();
    bot.discord.advance(Duration::from_secs(20));
    TestBot::assert_refused(&bot.press(bot.ann, &board, "4").await, INTERNAL_ERROR);
    bot.discord.advance(HOUR * 5);
    TestBot::assert_refused(&bot.press(bot.ann, &board, "4").await, INTERNAL_ERROR);
    proxy.reconnect();
    assert_time_was_given_back(&bot, &board).await;
    bot.close_allowing_refusals().await;
}
