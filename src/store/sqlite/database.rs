//! An open SQLite file.

use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use sqlx::{Sqlite, SqliteConnection, SqlitePool, Transaction, pool::PoolConnection};

use super::{batcher::Batcher, game_batches::LiveGameUpdate, group_commit::GroupCommit, sql};
use crate::{
    game::{Game, GameId, Version},
    store::{
        database::{AdvisoryLock, Database},
        dialect::{Dialect, HasDialect},
        error::{StoreError, store_error},
        save_result::SaveResult,
    },
};

#[derive(Debug)]
pub(in crate::store) struct SqliteDatabase {
    pub(super) read_pool: SqlitePool,
    pub(super) export_pool: SqlitePool,
    pub(super) write_pool: SqlitePool,
    /// `None` once closed.
    pub(super) queues: Mutex<Option<Queues>>,
}

/// Handles of the background tasks.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    pub(super) loads: Batcher<GameId, Option<Game>>,
    pub(super) saves: Batcher<LiveGameUpdate, SaveResult>,
    pub(super) writes: GroupCommit,
    pub(super) purges: Batcher<(), bool>,
}

impl SqliteDatabase {
    fn queues(&self) -> Result<Queues, StoreError> {
        self.queues.lock().clone().ok_or(StoreError::Closed)
    }
}

impl HasDialect for SqliteConnection {
    const DIALECT: Dialect = sql::DIALECT;
}

impl Database for SqliteDatabase {
    type Connection = SqliteConnection;
    type Reader = PoolConnection<Sqlite>;
    type Snapshot = Transaction<'static, Sqlite>;

    async fn reader(&self) -> Result<Self::Reader, StoreError> {
        self.read_pool.acquire().await.map_err(store_error)
    }

    async fn snapshot(&self) -> Result<Self::Snapshot, StoreError> {
        self.export_pool.begin().await.map_err(store_error)
    }

    async fn transaction<T: Send + 'static>(
        &self,
        _: &[AdvisoryLock],
        body: impl for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Clone
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        self.queues()?.writes.write(body).await
    }

    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        self.queues()?.loads.call(id).await
    }

    async fn save_live_game(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError> {
        self.queues()?.saves.call(LiveGameUpdate { expected_version, game: game.clone() }).await
    }

    async fn purge_deleted(&self) -> Result<bool, StoreError> {
        self.queues()?.purges.call(()).await
    }

    async fn close(&self) {
        drop(self.queues.lock().take());
        // The tasks hold their connections until all requests are served.
        self.write_pool.close().await;
        self.read_pool.close().await;
        self.export_pool.close().await;
    }
}
