//! Time in which nobody can move: whatever the reason, it is held against no player.

use std::{sync::Arc, time::Duration};

use clock::Clock;
use fake_discord::{Fault, FaultKind, Message};
use fourfall::{
    computer::SearchBackendFactory,
    features::{MessageUpdate, Service},
    schedule::run_scheduler,
    store,
};
use futures_util::future::join_all;
use serde_json::json;

use crate::support::{
    INTERNAL_ERROR, Process, TestBot, Transport, free_address, wait_until, wait_until_async,
    wait_within,
};

const HOUR: Duration = Duration::from_hours(1);

/// How long a process is stopped, in real time: only a gap of more than 15 seconds counts as
/// absence.
const STOPPED: Duration = Duration::from_secs(18);

/// Within this time, a process goes on that has seen another one stand still.
const TAKEOVER: Duration = Duration::from_secs(45);

const TWENTY_SECONDS: Duration = Duration::from_secs(20);

/// How much a turn may lose or gain beside an absence, in seconds.
const TOLERANCE: i64 = 30;

/// How many seconds are left of the newest game's turn.
async fn time_left(bot: &TestBot) -> i64 {
    let left = "SELECT (move_by - running) / 1000 FROM game, running_time ORDER BY game_id DESC";
    bot.database.sql().await.number(left).await
}

/// Starts a game of Ann against Ben with this time a move, in which both have moved. It is Ann's
/// turn.
async fn start_game(bot: &TestBot, time_control: &str) -> Message {
    let board = bot.start_timed_game(time_control).await;
    bot.play_moves(&board, "44").await
}

/// Asserts that a game with five minutes a move goes on, that next to nothing of the turn is over,
/// and that it ends once it is.
async fn assert_no_time_passed(bot: &TestBot, board: &Message) {
    wait_until("the bot takes moves", || bot.takes_moves()).await;
    bot.wait_scheduler().await;
    assert_eq!(bot.current(board).content, board.content);
    let mut sql = bot.database.sql().await;
    let unchanged = sql.number("SELECT count(*) FROM game WHERE length(moves) = 2").await;
    assert_eq!(unchanged, 1, "a refused move was stored");
    let left = time_left(bot).await;
    assert!((300 - TOLERANCE..=300).contains(&left), "{left} s are left");
    bot.advance(Duration::from_secs(250)).await;
    bot.wait_scheduler().await;
    assert_eq!(bot.current(board).content, board.content, "some time is left");
    bot.advance(Duration::from_mins(1)).await;
    bot.wait_for_timeout(board).await;
}

/// Has hours pass while the database fails.
async fn spend_hours_without_database(bot: &TestBot, board: &Message) {
    for time in [TWENTY_SECONDS, HOUR * 5] {
        bot.discord.advance(time);
        TestBot::assert_refused(&bot.press(bot.ann, board, "4").await, INTERNAL_ERROR);
    }
}

/// Has nobody but something before Discord answer the question whether it is there.
fn begin_outage(bot: &TestBot, status: u16) {
    let kind = FaultKind::Status(status, json!({}));
    bot.discord.inject_fault(Fault { route: "GET /users/@me", times: u32::MAX, kind });
}

async fn end_outage(bot: &TestBot) {
    bot.discord.clear_faults();
    // It is asked every ten seconds.
    bot.discord.advance(Duration::from_secs(10));
    wait_until("Discord is back", || bot.takes_moves()).await;
}

#[tokio::test]
async fn a_suspended_process_ends_no_game() {
    let bot = TestBot::open("absence_suspended").await;
    let board = start_game(&bot, "5 minutes").await;
    bot.wait_scheduler().await;
    bot.wait_idle().await;
    bot.clock.set_forward(HOUR * 5);
    assert_no_time_passed(&bot, &board).await;
    bot.close().await;
}

#[tokio::test]
async fn a_clock_set_while_the_bot_is_down_ends_no_game() {
    for is_back in [true, false] {
        let mut bot = TestBot::open("absence_set_while_down").await;
        let board = start_game(&bot, "5 minutes").await;
        bot.stop().await;
        if is_back {
            bot.clock.rewind(HOUR * 3);
        } else {
            bot.clock.set_forward(HOUR * 3);
        }
        bot.start();
        bot.wait_connected().await;
        assert_no_time_passed(&bot, &board).await;
        bot.close().await;
    }
}

#[tokio::test]
async fn a_restart_after_an_hour_ends_no_game() {
    let mut bot = TestBot::open("absence_restart").await;
    let board = start_game(&bot, "5 minutes").await;
    bot.stop().await;
    bot.advance(HOUR).await;
    bot.start();
    bot.wait_connected().await;
    assert_no_time_passed(&bot, &board).await;
    bot.close().await;
}

/// Waits until running time is counted by another process than the one of this beat, or by any.
async fn wait_counted(bot: &TestBot, before: i64) -> i64 {
    let mut sql = bot.database.sql().await;
    let beat = "SELECT coalesce(max(beat), 0) FROM running_time";
    let is_other = async || ![0, before].contains(&sql.number(beat).await);
    wait_within(TAKEOVER, "the time is counted", is_other).await;
    bot.database.sql().await.number(beat).await
}

/// Leaves twelve seconds of the only turn.
async fn use_time_up(bot: &TestBot) {
    bot.database.sql().await.run("UPDATE game SET move_by = move_by - 288000").await;
}

#[tokio::test]
async fn a_stopped_process_ends_no_game() {
    let bot = TestBot::builder("absence_stopped").in_real_time().stopped().await;
    let process = Process::start(&[], bot.env_vars());
    bot.wait_ready().await;
    let board = start_game(&bot, "5 minutes").await;
    let beat = wait_counted(&bot, 0).await;
    use_time_up(&bot).await;
    process.signal("STOP").await;
    tokio::time::sleep(STOPPED).await;
    process.signal("CONT").await;
    wait_counted(&bot, beat).await;
    assert_eq!(bot.current(&board).content, board.content);
    assert!(bot.press(bot.ann, &board, "1").await.is_update(), "the time did not run");
    process.terminate().await;
    process.output().await;
    bot.close().await;
}

#[tokio::test]
async fn one_of_two_processes_that_is_stopped_ends_no_game() {
    let bot = TestBot::builder("absence_one_of_two").in_real_time().http(2).stopped().await;
    let addresses = [free_address(), free_address()];
    let endpoint = |index: usize| vec![format!("http://{}/interactions", addresses[index])];
    let start = |index: usize| {
        let mut settings = bot.env_vars();
        settings.retain(|(name, _)| *name != "INTERACTIONS_ADDR");
        settings.push(("INTERACTIONS_ADDR", addresses[index].to_string()));
        Process::start(&[], settings)
    };
    let use_endpoint = async |index: usize| {
        let accepted = async || bot.discord.set_endpoints(endpoint(index)).await.is_ok();
        wait_until_async("the process takes requests", accepted).await;
    };
    let first = start(0);
    use_endpoint(0).await;
    bot.wait_registered(1).await;
    let board = start_game(&bot, "5 minutes").await;
    let beat = wait_counted(&bot, 0).await;
    bot.wait_tiles().await;
    let second = start(1);
    use_endpoint(1).await;
    use_time_up(&bot).await;
    first.signal("STOP").await;
    // The other one takes over.
    wait_counted(&bot, wait_counted(&bot, beat).await).await;
    assert_eq!(bot.current(&board).content, board.content);
    let pressed = bot.press(bot.ann, &board, "1").await;
    assert!(pressed.is_update(), "the time did not run: {pressed:?}");
    let board = pressed.message().clone();
    first.signal("CONT").await;
    use_endpoint(0).await;
    let pressed = bot.press(bot.ben, &board, "1").await;
    assert!(pressed.is_update(), "{pressed:?}");
    let left = time_left(&bot).await;
    assert!((300 - TOLERANCE..=300 + TOLERANCE).contains(&left), "{left} s are left");
    for process in [first, second] {
        process.terminate().await;
        process.output().await;
    }
    bot.close().await;
}

/// The bot's clock stands still: it is suspended. Its twin goes on.
#[tokio::test]
async fn a_bot_that_wakes_up_knows_what_its_twin_has_counted() {
    let bot = TestBot::builder("absence_twin").single_process().open().await;
    let board = start_game(&bot, "1 day").await;
    bot.wait_scheduler().await;
    let beat = wait_counted(&bot, 0).await;
    let clock = Clock::system();
    let store = store::open(&bot.database_url()).await.unwrap();
    let twin = Service::new(store, clock.clone(), SearchBackendFactory::default());
    twin.connection.reset(1);
    twin.connection.set(0, true);
    let scheduler = tokio::spawn(run_scheduler(twin, Arc::new(drop::<MessageUpdate>)));
    let beat = wait_counted(&bot, beat).await;
    clock.advance(HOUR);
    wait_counted(&bot, beat).await;
    bot.clock.set_forward(HOUR);
    let left = time_left(&bot).await;
    let day = 24 * 3_600;
    assert!((day - 3_600 - TOLERANCE..=day - 3_600).contains(&left), "{left} s are left");
    let pressed = bot.press(bot.ann, &board, "4").await;
    assert!(!pressed.is_ephemeral(), "{pressed:?}");
    let left = time_left(&bot).await;
    assert!((day - TOLERANCE..=day + TOLERANCE).contains(&left), "{left} s are left");
    scheduler.abort();
    assert!(scheduler.await.unwrap_err().is_cancelled());
    bot.close().await;
}

#[tokio::test]
async fn the_first_press_after_a_suspension_counts() {
    let bot = TestBot::open("absence_press").await;
    start_game(&bot, "5 minutes").await;
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

/// Another process has counted since this one last looked, which stood still meanwhile.
#[tokio::test]
async fn a_turn_begins_no_earlier_than_what_is_stored() {
    let bot = TestBot::open("absence_stale").await;
    let board = start_game(&bot, "5 minutes").await;
    bot.wait_scheduler().await;
    let mut sql = bot.database.sql().await;
    sql.run("UPDATE running_time SET running = running + 3600000").await;
    let full = async |what: &str| {
        let left = time_left(&bot).await;
        assert!((300 - TOLERANCE..=300).contains(&left), "{what}: {left} s are left");
    };
    let board = bot.press(bot.ann, &board, "1").await.message().clone();
    full("a move").await;
    bot.wait_idle().await;
    bot.clock.set_forward(HOUR);
    let board = bot.press(bot.ben, &board, "1").await.message().clone();
    full("a move after an hour, which pings").await;
    let board = bot.press(bot.ann, &board, "2").await.message().clone();
    let asked = bot.press(bot.ann, &board, "Take back").await.message().clone();
    bot.press(bot.ben, &asked, "Accept").await;
    full("a move that was taken back").await;
    bot.start_timed_game_of([bot.ben, bot.cleo], "5 minutes").await;
    full("a new game").await;
    bot.close().await;
}

#[tokio::test]
async fn discord_is_asked_at_most_once_a_second() {
    let bot = TestBot::builder("absence_pings").single_process().open().await;
    for _ in 0..5 {
        bot.open_challenge(bot.discord.add_user("somebody")).await;
        bot.advance(Duration::from_millis(100)).await;
    }
    bot.advance(Duration::from_hours(24) - Duration::from_secs(2)).await;
    bot.wait_scheduler().await;
    let before = bot.pings();
    for _ in 0..30 {
        bot.advance(Duration::from_millis(100)).await;
        bot.wait_idle().await;
    }
    let all_over = || {
        let messages = bot.discord.messages(bot.channel);
        messages.iter().all(|it| it.content.starts_with("Nobody took up"))
    };
    wait_until("the challenges expire", all_over).await;
    let asked = bot.pings() - before;
    assert!(asked <= 3, "{asked} times in three seconds");
    bot.close().await;
}

#[tokio::test]
async fn waiting_for_gateway_sessions_ends_no_game() {
    let mut bot = TestBot::builder("absence_sessions").gateway().open().await;
    let board = start_game(&bot, "5 minutes").await;
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
    assert_no_time_passed(&bot, &board).await;
    bot.close().await;
}

#[tokio::test]
async fn an_unreachable_discord_stops_the_clocks() {
    for (transport, status) in [(Transport::Gateway, 403), (Transport::Http { replicas: 2 }, 503)] {
        let builder = TestBot::builder("absence_discord").transport(transport);
        let bot = builder.open().await;
        let board = start_game(&bot, "5 minutes").await;
        bot.wait_scheduler().await;
        begin_outage(&bot, status);
        bot.advance(TWENTY_SECONDS).await;
        wait_until("the bot notices the outage", || !bot.any_takes_moves()).await;
        bot.advance(HOUR * 5).await;
        end_outage(&bot).await;
        assert_no_time_passed(&bot, &board).await;
        bot.close_expecting(&[&format!("{status} GET /users/@me")]).await;
    }
}

#[tokio::test]
async fn an_outage_just_before_the_deadline_ends_no_game() {
    let bot = TestBot::open("absence_deadline").await;
    let board = start_game(&bot, "5 minutes").await;
    bot.advance(Duration::from_secs(280)).await;
    bot.wait_scheduler().await;
    begin_outage(&bot, 503);
    bot.advance(Duration::from_secs(25)).await;
    wait_until("the bot notices the outage", || !bot.any_takes_moves()).await;
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
async fn a_lost_connection_stops_the_clocks() {
    let mut bot = TestBot::builder("absence_gateway").gateway().open().await;
    let board = start_game(&bot, "5 minutes").await;
    bot.wait_scheduler().await;
    bot.discord.set_remaining_identifies(0);
    bot.discord.invalidate_sessions();
    wait_until("the connection is lost", || !bot.takes_moves()).await;
    bot.discord.advance(HOUR * 5);
    bot.wait_scheduler().await;
    assert_eq!(bot.current(&board).content, board.content);
    bot.stop().await;
    bot.discord.set_remaining_identifies(1_000);
    bot.start();
    bot.wait_connected().await;
    assert_no_time_passed(&bot, &board).await;
    bot.close().await;
}

#[tokio::test]
async fn a_reminder_waits_for_the_end_of_an_outage() {
    let bot = TestBot::builder("absence_reminder").single_process().open().await;
    start_game(&bot, "1 day").await;
    let reminders = || {
        let messages = bot.discord.messages(bot.channel);
        messages.iter().filter(|it| it.content.contains("it’s your move against")).count()
    };
    bot.advance((HOUR * 20).checked_sub(TWENTY_SECONDS).unwrap()).await;
    bot.wait_scheduler().await;
    begin_outage(&bot, 503);
    let kind = FaultKind::Status(503, json!({}));
    bot.discord.inject_fault(Fault { route: "POST /channels", times: u32::MAX, kind });
    bot.advance(Duration::from_secs(25)).await;
    wait_until("the bot notices the outage", || !bot.takes_moves()).await;
    end_outage(&bot).await;
    bot.advance(Duration::from_mins(1)).await;
    wait_until("Ann is reminded", || reminders() == 1).await;
    bot.close_allowing(&["503 GET /users/@me", "503 POST /channels/*/messages"]).await;
}

#[tokio::test]
async fn a_turn_times_out_though_nobody_used_the_bot() {
    let bot = TestBot::builder("absence_silence").single_process().open().await;
    let board = start_game(&bot, "5 minutes").await;
    bot.wait_scheduler().await;
    let before = bot.pings();
    bot.advance(Duration::from_mins(5)).await;
    bot.wait_for_timeout(&board).await;
    assert!(bot.pings() > before, "it has asked whether Discord is there");
    bot.close().await;
}

#[tokio::test]
async fn a_locked_sqlite_file_stops_the_clocks() {
    let bot = TestBot::builder("absence_sqlite").on_sqlite().single_process().open().await;
    let board = start_game(&bot, "5 minutes").await;
    bot.wait_scheduler().await;
    let mut sql = bot.database.sql().await;
    sql.lock().await;
    spend_hours_without_database(&bot, &board).await;
    sql.unlock().await;
    assert_no_time_passed(&bot, &board).await;
    bot.close().await;
}

#[tokio::test]
async fn a_locked_database_keeps_help_from_nobody() {
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
    let board = start_game(&bot, "5 minutes").await;
    bot.wait_scheduler().await;
    proxy.disconnect();
    spend_hours_without_database(&bot, &board).await;
    proxy.reconnect();
    assert_no_time_passed(&bot, &board).await;
    bot.close().await;
}
