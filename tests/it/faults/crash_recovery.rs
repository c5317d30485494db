//! The program is killed at random moments, many times.

use std::time::Duration;

use super::crowd::{Crowd, Tally};
use crate::support::{Process, TestBot, Transport, wait_until};

/// Kills the program this often while a crowd plays.
async fn kill_repeatedly(name: &str, transport: Transport, kills: usize) -> Tally {
    let bot = TestBot::builder(name).in_real_time().transport(transport).stopped().await;
    let mut crowd = Crowd::new(&bot, 6);
    for _ in 0..kills {
        // At the gateway, a thousand starts would use up the sessions of a day.
        bot.discord.set_remaining_identifies(1_000);
        let process = Process::start(&[], bot.env_vars());
        bot.wait_ready().await;
        let (shown, delay) = (crowd.shown(), fastrand::u64(..50));
        let enough = shown.get() + fastrand::usize(..8);
        let kill = async {
            wait_until("the crowd plays", || shown.get() >= enough).await;
            tokio::time::sleep(Duration::from_millis(delay)).await;
            process.kill().await;
        };
        tokio::select! {
            () = crowd.play() => unreachable!("pairs play forever"),
            () = kill => {}
        }
        crowd.forget_boards();
        bot.forget_connection().await;
    }
    let process = Process::start(&[], bot.env_vars());
    bot.wait_ready().await;
    let tally = crowd.assert_nothing_lost().await;
    assert!(tally.shown > kills, "too little load: {tally:?}");
    process.terminate().await;
    process.output().await;
    // The last responses of a killed bot may be duplicates or too late.
    bot.close_allowing_refusals().await;
    tally
}

#[tokio::test]
async fn a_hundred_kills_over_the_gateway_lose_nothing() {
    let tally = kill_repeatedly("killed_often_gateway", Transport::Gateway, 100).await;
    println!("{tally:?}");
}

#[tokio::test]
async fn a_hundred_kills_over_http_lose_nothing() {
    let tally = kill_repeatedly("killed_often_http", Transport::Http { replicas: 1 }, 100).await;
    println!("{tally:?}");
}

#[tokio::test]
#[ignore = "takes minutes: .ci/run kills"]
async fn a_thousand_kills_over_the_gateway_lose_nothing() {
    let tally = kill_repeatedly("killed_gateway", Transport::Gateway, 1_000).await;
    println!("{tally:?}");
}

#[tokio::test]
#[ignore = "takes minutes: .ci/run kills"]
async fn a_thousand_kills_over_http_lose_nothing() {
    let tally = kill_repeatedly("killed_http", Transport::Http { replicas: 1 }, 1_000).await;
    println!("{tally:?}");
}
