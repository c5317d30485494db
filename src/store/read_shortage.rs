//! Whether there are connections for reading.

use std::time::Duration;

use clock::Stopwatch;
use parking_lot::Mutex;

use crate::store::error::StoreError;

/// For how long a read that got no connection counts as a shortage: the next ones may get theirs
/// only by luck.
const SHORTAGE: Duration = Duration::from_secs(10);

/// When a read last waited for a connection in vain.
#[derive(Debug, Default)]
pub(super) struct ReadShortage(Mutex<Option<Stopwatch>>);

impl ReadShortage {
    pub(super) fn record(&self, error: &StoreError) {
        if matches!(error, StoreError::Failed(sqlx::Error::PoolTimedOut)) {
            *self.0.lock() = Some(Stopwatch::start());
        }
    }

    pub(super) fn is_recent(&self) -> bool {
        let last = *self.0.lock();
        last.is_some_and(|last| last.elapsed() < SHORTAGE)
    }
}
