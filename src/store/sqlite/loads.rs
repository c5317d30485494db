//! Games loaded together.

use std::collections::HashMap;

use sqlx::SqlitePool;

use super::{
    sql,
    together::{Asked, fail},
};
use crate::{
    play::{Game, GameId},
    store::rows::GameRow,
};

/// A question for a game.
pub(super) type Load = Asked<GameId, Option<Game>>;

/// Loads all the games asked for with one statement. A game that makes no sense
/// is an error for who asked for it alone.
pub(super) async fn load(readers: SqlitePool, batch: Vec<Load>) {
    let ids: Vec<i64> = batch.iter().map(|asked| asked.question.0).collect();
    let ids = serde_json::Value::from(ids).to_string();
    let found = sqlx::query_as::<_, GameRow>(sql::GAMES).bind(ids).fetch_all(&readers).await;
    match found {
        Ok(rows) => {
            let rows: HashMap<GameId, GameRow> =
                rows.into_iter().map(|row| (row.id(), row)).collect();
            for asked in batch {
                let row = rows.get(&asked.question).cloned();
                asked.answer(row.map(Game::try_from).transpose());
            }
        }
        Err(error) => fail(batch, &error),
    }
}
