//! The program killed, again and again, at any moment.

use std::time::Duration;

use super::crowd::{Crowd, Tally};
use crate::support::{Arcade, Process, Setup, Transport};

const KILLS: usize = 100;

async fn killed(name: &str, transport: Transport) -> Tally {
    let mut arcade = Arcade::in_real_time(name).await;
    arcade.set_up(Setup { transport, ..Setup::default() });
    let mut crowd = Crowd::new(&arcade, 6);
    for _ in 0..KILLS {
        let bot = Process::start(&[], arcade.variables());
        arcade.bot_ready().await;
        let life = Duration::from_millis(fastrand::u64(20..250));
        let killing = async {
            tokio::time::sleep(life).await;
            bot.kill().await;
        };
        tokio::select! {
            () = crowd.play() => unreachable!("they play for ever"),
            () = killing => {}
        }
        crowd.look_anew();
        arcade.forget_bot().await;
    }
    let bot = Process::start(&[], arcade.variables());
    arcade.bot_ready().await;
    let tally = crowd.assert_nothing_lost().await;
    assert!(tally.shown > KILLS, "there was hardly any load: {tally:?}");
    bot.terminate().await;
    bot.end().await;
    // What a killed bot answered last may have come twice, or too late.
    arcade.close_after_refusals().await;
    tally
}

#[tokio::test]
async fn a_hundred_kills_at_the_gateway_lose_nothing() {
    let tally = killed("killed_often_gateway", Transport::Gateway).await;
    println!("{KILLS} kills, {tally:?}");
}

#[tokio::test]
async fn a_hundred_kills_at_the_endpoint_lose_nothing() {
    let tally = killed("killed_often_http", Transport::Http { replicas: 1 }).await;
    println!("{KILLS} kills, {tally:?}");
}
