//! Daily puzzles, and where they are posted.

use async_trait::async_trait;
use clock::Timestamp;

use crate::{
    game::{GuildId, InteractionId, Player, PlayerId, PuzzleAttempt, PuzzleNumber, PuzzleSchedule},
    store::{
        database::{AdvisoryLock, Database},
        error::StoreError,
        puzzle_schedules::{self, PuzzlePostResult},
        puzzles::{self, PuzzleSolvers, PuzzleTry},
        save_result::SaveResult,
        sql_store::SqlStore,
    },
};

#[async_trait]
pub trait PuzzleStore {
    /// A player's attempt at a daily puzzle; the default if they have not tried it.
    async fn puzzle_attempt(
        &self,
        player: PlayerId,
        number: PuzzleNumber,
    ) -> Result<PuzzleAttempt, StoreError>;

    /// Stores a try in a puzzle, if there are as many before it as it says, and the interaction
    /// has changed nothing before. One that solves the day's puzzle continues the player's streak.
    async fn save_puzzle_try(
        &self,
        by: InteractionId,
        player: &Player,
        new: PuzzleTry,
    ) -> Result<SaveResult, StoreError>;

    /// The last puzzle that a player has solved on its day, with the streak up to it.
    async fn last_puzzle_streak(
        &self,
        player: PlayerId,
    ) -> Result<Option<(PuzzleNumber, u32)>, StoreError>;

    /// Who has solved a puzzle on its day, in a server.
    async fn puzzle_solvers(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        limit: u8,
    ) -> Result<PuzzleSolvers, StoreError>;

    /// Whether a server lists a player among a puzzle's solvers.
    async fn is_puzzle_solver(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        player: PlayerId,
    ) -> Result<bool, StoreError>;

    /// Lists a player among them, if they have solved it on its day, unless the interaction has
    /// changed something before.
    async fn record_puzzle_solver(
        &self,
        by: InteractionId,
        guild: GuildId,
        number: PuzzleNumber,
        player: PlayerId,
    ) -> Result<(), StoreError>;

    /// Where and when a server has the daily puzzle posted, if that was ever set.
    async fn puzzle_schedule(&self, guild: GuildId) -> Result<Option<PuzzleSchedule>, StoreError>;

    /// Stores a new schedule, unless the interaction has changed something before. If there is one,
    /// changes its channel and turns it on, but leaves its hour and which puzzle was posted last
    /// alone.
    async fn save_puzzle_channel(
        &self,
        by: InteractionId,
        schedule: PuzzleSchedule,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Stores the hour of a schedule, or that it is off, unless the interaction has changed
    /// something before. If there is none, stores all of it, unless it is off.
    async fn save_puzzle_hour(
        &self,
        by: InteractionId,
        schedule: PuzzleSchedule,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Lets one process post a puzzle, which is due again at `until` unless the result is
    /// recorded before. [`SaveResult::Conflict`] if another process has the lease.
    async fn lease_puzzle_post(
        &self,
        guild: GuildId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<SaveResult, StoreError>;

    /// Records what became of a post, and when the next one is due.
    async fn record_puzzle_post(
        &self,
        guild: GuildId,
        result: PuzzlePostResult,
    ) -> Result<(), StoreError>;
}

#[async_trait]
impl<D: Database> PuzzleStore for SqlStore<D> {
    async fn puzzle_attempt(
        &self,
        player: PlayerId,
        number: PuzzleNumber,
    ) -> Result<PuzzleAttempt, StoreError> {
        puzzles::attempt(&mut *self.reader().await?, player, number).await
    }

    async fn save_puzzle_try(
        &self,
        by: InteractionId,
        player: &Player,
        new: PuzzleTry,
    ) -> Result<SaveResult, StoreError> {
        let player = player.clone();
        let locks = &[AdvisoryLock::Player(player.id)];
        let saved = self.change(Some(by), locks, move |c| puzzles::save_try(c, player, new));
        Ok(saved.await?.unwrap_or(SaveResult::Conflict))
    }

    async fn last_puzzle_streak(
        &self,
        player: PlayerId,
    ) -> Result<Option<(PuzzleNumber, u32)>, StoreError> {
        puzzles::last_streak(&mut *self.reader().await?, player).await
    }

    async fn puzzle_solvers(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        limit: u8,
    ) -> Result<PuzzleSolvers, StoreError> {
        puzzles::solvers(&mut *self.reader().await?, guild, number, limit).await
    }

    async fn is_puzzle_solver(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        player: PlayerId,
    ) -> Result<bool, StoreError> {
        puzzles::is_solver(&mut *self.reader().await?, guild, number, player).await
    }

    async fn record_puzzle_solver(
        &self,
        by: InteractionId,
        guild: GuildId,
        number: PuzzleNumber,
        player: PlayerId,
    ) -> Result<(), StoreError> {
        let locks = &[AdvisoryLock::Player(player)];
        let recorded =
            self.change(Some(by), locks, move |c| puzzles::record_solver(c, guild, number, player));
        recorded.await.map(drop)
    }

    async fn puzzle_schedule(&self, guild: GuildId) -> Result<Option<PuzzleSchedule>, StoreError> {
        puzzle_schedules::load(&mut *self.reader().await?, guild).await
    }

    async fn save_puzzle_channel(
        &self,
        by: InteractionId,
        schedule: PuzzleSchedule,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let saved =
            self.change(Some(by), &[], move |c| puzzle_schedules::save_channel(c, schedule, now));
        saved.await.map(drop)
    }

    async fn save_puzzle_hour(
        &self,
        by: InteractionId,
        schedule: PuzzleSchedule,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let saved =
            self.change(Some(by), &[], move |c| puzzle_schedules::save_hour(c, schedule, now));
        saved.await.map(drop)
    }

    async fn lease_puzzle_post(
        &self,
        guild: GuildId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        self.transaction(&[], move |c| puzzle_schedules::lease(c, guild, now, until)).await
    }

    async fn record_puzzle_post(
        &self,
        guild: GuildId,
        result: PuzzlePostResult,
    ) -> Result<(), StoreError> {
        self.transaction(&[], move |c| puzzle_schedules::record_result(c, guild, result)).await
    }
}
