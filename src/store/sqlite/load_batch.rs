//! Loads a batch of games with one statement.

use std::collections::HashMap;

use sqlx::SqliteConnection;

use super::{
    batcher::{BatchItem, serve_alone},
    shared_connection::SharedConnection,
    sql,
};
use crate::{
    game::{Game, GameId},
    store::{
        error::{StoreError, store_error},
        games::{self, GameRow},
    },
};

pub(super) type LoadItem = BatchItem<GameId, Option<Game>>;

pub(super) async fn load(shared: SharedConnection, batch: Vec<LoadItem>) {
    let connection = &mut **shared.lock().await;
    match <[LoadItem; 1]>::try_from(batch) {
        Ok([item]) => {
            let game = load_one(connection, item.request).await;
            item.respond(game);
        }
        Err(batch) => load_many(connection, batch).await,
    }
}

async fn load_one(
    connection: &mut SqliteConnection,
    id: GameId,
) -> Result<Option<Game>, StoreError> {
    games::game(connection, id).await
}

/// A corrupt game fails only the requests for that game.
async fn load_many(connection: &mut SqliteConnection, batch: Vec<LoadItem>) {
    let ids: Vec<i64> = batch.iter().map(|item| item.request.0).collect();
    let ids = serde_json::Value::from(ids).to_string();
    let result =
        sqlx::query_as::<_, GameRow>(sql::GAMES).bind(ids).fetch_all(&mut *connection).await;
    match result {
        Ok(rows) => {
            let rows: HashMap<GameId, GameRow> =
                rows.into_iter().map(|row| (row.id(), row)).collect();
            for item in batch {
                let row = rows.get(&item.request).cloned();
                item.respond(row.map(Game::try_from).transpose());
            }
        }
        Err(error) => {
            serve_alone(connection, batch, store_error(error), |connection, id| {
                Box::pin(load_one(connection, *id))
            })
            .await;
        }
    }
}
