//! Engine scores of finished games.

use connect4::GameScores;
use futures_util::future::BoxFuture;

use crate::{
    game::GameId,
    store::{
        error::StoreError,
        query::{DbConnection, query},
    },
};

pub(in crate::store) const REVIEW: &str = "SELECT scores FROM review WHERE game_id = $1";

pub(in crate::store) async fn load(
    connection: &mut impl DbConnection,
    game: GameId,
) -> Result<Option<GameScores>, StoreError> {
    let scores: Option<String> =
        query(REVIEW).bind(game.0).fetch_optional_scalar(&mut *connection).await?;
    let scores = scores.map(|scores| scores.parse()).transpose();
    scores.map_err(|error| StoreError::corrupt(&format!("the review of game {game}"), error))
}

pub(in crate::store) const SAVE_REVIEW: &str = "\
    INSERT INTO review (game_id, scores) VALUES ($1, $2) \
    ON CONFLICT (game_id) DO UPDATE SET scores = excluded.scores";

pub(in crate::store) fn save(
    connection: &mut impl DbConnection,
    game: GameId,
    scores: String,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        query(SAVE_REVIEW).bind(game.0).bind(scores).execute(connection).await?;
        Ok(())
    })
}
