//! Training with what reviews have found.

use clock::Timestamp;

use crate::{
    game::{
        FoundPosition, Game, GameId, InteractionId, PlayerId, PositionId, SolvedCount,
        TrainingProgress,
    },
    store::{
        Store, connection::AdvisoryLock, error::StoreError, save_result::SaveResult, training,
    },
};

impl Store {
    /// The reviewed games of a player that their training has not taken in, newest first.
    pub async fn untrained_games(
        &self,
        player: PlayerId,
        limit: u8,
    ) -> Result<Vec<Game>, StoreError> {
        training::untrained_games(&mut self.reader().await?.connection(), player, limit).await
    }

    /// The games of a player that could be reviewed, newest first.
    pub async fn unreviewed_games(
        &self,
        player: PlayerId,
        limit: u8,
    ) -> Result<Vec<Game>, StoreError> {
        training::unreviewed_games(&mut self.reader().await?.connection(), player, limit).await
    }

    /// Makes a known player a trainee, and adds games to their training, each with the positions
    /// before their mistakes, of which those that they train with already are left out.
    pub async fn add_training_games(
        &self,
        player: PlayerId,
        games: Vec<(GameId, Vec<FoundPosition>)>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let locks = &[AdvisoryLock::Player(player)];
        let mut transaction = self.begin(locks).await?;
        let result = training::add_games(&mut transaction.connection(), player, games, now).await;
        transaction.end(result).await
    }

    /// The position that a player's training shows next, if one is due: repetitions, then new
    /// ones, those of the newest game first, but openings last.
    pub async fn next_training_position(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Option<(PositionId, TrainingProgress)>, StoreError> {
        training::next_position(&mut self.reader().await?.connection(), player, now).await
    }

    /// The last position of a game that a player's training shows, if one is new or due.
    pub async fn training_position_of_game(
        &self,
        player: PlayerId,
        game: GameId,
        now: Timestamp,
    ) -> Result<Option<(PositionId, TrainingProgress)>, StoreError> {
        training::position_of_game(&mut self.reader().await?.connection(), player, game, now).await
    }

    /// Whether a player has finished a game.
    pub async fn has_finished_game(&self, player: PlayerId) -> Result<bool, StoreError> {
        training::has_finished_game(&mut self.reader().await?.connection(), player).await
    }

    /// When a player's next position is due.
    pub async fn next_training_due(
        &self,
        player: PlayerId,
    ) -> Result<Option<Timestamp>, StoreError> {
        training::next_due(&mut self.reader().await?.connection(), player).await
    }

    /// How far a player is with a position. `None` if it is not one of theirs.
    pub async fn training_progress(
        &self,
        player: PlayerId,
        position: PositionId,
    ) -> Result<Option<TrainingProgress>, StoreError> {
        training::progress(&mut self.reader().await?.connection(), player, position).await
    }

    /// Stores the progress after a try. [`SaveResult::Conflict`] if the position was tried
    /// meanwhile, or the interaction has changed something before.
    pub async fn save_training_try(
        &self,
        by: InteractionId,
        player: PlayerId,
        position: PositionId,
        after: TrainingProgress,
        now: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        let Some(mut transaction) = self.begin_change(by, &[AdvisoryLock::Player(player)]).await?
        else {
            return Ok(SaveResult::Conflict);
        };
        let result =
            training::save_try(&mut transaction.connection(), player, position, after, now).await;
        transaction.end(result).await
    }

    /// Counts what a player has solved since a time, at most two weeks ago.
    pub async fn count_solved(
        &self,
        player: PlayerId,
        since: Timestamp,
    ) -> Result<SolvedCount, StoreError> {
        training::count_solved(&mut self.reader().await?.connection(), player, since).await
    }
}
