//! Delivers message updates side by side, but in order for each message.

use std::{
    collections::{HashMap, VecDeque, hash_map::Entry},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::future::BoxFuture;
use tokio::{sync::Semaphore, time::Instant};
use tokio_util::task::TaskTracker;

use crate::{
    game::{GameId, MessageHandle, MessageId, Token},
    panics,
    service::MessageUpdate,
};

/// How many updates are delivered at once.
const MAX_DELIVERIES: usize = 32;

/// How long a delivery may take, in real time. A rate limit may ask for longer pauses.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(45);

/// How many updates may be queued. More are dropped: a board or challenge is refreshed by
/// the next press of one of its buttons, a reminder or hint is lost.
const MAX_QUEUED: usize = 10_000;

/// Delivers updates in tasks of its own, so that none waits for a delivery that hangs or
/// panics. An update replaces an earlier one of the same message that still waits for its
/// turn. Clones share one queue.
#[derive(Clone, Debug)]
pub struct DeliveryQueue(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    tasks: TaskTracker,
    permits: Semaphore,
    queued: Mutex<Queued>,
}

/// A delivery, not started yet.
type Delivery = BoxFuture<'static, ()>;

#[derive(Default)]
struct Queued {
    /// The messages with an update that was not delivered yet, and the update that waits
    /// for it.
    messages: HashMap<MessageKey, Option<Delivery>>,
    /// Since when updates have waited for a permit, in order: the semaphore is fair.
    waiting_since: VecDeque<Instant>,
}

/// What is updated. Updates with the same key are delivered in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum MessageKey {
    Message(MessageId),
    /// A message whose id is unknown.
    Token(Token),
    Reminder(GameId),
}

impl Default for DeliveryQueue {
    fn default() -> Self {
        Self(Arc::new(Shared {
            tasks: TaskTracker::new(),
            permits: Semaphore::new(MAX_DELIVERIES),
            queued: Mutex::default(),
        }))
    }
}

impl DeliveryQueue {
    /// Queues an update. Never waits.
    pub(super) fn push(&self, key: MessageKey, delivery: Delivery) {
        let mut queued = self.queued();
        let is_full = queued.messages.len() >= MAX_QUEUED;
        match queued.messages.entry(key.clone()) {
            Entry::Occupied(mut entry) => {
                entry.insert(Some(delivery));
                return;
            }
            Entry::Vacant(_) if is_full => {
                drop(queued);
                tracing::warn!("a message update was dropped, since too many wait");
                return;
            }
            Entry::Vacant(entry) => entry.insert(None),
        };
        drop(queued);
        self.0.tasks.spawn(self.clone().deliver_all(key, delivery));
    }

    /// How long the update that is next to be delivered has waited.
    pub fn lag(&self) -> Duration {
        self.queued().waiting_since.front().map_or(Duration::ZERO, Instant::elapsed)
    }

    /// Waits until all updates are delivered. No more may be queued.
    pub(super) async fn finish(&self) {
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    /// The number of messages with updates that were not delivered yet.
    pub(super) fn len(&self) -> usize {
        self.queued().messages.len()
    }

    /// Delivers an update, and then those of the same message that came meanwhile.
    async fn deliver_all(self, key: MessageKey, first: Delivery) {
        let mut next = Some(first);
        while let Some(delivery) = next {
            self.deliver(delivery).await;
            next = self.take_next(&key);
        }
    }

    async fn deliver(&self, delivery: Delivery) {
        self.queued().waiting_since.push_back(Instant::now());
        // The semaphore is never closed.
        let _permit = self.0.permits.acquire().await;
        self.queued().waiting_since.pop_front();
        // A panic is logged and counted.
        let delivery = panics::catch("delivery", delivery);
        if tokio::time::timeout(DELIVERY_TIMEOUT, delivery).await.is_err() {
            tracing::warn!("a message update was given up, since its delivery hangs");
        }
    }

    fn take_next(&self, key: &MessageKey) -> Option<Delivery> {
        let mut queued = self.queued();
        let next = queued.messages.get_mut(key).and_then(Option::take);
        if next.is_none() {
            queued.messages.remove(key);
        }
        next
    }

    fn queued(&self) -> MutexGuard<'_, Queued> {
        self.0.queued.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Queued {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queued")
            .field("messages", &self.messages.len())
            .field("waiting_since", &self.waiting_since)
            .finish()
    }
}

impl MessageKey {
    pub(super) fn of(update: &MessageUpdate) -> Self {
        match update {
            MessageUpdate::BoardMoved { old_board, .. } => Self::of_message(old_board),
            MessageUpdate::BoardChanged(game) => Self::of_message(&game.board_message),
            MessageUpdate::ChallengeOver(challenge) => Self::of_message(&challenge.message),
            MessageUpdate::Reminder(game) => Self::Reminder(game.id),
            MessageUpdate::Hint { message, .. } | MessageUpdate::Review { message, .. } => {
                Self::of_message(message)
            }
        }
    }

    fn of_message(message: &MessageHandle) -> Self {
        message.message.map_or_else(|| Self::Token(message.token.clone()), Self::Message)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::sync::mpsc;

    use super::*;

    fn message(id: u64) -> MessageKey {
        MessageKey::Message(MessageId(id))
    }

    fn hang() -> Delivery {
        std::future::pending().boxed()
    }

    /// A delivery that sends `label`.
    fn send(sender: &mpsc::UnboundedSender<u64>, label: u64) -> Delivery {
        let sender = sender.clone();
        async move { sender.send(label).unwrap() }.boxed()
    }

    #[tokio::test]
    async fn a_hung_or_panicking_delivery_hurts_no_other() {
        let (queue, (sender, mut delivered)) =
            (DeliveryQueue::default(), mpsc::unbounded_channel());
        queue.push(message(1), hang());
        for id in 2..20 {
            queue.push(message(id), async { panic!("expected by this test") }.boxed());
            queue.push(message(id), send(&sender, id));
        }
        let mut labels = Vec::new();
        for _ in 2..20 {
            labels.push(delivered.recv().await.unwrap());
        }
        labels.sort_unstable();
        assert!(labels.into_iter().eq(2..20), "what follows a panic is delivered");
        assert_eq!(queue.len(), 1, "only the hung one is left");
    }

    #[tokio::test]
    async fn the_last_update_of_a_message_is_delivered_last() {
        let (queue, (sender, mut delivered)) =
            (DeliveryQueue::default(), mpsc::unbounded_channel());
        for label in 0..20 {
            queue.push(message(1), send(&sender, label));
        }
        assert_eq!(delivered.recv().await, Some(0));
        assert_eq!(delivered.recv().await, Some(19), "those in between are out of date");
        queue.finish().await;
        assert!(delivered.try_recv().is_err());
    }

    #[tokio::test]
    async fn updates_are_dropped_when_too_many_are_queued() {
        let (queue, (sender, mut delivered)) =
            (DeliveryQueue::default(), mpsc::unbounded_channel());
        for id in 0..20_000 {
            queue.push(message(id), hang());
        }
        assert_eq!(queue.len(), MAX_QUEUED);
        queue.push(message(20_000), send(&sender, 0));
        tokio::task::yield_now().await;
        assert!(delivered.try_recv().is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn the_lag_is_that_of_what_waits_for_others() {
        let queue = DeliveryQueue::default();
        for id in 0..33 {
            queue.push(message(id), hang());
        }
        tokio::time::sleep(Duration::from_secs(40)).await;
        assert_eq!(queue.lag(), Duration::from_secs(40));
        tokio::time::sleep(Duration::from_secs(10)).await;
        assert_eq!(queue.lag(), Duration::ZERO, "the hung ones were given up");
    }
}
