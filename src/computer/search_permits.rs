//! Limits the number of concurrent searches, with two priorities.

use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// Allows one search while it is held.
pub(crate) type SearchPermit = OwnedSemaphorePermit;

/// The metric for the length of the queue.
const WAITING: &str = "fourfall_searches_waiting";

/// Permits for searches. Searches for players come first, in the order of their
/// requests, so that every game gets its turn; reviews run when no player
/// waits.
#[derive(Debug)]
pub(crate) struct SearchPermits {
    permits: Arc<Semaphore>,
    /// The number of player searches that wait for a permit.
    waiting: watch::Sender<usize>,
}

impl SearchPermits {
    pub(crate) fn new(count: usize) -> Self {
        Self { permits: Arc::new(Semaphore::new(count)), waiting: watch::Sender::new(0) }
    }

    /// Acquires a permit for a player's search.
    pub(crate) async fn acquire(&self) -> SearchPermit {
        let _waiting = WaitingGuard::new(&self.waiting);
        self.take().await
    }

    /// Acquires a permit when no player waits for one.
    pub(crate) async fn acquire_low_priority(&self) -> SearchPermit {
        loop {
            self.wait_until(|waiting| waiting == 0).await;
            // A review that stayed in the semaphore's queue would be ahead of
            // players who come later.
            tokio::select! {
                biased;
                () = self.contended() => {}
                permit = self.take() => return permit,
            }
        }
    }

    /// Waits until a player waits for a permit.
    pub(crate) async fn contended(&self) {
        self.wait_until(|waiting| waiting > 0).await;
    }

    async fn take(&self) -> SearchPermit {
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        permit.expect("the semaphore is never closed")
    }

    async fn wait_until(&self, condition: impl Fn(usize) -> bool) {
        let mut waiting = self.waiting.subscribe();
        let changed = waiting.wait_for(|&waiting| condition(waiting)).await;
        changed.expect("`self` owns the sender");
    }
}

/// Counts a player's search as waiting until dropped.
struct WaitingGuard<'a>(&'a watch::Sender<usize>);

impl<'a> WaitingGuard<'a> {
    fn new(waiting: &'a watch::Sender<usize>) -> Self {
        waiting.send_modify(|count| *count += 1);
        metrics::gauge!(WAITING).increment(1);
        Self(waiting)
    }
}

impl Drop for WaitingGuard<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
        metrics::gauge!(WAITING).decrement(1);
    }
}
