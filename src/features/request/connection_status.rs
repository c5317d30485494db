//! Whether interactions reach this process, whether Discord's REST API answers, and how far the
//! scheduler is.

use clock::Monotonic;
use tokio::sync::watch;

/// Which shards of the gateway are connected, and whether Discord's REST API responds.
/// With signed HTTP there is one shard, which is connected while the bot listens.
/// Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct ConnectionStatus {
    state: watch::Sender<ConnectionState>,
    /// `None` before it was asked.
    api_responds: watch::Sender<Option<bool>>,
    /// Whether the scheduler has last found that moves can be taken and stored. For tests.
    pub takes_moves: watch::Sender<bool>,
    /// When the scheduler last did all that it could; `None` before it is started.
    pub last_sweep: watch::Sender<Option<Monotonic>>,
}

#[derive(Debug, Default)]
pub(crate) struct ConnectionState {
    /// Whether each shard is connected. Empty while their number is unknown.
    shards: Vec<bool>,
    /// How often one has ceased to be.
    interruptions: u64,
}

impl ConnectionState {
    fn all_connected(&self) -> bool {
        !self.shards.is_empty() && self.shards.iter().all(|is_connected| *is_connected)
    }
}

impl ConnectionStatus {
    /// Whether all shards are connected; `false` while their number is unknown.
    pub fn all_connected(&self) -> bool {
        self.state.borrow().all_connected()
    }

    /// How often a shard was disconnected.
    pub(crate) fn interruptions(&self) -> u64 {
        self.state.borrow().interruptions
    }

    /// Whether Discord's REST API has answered when it was last asked. `false` at first.
    pub fn api_responds(&self) -> bool {
        *self.api_responds.borrow() == Some(true)
    }

    /// Returns the value before; `None` if it was never set.
    pub(crate) fn set_api_responds(&self, responds: bool) -> Option<bool> {
        self.api_responds.send_replace(Some(responds))
    }

    /// Each shard's number, and whether it is connected.
    pub fn shards(&self) -> Vec<(u32, bool)> {
        (0..).zip(self.state.borrow().shards.iter().copied()).collect()
    }

    /// Waits until all shards are connected.
    pub async fn wait_all_connected(&self) {
        let mut state = self.state.subscribe();
        // Cannot fail: the sender lives as long as `self`.
        drop(state.wait_for(ConnectionState::all_connected).await);
    }

    /// A receiver that is notified when a shard is connected or disconnected.
    pub(crate) fn changes(&self) -> watch::Receiver<ConnectionState> {
        self.state.subscribe()
    }

    /// Sets the number of shards, all of them disconnected.
    pub fn reset(&self, count: u32) {
        self.set_all_disconnected();
        self.state.send_modify(|state| state.shards = (0..count).map(|_| false).collect());
        for shard in 0..count {
            record_metric(shard, false);
        }
    }

    /// Sets whether a shard is connected. Unknown shards are ignored.
    pub fn set(&self, shard: u32, is_connected: bool) {
        self.state.send_if_modified(|state| {
            let known = usize::try_from(shard).ok().and_then(|index| state.shards.get_mut(index));
            let Some(known) = known.filter(|known| **known != is_connected) else { return false };
            *known = is_connected;
            state.interruptions += u64::from(!is_connected);
            record_metric(shard, is_connected);
            true
        });
    }

    pub fn set_all_disconnected(&self) {
        for (shard, _) in self.shards() {
            self.set(shard, false);
        }
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
    fn each_lost_connection_is_an_interruption() {
        let status = ConnectionStatus::default();
        status.reset(2);
        let before = status.interruptions();
        for is_connected in [true, true, false, false, true] {
            status.set(1, is_connected);
        }
        assert_eq!(status.interruptions(), before + 1);
    }
}
