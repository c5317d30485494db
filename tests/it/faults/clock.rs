//! The clock of the bot's machine jumps.
//!
//! Ahead, time has passed by its own account: who had less left has lost, and
//! what somebody does seems old and is refused, until the clock is right again.
//! Back, everybody has as much more time for the turn that is under way; the
//! turns after it are as long as ever.

use std::time::Duration;

use fake_discord::Message;
use fastrand::Rng;
use fourfall::{admin, store};
use serde_json::json;

use crate::support::{Arcade, count_panics, until};

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// A game with this clock between two new people, in which both have moved.
async fn begin(arcade: &Arcade, name: &str, clock: &str) -> Message {
    let [one, other] = players(arcade, name);
    let options = json!({ "opponent": other, "first": "me", "clock": clock });
    let challenge = arcade.command(one, "play", options).await.message().clone();
    let board = arcade.press(other, &challenge, "Accept").await.message().clone();
    arcade.moves_of([one, other], &board, "44").await
}

fn players(arcade: &Arcade, name: &str) -> [fake_discord::UserId; 2] {
    ["one", "two"].map(|seat| arcade.playground.add_person(&format!("{seat}-{name}")))
}

async fn with_two_clocks(name: &str) -> Arcade {
    let mut arcade = Arcade::with_two_clocks(name).await;
    arcade.start_bot();
    arcade.bot_ready().await;
    arcade
}

/// Lets time pass for everybody.
async fn pass(arcade: &Arcade, time: Duration) {
    arcade.clock.advance(time);
    arcade.wait(time).await;
}

async fn until_out_of_time(arcade: &Arcade, board: &Message) {
    let is_over = || arcade.now(board).content.contains("ran out of time");
    until("the time is up", is_over).await;
}

fn one_of(arcade: &Arcade, name: &str) -> fake_discord::UserId {
    arcade.playground.person(&format!("one-{name}"))
}

#[tokio::test]
async fn a_clock_that_jumps_ahead_ends_what_is_due_by_its_account_and_nothing_else() {
    let arcade = with_two_clocks("clock_ahead").await;
    let short = begin(&arcade, "short", "5 minutes").await;
    let long = begin(&arcade, "long", "1 day").await;
    arcade.clock.advance(HOUR * 2);
    until_out_of_time(&arcade, &short).await;
    let refused = arcade.press(one_of(&arcade, "long"), &long, "4").await;
    assert!(refused.is_ephemeral(), "it seems two hours old: {refused:?}");
    assert_eq!(arcade.now(&long).content, long.content);
    arcade.clock.set_back(HOUR * 2);
    let pressed = arcade.press(one_of(&arcade, "long"), &long, "4").await;
    assert!(pressed.is_update() && pressed.text().contains("move 4"), "{pressed:?}");
    let due = arcade.clock.now().after(DAY).seconds();
    assert!(pressed.text().contains(&format!("<t:{due}:R>")), "{}", pressed.text());
    pass(&arcade, HOUR * 23).await;
    arcade.swept().await;
    assert_eq!(arcade.now(&long).content, pressed.text(), "an hour is left");
    pass(&arcade, HOUR).await;
    arcade.swept().await;
    let games = arcade.command(one_of(&arcade, "long"), "games", json!({})).await;
    assert!(!games.text().contains("two"), "it is over: {}", games.text());
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn a_clock_that_is_set_back_takes_no_time_from_anybody() {
    let mut arcade = with_two_clocks("clock_back").await;
    let board = begin(&arcade, "back", "1 hour").await;
    arcade.clock.set_back(HOUR * 5);
    arcade.wait(HOUR).await;
    arcade.clock.advance(HOUR * 5);
    arcade.swept().await;
    assert_eq!(arcade.now(&board).content, board.content, "an hour is left by its account");
    arcade.clock.set_back(HOUR * 5);
    arcade.stop_bot().await;
    arcade.start_bot();
    arcade.connected().await;
    let pressed = arcade.press(one_of(&arcade, "back"), &board, "4").await;
    assert!(pressed.message().content.contains("move 4"), "{pressed:?}");
    let board = pressed.message().clone();
    let due = arcade.clock.now().after(HOUR).seconds();
    assert!(board.content.contains(&format!("<t:{due}:R>")), "the next turn is no longer");
    arcade.clock.advance(HOUR);
    until_out_of_time(&arcade, &board).await;
    arcade.close_after_refusals().await;
}

#[tokio::test]
async fn the_sweeper_goes_on_after_the_clock_was_set_back() {
    let mut arcade = Arcade::in_real_time("clock_sweeper").await;
    arcade.start_bot();
    arcade.bot_ready().await;
    let old = begin(&arcade, "old", "5 minutes").await;
    arcade.clock.set_back(DAY);
    let new = begin(&arcade, "new", "5 minutes").await;
    arcade.playground.advance(Duration::from_mins(5));
    until_out_of_time(&arcade, &new).await;
    assert_eq!(arcade.now(&old).content, old.content, "it has a day more");
    arcade.playground.advance(DAY);
    until_out_of_time(&arcade, &old).await;
    arcade.close_after_refusals().await;
}

/// Who moves in time never loses on time, whatever the clock does between moves.
#[tokio::test]
async fn random_jumps_between_moves_end_no_game_and_muddle_no_record() {
    const JUMPS: usize = 140;
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let (mut random, panics) = (Rng::with_seed(seed), count_panics());
    let arcade = Arcade::open("clock_random").await;
    let (mut ahead, mut back) = (0, 0);
    for game in 0..JUMPS / 7 {
        let name = format!("random-{}", game % 3);
        if game < 3 {
            players(&arcade, &name);
        }
        let people = ["one", "two"].map(|it| arcade.playground.person(&format!("{it}-{name}")));
        let options = json!({ "opponent": people[1], "first": "me", "clock": "1 day" });
        let challenge = arcade.command(people[0], "play", options).await.message().clone();
        let mut board = arcade.press(people[1], &challenge, "Accept").await.message().clone();
        for (index, column) in ["1", "2", "1", "2", "1", "2", "1"].into_iter().enumerate() {
            if random.u8(..3) > 0 {
                arcade.wait(Duration::from_mins(random.u64(..24 * 60))).await;
                ahead += 1;
            } else {
                arcade.settled().await;
                arcade.clock.set_back(Duration::from_mins(random.u64(..40 * 24 * 60)));
                back += 1;
            }
            arcade.swept().await;
            let answer = arcade.press(people[index % 2], &board, column).await;
            assert!(!answer.is_ephemeral(), "move {index} of game {game}: {answer:?}");
            board = answer.message().clone();
        }
        assert!(board.content.contains("wins with 4 in a row"), "{}", board.content);
    }
    println!("{ahead} jumps ahead, {back} back");
    assert_eq!(panics(), 0);
    let store = store::open(&arcade.database()).await.unwrap();
    assert_eq!(admin::check(&*store).await.unwrap().differences, []);
    store.close().await;
    arcade.close_after_refusals().await;
}
