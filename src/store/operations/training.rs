//! Training with what reviews have found.

use async_trait::async_trait;
use clock::Timestamp;

use crate::{
    game::{
        FoundPosition, Game, GameId, InteractionId, PlayerId, PositionId, SolvedCount,
        TrainingProgress,
    },
    store::{
        database::{AdvisoryLock, Database},
        error::StoreError,
        save_result::SaveResult,
        sql_store::SqlStore,
        training,
    },
};

#[async_trait]
pub trait TrainingStore {
    /// The reviewed games of a player that their training has not taken in, newest first.
    async fn untrained_games(&self, player: PlayerId, limit: u8) -> Result<Vec<Game>, StoreError>;

    /// The games of a player that could be reviewed, newest first.
    async fn unreviewed_games(&self, player: PlayerId, limit: u8) -> Result<Vec<Game>, StoreError>;

    /// Makes a known player a trainee, and adds games to their training, each with the positions
    /// before their mistakes, of which those that they train with already are left out.
    async fn add_training_games(
        &self,
        player: PlayerId,
        games: Vec<(GameId, Vec<FoundPosition>)>,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// The position that a player's training shows next, if one is due: repetitions, then new
    /// ones, those of the newest game first, but openings last.
    async fn next_training_position(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Option<(PositionId, TrainingProgress)>, StoreError>;

    /// The last position of a game that a player's training shows, if one is new or due.
    async fn training_position_of_game(
        &self,
        player: PlayerId,
        game: GameId,
        now: Timestamp,
    ) -> Result<Option<(PositionId, TrainingProgress)>, StoreError>;

    /// Whether a player has finished a game.
    async fn has_finished_game(&self, player: PlayerId) -> Result<bool, StoreError>;

    /// When a player's next position is due.
    async fn next_training_due(&self, player: PlayerId) -> Result<Option<Timestamp>, StoreError>;

    /// How far a player is with a position. `None` if it is not one of theirs.
    async fn training_progress(
        &self,
        player: PlayerId,
        position: PositionId,
    ) -> Result<Option<TrainingProgress>, StoreError>;

    /// Stores the progress after a try. [`SaveResult::Conflict`] if the position was tried
    /// meanwhile, or the interaction has changed something before.
    async fn save_training_try(
        &self,
        by: InteractionId,
        player: PlayerId,
        position: PositionId,
        after: TrainingProgress,
        now: Timestamp,
    ) -> Result<SaveResult, StoreError>;

    /// Counts what a player has solved since a time, at most two weeks ago.
    async fn count_solved(
        &self,
        player: PlayerId,
        since: Timestamp,
    ) -> Result<SolvedCount, StoreError>;
}

#[async_trait]
impl<D: Database> TrainingStore for SqlStore<D> {
    async fn untrained_games(&self, player: PlayerId, limit: u8) -> Result<Vec<Game>, StoreError> {
        training::untrained_games(&mut *self.reader().await?, player, limit).await
    }

    async fn unreviewed_games(&self, player: PlayerId, limit: u8) -> Result<Vec<Game>, StoreError> {
        training::unreviewed_games(&mut *self.reader().await?, player, limit).await
    }

    async fn add_training_games(
        &self,
        player: PlayerId,
        games: Vec<(GameId, Vec<FoundPosition>)>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let locks = &[AdvisoryLock::Player(player)];
        self.transaction(locks, move |c| training::add_games(c, player, games, now)).await
    }

    async fn next_training_position(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Option<(PositionId, TrainingProgress)>, StoreError> {
        training::next_position(&mut *self.reader().await?, player, now).await
    }

    async fn training_position_of_game(
        &self,
        player: PlayerId,
        game: GameId,
        now: Timestamp,
    ) -> Result<Option<(PositionId, TrainingProgress)>, StoreError> {
        training::position_of_game(&mut *self.reader().await?, player, game, now).await
    }

    async fn has_finished_game(&self, player: PlayerId) -> Result<bool, StoreError> {
        training::has_finished_game(&mut *self.reader().await?, player).await
    }

    async fn next_training_due(&self, player: PlayerId) -> Result<Option<Timestamp>, StoreError> {
        training::next_due(&mut *self.reader().await?, player).await
    }

    async fn training_progress(
        &self,
        player: PlayerId,
        position: PositionId,
    ) -> Result<Option<TrainingProgress>, StoreError> {
        training::progress(&mut *self.reader().await?, player, position).await
    }

    async fn save_training_try(
        &self,
        by: InteractionId,
        player: PlayerId,
        position: PositionId,
        after: TrainingProgress,
        now: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        let locks = &[AdvisoryLock::Player(player)];
        let saved = self
            .change(Some(by), locks, move |c| training::save_try(c, player, position, after, now));
        Ok(saved.await?.unwrap_or(SaveResult::Conflict))
    }

    async fn count_solved(
        &self,
        player: PlayerId,
        since: Timestamp,
    ) -> Result<SolvedCount, StoreError> {
        training::count_solved(&mut *self.reader().await?, player, since).await
    }
}
