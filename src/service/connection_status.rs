//! Whether interactions reach this process.

use std::sync::Arc;

use tokio::sync::watch;

/// Which shards of the gateway are connected, and whether Discord is reachable otherwise.
/// With signed HTTP there is one shard, which is connected while the bot listens.
/// Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct ConnectionStatus(Arc<watch::Sender<State>>);

#[derive(Debug, Default)]
pub(super) struct State {
    /// Whether each shard is connected. Empty while their number is unknown.
    shards: Vec<bool>,
    is_reachable: bool,
    /// The shards whose heartbeats were recorded last.
    alive: Vec<u32>,
}

impl State {
    fn all_connected(&self) -> bool {
        !self.shards.is_empty() && self.shards.iter().all(|is_connected| *is_connected)
    }

    fn all_serving(&self) -> bool {
        self.all_connected() && self.is_reachable && self.alive.len() == self.shards.len()
    }
}

impl ConnectionStatus {
    /// Whether all shards are connected; `false` while their number is unknown.
    pub fn all_connected(&self) -> bool {
        self.0.borrow().all_connected()
    }

    /// Whether Discord has answered the last probe of its REST API, or has sent an
    /// interaction since.
    pub fn is_reachable(&self) -> bool {
        self.0.borrow().is_reachable
    }

    /// Each shard's number, and whether it is connected.
    pub fn shards(&self) -> Vec<(u32, bool)> {
        (0..).zip(self.0.borrow().shards.iter().copied()).collect()
    }

    /// Waits until all shards are connected.
    pub async fn wait_all_connected(&self) {
        let mut state = self.0.subscribe();
        // Cannot fail: the sender lives as long as `self`.
        drop(state.wait_for(State::all_connected).await);
    }

    /// Whether moves can be taken on all shards, and their turn timers run.
    pub fn all_serving(&self) -> bool {
        self.0.borrow().all_serving()
    }

    /// Waits until moves can be taken on all shards, and their turn timers run.
    pub async fn wait_all_serving(&self) {
        let mut state = self.0.subscribe();
        drop(state.wait_for(State::all_serving).await);
    }

    /// The number of shards, and those on which moves can be taken.
    pub(super) fn serving(&self) -> (u32, Vec<u32>) {
        let state = self.0.borrow();
        let shards = (0..).zip(&state.shards);
        let serving = shards.filter(|(_, is_connected)| **is_connected && state.is_reachable);
        let count = u32::try_from(state.shards.len()).unwrap_or(u32::MAX);
        (count, serving.map(|(shard, _)| shard).collect())
    }

    /// A receiver that is notified of every change.
    pub(super) fn changes(&self) -> watch::Receiver<State> {
        self.0.subscribe()
    }

    /// The shards whose heartbeats were recorded last.
    pub(super) fn alive(&self) -> Vec<u32> {
        self.0.borrow().alive.clone()
    }

    pub(super) fn set_alive(&self, shards: Vec<u32>) {
        self.0.send_if_modified(|state| {
            let is_new = state.alive != shards;
            state.alive = shards;
            is_new
        });
    }

    /// Sets the number of shards, all of them disconnected.
    pub fn reset(&self, count: u32) {
        self.set_all_disconnected();
        self.0.send_modify(|state| state.shards = (0..count).map(|_| false).collect());
        for shard in 0..count {
            record_metric(shard, false);
        }
    }

    /// Sets whether a shard is connected. Unknown shards are ignored.
    pub fn set(&self, shard: u32, is_connected: bool) {
        self.0.send_if_modified(|state| {
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

    /// Sets whether Discord is reachable. Returns whether that is new.
    pub fn set_reachable(&self, is_reachable: bool) -> bool {
        self.0.send_if_modified(|state| {
            std::mem::replace(&mut state.is_reachable, is_reachable) != is_reachable
        })
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

    #[test]
    fn a_connected_shard_serves_while_discord_is_reachable() {
        let status = ConnectionStatus::default();
        status.reset(3);
        status.set(1, true);
        assert_eq!(status.serving(), (3, vec![]));
        assert!(status.set_reachable(true));
        assert!(!status.set_reachable(true), "nothing new");
        assert_eq!(status.serving(), (3, vec![1]));
        status.set_reachable(false);
        assert_eq!(status.serving(), (3, vec![]));
    }
}
