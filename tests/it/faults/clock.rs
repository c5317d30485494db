//! The bot's system clock jumps.
//!
//! Forwards: turns with less time left than the jump time out, and interactions seem
//! old and are refused until the clock is right again. Backwards: the current turns
//! gain the length of the jump; later turns are as long as usual.

use std::time::Duration;

use fake_discord::Message;
use fastrand::Rng;
use fourfall::{admin, store};
use serde_json::json;

use crate::support::{TestBot, count_panics, wait_until};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// A game with this time control between two new users, each of whom has moved once.
async fn start_game(bot: &TestBot, name: &str, clock: &str) -> Message {
    let [one, other] = players(bot, name);
    let options = json!({ "opponent": other, "first": "me", "clock": clock });
    let challenge = bot.command(one, "play", options).await.message().clone();
    let board = bot.press(other, &challenge, "Accept").await.message().clone();
    bot.play_moves_as([one, other], &board, "44").await
}

fn players(bot: &TestBot, name: &str) -> [fake_discord::UserId; 2] {
    ["one", "two"].map(|seat| bot.discord.add_user(&format!("{seat}-{name}")))
}

async fn open_with_separate_clock(name: &str) -> TestBot {
    let mut bot = TestBot::with_separate_clock(name).await;
    bot.start();
    bot.wait_ready().await;
    bot
}

/// Advances the clocks of both the bot and Discord.
async fn advance_both(bot: &TestBot, time: Duration) {
    bot.clock.advance(time);
    bot.advance(time).await;
}

async fn wait_for_timeout(bot: &TestBot, board: &Message) {
    let is_over = || bot.current(board).content.contains("ran out of time");
    wait_until("the turn times out", is_over).await;
}

fn first_player(bot: &TestBot, name: &str) -> fake_discord::UserId {
    bot.discord.user(&format!("one-{name}"))
}

#[tokio::test]
async fn a_clock_jumping_forward_ends_only_the_turns_that_are_due() {
    let bot = open_with_separate_clock("clock_ahead").await;
    let short = start_game(&bot, "short", "5 minutes").await;
    let long = start_game(&bot, "long", "1 day").await;
    bot.clock.advance(HOUR * 2);
    wait_for_timeout(&bot, &short).await;
    let refused = bot.press(first_player(&bot, "long"), &long, "4").await;
    assert!(refused.is_ephemeral(), "the press seems two hours old: {refused:?}");
    assert_eq!(bot.current(&long).content, long.content);
    bot.clock.rewind(HOUR * 2);
    let pressed = bot.press(first_player(&bot, "long"), &long, "4").await;
    assert!(pressed.is_update() && pressed.text().contains("move 4"), "{pressed:?}");
    let due = bot.clock.now().after(DAY).seconds();
    assert!(pressed.text().contains(&format!("<t:{due}:R>")), "{}", pressed.text());
    advance_both(&bot, HOUR * 23).await;
    bot.wait_scheduler().await;
    assert_eq!(bot.current(&long).content, pressed.text(), "an hour is left");
    advance_both(&bot, HOUR).await;
    bot.wait_scheduler().await;
    let games = bot.command(first_player(&bot, "long"), "games", json!({})).await;
    assert!(!games.text().contains("two"), "the game is over: {}", games.text());
    bot.close_allowing_refusals().await;
}

#[tokio::test]
async fn a_clock_set_back_shortens_no_turn() {
    let mut bot = open_with_separate_clock("clock_back").await;
    let board = start_game(&bot, "back", "1 hour").await;
    bot.clock.rewind(HOUR * 5);
    bot.advance(HOUR).await;
    bot.clock.advance(HOUR * 5);
    bot.wait_scheduler().await;
    assert_eq!(bot.current(&board).content, board.content, "an hour is left by the bot's clock");
    bot.clock.rewind(HOUR * 5);
    bot.stop().await;
    bot.start();
    bot.wait_connected().await;
    let pressed = bot.press(first_player(&bot, "back"), &board, "4").await;
    assert!(pressed.message().content.contains("move 4"), "{pressed:?}");
    let board = pressed.message().clone();
    let due = bot.clock.now().after(HOUR).seconds();
    assert!(board.content.contains(&format!("<t:{due}:R>")), "the next turn is not extended");
    bot.clock.advance(HOUR);
    wait_for_timeout(&bot, &board).await;
    bot.close_allowing_refusals().await;
}

#[tokio::test]
async fn the_scheduler_continues_after_the_clock_was_set_back() {
    let mut bot = TestBot::in_real_time("clock_scheduler").await;
    bot.start();
    bot.wait_ready().await;
    let old = start_game(&bot, "old", "5 minutes").await;
    bot.clock.rewind(DAY);
    let new = start_game(&bot, "new", "5 minutes").await;
    bot.discord.advance(Duration::from_mins(5));
    wait_for_timeout(&bot, &new).await;
    assert_eq!(bot.current(&old).content, old.content, "the old game has another day");
    bot.discord.advance(DAY);
    wait_for_timeout(&bot, &old).await;
    bot.close_allowing_refusals().await;
}

/// A player who moves in time never loses on time, however the clock jumps between
/// moves.
#[tokio::test]
async fn random_clock_jumps_end_no_game_and_keep_records_consistent() {
    const JUMPS: usize = 140;
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let (mut random, panics) = (Rng::with_seed(seed), count_panics());
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
        assert!(board.content.contains("wins with 4 in a row"), "{}", board.content);
    }
    println!("{forward} jumps forward, {back} back");
    assert_eq!(panics(), 0);
    let store = store::open(&bot.database_url()).await.unwrap();
    assert_eq!(admin::check(&*store).await.unwrap().differences, []);
    store.close().await;
    bot.close_allowing_refusals().await;
}
