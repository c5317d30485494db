//! What is due without an interaction, and the heartbeats by which turn timers run.

use std::time::Duration;

use clock::Timestamp;

use crate::game::{ChallengeId, GameId};

/// What is due without an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadline {
    /// A challenge expires.
    Challenge(ChallengeId),
    /// It is the computer's turn in a game.
    Computer(GameId),
    /// A turn's time runs out, or its player is to be reminded.
    TurnTimer(GameId),
}

/// How often heartbeats are recorded.
pub const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(10);

/// The shards of the gateway that can take moves. With signed HTTP there is one shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heartbeats {
    pub now: Timestamp,
    /// The number of all shards.
    pub shard_count: u32,
    /// The shards that can take moves.
    pub beats: Vec<ShardBeat>,
}

/// A shard that can take moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardBeat {
    pub shard: u32,
    /// By how much a test or the playground has advanced the clock while the shard was
    /// alive, which is no gap. Zero in production.
    pub alive_for: Duration,
}

/// By how much the turn timers of a shard's games were moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimerShift {
    pub shard: u32,
    /// Negative if they were moved back.
    pub milliseconds: i64,
}
