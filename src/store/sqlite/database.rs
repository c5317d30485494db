//! An open SQLite file.

use parking_lot::Mutex;
use sqlx::SqlitePool;

use crate::{
    game::{Game, GameId, Version},
    store::{
        SaveResult, StoreError,
        sqlite::{
            batcher::Batcher,
            game_batches::LiveGameUpdate,
            writer::{Savepoint, Writer},
        },
    },
};

#[derive(Debug)]
pub(in crate::store) struct SqliteDatabase {
    pub(in crate::store) read_pool: SqlitePool,
    pub(in crate::store) export_pool: SqlitePool,
    pub(super) write_pool: SqlitePool,
    /// `None` once closed.
    pub(super) queues: Mutex<Option<Queues>>,
}

/// Handles of the background tasks.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    pub(super) loads: Batcher<GameId, Option<Game>>,
    pub(super) saves: Batcher<LiveGameUpdate, SaveResult>,
    pub(super) writer: Writer,
    pub(super) purges: Batcher<(), bool>,
}

impl SqliteDatabase {
    fn queues(&self) -> Result<Queues, StoreError> {
        self.queues.lock().clone().ok_or(StoreError::Closed)
    }

    pub(in crate::store) async fn begin(&self) -> Result<Savepoint, StoreError> {
        self.queues()?.writer.begin().await
    }

    pub(in crate::store) async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        self.queues()?.loads.call(id).await
    }

    pub(in crate::store) async fn save_live_game(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError> {
        self.queues()?.saves.call(LiveGameUpdate { expected_version, game: game.clone() }).await
    }

    pub(in crate::store) async fn purge_deleted(&self) -> Result<bool, StoreError> {
        self.queues()?.purges.call(()).await
    }

    pub(in crate::store) async fn close(&self) {
        drop(self.queues.lock().take());
        // The tasks hold their connections until all requests are served.
        self.write_pool.close().await;
        self.read_pool.close().await;
        self.export_pool.close().await;
    }
}
