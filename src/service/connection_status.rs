//! Whether interactions reach this process, whether Discord's REST API answers, and which
//! shards have recorded heartbeats.

use std::{ops::RangeInclusive, sync::Arc};

use clock::Timestamp;
use tokio::sync::{Notify, watch};

/// Which shards of the gateway are connected, and whether Discord's REST API responds.
/// With signed HTTP there is one shard, which is connected while the bot listens.
/// Clones share their state.
#[derive(Clone, Debug)]
pub struct ConnectionStatus(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    state: watch::Sender<ConnectionState>,
    /// When Discord last answered a REST request or sent a signed interaction. Not part of
    /// the state, since the scheduler need not wake for it.
    last_contact: watch::Sender<Timestamp>,
    probe_requested: Notify,
    /// The shards whose heartbeats were recorded last.
    recorded: watch::Sender<Vec<u32>>,
}

impl Default for ConnectionStatus {
    fn default() -> Self {
        Self(Arc::new(Shared {
            state: watch::Sender::default(),
            last_contact: watch::Sender::new(Timestamp::from_milliseconds(0)),
            probe_requested: Notify::new(),
            recorded: watch::Sender::default(),
        }))
    }
}

#[derive(Debug, Default)]
pub(super) struct ConnectionState {
    /// Whether each shard is connected. Empty while their number is unknown.
    shards: Vec<bool>,
    api_responds: bool,
}

impl ConnectionState {
    fn all_connected(&self) -> bool {
        !self.shards.is_empty() && self.shards.iter().all(|is_connected| *is_connected)
    }
}

impl ConnectionStatus {
    /// Whether all shards are connected; `false` while their number is unknown.
    pub fn all_connected(&self) -> bool {
        self.0.state.borrow().all_connected()
    }

    /// Whether Discord's REST API answers: `false` from a failed probe until its next answer
    /// or, by signed HTTP, the next interaction. `false` at first.
    pub fn api_responds(&self) -> bool {
        self.0.state.borrow().api_responds
    }

    /// Each shard's number, and whether it is connected.
    pub fn shards(&self) -> Vec<(u32, bool)> {
        (0..).zip(self.0.state.borrow().shards.iter().copied()).collect()
    }

    /// Waits until all shards are connected.
    pub async fn wait_all_connected(&self) {
        let mut state = self.0.state.subscribe();
        // Cannot fail: the sender lives as long as `self`.
        drop(state.wait_for(ConnectionState::all_connected).await);
    }

    /// Whether moves can be taken on all shards, and their turn timers run. For tests.
    pub fn timers_running(&self) -> bool {
        self.are_all_shards(&self.0.recorded.borrow())
    }

    /// Whether these are all shards, and moves can be taken on all of them.
    fn are_all_shards(&self, shards: &[u32]) -> bool {
        self.all_connected() && self.api_responds() && shards == self.available_shards().1
    }

    /// Waits until moves can be taken on all shards, and their turn timers run. For tests.
    pub async fn wait_timers_running(&self) {
        let mut recorded = self.0.recorded.subscribe();
        drop(recorded.wait_for(|recorded| self.are_all_shards(recorded)).await);
    }

    /// The number of shards, and those on which moves can be taken.
    pub(super) fn available_shards(&self) -> (u32, Vec<u32>) {
        let state = self.0.state.borrow();
        let shards = (0..).zip(&state.shards);
        let available = shards.filter(|(_, is_connected)| **is_connected && state.api_responds);
        let count = u32::try_from(state.shards.len()).unwrap_or(u32::MAX);
        (count, available.map(|(shard, _)| shard).collect())
    }

    /// A receiver that is notified of every change.
    pub(super) fn changes(&self) -> watch::Receiver<ConnectionState> {
        self.0.state.subscribe()
    }

    /// The shards whose heartbeats were recorded last.
    pub(super) fn recorded_shards(&self) -> Vec<u32> {
        self.0.recorded.borrow().clone()
    }

    pub(super) fn set_recorded_shards(&self, shards: Vec<u32>) {
        self.0.recorded.send_replace(shards);
    }

    /// Sets the number of shards, all of them disconnected.
    pub fn reset(&self, count: u32) {
        self.set_all_disconnected();
        self.0.state.send_modify(|state| state.shards = (0..count).map(|_| false).collect());
        for shard in 0..count {
            record_metric(shard, false);
        }
    }

    /// Sets whether a shard is connected. Unknown shards are ignored.
    pub fn set(&self, shard: u32, is_connected: bool) {
        self.0.state.send_if_modified(|state| {
            let known = usize::try_from(shard).ok().and_then(|index| state.shards.get_mut(index));
            let Some(known) = known.filter(|known| **known != is_connected) else { return false };
            *known = is_connected;
            record_metric(shard, is_connected);
            true
        });
    }

    pub fn set_all_disconnected(&self) {
        for (shard, _) in self.shards() {
            self.set(shard, false);
        }
    }

    /// Records that Discord has answered a REST request or sent a signed interaction.
    pub fn record_contact(&self, at: Timestamp) {
        self.0.last_contact.send_replace(at);
        self.set_api_responds(true);
    }

    /// Records that Discord's REST API did not answer a probe.
    pub fn record_outage(&self) {
        self.set_api_responds(false);
    }

    /// When Discord last answered a REST request or sent a signed interaction. Public for tests.
    pub fn last_contact(&self) -> Timestamp {
        *self.0.last_contact.borrow()
    }

    /// Waits until a probe of Discord's REST API is needed at once.
    pub async fn probe_requested(&self) {
        self.0.probe_requested.notified().await;
    }

    /// Returns whether the last contact with Discord was in this time. If not, asks for a probe,
    /// and returns whether it succeeds.
    pub(super) async fn confirm_contact(&self, time: RangeInclusive<Timestamp>) -> bool {
        let (mut last_contact, mut state) = (self.0.last_contact.subscribe(), self.changes());
        if time.contains(&*last_contact.borrow()) {
            return true;
        }
        self.0.probe_requested.notify_one();
        // Neither sender can be gone: `self` holds them.
        tokio::select! {
            biased;
            _ = last_contact.changed() => true,
            _ = state.wait_for(|state| !state.api_responds) => false,
        }
    }

    fn set_api_responds(&self, api_responds: bool) {
        self.0.state.send_if_modified(|state| {
            std::mem::replace(&mut state.api_responds, api_responds) != api_responds
        });
    }
}

fn record_metric(shard: u32, is_connected: bool) {
    let value = if is_connected { 1.0 } else { 0.0 };
    metrics::gauge!("fourfall_connected", "shard" => shard.to_string()).set(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_connected_before_the_number_is_known() {
        let status = ConnectionStatus::default();
        assert!(!status.all_connected());
        status.set(0, true);
        assert!(status.shards().is_empty());
    }

    #[tokio::test]
    async fn waiting_ends_when_every_shard_is_connected() {
        let status = ConnectionStatus::default();
        let waiting = tokio::spawn({
            let status = status.clone();
            async move { status.wait_all_connected().await }
        });
        status.reset(2);
        status.set(1, true);
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        assert_eq!(status.shards(), [(0, false), (1, true)]);
        status.set(0, true);
        waiting.await.unwrap();
        status.set(1, false);
        assert!(!status.all_connected());
    }

    #[test]
    fn a_reset_disconnects_every_shard() {
        let status = ConnectionStatus::default();
        status.reset(3);
        (0..3).for_each(|shard| status.set(shard, true));
        assert!(status.all_connected());
        status.reset(2);
        assert_eq!(status.shards(), [(0, false), (1, false)]);
    }

    #[tokio::test]
    async fn a_contact_too_long_ago_is_confirmed_by_a_probe() {
        let (status, at) = (ConnectionStatus::default(), Timestamp::from_milliseconds);
        status.record_contact(at(10));
        assert!(status.confirm_contact(at(5)..=at(10)).await);
        for (hears, expected) in [(true, true), (false, false)] {
            let (confirmed, ()) = tokio::join!(status.confirm_contact(at(11)..=at(20)), async {
                status.probe_requested().await;
                if hears { status.record_contact(at(30)) } else { status.record_outage() }
            });
            assert_eq!(confirmed, expected);
        }
    }

    #[test]
    fn a_connected_shard_is_available_while_the_api_responds() {
        let status = ConnectionStatus::default();
        status.reset(3);
        status.set(1, true);
        assert_eq!(status.available_shards(), (3, vec![]));
        status.record_contact(Timestamp::from_milliseconds(1));
        assert_eq!(status.available_shards(), (3, vec![1]));
        status.record_outage();
        assert_eq!(status.available_shards(), (3, vec![]));
    }
}
