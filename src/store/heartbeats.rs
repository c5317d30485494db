//! Heartbeats, by which turn timers run.

use std::time::Duration;

use clock::Timestamp;

/// The heartbeats that a process records at one time. With signed HTTP there is one shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heartbeats {
    pub now: Timestamp,
    /// The number of all shards.
    pub shard_count: u32,
    /// The shards that can take moves.
    pub available: Vec<AvailableShard>,
}

/// A shard that can take moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AvailableShard {
    pub shard: u32,
    /// By how much a test or the playground has advanced the clock while the shard was
    /// alive, which is no gap. Zero in production.
    pub advanced: Duration,
}

/// By how much the turn timers of a shard's games were moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimerShift {
    pub shard: u32,
    /// Negative if they were moved back.
    pub milliseconds: i64,
}

/// What the recording of heartbeats has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedHeartbeats {
    /// The time that was recorded.
    pub at: Timestamp,
    pub shifts: Vec<TimerShift>,
}
