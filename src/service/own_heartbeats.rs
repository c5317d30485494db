use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use clock::Timestamp;

use crate::store::RecordedHeartbeats;

/// How often heartbeats are recorded. A gap between them is given back only if it is
/// longer than 15 seconds.
pub(super) const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(10);

/// What this process knows of its own heartbeats. Clones share their state.
#[derive(Clone, Debug)]
pub(super) struct OwnHeartbeats {
    state: Arc<Mutex<HeartbeatState>>,
    /// Held while heartbeats are being recorded.
    pub(super) recording: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Debug)]
struct HeartbeatState {
    /// When this process last recorded heartbeats, unless they were taken back.
    beat_at: Option<Timestamp>,
    /// Heartbeats up to this time are not taken back: they gave a gap back.
    keep_until: Option<Timestamp>,
    /// [`Clock::advanced`](clock::Clock::advanced) when the shards were last looked at.
    advanced_before: Duration,
}

impl OwnHeartbeats {
    pub(super) fn new(advanced: Duration) -> Self {
        let state = HeartbeatState { beat_at: None, keep_until: None, advanced_before: advanced };
        Self { state: Arc::new(Mutex::new(state)), recording: Arc::default() }
    }

    /// Replaces [`HeartbeatState::advanced_before`], and returns the value before.
    pub(super) fn replace_advanced(&self, advanced: Duration) -> Duration {
        std::mem::replace(&mut self.state().advanced_before, advanced)
    }

    pub(super) fn record(&self, recorded: &RecordedHeartbeats) {
        let mut state = self.state();
        if state.beat_at.is_none() || !recorded.shifts.is_empty() {
            // The gap before was given back, and must not be given back again.
            state.keep_until = Some(recorded.at);
        }
        state.beat_at = Some(recorded.at);
    }

    /// When this process last recorded heartbeats, unless they were taken back.
    pub(super) fn beat_at(&self) -> Option<Timestamp> {
        self.state().beat_at
    }

    /// The earliest time, from `contact` on, to which they may be taken back.
    pub(super) fn earliest_back(&self, contact: Timestamp) -> Timestamp {
        self.state().keep_until.map_or(contact, |keep_until| keep_until.max(contact))
    }

    /// Notes that they were taken back.
    pub(super) fn forget(&self) {
        self.state().beat_at = None;
    }

    /// Whether heartbeats were recorded lately, so that the stored deadlines are right.
    pub(super) fn is_recent(&self, now: Timestamp) -> bool {
        self.beat_at().is_some_and(|at| now.since(at).max(at.since(now)) <= HEARTBEAT_INTERVAL)
    }

    fn state(&self) -> MutexGuard<'_, HeartbeatState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
