//! Delivers message updates side by side, but in order for each message.

use std::{
    collections::{HashMap, VecDeque},
    fmt,
    sync::Arc,
    time::Duration,
};

use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use tokio::{sync::Semaphore, time::Instant};
use tokio_util::task::TaskTracker;

use crate::{features::UpdateKey, game::ChannelId, panics};

/// How many updates are delivered at once, besides posts.
const MAX_DELIVERIES: usize = 32;

/// How many of them may be of one channel: its rate limit must not hold up others.
const MAX_DELIVERIES_PER_CHANNEL: usize = 4;

/// How many daily puzzles and leaderboards are posted or edited at once: many servers choose the
/// same hour, and none of their posts may hold up a game.
const MAX_POST_DELIVERIES: usize = 4;

/// How long a delivery may take, in real time. Also ends one that a rate limit delays for
/// longer.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(45);

/// How many updates may be queued. More are dropped: a board or challenge is refreshed by
/// the next press of one of its buttons, a reminder or hint is lost.
const MAX_QUEUED: usize = 10_000;

/// If that many are queued, no post is: it comes due again.
const MAX_QUEUED_FOR_POST: usize = MAX_QUEUED / 2;

/// Delivers updates in tasks of its own, so that none waits for a delivery that hangs or
/// panics. Clones share one queue.
#[derive(Clone)]
pub struct DeliveryQueue(Arc<Shared>);

struct Shared {
    tasks: TaskTracker,
    permits: Semaphore,
    posts: Semaphore,
    state: Mutex<QueueState>,
}

/// A delivery, not started yet.
type Delivery = BoxFuture<'static, ()>;

#[derive(Default)]
struct QueueState {
    /// The keys with an update that is not delivered yet, each with the update that waits
    /// behind it.
    pending: HashMap<UpdateKey, Option<Delivery>>,
    /// The permits of channels, at least of those with updates under way.
    channels: HashMap<ChannelId, Arc<Semaphore>>,
    /// Since when updates have waited for a permit, in order: the semaphore is fair.
    waiting_since: VecDeque<Instant>,
}

impl Default for DeliveryQueue {
    fn default() -> Self {
        Self(Arc::new(Shared {
            tasks: TaskTracker::new(),
            permits: Semaphore::new(MAX_DELIVERIES),
            posts: Semaphore::new(MAX_POST_DELIVERIES),
            state: Mutex::default(),
        }))
    }
}

impl DeliveryQueue {
    /// Queues an update of a message in a channel. Never waits. Updates with the same key
    /// are delivered one after another; of those that wait behind the first, only the last.
    pub(super) fn push(&self, channel: ChannelId, key: UpdateKey, delivery: Delivery) {
        let mut state = self.0.state.lock();
        if let Some(waiting) = state.pending.get_mut(&key) {
            *waiting = Some(delivery);
            return;
        }
        let limit = if key.is_post() { MAX_QUEUED_FOR_POST } else { MAX_QUEUED };
        if state.pending.len() >= limit {
            drop(state);
            if key.is_post() {
                tracing::debug!("a post comes later, since too many updates wait");
            } else {
                tracing::warn!("a message update was dropped, since too many wait");
            }
            return;
        }
        state.pending.insert(key.clone(), None);
        drop(state);
        self.0.tasks.spawn(self.clone().deliver_all(channel, key, delivery));
    }

    /// How long the next update has waited for those of other channels.
    pub fn lag(&self) -> Duration {
        self.0.state.lock().waiting_since.front().map_or(Duration::ZERO, Instant::elapsed)
    }

    /// Waits until all updates are delivered. No more may be queued.
    pub(super) async fn finish(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    /// The number of keys with updates that were not delivered yet.
    pub(super) fn len(&self) -> usize {
        self.0.state.lock().pending.len()
    }

    /// Delivers an update, and then those with the same key that came meanwhile.
    async fn deliver_all(self, channel: ChannelId, key: UpdateKey, first: Delivery) {
        let permits = self.permits_of(channel);
        let mut next = Some(first);
        while let Some(delivery) = next {
            // The semaphores are never closed.
            if key.is_post() {
                // Before that of the channel, which its games need.
                let _permit = self.0.posts.acquire().await;
                let _permit_of_channel = permits.acquire().await;
                deliver_in_time(delivery).await;
            } else {
                let _permit_of_channel = permits.acquire().await;
                self.0.state.lock().waiting_since.push_back(Instant::now());
                let _permit = self.0.permits.acquire().await;
                self.0.state.lock().waiting_since.pop_front();
                deliver_in_time(delivery).await;
            }
            next = self.take_next(&key);
        }
    }

    /// The permits of a channel. Those that no update uses any more are forgotten.
    fn permits_of(&self, channel: ChannelId) -> Arc<Semaphore> {
        let mut state = self.0.state.lock();
        state.channels.retain(|_, permits| Arc::strong_count(permits) > 1);
        let new = || Arc::new(Semaphore::new(MAX_DELIVERIES_PER_CHANNEL));
        Arc::clone(state.channels.entry(channel).or_insert_with(new))
    }

    fn take_next(&self, key: &UpdateKey) -> Option<Delivery> {
        let mut state = self.0.state.lock();
        let next = state.pending.get_mut(key).and_then(Option::take);
        if next.is_none() {
            state.pending.remove(key);
        }
        next
    }
}

async fn deliver_in_time(delivery: Delivery) {
    // A panic is logged and counted.
    let delivery = panics::catch("delivery", delivery);
    if tokio::time::timeout(DELIVERY_TIMEOUT, delivery).await.is_err() {
        tracing::warn!("a message update was given up, since its delivery hangs");
    }
}

impl fmt::Debug for DeliveryQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeliveryQueue").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::sync::mpsc;

    use super::*;
    use crate::game::{GameId, StandingMessageId};

    const CHANNEL: ChannelId = ChannelId(1);

    fn board(game: i64) -> UpdateKey {
        UpdateKey::Board(GameId(game))
    }

    fn hang() -> Delivery {
        std::future::pending().boxed()
    }

    /// A delivery that sends `label`.
    fn send(sender: &mpsc::UnboundedSender<i64>, label: i64) -> Delivery {
        let sender = sender.clone();
        async move { sender.send(label).unwrap() }.boxed()
    }

    #[tokio::test]
    async fn a_hung_or_panicking_delivery_hurts_no_other() {
        let (queue, (sender, mut delivered)) =
            (DeliveryQueue::default(), mpsc::unbounded_channel());
        queue.push(CHANNEL, board(1), hang());
        for game in 2..20 {
            queue.push(CHANNEL, board(game), async { panic!("expected by this test") }.boxed());
            queue.push(CHANNEL, board(game), send(&sender, game));
        }
        let mut games = Vec::new();
        for _ in 2..20 {
            games.push(delivered.recv().await.unwrap());
        }
        games.sort_unstable();
        assert!(games.into_iter().eq(2..20), "what follows a panic is delivered");
        assert_eq!(queue.len(), 1, "only the hung one is left");
    }

    #[tokio::test]
    async fn of_the_updates_that_wait_the_last_is_delivered() {
        let (queue, (sender, mut delivered)) =
            (DeliveryQueue::default(), mpsc::unbounded_channel());
        for label in 0..20 {
            queue.push(CHANNEL, board(1), send(&sender, label));
        }
        queue.finish().await;
        assert_eq!([delivered.recv().await, delivered.recv().await], [Some(0), Some(19)]);
        assert!(delivered.try_recv().is_err());
    }

    #[tokio::test]
    async fn updates_are_dropped_when_too_many_are_queued() {
        let queue = DeliveryQueue::default();
        for game in 0..20_000 {
            queue.push(CHANNEL, board(game), hang());
        }
        assert_eq!(queue.len(), MAX_QUEUED);
        queue.push(CHANNEL, board(0), hang());
        assert!(queue.0.state.lock().pending[&board(0)].is_some(), "the newest state is kept");
    }

    #[tokio::test(start_paused = true)]
    async fn the_lag_is_that_of_what_waits_for_others() {
        let queue = DeliveryQueue::default();
        for game in 0..33 {
            queue.push(ChannelId(game), board(game.cast_signed()), hang());
        }
        tokio::time::sleep(Duration::from_secs(40)).await;
        assert_eq!(queue.lag(), Duration::from_secs(40));
        tokio::time::sleep(Duration::from_secs(10)).await;
        assert_eq!(queue.lag(), Duration::ZERO, "the hung ones were given up");
    }

    #[tokio::test]
    async fn posts_of_puzzles_hold_up_no_game() {
        let queue = DeliveryQueue::default();
        for id in 0..20_000_i64 {
            let channel = ChannelId(id.unsigned_abs());
            queue.push(channel, UpdateKey::Standing(StandingMessageId(id)), hang());
        }
        let (sender, mut delivered) = mpsc::unbounded_channel();
        queue.push(CHANNEL, board(1), send(&sender, 1));
        let first = tokio::time::timeout(Duration::from_secs(10), delivered.recv()).await;
        assert_eq!(first, Ok(Some(1)));
    }

    #[tokio::test]
    async fn a_channel_that_hangs_holds_up_no_other() {
        let (queue, (sender, mut delivered)) =
            (DeliveryQueue::default(), mpsc::unbounded_channel());
        for game in 0..100 {
            queue.push(CHANNEL, board(game), hang());
        }
        queue.push(ChannelId(2), board(100), send(&sender, 100));
        assert_eq!(delivered.recv().await, Some(100));
        queue.push(ChannelId(3), board(101), send(&sender, 101));
        assert_eq!(delivered.recv().await, Some(101));
        assert!(!queue.0.state.lock().channels.contains_key(&ChannelId(2)), "it is forgotten");
    }
}
