//! How many search at once, and who goes first.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The right to search, as long as it is held.
pub(super) type Slot = OwnedSemaphorePermit;

/// What the length of the queue is called, for whoever watches the program.
const WAITING: &str = "fourfall_searches_waiting";

/// Slots for searches: players' first, in the order in which they were asked
/// for, so that every game gets its turn; reviews where no player waits.
#[derive(Debug)]
pub(super) struct Slots {
    permits: Arc<Semaphore>,
    /// How many searches of players wait for a slot.
    waiting: watch::Sender<usize>,
}

impl Slots {
    pub(super) fn new(count: usize) -> Self {
        Self { permits: Arc::new(Semaphore::new(count)), waiting: watch::Sender::new(0) }
    }

    /// A slot for a player's search.
    pub(super) async fn next(&self) -> Slot {
        let _waiting = Waiting::begin(&self.waiting);
        self.take().await
    }

    /// A slot that no player waits for.
    pub(super) async fn spare(&self) -> Slot {
        loop {
            self.until(|waiting| waiting == 0).await;
            // Whoever waited for a slot in the same queue would be before the
            // players who come later.
            tokio::select! {
                biased;
                () = self.wanted() => {}
                slot = self.take() => return slot,
            }
        }
    }

    /// Waits until a player waits for a slot.
    pub(super) async fn wanted(&self) {
        self.until(|waiting| waiting > 0).await;
    }

    async fn take(&self) -> Slot {
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        permit.expect("nobody closes the semaphore")
    }

    async fn until(&self, is_so: impl Fn(usize) -> bool) {
        let mut waiting = self.waiting.subscribe();
        let seen = waiting.wait_for(|&waiting| is_so(waiting)).await;
        seen.expect("its sender is here");
    }
}

/// A player's search that waits for a slot, until this is dropped.
struct Waiting<'a>(&'a watch::Sender<usize>);

impl<'a> Waiting<'a> {
    fn begin(waiting: &'a watch::Sender<usize>) -> Self {
        waiting.send_modify(|count| *count += 1);
        metrics::gauge!(WAITING).increment(1);
        Self(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
        metrics::gauge!(WAITING).decrement(1);
    }
}
