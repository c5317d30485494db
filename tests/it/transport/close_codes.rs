//! The gateway closes connections: with each of Discord's codes, and with none.

use std::time::Duration;

use fake_discord::GatewayEvent;
use fastrand::Rng;
use futures_util::{StreamExt as _, future::join_all, stream};

use crate::support::{TestBot, move_number, random, repeats, wait_until, wait_within};

/// How long it may take until all works again, or the bot ends.
const RECOVERY_TIME: Duration = Duration::from_secs(30);

/// How long a shutdown may take, whatever state the shards are in.
const SHUTDOWN_TIME: Duration = Duration::from_secs(3);

fn codes() -> impl Iterator<Item = Option<u16>> {
    (4000..=4014).map(Some).chain([None])
}

fn stopped(test: &str, code: Option<u16>) -> impl Future<Output = TestBot> {
    TestBot::builder(&format!("{test}_{}", code.unwrap_or(0))).gateway().stopped()
}

/// How often a session was started or resumed.
fn connections(bot: &TestBot) -> usize {
    let log = bot.discord.gateway_log();
    let is_connection =
        |it: &&_| matches!(it, GatewayEvent::Identified { .. } | GatewayEvent::Resumed { .. });
    log.iter().filter(is_connection).count()
}

/// Whether the connection was closed with this code.
fn was_closed(bot: &TestBot, code: Option<u16>) -> bool {
    bot.discord.gateway_log().contains(&GatewayEvent::Closed { code })
}

/// Waits until the bot has connected so often, and a game can be played.
async fn wait_recovered(bot: &TestBot, code: Option<u16>, times: usize) {
    let is_connected = async || connections(bot) == times && bot.discord.is_bot_online();
    wait_within(RECOVERY_TIME, &format!("connected after {code:?}"), is_connected).await;
    assert!(was_closed(bot, code));
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.play_moves(&board, "44").await;
}

#[tokio::test]
async fn the_bot_connects_again_after_each_close_code() {
    let recovering = codes().map(async |code| {
        let mut bot = stopped("close_running", code).await;
        bot.start();
        bot.wait_ready().await;
        bot.discord.close_gateway(code);
        wait_recovered(&bot, code, 2).await;
        bot.close().await;
    });
    stream::iter(recovering).buffer_unordered(AT_ONCE).collect::<()>().await;
}

#[tokio::test]
async fn the_bot_starts_though_each_code_closes_it_once() {
    let recovering = codes().map(async |code| {
        let mut bot = stopped("close_starting", code).await;
        bot.discord.refuse_sessions(1, code);
        bot.start();
        wait_recovered(&bot, code, 1).await;
        bot.close().await;
    });
    stream::iter(recovering).buffer_unordered(AT_ONCE).collect::<()>().await;
}

/// How many bots start at once: more would be slow to answer on a slow machine.
const AT_ONCE: usize = 6;

/// Closes the connections of a bot, and perhaps refuses the next one, each with any code.
async fn live(number: usize, mut random: Rng) {
    // If 4004 comes twice in a row, the token is wrong, and the bot ends.
    let codes: Vec<_> = codes().filter(|code| *code != Some(4004)).collect();
    let bot = TestBot::builder(&format!("close_random_{number}")).gateway().open().await;
    let mut board = bot.start_game(bot.ann, bot.ben).await;
    for columns in ["12", "34", "56"] {
        let before = connections(&bot);
        let [closed, refused] = [(); 2].map(|()| codes[random.usize(..codes.len())]);
        bot.discord.refuse_sessions(random.u32(..=1), refused);
        bot.discord.close_gateway(closed);
        let is_connected = async || connections(&bot) > before && bot.discord.is_bot_online();
        let what = format!("connected after {closed:?} and perhaps {refused:?}");
        wait_within(2 * RECOVERY_TIME, &what, is_connected).await;
        board = bot.play_moves(&board, columns).await;
    }
    assert_eq!(move_number(&board.content), 7, "{}", board.content);
    bot.close().await;
}

#[tokio::test]
async fn random_lives_survive_all_close_codes() {
    let mut random = random();
    join_all((0..repeats(6, 60)).map(|number| live(number, random.fork()))).await;
}

#[tokio::test]
async fn the_bot_stops_though_its_shard_hangs() {
    let stopping = codes().map(async |code| {
        let mut bot = stopped("close_stopping", code).await;
        bot.start();
        bot.wait_ready().await;
        bot.discord.close_gateway(code);
        wait_until("the connection is closed", || was_closed(&bot, code)).await;
        let stopped = tokio::time::timeout(SHUTDOWN_TIME, bot.stop()).await;
        stopped.unwrap_or_else(|_| panic!("does not stop after {code:?}"));
        bot.close().await;
    });
    join_all(stopping).await;
}

#[tokio::test]
async fn more_shards_are_started_when_one_is_too_few() {
    let bot = TestBot::builder("too_few_shards").gateway().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.discord.set_shard_count(2);
    bot.discord.refuse_sessions(1, Some(4011));
    bot.discord.close_gateway(Some(4009));
    let is_connected = async || bot.discord.shards_online() == [0, 1];
    wait_within(RECOVERY_TIME, "two shards are connected", is_connected).await;
    bot.play_moves(&board, "44").await;
    // Of the first shard, of one that is refused, and of both.
    assert_eq!(bot.discord.remaining_identifies(), 996);
    bot.close().await;
}

/// Lets time pass until the bot ends, and returns why it did.
async fn wait_ended(bot: &mut TestBot) -> String {
    let clock = bot.clock.clone();
    let passing = async {
        loop {
            clock.advance(Duration::from_secs(10));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        error = bot.wait_failed() => error,
        () = passing => unreachable!("time passes for ever"),
    }
}

#[tokio::test]
async fn a_bot_that_gets_no_shard_connected_ends() {
    let mut bot = TestBot::builder("no_shard").gateway().open().await;
    bot.discord.refuse_sessions(u32::MAX, Some(4012));
    bot.discord.close_gateway(Some(4012));
    wait_until("the connection is closed", || was_closed(&bot, Some(4012))).await;
    let error = wait_ended(&mut bot).await;
    assert!(error.contains("no shard stays connected, although Discord answers"), "{error}");
    bot.close().await;
}
