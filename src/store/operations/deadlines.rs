//! What is due, and running time.

use std::time::Duration;

use clock::Timestamp;

use crate::{
    game::{GameId, RunningTime, Version},
    store::{
        Store,
        deadlines::{self, Deadline},
        error::StoreError,
        query::query,
        running_time::{self, Beat, StoredRunningTime},
        save_result::SaveResult,
        turn_timers,
    },
};

impl Store {
    /// The time of the earliest deadline after this time.
    pub async fn next_deadline(&self, after: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        deadlines::next(&mut self.reader().await?.connection(), after).await
    }

    /// The time of the earliest deadline in [`Self::due_deadlines`].
    pub async fn oldest_due_deadline(
        &self,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        deadlines::oldest_due(&mut self.reader().await?.connection(), now).await
    }

    /// A batch of deadlines that have passed, oldest first. Turn timers go by the running time
    /// that was counted last.
    pub async fn due_deadlines(&self, now: Timestamp) -> Result<Vec<Deadline>, StoreError> {
        deadlines::due(&mut self.reader().await?.connection(), now).await
    }

    /// Moves a deadline, if it still exists, to so long after `now`. A turn timer is only ever
    /// moved later.
    pub async fn postpone(
        &self,
        deadline: Deadline,
        now: Timestamp,
        delay: Duration,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin(&[]).await?;
        let result = deadlines::postpone(&mut transaction.connection(), deadline, now, delay).await;
        transaction.end(result).await
    }

    /// Records that the player to move in this version of a game has been reminded.
    /// [`SaveResult::Conflict`] if the game has changed or a reminder is recorded
    /// already.
    pub async fn mark_reminded(
        &self,
        id: GameId,
        version: Version,
    ) -> Result<SaveResult, StoreError> {
        let mut transaction = self.begin(&[]).await?;
        let result = turn_timers::mark_reminded(&mut transaction.connection(), id, version).await;
        transaction.end(result).await
    }

    /// Records that the turn in this version of a game was abandoned at this running time.
    /// [`SaveResult::Conflict`] if the game has changed.
    pub async fn record_abandoned(
        &self,
        id: GameId,
        version: Version,
        running: RunningTime,
    ) -> Result<SaveResult, StoreError> {
        let mut transaction = self.begin(&[]).await?;
        let result =
            turn_timers::record_abandoned(&mut transaction.connection(), id, version, running)
                .await;
        transaction.end(result).await
    }

    /// The running time that was counted last.
    pub async fn running_time(&self) -> Result<StoredRunningTime, StoreError> {
        if let Some(stored) = running_time::load(&mut self.reader().await?.connection()).await? {
            return Ok(stored);
        }
        self.execute(query(running_time::BEGIN_RUNNING_TIME)).await?;
        let stored = running_time::load(&mut self.reader().await?.connection()).await?;
        stored.ok_or(StoreError::Failed(sqlx::Error::RowNotFound))
    }

    /// Adds to running time, unless another process has done so after `after`: it counts then,
    /// which is [`SaveResult::Conflict`].
    pub async fn count_running_time(
        &self,
        after: Beat,
        beat: Beat,
        time: Duration,
    ) -> Result<SaveResult, StoreError> {
        let mut transaction = self.begin(&[]).await?;
        let result = running_time::count(&mut transaction.connection(), after, beat, time).await;
        transaction.end(result).await
    }
}
