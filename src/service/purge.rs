//! Purging of deleted data, of which the database may keep a trace.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use crate::store::{Store, StoreError};

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

impl Purges {
    /// Requests another purge, after a deletion.
    pub(super) fn request(&self) {
        self.0.requested.fetch_add(1, Ordering::SeqCst);
    }

    /// Purges what was deleted since the last purge; the first time, what an earlier process may
    /// have left. Returns `false` if it has to be tried again.
    pub(super) async fn purge(&self, store: &dyn Store) -> Result<bool, StoreError> {
        let requested = self.0.requested.load(Ordering::SeqCst);
        if self.0.done.load(Ordering::SeqCst) == requested {
            return Ok(true);
        }
        let is_purged = store.purge_deleted().await?;
        if is_purged {
            self.0.done.store(requested, Ordering::SeqCst);
        }
        Ok(is_purged)
    }
}
