//! Two users who play each other.

use std::time::Duration;

use anyhow::{Result, ensure};
use clock::Stopwatch;
use fake_discord::{ChannelId, FakeDiscord, Message, UserId};
use reqwest::Client;
use serde_json::json;

use crate::presses::Presses;

/// All moves but the last of a draw, the longest possible game.
pub(crate) const MOVES: &str = "17416622734167236266541545342427713557513";
const LAST_MOVE: &str = "3";

/// Two users in a channel of their own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    channel: ChannelId,
    players: [UserId; 2],
}

impl Pair {
    pub(crate) fn new(discord: &FakeDiscord, name: &str) -> Self {
        let players = ["a", "b"].map(|seat| discord.add_user(&format!("player-{name}-{seat}")));
        Self { channel: discord.add_channel(&format!("pair-{name}")), players }
    }

    /// Starts a game. Returns its board.
    pub(crate) async fn begin(self, discord: &FakeDiscord) -> Result<Message> {
        let [first, second] = self.players;
        let options = json!({ "opponent": second, "first": "me" });
        let response = discord.command(first, self.channel, "play", options).await;
        ensure!(response.error().is_none(), "no challenge: {response:?}");
        let response = discord.press(second, response.message(), "Accept").await;
        ensure!(response.is_update(), "no game: {response:?}");
        Ok(response.message().clone())
    }

    /// Signs all moves as requests to the endpoints.
    pub(crate) fn sign(
        self,
        discord: &FakeDiscord,
        client: &Client,
        endpoints: &[String],
        board: &Message,
    ) -> Result<Presses> {
        let columns = format!("{MOVES}{LAST_MOVE}");
        Presses::sign(discord, client, endpoints, self.players, board, &columns)
    }

    /// Plays all moves but the last. Returns the board after them, and the latency of each.
    pub(crate) async fn play(
        self,
        discord: &FakeDiscord,
        mut board: Message,
    ) -> Result<(Message, Vec<Duration>)> {
        let mut latencies = Vec::with_capacity(MOVES.len());
        for (ply, column) in MOVES.chars().enumerate() {
            let player = self.players[ply % 2];
            let stopwatch = Stopwatch::start();
            let response = discord.press(player, &board, &column.to_string()).await;
            latencies.push(stopwatch.elapsed());
            ensure!(response.is_update(), "no move: {response:?}");
            board = response.message().clone();
        }
        Ok((board, latencies))
    }

    /// Plays the last move.
    pub(crate) async fn end(self, discord: &FakeDiscord, board: &Message) -> Result<()> {
        let response = discord.press(self.players[1], board, LAST_MOVE).await;
        ensure!(response.is_update() && response.text().contains("draw"), "no end: {response:?}");
        Ok(())
    }
}
