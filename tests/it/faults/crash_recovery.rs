//! The program is killed at random moments, many times.

use std::time::Duration;

use super::{REFUSED_RESPONSE, crowd::Crowd};
use crate::support::{Process, TestBot, Transport, random, repeats, wait_until};

/// Kills the program again and again while a crowd plays.
#[expect(clippy::print_stdout, reason = "a test that fails shows its output")]
async fn kill_repeatedly(name: &str, transport: Transport) {
    let kills = repeats(30, 1_000);
    let bot = TestBot::builder(name).in_real_time().transport(transport).stopped().await;
    let mut random = random();
    let mut crowd = Crowd::new(&bot, 6, &mut random);
    for _ in 0..kills {
        // At the gateway, a thousand starts would use up the sessions of a day.
        bot.discord.set_remaining_identifies(1_000);
        let process = Process::start(&[], bot.env_vars());
        bot.wait_ready().await;
        let (shown, delay) = (crowd.shown(), random.u64(..50));
        let enough = shown.get() + random.usize(..8);
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
    println!("{kills} kills, {tally:?}");
    assert!(tally.shown > kills, "too little load: {tally:?}");
    process.terminate().await;
    process.output().await;
    // The last responses of a killed bot may be duplicates or too late.
    bot.close_allowing(&REFUSED_RESPONSE).await;
}

#[tokio::test]
async fn kills_over_the_gateway_lose_nothing() {
    kill_repeatedly("killed_gateway", Transport::Gateway).await;
}

#[tokio::test]
async fn kills_over_http_lose_nothing() {
    kill_repeatedly("killed_http", Transport::Http { replicas: 1 }).await;
}
