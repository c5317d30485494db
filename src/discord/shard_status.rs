//! Which shards are connected to Discord.

use std::sync::Arc;

use tokio::sync::watch;

/// Whether each gateway shard is connected. With signed HTTP, a single shard counts
/// as connected while the bot listens. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct ShardStatus(Arc<watch::Sender<Vec<bool>>>);

impl ShardStatus {
    /// Whether all shards are connected; `false` while their number is unknown.
    pub fn all_connected(&self) -> bool {
        all_connected(&self.0.borrow())
    }

    /// Each shard's number, and whether it is connected.
    pub fn shards(&self) -> Vec<(u32, bool)> {
        (0..).zip(self.0.borrow().iter().copied()).collect()
    }

    /// Waits until all shards are connected.
    pub async fn wait_all_connected(&self) {
        let mut shards = self.0.subscribe();
        // Cannot fail: the sender lives as long as `self`.
        drop(shards.wait_for(|shards| all_connected(shards)).await);
    }

    /// Sets the number of shards, all of them disconnected.
    pub(super) fn reset(&self, count: u32) {
        self.set_all_disconnected();
        self.0.send_replace((0..count).map(|_| false).collect());
        for shard in 0..count {
            record_metric(shard, false);
        }
    }

    /// Sets whether a shard is connected. Unknown shards are ignored.
    pub(super) fn set(&self, shard: u32, is_connected: bool) {
        self.0.send_if_modified(|shards| {
            let known = usize::try_from(shard).ok().and_then(|index| shards.get_mut(index));
            let Some(known) = known.filter(|known| **known != is_connected) else { return false };
            *known = is_connected;
            record_metric(shard, is_connected);
            true
        });
    }

    pub(super) fn set_all_disconnected(&self) {
        for (shard, _) in self.shards() {
            self.set(shard, false);
        }
    }
}

fn all_connected(shards: &[bool]) -> bool {
    !shards.is_empty() && shards.iter().all(|is_connected| *is_connected)
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
        let status = ShardStatus::default();
        assert!(!status.all_connected());
        status.set(0, true);
        assert!(status.shards().is_empty());
    }

    #[tokio::test]
    async fn waiting_ends_when_every_shard_is_connected() {
        let status = ShardStatus::default();
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
        let status = ShardStatus::default();
        status.reset(3);
        (0..3).for_each(|shard| status.set(shard, true));
        assert!(status.all_connected());
        status.reset(2);
        assert_eq!(status.shards(), [(0, false), (1, false)]);
    }
}
