//! Discord takes the token of a bot that begins too many sessions in a day.

use std::time::Duration;

use crate::support::{Arcade, Setup, Transport, until};

/// Long enough, by the machine's clock, for a bot that does not wait to show it.
const MOMENT: Duration = Duration::from_millis(300);

/// Longer than serenity takes from one session to the next.
const NEXT_SESSION: Duration = Duration::from_secs(7);

/// An arcade without a bot, in which so many sessions may still be begun in the
/// next 24 hours.
async fn with_sessions_left(name: &str, remaining: u64) -> Arcade {
    let mut arcade = Arcade::without_bot(name).await;
    arcade.set_up(Setup { transport: Transport::Gateway, ..Setup::default() });
    arcade.playground.leave_identifies(remaining);
    arcade
}

/// How often the bot has asked how many sessions are left.
fn asked(arcade: &Arcade) -> usize {
    arcade.playground.requests().iter().filter(|it| it.path == "/gateway/bot").count()
}

/// Waits until the bot has asked so often, and has begun to wait after that.
async fn until_it_waits(arcade: &Arcade, times: usize) {
    until("the bot asks how many are left", || asked(arcade) >= times).await;
    tokio::time::sleep(MOMENT).await;
}

#[tokio::test]
async fn with_few_sessions_left_the_bot_waits_before_it_connects() {
    let mut arcade = with_sessions_left("few_sessions", 300).await;
    arcade.start_bot();
    until_it_waits(&arcade, 1).await;
    assert!(!arcade.playground.is_bot_online());

    // 200 more for 24 hours, as the last 100 are kept.
    arcade.playground.advance(Duration::from_secs(24 * 3600 / 200 - 1));
    tokio::time::sleep(MOMENT).await;
    assert_eq!(arcade.playground.identifies_left(), 300);
    arcade.playground.advance(Duration::from_secs(1));
    arcade.bot_ready().await;
    assert_eq!(arcade.playground.identifies_left(), 299);
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.moves(&board, "44").await;
    arcade.close().await;
}

#[tokio::test]
async fn a_connection_that_lasts_is_kept_however_few_sessions_are_left() {
    let mut arcade = with_sessions_left("lasting_session", 150).await;
    arcade.start_bot();
    until_it_waits(&arcade, 1).await;
    arcade.playground.advance(Duration::from_mins(30));
    arcade.bot_ready().await;
    for times in 0..3 {
        let before = asked(&arcade);
        arcade.playground.advance(Duration::from_mins(5));
        until("the bot asks again", || asked(&arcade) > before).await;
        tokio::time::sleep(MOMENT).await;
        assert_eq!(arcade.playground.identifies_left(), 149, "after {times} times");
    }
    arcade.begin(arcade.ann, arcade.ben).await;
    arcade.close().await;
}

#[tokio::test]
async fn a_gateway_that_drops_every_session_does_not_cost_the_token() {
    let mut arcade = with_sessions_left("failing_sessions", 102).await;
    arcade.playground.fail_sessions(u32::MAX);
    arcade.start_bot();
    until_it_waits(&arcade, 1).await;
    arcade.playground.advance(Duration::from_hours(12));
    let left = || arcade.playground.identifies_left();
    until("the bot begins a session after the other", || left() <= 100).await;

    let before = asked(&arcade);
    arcade.playground.advance(Duration::from_mins(5));
    // Once to find that sessions do not last, once before it connects again.
    until_it_waits(&arcade, before + 2).await;
    let kept = left();
    assert!(kept > 90, "{kept} are left");
    tokio::time::sleep(NEXT_SESSION).await;
    arcade.playground.advance(Duration::from_hours(11));
    tokio::time::sleep(MOMENT).await;
    assert_eq!(left(), kept, "it begins none before there are more");

    arcade.playground.fail_sessions(0);
    arcade.playground.advance(Duration::from_hours(1));
    until("the bot is connected", || arcade.playground.is_bot_online()).await;
    assert!(!arcade.playground.is_token_reset());
    arcade.begin(arcade.ann, arcade.ben).await;
    arcade.close().await;
}
