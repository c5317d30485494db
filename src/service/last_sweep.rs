use std::sync::{Arc, Mutex, PoisonError};

use clock::Timestamp;

/// When the scheduler last did all that it could; `None` before it is started. Clones
/// share their state.
#[derive(Clone, Debug, Default)]
pub(super) struct LastSweep(Arc<Mutex<Option<Timestamp>>>);

impl LastSweep {
    pub(super) fn set(&self, now: Timestamp) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
    }

    pub(super) fn get(&self) -> Option<Timestamp> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
