//! Limits how much a person may have a process work for them at once: exports, reviews, hints and
//! pictures.

use std::{collections::HashMap, sync::Arc};

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::game::{PlayerId, Refusal};

/// Work for a person that is under way until this is dropped.
pub type Workload = OwnedSemaphorePermit;

/// What is under way in this process, by person. Clones share their state.
#[derive(Clone, Debug)]
pub(crate) struct Workloads {
    /// The most that one person may have under way, so that nobody fills the queues for everybody.
    max: usize,
    under_way: Arc<Mutex<HashMap<PlayerId, Arc<Semaphore>>>>,
}

impl Workloads {
    pub(crate) fn new(max: usize) -> Self {
        Self { max, under_way: Arc::default() }
    }

    /// Begins to work for a person. Refused while too much is under way.
    pub(crate) fn begin(&self, player: PlayerId) -> Result<Workload, Refusal> {
        let mut all = self.under_way.lock();
        // Each permit holds one as well.
        all.retain(|_, own| Arc::strong_count(own) > 1);
        let own = all.entry(player).or_insert_with(|| Arc::new(Semaphore::new(self.max)));
        Arc::clone(own).try_acquire_owned().map_err(|_| Refusal::Busy)
    }
}
