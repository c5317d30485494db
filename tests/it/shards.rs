//! Several connections to the gateway, as Discord asks for when a bot grows.

use std::time::Duration;

use fake_discord::{ChannelId, GatewayEvent, Message};
use serde_json::json;

use crate::support::{Arcade, Setup, Transport};

const SHARDS: u64 = 4;

/// serenity takes five seconds from one shard to the next.
const TIME_TO_CONNECT: Duration = Duration::from_mins(1);

/// How long stopping may take, whatever the shards do.
const TIME_TO_STOP: Duration = Duration::from_secs(3);

/// A channel on each shard, in order.
fn channels(arcade: &Arcade) -> Vec<ChannelId> {
    let mut found = vec![None; usize::try_from(SHARDS).unwrap()];
    while found.contains(&None) {
        // Servers of one millisecond are on one shard.
        arcade.playground.advance(Duration::from_millis(1));
        let server = arcade.playground.add_guild("Another Arcade");
        let shard = (server.get() >> 22) % SHARDS;
        found[usize::try_from(shard).unwrap()]
            .get_or_insert_with(|| arcade.playground.add_channel_in(server, "games"));
    }
    found.into_iter().flatten().collect()
}

async fn until_connected(arcade: &Arcade, shards: &[u64]) {
    let connected = async {
        while arcade.playground.shards_online() != shards {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(TIME_TO_CONNECT, connected).await.expect("all shards connect");
}

/// A game of Ann against Ben in this channel; the result is its board.
async fn begin_in(arcade: &Arcade, channel: ChannelId) -> Message {
    let options = json!({ "opponent": arcade.ben, "first": "me", "clock": "none" });
    let challenge = arcade.playground.command(arcade.ann, channel, "play", options).await;
    arcade.press(arcade.ben, challenge.message(), "Accept").await.message().clone()
}

#[tokio::test]
async fn four_shards_play_everywhere_and_one_that_breaks_misses_nothing() {
    let mut arcade = Arcade::with_shards("four_shards", SHARDS).await;
    arcade.set_up(Setup { transport: Transport::Gateway, ..Setup::default() });
    let channels = channels(&arcade);
    arcade.start_bot();
    until_connected(&arcade, &[0, 1, 2, 3]).await;
    arcade.bot_ready().await;
    let begun = arcade.playground.identifies_left();

    let mut boards = Vec::new();
    for channel in channels {
        let board = begin_in(&arcade, channel).await;
        boards.push(arcade.moves(&board, "44").await);
    }
    let alone = json!({ "level": "easy", "first": "me", "clock": "none" });
    let direct = arcade.playground.channel("dm:ann");
    let board = arcade.playground.command(arcade.ann, direct, "play", alone).await;
    assert!(arcade.press(arcade.ann, board.message(), "4").await.is_update());

    arcade.playground.drop_shard(2);
    assert_eq!(arcade.playground.shards_online(), [0, 1, 3]);
    // On that shard first, while nobody hears.
    for index in [2, 0, 1, 3] {
        let board = arcade.moves(&boards[index], "5").await;
        assert!(board.content.contains("your move · move 4"), "{}", board.content);
    }
    let log = arcade.playground.gateway_log();
    let resumed = log.iter().filter(|it| matches!(it, GatewayEvent::Resumed { missed: 1, .. }));
    assert_eq!(resumed.count(), 1);
    assert_eq!(arcade.playground.identifies_left(), begun);

    arcade.playground.freeze_shard(1);
    let stopped = tokio::time::timeout(TIME_TO_STOP, arcade.stop_bot()).await;
    stopped.expect("stopping does not wait for shards that don't answer");
    assert_eq!(arcade.playground.shards_online(), [1], "all others said goodbye");
    arcade.close().await;
}

#[tokio::test]
async fn when_discord_asks_for_more_shards_they_are_connected() {
    let mut arcade = Arcade::without_bot("more_shards").await;
    arcade.set_up(Setup { transport: Transport::Gateway, ..Setup::default() });
    arcade.start_bot();
    arcade.bot_ready().await;
    let board = arcade.begin(arcade.ann, arcade.ben).await;
    arcade.playground.ask_for_shards(2);
    arcade.playground.advance(Duration::from_mins(5));
    until_connected(&arcade, &[0, 1]).await;
    assert_eq!(arcade.playground.identifies_left(), 997);
    arcade.moves(&board, "44").await;
    arcade.close().await;
}
