//! Running time, which one process counts.

use std::time::Duration;

use crate::{
    game::RunningTime,
    store::{database::Store, prelude::*},
};

/// What is stored of running time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredRunningTime {
    pub running: RunningTime,
    pub beat: Beat,
}

from_columns!(StoredRunningTime { running, beat });

/// Changes whenever running time is counted. The process that has chosen it may count on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat(pub(super) i64);

impl Beat {
    /// No process counts: the last one has stopped.
    pub const FREE: Self = Self(0);

    /// One that no other process chooses.
    pub fn random() -> Self {
        Self(fastrand::i64(1..))
    }
}

const RUNNING_TIME: &str = "SELECT running, beat FROM running_time";

/// Without an earlier one, as after the import of an old export, nothing of the newest turn is
/// over.
const BEGIN_RUNNING_TIME: &str = "\
    INSERT INTO running_time (only_row, running, beat) \
    SELECT 1, coalesce(max(moved_at), 0), 0 FROM game WHERE move_by IS NOT NULL \
    ON CONFLICT (only_row) DO NOTHING";

impl Store {
    /// The running time that was counted last.
    pub async fn running_time(&self) -> StoreResult<StoredRunningTime> {
        if let Some(stored) = self.fetch_optional(query(RUNNING_TIME)).await? {
            return Ok(stored);
        }
        self.execute(rare_query(BEGIN_RUNNING_TIME)).await?;
        self.fetch_one(query(RUNNING_TIME)).await
    }

    /// Adds to running time, unless another process has done so after `after`: it counts then,
    /// which is [`SaveResult::Conflict`].
    pub async fn count_running_time(
        &self,
        after: Beat,
        beat: Beat,
        time: Duration,
    ) -> StoreResult<SaveResult> {
        const COUNT_RUNNING_TIME: &str =
            "UPDATE running_time SET running = running + $1, beat = $2 WHERE beat = $3";
        self.save(query(COUNT_RUNNING_TIME).bind(time).bind(beat).bind(after)).await
    }
}
