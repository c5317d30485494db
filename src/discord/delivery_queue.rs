//! Delivers message updates side by side, but in order for each message.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::future::BoxFuture;
use tokio::sync::Semaphore;
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

/// How many updates may wait. More are dropped: a board or challenge is refreshed by the
/// next press of one of its buttons, a reminder or hint is lost.
const MAX_WAITING: usize = 10_000;

/// Delivers an update.
type Deliver = dyn Fn(MessageUpdate) -> BoxFuture<'static, ()> + Send + Sync;

/// Delivers updates in tasks of its own, so that none waits for a delivery that hangs or
/// panics. Clones share one queue.
#[derive(Clone)]
pub(super) struct DeliveryQueue {
    deliver: Arc<Deliver>,
    tasks: TaskTracker,
    permits: Arc<Semaphore>,
    waiting: Arc<Mutex<Waiting>>,
}

#[derive(Default)]
struct Waiting {
    /// The updates that wait for an earlier one of the same message.
    by_message: HashMap<MessageKey, VecDeque<MessageUpdate>>,
    /// The number of updates that were not delivered yet.
    count: usize,
}

/// What must be delivered in order.
#[derive(Clone, PartialEq, Eq, Hash)]
enum MessageKey {
    Message(MessageId),
    /// A message whose id is unknown.
    Token(Token),
    Reminder(GameId),
}

impl DeliveryQueue {
    /// Deliveries run as tasks of `tasks`.
    pub(super) fn new(
        tasks: TaskTracker,
        deliver: impl Fn(MessageUpdate) -> BoxFuture<'static, ()> + Send + Sync + 'static,
    ) -> Self {
        let permits = Arc::new(Semaphore::new(MAX_DELIVERIES));
        Self { deliver: Arc::new(deliver), tasks, permits, waiting: Arc::default() }
    }

    /// Queues an update. Never waits.
    pub(super) fn push(&self, update: MessageUpdate) {
        let key = MessageKey::of(&update);
        let mut waiting = self.waiting();
        if waiting.count >= MAX_WAITING {
            drop(waiting);
            tracing::warn!("a message update was dropped, since too many wait");
            return;
        }
        waiting.count += 1;
        if let Some(later) = waiting.by_message.get_mut(&key) {
            later.push_back(update);
            return;
        }
        waiting.by_message.insert(key.clone(), VecDeque::new());
        drop(waiting);
        self.tasks.spawn(self.clone().deliver_all(key, update));
    }

    /// Delivers an update, and then those of the same message that wait.
    async fn deliver_all(self, key: MessageKey, first: MessageUpdate) {
        let mut next = Some(first);
        while let Some(update) = next {
            // The semaphore is never closed.
            let permit = self.permits.acquire().await;
            let delivery = async { (self.deliver)(update).await };
            let delivery = panics::catch("delivery", delivery);
            // A panic is logged and counted.
            if tokio::time::timeout(DELIVERY_TIMEOUT, delivery).await.is_err() {
                tracing::warn!("a message update was given up, since its delivery hangs");
            }
            drop(permit);
            next = self.take_next(&key);
        }
    }

    fn take_next(&self, key: &MessageKey) -> Option<MessageUpdate> {
        let mut waiting = self.waiting();
        waiting.count -= 1;
        let next = waiting.by_message.get_mut(key).and_then(VecDeque::pop_front);
        if next.is_none() {
            waiting.by_message.remove(key);
        }
        next
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MessageKey {
    fn of(update: &MessageUpdate) -> Self {
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
    use clock::Timestamp;
    use futures_util::FutureExt;
    use tokio::sync::mpsc;

    use super::*;
    use crate::{
        game::{ChannelId, Location, Refusal},
        locale::Locale,
    };

    /// An update of the message with this id. `label` tells updates apart.
    fn update(message: u64, label: u64) -> MessageUpdate {
        let message = MessageHandle {
            message: Some(MessageId(message)),
            token: Token(label.to_string()),
            token_expires_at: Timestamp::from_milliseconds(0),
        };
        let location = Location { guild: None, channel: ChannelId(1) };
        let advice = Err(Refusal::NoHintFound);
        MessageUpdate::Hint { message, location, locale: Locale::default(), advice }
    }

    fn message_and_label(update: &MessageUpdate) -> (u64, u64) {
        let MessageUpdate::Hint { message, .. } = update else { panic!("the update is a hint") };
        (message.message.unwrap().0, message.token.0.parse().unwrap())
    }

    /// A queue that hangs on updates of message 1, panics on those of message 2, and
    /// sends the others to the receiver.
    fn queue() -> (DeliveryQueue, mpsc::UnboundedReceiver<(u64, u64)>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let deliver = move |update: MessageUpdate| {
            let (sender, delivered) = (sender.clone(), message_and_label(&update));
            async move {
                match delivered.0 {
                    1 => std::future::pending().await,
                    2 => panic!("expected by this test"),
                    _ => sender.send(delivered).unwrap(),
                }
            }
            .boxed()
        };
        (DeliveryQueue::new(TaskTracker::new(), deliver), receiver)
    }

    #[tokio::test]
    async fn a_hung_or_panicking_delivery_hurts_no_other() {
        let (queue, mut delivered) = queue();
        for label in 0..10 {
            queue.push(update(1, label));
            queue.push(update(2, label));
        }
        for message in 3..100 {
            queue.push(update(message, 0));
        }
        for _ in 3..100 {
            delivered.recv().await.unwrap();
        }
        assert_eq!(queue.waiting().count, 10, "those of the hung message are left");
    }

    #[tokio::test]
    async fn updates_of_one_message_are_delivered_in_order() {
        let (queue, mut delivered) = queue();
        for label in 0..20 {
            queue.push(update(3, label));
            queue.push(update(4, label));
        }
        let mut labels = [0, 0];
        for _ in 0..40 {
            let (message, label) = delivered.recv().await.unwrap();
            let next = &mut labels[usize::try_from(message - 3).unwrap()];
            assert_eq!(label, *next, "message {message}");
            *next += 1;
        }
    }

    #[tokio::test]
    async fn updates_are_dropped_when_too_many_wait() {
        let (queue, mut delivered) = queue();
        for label in 0..20_000 {
            queue.push(update(1, label));
        }
        assert_eq!(queue.waiting().count, MAX_WAITING);
        queue.push(update(3, 0));
        tokio::task::yield_now().await;
        assert!(delivered.try_recv().is_err());
    }
}
