//! Games loaded together.

use std::collections::HashMap;

use sqlx::SqliteConnection;

use super::{
    Kept, sql,
    together::{Asked, fail},
};
use crate::{
    play::{Game, GameId},
    store::{StoreError, rows::GameRow, sql::GAME, statement::statement},
};

/// A question for a game.
pub(super) type Load = Asked<GameId, Option<Game>>;

/// Loads all the games asked for with one statement.
pub(super) async fn load(loading: Kept, batch: Vec<Load>) {
    let connection = &mut **loading.lock().await;
    match <[Load; 1]>::try_from(batch) {
        Ok([asked]) => {
            let game = load_one(connection, asked.question).await;
            asked.answer(game);
        }
        Err(batch) => load_many(connection, batch).await,
    }
}

async fn load_one(
    connection: &mut SqliteConnection,
    id: GameId,
) -> Result<Option<Game>, StoreError> {
    statement(GAME).bind(id.0).found::<GameRow, _>(connection).await
}

/// A game that makes no sense is an error for who asked for it alone.
async fn load_many(connection: &mut SqliteConnection, batch: Vec<Load>) {
    let ids: Vec<i64> = batch.iter().map(|asked| asked.question.0).collect();
    let ids = serde_json::Value::from(ids).to_string();
    let found = sqlx::query_as::<_, GameRow>(sql::GAMES).bind(ids).fetch_all(connection).await;
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
