//! The machine's clock jumps, or is wrong.
//!
//! What players see and lose goes by Discord's clock. Until its time is known, a jump
//! looks like absence, which is held against nobody.

use std::time::Duration;

use fake_discord::{Fault, FaultKind, Message};
use fourfall::{admin, store};
use serde_json::json;

use crate::support::{TestBot, move_number, random, wait_until, wait_until_async};

const HOUR: Duration = Duration::from_hours(1);

/// A game with this time control between two new users, each of whom has moved once.
async fn start_game(bot: &TestBot, name: &str, clock: &str) -> Message {
    let players = players(bot, name);
    let board = bot.start_timed_game_of(players, clock).await;
    bot.play_moves_as(players, &board, "44").await
}

fn players(bot: &TestBot, name: &str) -> [fake_discord::UserId; 2] {
    ["one", "two"].map(|seat| bot.discord.add_user(&format!("{seat}-{name}")))
}

fn first_player(bot: &TestBot, name: &str) -> fake_discord::UserId {
    bot.discord.user(&format!("one-{name}"))
}

#[tokio::test]
async fn a_clock_set_forward_and_back_ends_no_game() {
    let bot = TestBot::open("clock_set").await;
    let board = start_game(&bot, "set", "5 minutes").await;
    for _ in 0..3 {
        bot.wait_scheduler().await;
        bot.clock.set_forward(HOUR * 2);
        bot.wait_scheduler().await;
        assert_eq!(bot.current(&board).content, board.content);
        bot.clock.rewind(HOUR * 2);
        // The scheduler looks at the clock again within ten seconds.
        bot.advance(Duration::from_secs(10)).await;
        bot.wait_scheduler().await;
        assert_eq!(bot.current(&board).content, board.content);
    }
    let pressed = bot.press(first_player(&bot, "set"), &board, "4").await;
    assert!(pressed.is_update() && move_number(pressed.text()) == 4, "{pressed:?}");
    let due = bot.clock.now().after(Duration::from_mins(5)).seconds();
    assert!(pressed.text().contains(&format!("<t:{due}:R>")), "{}", pressed.text());
    bot.advance(Duration::from_mins(5)).await;
    bot.wait_for_timeout(&board).await;
    bot.close().await;
}

/// Plays with a machine whose clock is wrong by this many seconds.
async fn play_with_wrong_clock(name: &str, seconds: i64) {
    let bot = TestBot::builder(name).clock_error(seconds * 1_000).open().await;
    let board = start_game(&bot, "wrong", "5 minutes").await;
    let pressed = bot.press(first_player(&bot, "wrong"), &board, "4").await;
    assert!(pressed.is_update(), "{pressed:?}");
    let due = bot.clock.now().after(Duration::from_mins(5)).seconds();
    let is_shown = |due: i64| pressed.text().contains(&format!("<t:{due}:R>"));
    assert!((due - 2..=due + 2).any(is_shown), "{due}: {}", pressed.text());
    bot.advance(Duration::from_secs(295)).await;
    assert_eq!(bot.current(&board).content, pressed.text(), "some seconds are left");
    bot.advance(Duration::from_secs(10)).await;
    bot.wait_for_timeout(&board).await;
    bot.close().await;
}

#[tokio::test]
async fn a_clock_five_minutes_fast_changes_nothing() {
    play_with_wrong_clock("clock_fast", 300).await;
}

#[tokio::test]
async fn a_clock_five_minutes_slow_changes_nothing() {
    play_with_wrong_clock("clock_slow", -300).await;
}

async fn open_single_process(name: &str) -> TestBot {
    TestBot::builder(name).single_process().open().await
}

/// Has Discord answer so many probes with a date that is an hour ahead, and waits for them.
async fn answer_probes_with_wrong_date(bot: &TestBot, times: u32) {
    bot.wait_idle().await;
    let expected = bot.probes() + usize::try_from(times).unwrap();
    let kind = FaultKind::WrongDate(3_600_000);
    bot.discord.inject_fault(Fault { route: "GET /users/@me", times, kind });
    bot.advance(Duration::from_secs(31)).await;
    wait_until("the bot probes Discord", || bot.probes() >= expected).await;
    bot.wait_idle().await;
}

#[tokio::test]
async fn one_wrong_date_changes_no_clock() {
    let bot = open_single_process("clock_one_date").await;
    let challenge = bot.command(bot.ann, "play", json!({ "opponent": bot.ben })).await;
    answer_probes_with_wrong_date(&bot, 1).await;
    bot.wait_scheduler().await;
    let accepted = bot.press(bot.ben, challenge.message(), "Accept").await;
    assert!(accepted.is_update() && !accepted.is_ephemeral(), "{accepted:?}");
    bot.close().await;
}

#[tokio::test]
async fn presses_work_again_soon_after_the_clock_was_wrong() {
    let bot = open_single_process("clock_two_dates").await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    answer_probes_with_wrong_date(&bot, 2).await;
    let refused = async || {
        let help = bot.command(bot.ann, "help", json!({})).await;
        help.error().is_some() || !help.text().contains("/play")
    };
    wait_until_async("the clock is wrong", refused).await;
    // The test's clock stands still, so no other reason for a probe comes up.
    let accepted = async || bot.press(bot.ann, &board, "4").await.is_update();
    wait_until_async("a press is accepted", accepted).await;
    bot.close().await;
}

#[tokio::test]
async fn heartbeats_go_on_after_the_clock_is_set_back() {
    let bot = TestBot::builder("clock_beats").in_real_time().single_process().open().await;
    bot.wait_connected().await;
    let expected = bot.probes() + 1;
    let kind = FaultKind::WrongDate(-200_000);
    bot.discord.inject_fault(Fault { route: "/", times: u32::MAX, kind });
    bot.command(bot.ann, "play", json!({ "opponent": bot.ben })).await;
    wait_until("the bot probes Discord", || bot.probes() >= expected).await;
    bot.wait_idle().await;
    // Wakes the scheduler before the next heartbeat is due.
    bot.command(bot.cleo, "play", json!({ "opponent": bot.ben })).await;
    let mut sql = bot.database.sql().await;
    let last = sql.number("SELECT beat_at FROM heartbeat").await;
    assert!(last < bot.clock.now().milliseconds() - 100_000, "the clock was not set back");
    bot.advance(Duration::from_secs(10)).await;
    let recorded = async || sql.number("SELECT beat_at FROM heartbeat").await >= last + 10_000;
    wait_until_async("a heartbeat is recorded", recorded).await;
    bot.close().await;
}

/// Only the first replica's clock is wrong.
#[tokio::test]
async fn a_replica_with_a_fast_clock_times_out_no_turn() {
    let bot = TestBot::builder("clock_replica").http(3).clock_error(3_600_000).open().await;
    let board = start_game(&bot, "replica", "5 minutes").await;
    let players = ["one", "two"].map(|seat| bot.discord.user(&format!("{seat}-replica")));
    let board = bot.play_moves_as(players, &board, "1212").await;
    for _ in 0..29 {
        bot.advance(Duration::from_secs(10)).await;
        bot.wait_scheduler().await;
        assert_eq!(bot.current(&board).content, board.content);
    }
    bot.advance(Duration::from_secs(15)).await;
    bot.wait_for_timeout(&board).await;
    bot.close().await;
}

/// A player who moves in time never loses on time, however the clock jumps between
/// moves.
#[tokio::test]
async fn random_clock_jumps_end_no_game_and_keep_records_consistent() {
    const JUMPS: usize = 140;
    let mut random = random();
    let bot = TestBot::open("clock_random").await;
    let (mut forward, mut back) = (0, 0);
    for game in 0..JUMPS / 7 {
        let name = format!("random-{}", game % 3);
        if game < 3 {
            players(&bot, &name);
        }
        let people = ["one", "two"].map(|it| bot.discord.user(&format!("{it}-{name}")));
        let options = json!({ "opponent": people[1], "first": "me", "clock": "1 day" });
        let challenge = bot.command(people[0], "play", options).await.message().clone();
        let mut board = bot.press(people[1], &challenge, "Accept").await.message().clone();
        for (index, column) in ["1", "2", "1", "2", "1", "2", "1"].into_iter().enumerate() {
            if random.u8(..3) > 0 {
                bot.advance(Duration::from_mins(random.u64(..24 * 60))).await;
                forward += 1;
            } else {
                bot.wait_idle().await;
                bot.clock.rewind(Duration::from_mins(random.u64(..40 * 24 * 60)));
                back += 1;
            }
            bot.wait_scheduler().await;
            let response = bot.press(people[index % 2], &board, column).await;
            assert!(!response.is_ephemeral(), "move {index} of game {game}: {response:?}");
            board = response.message().clone();
        }
        assert!(board.content.contains("-# 4 in a row"), "{}", board.content);
    }
    println!("{forward} jumps forward, {back} back");
    let store = store::open(&bot.database_url()).await.unwrap();
    assert_eq!(admin::check(&*store).await.unwrap().differences, []);
    store.close().await;
    bot.close().await;
}
