//! What the engine found in finished games.

use futures_util::future::BoxFuture;

use crate::{
    play::GameId,
    store::{
        StoreError, sql,
        statement::{Connection, statement},
    },
};
use connect4::GameScores;

pub(in crate::store) async fn load(
    connection: &mut impl Connection,
    game: GameId,
) -> Result<Option<GameScores>, StoreError> {
    let scores: Option<String> =
        statement(sql::REVIEW).bind(game.0).optional_scalar(&mut *connection).await?;
    let scores = scores.map(|scores| scores.parse()).transpose();
    scores.map_err(|error| StoreError::corrupt(&format!("the review of game {game}"), error))
}

pub(in crate::store) fn save(
    connection: &mut impl Connection,
    game: GameId,
    scores: String,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        statement(sql::SAVE_REVIEW).bind(game.0).bind(scores).execute(connection).await?;
        Ok(())
    })
}
