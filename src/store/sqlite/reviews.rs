//! What the engine found in finished games.

use futures_util::future::BoxFuture;
use sqlx::{SqliteConnection, SqlitePool};

use super::failed;
use crate::{
    engine::GameScores,
    play::GameId,
    store::{StoreError, sql},
};

pub(super) async fn load(
    readers: &SqlitePool,
    game: GameId,
) -> Result<Option<GameScores>, StoreError> {
    let scores: Option<String> = sqlx::query_scalar(sql::REVIEW)
        .bind(game.0)
        .fetch_optional(readers)
        .await
        .map_err(failed)?;
    let scores = scores.map(|scores| scores.parse()).transpose();
    scores.map_err(|error| StoreError::corrupt(&format!("the review of game {game}"), error))
}

pub(super) fn save(
    connection: &mut SqliteConnection,
    game: GameId,
    scores: String,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        sqlx::query(sql::SAVE_REVIEW)
            .bind(game.0)
            .bind(scores)
            .execute(connection)
            .await
            .map_err(failed)?;
        Ok(())
    })
}
