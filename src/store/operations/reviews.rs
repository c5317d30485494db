//! Reviews, and what they say of players.

use connect4::{GameScores, Shape};

use crate::{
    game::{GameId, PlayerId, RecentAccuracy},
    store::{Store, error::StoreError, reviews},
};

impl Store {
    /// The scores of a reviewed game on a board of this shape, if they are stored.
    pub async fn review(
        &self,
        game: GameId,
        shape: Shape,
    ) -> Result<Option<GameScores>, StoreError> {
        reviews::load(&mut self.reader().await?.connection(), game, shape).await
    }

    /// Stores the scores of a reviewed game.
    pub async fn save_review(&self, game: GameId, scores: &GameScores) -> Result<(), StoreError> {
        let scores = scores.to_string();
        let mut transaction = self.begin(&[]).await?;
        let result = reviews::save(&mut transaction.connection(), game, scores).await;
        transaction.end(result).await
    }

    /// A player's accuracy in their last games against people.
    pub async fn recent_accuracy(&self, player: PlayerId) -> Result<RecentAccuracy, StoreError> {
        reviews::recent_accuracy(&mut self.reader().await?.connection(), player).await
    }
}
