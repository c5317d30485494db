//! Reviews, and what they say of players.

use async_trait::async_trait;
use connect4::{GameScores, Shape};

use crate::{
    game::{GameId, PlayerId, RecentAccuracy},
    store::{database::Database, error::StoreError, reviews, sql_store::SqlStore},
};

#[async_trait]
pub trait ReviewStore {
    /// The scores of a reviewed game on a board of this shape, if they are stored.
    async fn review(&self, game: GameId, shape: Shape) -> Result<Option<GameScores>, StoreError>;

    /// Stores the scores of a reviewed game.
    async fn save_review(&self, game: GameId, scores: &GameScores) -> Result<(), StoreError>;

    /// A player's accuracy in their last games against people.
    async fn recent_accuracy(&self, player: PlayerId) -> Result<RecentAccuracy, StoreError>;
}

#[async_trait]
impl<D: Database> ReviewStore for SqlStore<D> {
    async fn review(&self, game: GameId, shape: Shape) -> Result<Option<GameScores>, StoreError> {
        reviews::load(&mut *self.reader().await?, game, shape).await
    }

    async fn save_review(&self, game: GameId, scores: &GameScores) -> Result<(), StoreError> {
        let scores = scores.to_string();
        self.transaction(&[], move |c| reviews::save(c, game, scores)).await
    }

    async fn recent_accuracy(&self, player: PlayerId) -> Result<RecentAccuracy, StoreError> {
        reviews::recent_accuracy(&mut *self.reader().await?, player).await
    }
}
