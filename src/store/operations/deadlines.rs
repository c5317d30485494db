//! What is due, and when clocks run.

use std::sync::Arc;

use async_trait::async_trait;
use clock::Timestamp;

use crate::{
    game::{GameId, GuildId, Version},
    store::{
        database::{AdvisoryLock, Database},
        deadlines::{self, Deadline},
        error::StoreError,
        heartbeats::{self, Heartbeats, RecordedHeartbeats},
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

    /// A batch of deadlines that have passed, oldest first. A turn timer is due only up
    /// to the last heartbeat of its game's shard.
    async fn due_deadlines(&self, now: Timestamp) -> Result<Vec<Deadline>, StoreError>;

    /// Moves a deadline, if it still exists. A turn timer is only ever moved later.
    async fn postpone(&self, deadline: Deadline, until: Timestamp) -> Result<(), StoreError>;

    /// Records that the player to move in this version of a game has been reminded.
    /// [`SaveResult::Conflict`] if the game has changed or a reminder is recorded
    /// already.
    async fn mark_reminded(&self, id: GameId, version: Version) -> Result<SaveResult, StoreError>;

    /// Records that the turn in this version of a game was abandoned by a heartbeat of its
    /// shard. [`SaveResult::Conflict`] if the game has changed, or time was given back.
    async fn record_abandoned(
        &self,
        id: GameId,
        version: Version,
        heartbeat: Timestamp,
    ) -> Result<SaveResult, StoreError>;

    /// When the shard that brings a server's interactions last could take moves. Direct
    /// messages come to shard 0.
    async fn last_heartbeat(&self, guild: Option<GuildId>)
    -> Result<Option<Timestamp>, StoreError>;

    /// Records that shards can take moves. A gap of more than 15 seconds since a shard's
    /// last heartbeat is given back: the turn timers of its games are shifted by it. If
    /// the clock was set back, they are shifted back.
    ///
    /// `heartbeats` is called first to see whether there is a gap, and again inside the
    /// transaction that gives one back: a process that was suspended in between must not
    /// record an old time there, as if its clock had been set back.
    async fn record_heartbeats(
        &self,
        heartbeats: Arc<dyn Fn() -> Heartbeats + Send + Sync>,
    ) -> Result<RecordedHeartbeats, StoreError>;

    /// Moves heartbeats back to `to`, unless they were recorded after `recorded_at`, by another
    /// process. The next ones give the time since then back.
    async fn take_heartbeats_back(
        &self,
        recorded_at: Timestamp,
        to: Timestamp,
    ) -> Result<(), StoreError>;
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

    async fn postpone(&self, deadline: Deadline, until: Timestamp) -> Result<(), StoreError> {
        self.transaction(&[], move |c| deadlines::postpone(c, deadline, until)).await
    }

    async fn mark_reminded(&self, id: GameId, version: Version) -> Result<SaveResult, StoreError> {
        self.transaction(&[], move |c| turn_timers::mark_reminded(c, id, version)).await
    }

    async fn record_abandoned(
        &self,
        id: GameId,
        version: Version,
        heartbeat: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        self.transaction(&[], move |c| turn_timers::record_abandoned(c, id, version, heartbeat))
            .await
    }

    async fn last_heartbeat(
        &self,
        guild: Option<GuildId>,
    ) -> Result<Option<Timestamp>, StoreError> {
        heartbeats::last_heartbeat(&mut *self.reader().await?, guild).await
    }

    async fn record_heartbeats(
        &self,
        heartbeats: Arc<dyn Fn() -> Heartbeats + Send + Sync>,
    ) -> Result<RecordedHeartbeats, StoreError> {
        let new = heartbeats();
        let at = new.now;
        // The exclusive lock keeps all moves off, so it is taken only for a gap.
        let stored = heartbeats::load(&mut *self.reader().await?).await?;
        if heartbeats::are_continuous(&stored, &new) {
            let recorded = new.clone();
            self.transaction(&[], move |c| heartbeats::record_continuous(c, recorded)).await?;
            // Another process may have made a gap in between.
            let now_stored = heartbeats::load(&mut *self.reader().await?).await?;
            if heartbeats::are_continuous(&now_stored, &new) {
                return Ok(RecordedHeartbeats { at, shifts: Vec::new() });
            }
        }
        let locks = &[AdvisoryLock::Exclusive];
        self.transaction(locks, move |c| heartbeats::record_and_shift(c, heartbeats)).await
    }

    async fn take_heartbeats_back(
        &self,
        recorded_at: Timestamp,
        to: Timestamp,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| heartbeats::take_back(c, recorded_at, to)).await
    }
}
