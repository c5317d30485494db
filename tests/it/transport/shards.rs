//! Several shards, as Discord recommends when a bot grows.

use std::time::Duration;

use fake_discord::{ChannelId, GatewayEvent, Message};
use serde_json::json;

use crate::support::{TestBot, move_number, wait_within};

const SHARDS: u64 = 4;

/// serenity starts one shard every five seconds.
const CONNECT_TIMEOUT: Duration = Duration::from_mins(1);

/// The limit of a shutdown, whatever state the shards are in.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// Adds a channel on each shard, in the order of the shards.
fn channel_per_shard(bot: &TestBot) -> Vec<ChannelId> {
    let mut found = vec![None; usize::try_from(SHARDS).unwrap()];
    while found.contains(&None) {
        // Servers created in the same millisecond are on the same shard.
        bot.discord.advance(Duration::from_millis(1));
        let server = bot.discord.add_guild("Another Server");
        let shard = (server.get() >> 22) % SHARDS;
        found[usize::try_from(shard).unwrap()]
            .get_or_insert_with(|| bot.discord.add_channel_in(server, "games"));
    }
    found.into_iter().flatten().collect()
}

async fn wait_connected(bot: &TestBot, shards: &[u64]) {
    let connected = async || bot.discord.shards_online() == shards;
    wait_within(CONNECT_TIMEOUT, "all shards are connected", connected).await;
}

/// Starts a game of Ann against Ben in a channel. Returns its board.
async fn start_game_in(bot: &TestBot, channel: ChannelId) -> Message {
    let options = json!({ "opponent": bot.ben, "first": "me", "clock": "none" });
    let challenge = bot.discord.command(bot.ann, channel, "play", options).await;
    bot.press(bot.ben, challenge.message(), "Accept").await.message().clone()
}

#[tokio::test]
async fn four_shards_serve_games_and_resume_without_loss() {
    let mut bot = TestBot::builder("four_shards").shards(SHARDS).gateway().stopped().await;
    let channels = channel_per_shard(&bot);
    bot.start();
    wait_connected(&bot, &[0, 1, 2, 3]).await;
    bot.wait_ready().await;
    let begun = bot.discord.remaining_identifies();

    let mut boards = Vec::new();
    for channel in channels {
        let board = start_game_in(&bot, channel).await;
        boards.push(bot.play_moves(&board, "44").await);
    }
    let alone = json!({ "level": "easy", "first": "me", "clock": "none" });
    let direct = bot.discord.channel("dm:ann");
    let board = bot.discord.command(bot.ann, direct, "play", alone).await;
    assert!(bot.press(bot.ann, board.message(), "4").await.is_update());

    bot.discord.drop_shard(2);
    assert_eq!(bot.discord.shards_online(), [0, 1, 3]);
    // The disconnected shard first: it misses an event.
    for index in [2, 0, 1, 3] {
        let board = bot.play_moves(&boards[index], "5").await;
        assert_eq!(move_number(&board.content), 4, "{}", board.content);
    }
    let log = bot.discord.gateway_log();
    let resumed = log.iter().filter(|it| matches!(it, GatewayEvent::Resumed { missed: 1, .. }));
    assert_eq!(resumed.count(), 1);
    assert_eq!(bot.discord.remaining_identifies(), begun);

    bot.discord.freeze_shard(1);
    let stopped = tokio::time::timeout(SHUTDOWN_TIMEOUT, bot.stop()).await;
    stopped.expect("the shutdown waited for a frozen shard");
    assert_eq!(bot.discord.shards_online(), [1], "all other shards closed their connections");
    bot.close().await;
}

#[tokio::test]
async fn shards_are_added_when_discord_recommends_more() {
    let bot = TestBot::builder("more_shards").gateway().open().await;
    let board = bot.start_game(bot.ann, bot.ben).await;
    bot.discord.set_shard_count(2);
    bot.discord.advance(Duration::from_mins(5));
    wait_connected(&bot, &[0, 1]).await;
    assert_eq!(bot.discord.remaining_identifies(), 997);
    bot.play_moves(&board, "44").await;
    bot.close().await;
}
