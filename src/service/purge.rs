//! Purging of deleted data, of which the database may keep a trace.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use super::Service;
use crate::store::StoreError;

impl Service {
    /// Has the scheduler purge what was deleted.
    pub(super) fn purge_later(&self) {
        self.purges.0.requested.fetch_add(1, Ordering::SeqCst);
        self.new_deadline.notify_one();
    }

    /// Purges what was deleted since the last purge; the first time, what an earlier process may
    /// have left. Returns `false` if it has to be tried again.
    pub async fn purge_deleted(&self) -> Result<bool, StoreError> {
        let requested = self.purges.0.requested.load(Ordering::SeqCst);
        if self.purges.0.done.load(Ordering::SeqCst) == requested {
            return Ok(true);
        }
        let is_purged = self.store.purge_deleted().await?;
        if is_purged {
            self.purges.0.done.store(requested, Ordering::SeqCst);
        }
        Ok(is_purged)
    }
}

/// The deletions that were purged. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(super) struct Purges(Arc<PurgeCounts>);

#[derive(Debug)]
struct PurgeCounts {
    requested: AtomicU64,
    /// The value of `requested` up to which deletions have been purged.
    done: AtomicU64,
}

impl Default for PurgeCounts {
    /// A process that ended may have left something.
    fn default() -> Self {
        Self { requested: AtomicU64::new(1), done: AtomicU64::new(0) }
    }
}
