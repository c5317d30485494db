//! Limits how much a person may have a process work for them at once: exports, reviews, hints and
//! pictures.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::game::{PlayerId, Refusal};

/// The most that one person may have under way, so that nobody fills the queues for everybody.
const MAX_PER_PERSON: usize = 2;

/// What is under way in this process, by person. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(super) struct Workloads(Arc<Mutex<HashMap<PlayerId, usize>>>);

/// Work for a person that is under way until this is dropped.
#[derive(Debug)]
pub struct Workload {
    player: PlayerId,
    all: Workloads,
}

impl Workloads {
    /// Begins to work for a person. Refused while too much is under way.
    pub(super) fn begin(&self, player: PlayerId) -> Result<Workload, Refusal> {
        let mut all = self.lock();
        let count = all.entry(player).or_default();
        if *count >= MAX_PER_PERSON {
            return Err(Refusal::Busy);
        }
        *count += 1;
        Ok(Workload { player, all: self.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Workload {
    fn drop(&mut self) {
        let mut all = self.all.lock();
        let left = all.get(&self.player).map_or(0, |count| count - 1);
        if left == 0 {
            all.remove(&self.player);
        } else {
            all.insert(self.player, left);
        }
    }
}
