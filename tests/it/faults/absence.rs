//! Time in which nobody can move: whatever the reason, it is held against no player.

use std::time::Duration;

use fake_discord::{Fault, FaultKind, Message};
use futures_util::future::join_all;
use serde_json::json;

use crate::support::{INTERNAL_ERROR, Process, TestBot, move_number, wait_until, wait_until_async};

const HOUR: Duration = Duration::from_hours(1);
/// How long the process is stopped, in real time: only a gap of more than 15 seconds counts
/// as absence.
const ABSENCE: Duration = Duration::from_secs(18);

const TWENTY_SECONDS: Duration = Duration::from_secs(20);

/// Starts a game of Ann against Ben with five minutes a move, in which both have moved.
/// It is Ann's turn.
async fn start_quick_game(bot: &TestBot) -> Message {
    let board = bot.start_timed_game("5 minutes").await;
    bot.play_moves(&board, "44").await
}

/// Asserts that Ann still has more than four minutes, and that they end.
async fn assert_time_was_given_back(bot: &TestBot, board: &Message) {
    wait_until("the turn timers run", || bot.timers_running()).await;
    bot.wait_scheduler().await;
    assert_eq!(bot.current(board).content, board.content);
    let mut sql = bot.database.sql().await;
    let unchanged = sql.number("SELECT count(*) FROM game WHERE length(moves) = 2").await;
    assert_eq!(unchanged, 1, "a refused move was stored");
    bot.advance(Duration::from_secs(250)).await;
    bot.wait_scheduler().await;
    assert_eq!(bot.current(board).content, board.content, "some time is left");
    bot.advance(Duration::from_secs(70)).await;
    bot.wait_for_timeout(board).await;
}

/// Has hours pass while the database fails.
async fn spend_hours_without_database(bot: &TestBot, board: &Message) {
    for time in [TWENTY_SECONDS, HOUR * 5] {
        bot.discord.advance(time);
        TestBot::assert_refused(&bot.press(bot.ann, board, "4").await, INTERNAL_ERROR);
    }
}

async fn open_single_process(name: &str) -> TestBot {
    TestBot::builder(name).single_process().open().await
}

/// Has Discord answer no probe.
fn begin_outage(bot: &TestBot) {
    let kind = FaultKind::Status(503, json!({}));
    bot.discord.inject_fault(Fault { route: "GET /users/@me", times: u32::MAX, kind });
}

async fn end_outage(bot: &TestBot) {
    bot.discord.clear_faults();
    wait_until("Discord is back", || bot.timers_running()).await;
}

#[tokio::test]
async fn a_suspended_process_ends_no_game() {
    let bot = TestBot::open("absence_suspended").await;
    let board = start_quick_game(&bot).await;
    bot.wait_scheduler().await;
    bot.clock.set_forward(HOUR * 5);
    assert_time_was_given_back(&bot, &board).await;
    bot.close().await;
}

#[tokio::test]
async fn a_stopped_process_ends_no_game() {
    let bot = TestBot::builder("absence_stopped").in_real_time().stopped().await;
    let process = Process::start(&[], bot.env_vars());
    bot.wait_ready().await;
    let board = start_quick_game(&bot).await;
    let mut sql = bot.database.sql().await;
    let last_beat = "SELECT coalesce(min(beat_at), 0) FROM heartbeat";
    wait_until_async("the turn timers run", async || sql.number(last_beat).await > 0).await;
    // 12 seconds are left.
    sql.run("UPDATE game SET move_by = move_by - 288000").await;
    process.signal("STOP").await;
    tokio::time::sleep(ABSENCE).await;
    let continued_at = bot.clock.now().milliseconds();
    process.signal("CONT").await;
    let goes_on = async || sql.number(last_beat).await >= continued_at;
    wait_until_async("the bot goes on", goes_on).await;
    assert_eq!(bot.current(&board).content, board.content);
    assert!(bot.press(bot.ann, &board, "1").await.is_update(), "the time was given back");
    process.terminate().await;
    process.output().await;
    bot.close().await;
}

#[tokio::test]
async fn the_first_press_after_a_suspension_counts() {
    let bot = TestBot::open("absence_press").await;
    start_quick_game(&bot).await;
    for column in ["1", "2", "1", "2"] {
        let player = if column == "1" { bot.ann } else { bot.ben };
        let current = bot.discord.messages(bot.channel).pop().unwrap();
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
    let mut bot = TestBot::builder("absence_sessions").gateway().open().await;
    let board = start_quick_game(&bot).await;
    bot.stop().await;
    bot.discord.set_remaining_identifies(0);
    bot.start();
    let is_connected = || {
        let is_online = bot.discord.is_bot_online();
        if !is_online {
            bot.discord.advance(HOUR);
        }
        is_online
    };
    wait_until("sessions are available again", is_connected).await;
    bot.wait_connected().await;
    assert_time_was_given_back(&bot, &board).await;
    bot.close().await;
}

#[tokio::test]
async fn an_unreachable_discord_stops_the_clocks() {
    let bot = open_single_process("absence_discord").await;
    let board = start_quick_game(&bot).await;
    bot.wait_scheduler().await;
    begin_outage(&bot);
    bot.advance(Duration::from_secs(31)).await;
    wait_until("the bot notices the outage", || !bot.timers_running()).await;
    bot.advance(HOUR * 5).await;
    end_outage(&bot).await;
    assert_time_was_given_back(&bot, &board).await;
    bot.close_expecting(&["503 GET /users/@me"]).await;
}

/// Has minutes pass, after which each replica has probed Discord.
async fn advance_with_probes(bot: &TestBot, time: Duration) {
    bot.wait_scheduler().await;
    bot.advance(time).await;
    let now = bot.clock.now();
    wait_until("the bot probes Discord", || bot.last_contact() >= now).await;
    bot.wait_scheduler().await;
}

async fn wait_heartbeats_taken_back(bot: &TestBot) {
    let mut sql = bot.database.sql().await;
    let before = bot.clock.now().before(TWENTY_SECONDS).milliseconds();
    let taken_back = async || sql.number("SELECT max(beat_at) FROM heartbeat").await < before;
    wait_until_async("the heartbeats are taken back", taken_back).await;
}

#[tokio::test]
async fn an_outage_just_before_the_deadline_ends_no_game() {
    let bot = open_single_process("absence_deadline").await;
    let board = start_quick_game(&bot).await;
    advance_with_probes(&bot, Duration::from_secs(280)).await;
    begin_outage(&bot);
    // Too short a silence to be noticed by itself.
    bot.advance(Duration::from_secs(25)).await;
    wait_until("the bot notices the outage", || !bot.timers_running()).await;
    end_outage(&bot).await;
    bot.wait_scheduler().await;
    assert_eq!(bot.current(&board).content, board.content);
    bot.advance(Duration::from_secs(15)).await;
    bot.wait_scheduler().await;
    assert_eq!(bot.current(&board).content, board.content, "some time is left");
    bot.advance(Duration::from_secs(10)).await;
    bot.wait_for_timeout(&board).await;
    bot.close_expecting(&["503 GET /users/@me"]).await;
}

#[tokio::test]
async fn replicas_in_an_outage_end_no_game() {
    // One records later heartbeats than the other, whose clock is right.
    let bot = TestBot::builder("absence_replicas").http(2).clock_error(1_500).open().await;
    let board = start_quick_game(&bot).await;
    advance_with_probes(&bot, Duration::from_secs(280)).await;
    begin_outage(&bot);
    bot.advance(Duration::from_secs(25)).await;
    // One that had nothing to time out notices the outage by the silence.
    bot.advance(Duration::from_secs(10)).await;
    wait_until("the bot notices the outage", || !bot.any_timers_running()).await;
    wait_heartbeats_taken_back(&bot).await;
    end_outage(&bot).await;
    bot.wait_scheduler().await;
    assert_eq!(bot.current(&board).content, board.content);
    bot.advance(Duration::from_secs(30)).await;
    bot.wait_for_timeout(&board).await;
    bot.close_expecting(&["503 GET /users/@me"]).await;
}

#[tokio::test]
async fn a_press_in_an_outage_counts_after_the_deadline() {
    // By HTTP, the press itself would show that Discord is there.
    let bot = TestBot::builder("absence_late_press").gateway().open().await;
    let board = start_quick_game(&bot).await;
    advance_with_probes(&bot, Duration::from_secs(280)).await;
    bot.discord.inject_fault(Fault { route: "GET /users/@me", times: 1, kind: FaultKind::Hang });
    bot.advance(Duration::from_secs(25)).await;
    let pressed = bot.press(bot.ann, &board, "4").await;
    assert!(pressed.is_update() && move_number(pressed.text()) == 4, "{pressed:?}");
    bot.close().await;
}

#[tokio::test]
async fn a_reminder_waits_for_the_end_of_an_outage() {
    let bot = open_single_process("absence_reminder").await;
    let board = bot.start_timed_game("1 day").await;
    bot.play_moves(&board, "44").await;
    let reminders = || {
        let messages = bot.discord.messages(bot.channel);
        messages.iter().filter(|it| it.content.contains("it’s your move against")).count()
    };
    let before_reminder = (HOUR * 20).checked_sub(TWENTY_SECONDS).unwrap();
    advance_with_probes(&bot, before_reminder).await;
    begin_outage(&bot);
    let kind = FaultKind::Status(503, json!({}));
    bot.discord.inject_fault(Fault { route: "POST /channels", times: u32::MAX, kind });
    bot.advance(Duration::from_secs(25)).await;
    wait_until("the bot notices the outage", || !bot.timers_running()).await;
    wait_heartbeats_taken_back(&bot).await;
    end_outage(&bot).await;
    bot.advance(Duration::from_mins(1)).await;
    wait_until("Ann is reminded", || reminders() == 1).await;
    bot.close_allowing(&["503 GET /users/@me", "503 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn an_outage_after_a_suspension_gives_no_time_twice() {
    let bot = open_single_process("absence_twice").await;
    let board = start_quick_game(&bot).await;
    bot.wait_scheduler().await;
    begin_outage(&bot);
    bot.clock.set_forward(HOUR * 8);
    wait_until("the bot notices the outage", || !bot.timers_running()).await;
    bot.clock.set_forward(Duration::from_mins(1));
    end_outage(&bot).await;
    bot.wait_scheduler().await;
    assert_eq!(bot.current(&board).content, board.content);
    bot.advance(Duration::from_mins(5)).await;
    bot.wait_for_timeout(&board).await;
    bot.close_expecting(&["503 GET /users/@me"]).await;
}

#[tokio::test]
async fn a_turn_times_out_though_nobody_used_the_bot() {
    let bot = open_single_process("absence_silence").await;
    let board = start_quick_game(&bot).await;
    bot.wait_scheduler().await;
    bot.advance(Duration::from_mins(5)).await;
    bot.wait_for_timeout(&board).await;
    wait_until("the bot asks whether Discord is there", || bot.probes() > 1).await;
    bot.close().await;
}

#[tokio::test]
async fn a_locked_sqlite_file_stops_the_clocks() {
    let bot = TestBot::builder("absence_sqlite").on_sqlite().single_process().open().await;
    let board = start_quick_game(&bot).await;
    bot.wait_scheduler().await;
    let mut sql = bot.database.sql().await;
    sql.lock().await;
    spend_hours_without_database(&bot, &board).await;
    sql.unlock().await;
    assert_time_was_given_back(&bot, &board).await;
    bot.close().await;
}

#[tokio::test]
async fn requests_do_not_wait_for_heartbeats_one_by_one() {
    let bot = TestBot::builder("absence_help").on_sqlite().single_process().open().await;
    bot.wait_scheduler().await;
    let mut sql = bot.database.sql().await;
    sql.lock().await;
    bot.discord.advance(TWENTY_SECONDS);
    let helps = (0..12).map(|_| bot.command(bot.ann, "help", json!({})));
    for help in join_all(helps).await {
        assert!(help.text().contains("/play"), "{help:?}");
    }
    sql.unlock().await;
    bot.close().await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn a_disconnected_postgres_server_stops_the_clocks() {
    let bot = TestBot::builder("absence_pg").behind_chaos_proxy().open().await;
    let proxy = bot.database.proxy();
    let board = start_quick_game(&bot).await;
    bot.wait_scheduler().await;
    proxy.disconnect();
    spend_hours_without_database(&bot, &board).await;
    proxy.reconnect();
    assert_time_was_given_back(&bot, &board).await;
    bot.close().await;
}
