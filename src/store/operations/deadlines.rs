//! What is due, and running time.

use std::time::Duration;

use async_trait::async_trait;
use clock::Timestamp;

use crate::{
    game::{GameId, RunningTime, Version},
    store::{
        database::Database,
        deadlines::{self, Deadline},
        error::StoreError,
        running_time::{self, Beat, StoredRunningTime},
        save_result::SaveResult,
        sql_store::SqlStore,
        turn_timers,
    },
};

#[async_trait]
pub trait DeadlineStore {
    /// The time of the earliest deadline after this time.
    async fn next_deadline(&self, after: Timestamp) -> Result<Option<Timestamp>, StoreError>;

    /// The time of the earliest deadline in [`DeadlineStore::due_deadlines`].
    async fn oldest_due_deadline(&self, now: Timestamp) -> Result<Option<Timestamp>, StoreError>;

    /// A batch of deadlines that have passed, oldest first. Turn timers go by the running time
    /// that was counted last.
    async fn due_deadlines(&self, now: Timestamp) -> Result<Vec<Deadline>, StoreError>;

    /// Moves a deadline, if it still exists, to so long after `now`. A turn timer is only ever
    /// moved later.
    async fn postpone(
        &self,
        deadline: Deadline,
        now: Timestamp,
        delay: Duration,
    ) -> Result<(), StoreError>;

    /// Records that the player to move in this version of a game has been reminded.
    /// [`SaveResult::Conflict`] if the game has changed or a reminder is recorded
    /// already.
    async fn mark_reminded(&self, id: GameId, version: Version) -> Result<SaveResult, StoreError>;

    /// Records that the turn in this version of a game was abandoned at this running time.
    /// [`SaveResult::Conflict`] if the game has changed.
    async fn record_abandoned(
        &self,
        id: GameId,
        version: Version,
        running: RunningTime,
    ) -> Result<SaveResult, StoreError>;

    /// The running time that was counted last.
    async fn running_time(&self) -> Result<StoredRunningTime, StoreError>;

    /// Adds to running time, unless another process has done so after `after`: it counts then,
    /// which is [`SaveResult::Conflict`].
    async fn count_running_time(
        &self,
        after: Beat,
        beat: Beat,
        time: Duration,
    ) -> Result<SaveResult, StoreError>;
}

#[async_trait]
impl<D: Database> DeadlineStore for SqlStore<D> {
    async fn next_deadline(&self, after: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        deadlines::next(&mut *self.reader().await?, after).await
    }

    async fn oldest_due_deadline(&self, now: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        deadlines::oldest_due(&mut *self.reader().await?, now).await
    }

    async fn due_deadlines(&self, now: Timestamp) -> Result<Vec<Deadline>, StoreError> {
        deadlines::due(&mut *self.reader().await?, now).await
    }

    async fn postpone(
        &self,
        deadline: Deadline,
        now: Timestamp,
        delay: Duration,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| deadlines::postpone(c, deadline, now, delay)).await
    }

    async fn mark_reminded(&self, id: GameId, version: Version) -> Result<SaveResult, StoreError> {
        self.transaction(&[], move |c| turn_timers::mark_reminded(c, id, version)).await
    }

    async fn record_abandoned(
        &self,
        id: GameId,
        version: Version,
        running: RunningTime,
    ) -> Result<SaveResult, StoreError> {
        self.transaction(&[], move |c| turn_timers::record_abandoned(c, id, version, running)).await
    }

    async fn running_time(&self) -> Result<StoredRunningTime, StoreError> {
        if let Some(stored) = running_time::load(&mut *self.reader().await?).await? {
            return Ok(stored);
        }
        self.transaction(&[], move |c| running_time::begin(c)).await?;
        let stored = running_time::load(&mut *self.reader().await?).await?;
        stored.ok_or(StoreError::Failed(sqlx::Error::RowNotFound))
    }

    async fn count_running_time(
        &self,
        after: Beat,
        beat: Beat,
        time: Duration,
    ) -> Result<SaveResult, StoreError> {
        self.transaction(&[], move |c| running_time::count(c, after, beat, time)).await
    }
}
