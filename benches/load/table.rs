//! Two people who play.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use fake_discord::{ChannelId, Message, Playground, UserId};
use reqwest::Client;
use serde_json::json;

use crate::presses::Presses;

/// The moves of a draw, the longest game there is, but the last.
pub(crate) const MOVES: &str = "17416622734167236266541545342427713557513";
const LAST_MOVE: &str = "3";

/// Two people in a channel of their own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    channel: ChannelId,
    players: [UserId; 2],
}

impl Table {
    pub(crate) fn new(playground: &Playground, name: &str) -> Self {
        let players =
            ["a", "b"].map(|seat| playground.add_person(&format!("player-{name}-{seat}")));
        Self { channel: playground.add_channel(&format!("table-{name}")), players }
    }

    /// A board on which they have just begun.
    pub(crate) async fn begin(self, playground: &Playground) -> Result<Message> {
        let [first, second] = self.players;
        let options = json!({ "opponent": second, "first": "me" });
        let answer = playground.command(first, self.channel, "play", options).await;
        ensure!(answer.error().is_none(), "no challenge: {answer:?}");
        let answer = playground.press(second, answer.message(), "Accept").await;
        ensure!(answer.is_update(), "no game: {answer:?}");
        Ok(answer.message().clone())
    }

    /// All moves, ready to be posted to endpoints.
    pub(crate) fn sign(
        self,
        playground: &Playground,
        client: &Client,
        endpoints: &[String],
        board: &Message,
    ) -> Result<Presses> {
        let columns = format!("{MOVES}{LAST_MOVE}");
        Presses::sign(playground, client, endpoints, self.players, board, &columns)
    }

    /// All moves but the last: the board after them, and how long each took.
    pub(crate) async fn play(
        self,
        playground: &Playground,
        mut board: Message,
    ) -> Result<(Message, Vec<Duration>)> {
        let mut latencies = Vec::with_capacity(MOVES.len());
        for (ply, column) in MOVES.chars().enumerate() {
            let player = self.players[ply % 2];
            let begun = now();
            let answer = playground.press(player, &board, &column.to_string()).await;
            latencies.push(begun.elapsed());
            ensure!(answer.is_update(), "no move: {answer:?}");
            board = answer.message().clone();
        }
        Ok((board, latencies))
    }

    /// The last move.
    pub(crate) async fn end(self, playground: &Playground, board: &Message) -> Result<()> {
        let answer = playground.press(self.players[1], board, LAST_MOVE).await;
        ensure!(answer.is_update() && answer.text().contains("draw"), "no end: {answer:?}");
        Ok(())
    }
}

#[expect(clippy::disallowed_methods, reason = "a bench measures real time")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
