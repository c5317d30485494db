//! Daily puzzles, and where they are posted.

use clock::Timestamp;

use crate::{
    game::{GuildId, InteractionId, Player, PlayerId, PuzzleAttempt, PuzzleNumber, PuzzleSchedule},
    store::{
        Store,
        connection::AdvisoryLock,
        error::StoreError,
        puzzle_schedules::{self, PuzzlePostResult},
        puzzles::{self, PuzzleSolvers, PuzzleTry},
        save_result::SaveResult,
    },
};

impl Store {
    /// A player's attempt at a daily puzzle; the default if they have not tried it.
    pub async fn puzzle_attempt(
        &self,
        player: PlayerId,
        number: PuzzleNumber,
    ) -> Result<PuzzleAttempt, StoreError> {
        puzzles::attempt(&mut self.reader().await?.connection(), player, number).await
    }

    /// Stores a try in a puzzle, if there are as many before it as it says, and the interaction
    /// has changed nothing before. One that solves the day's puzzle continues the player's streak.
    pub async fn save_puzzle_try(
        &self,
        by: InteractionId,
        player: &Player,
        new: PuzzleTry,
    ) -> Result<SaveResult, StoreError> {
        let Some(mut transaction) =
            self.begin_change(by, &[AdvisoryLock::Player(player.id)]).await?
        else {
            return Ok(SaveResult::Conflict);
        };
        let result = puzzles::save_try(&mut transaction.connection(), player, new).await;
        transaction.end(result).await
    }

    /// The last puzzle that a player has solved on its day, with the streak up to it.
    pub async fn last_puzzle_streak(
        &self,
        player: PlayerId,
    ) -> Result<Option<(PuzzleNumber, u32)>, StoreError> {
        puzzles::last_streak(&mut self.reader().await?.connection(), player).await
    }

    /// Who has solved a puzzle on its day, in a server.
    pub async fn puzzle_solvers(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        limit: u8,
    ) -> Result<PuzzleSolvers, StoreError> {
        puzzles::solvers(&mut self.reader().await?.connection(), guild, number, limit).await
    }

    /// Whether a server lists a player among a puzzle's solvers.
    pub async fn is_puzzle_solver(
        &self,
        guild: GuildId,
        number: PuzzleNumber,
        player: PlayerId,
    ) -> Result<bool, StoreError> {
        puzzles::is_solver(&mut self.reader().await?.connection(), guild, number, player).await
    }

    /// Lists a player among them, if they have solved it on its day, unless the interaction has
    /// changed something before.
    pub async fn record_puzzle_solver(
        &self,
        by: InteractionId,
        guild: GuildId,
        number: PuzzleNumber,
        player: PlayerId,
    ) -> Result<(), StoreError> {
        let Some(mut transaction) = self.begin_change(by, &[AdvisoryLock::Player(player)]).await?
        else {
            return Ok(());
        };
        let result =
            puzzles::record_solver(&mut transaction.connection(), guild, number, player).await;
        transaction.end(result).await
    }

    /// Where and when a server has the daily puzzle posted, if that was ever set.
    pub async fn puzzle_schedule(
        &self,
        guild: GuildId,
    ) -> Result<Option<PuzzleSchedule>, StoreError> {
        puzzle_schedules::load(&mut self.reader().await?.connection(), guild).await
    }

    /// Stores a new schedule, unless the interaction has changed something before. If there is one,
    /// changes its channel and turns it on, but leaves its hour and which puzzle was posted last
    /// alone.
    pub async fn save_puzzle_channel(
        &self,
        by: InteractionId,
        schedule: PuzzleSchedule,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let Some(mut transaction) = self.begin_change(by, &[]).await? else {
            return Ok(());
        };
        let result =
            puzzle_schedules::save_channel(&mut transaction.connection(), schedule, now).await;
        transaction.end(result).await
    }

    /// Stores the hour of a schedule, or that it is off, unless the interaction has changed
    /// something before. If there is none, stores all of it, unless it is off.
    pub async fn save_puzzle_hour(
        &self,
        by: InteractionId,
        schedule: PuzzleSchedule,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let Some(mut transaction) = self.begin_change(by, &[]).await? else {
            return Ok(());
        };
        let result =
            puzzle_schedules::save_hour(&mut transaction.connection(), schedule, now).await;
        transaction.end(result).await
    }

    /// Lets one process post a puzzle, which is due again at `until` unless the result is
    /// recorded before. [`SaveResult::Conflict`] if another process has the lease.
    pub async fn lease_puzzle_post(
        &self,
        guild: GuildId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        let mut transaction = self.begin(&[]).await?;
        let result =
            puzzle_schedules::lease(&mut transaction.connection(), guild, now, until).await;
        transaction.end(result).await
    }

    /// Records what became of a post, and when the next one is due.
    pub async fn record_puzzle_post(
        &self,
        guild: GuildId,
        result: PuzzlePostResult,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin(&[]).await?;
        let result =
            puzzle_schedules::record_result(&mut transaction.connection(), guild, result).await;
        transaction.end(result).await
    }
}
