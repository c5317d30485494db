//! The machine's clock jumps, or is wrong: turns are timed without it. Whether a request comes too
//! late is judged by Discord's.

use std::time::Duration;

use fake_discord::Message;
use serde_json::json;
use tracing::Level;

use crate::support::{RecordedLog, TestBot, move_number, random};

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
        bot.wait_idle().await;
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

#[tokio::test]
async fn requests_are_judged_by_discords_time() {
    for seconds in [240, -240, 3_600] {
        let name = format!("clock_wrong_{seconds}");
        let bot = TestBot::builder(&name).clock_error(seconds * 1_000).single_process();
        let bot = bot.open().await;
        let board = start_game(&bot, "wrong", "5 minutes").await;
        let pressed = bot.press(first_player(&bot, "wrong"), &board, "4").await;
        assert!(pressed.is_update(), "{seconds}: {pressed:?}");
        let due = bot.clock.now().after(Duration::from_mins(5)).seconds();
        let shown = [due, due + 1].map(|due| format!("<t:{due}:R>"));
        assert!(shown.iter().any(|it| pressed.text().contains(it)), "{}", pressed.text());
        bot.advance(Duration::from_secs(295)).await;
        assert_eq!(bot.current(&board).content, pressed.text(), "some seconds are left");
        bot.advance(Duration::from_secs(10)).await;
        bot.wait_for_timeout(&board).await;
        bot.close().await;
    }
}

#[tokio::test]
async fn a_wrong_clock_is_logged_once_an_hour() {
    let log = RecordedLog::start(Level::WARN);
    let bot = TestBot::builder("clock_log").clock_error(-65_000).single_process().open().await;
    let warning = "this machine's clock is 65 s slow: set it by NTP";
    log.wait_for(warning, 1).await;
    for _ in 0..3 {
        bot.advance(Duration::from_mins(19)).await;
        bot.wait_scheduler().await;
    }
    assert_eq!(log.text().matches(warning).count(), 1);
    bot.advance(Duration::from_mins(4)).await;
    log.wait_for(warning, 2).await;
    bot.close().await;
}

/// Only the first replica's clock is wrong.
#[tokio::test]
async fn replicas_with_different_clocks_agree_on_turns() {
    for seconds in [60, -60] {
        let name = format!("clock_replicas_{seconds}");
        let bot = TestBot::builder(&name).http(2).clock_error(seconds * 1_000).open().await;
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
    bot.assert_consistent().await;
    // The time to edit an old board is over at once if an hour passes.
    let expired =
        ["PATCH", "DELETE"].map(|it| format!("401 {it} /webhooks/*/*/messages/@original"));
    let mut refused = expired.each_ref().map(String::as_str).to_vec();
    refused.push("404 DELETE /channels/*/messages/*");
    bot.close_allowing(&refused).await;
}
