//! SQLite. Reads and moves are batched, and other writes share transactions.

mod batcher;
mod group_commit;
mod load_batch;
mod open;
mod purge;
#[cfg(test)]
mod query_plan_tests;
mod read_only;
mod save_batch;
mod sql;

use std::sync::{Arc, Mutex, PoisonError};

use batcher::Batcher;
use futures_util::future::BoxFuture;
use group_commit::GroupCommit;
use sqlx::{Sqlite, SqliteConnection, SqlitePool, Transaction, pool::PoolConnection};

pub(super) use self::{
    read_only::{back_up, open_read_only},
    sql::SNAPSHOT,
};
use super::{
    SaveResult, StoreError,
    database::{AdvisoryLock, Database},
    dialect::{Dialect, HasDialect},
    error::store_error,
};
use crate::game::{Game, GameId, Version};

#[derive(Debug)]
pub(super) struct SqliteDatabase {
    read_pool: SqlitePool,
    write_pool: SqlitePool,
    /// `None` once closed.
    queues: Mutex<Option<Queues>>,
}

/// A connection shared by the tasks that own it until they end.
type SharedConnection = Arc<tokio::sync::Mutex<PoolConnection<Sqlite>>>;

/// Handles of the background tasks.
#[derive(Clone, Debug)]
struct Queues {
    loads: Batcher<GameId, Option<Game>>,
    saves: Batcher<save_batch::MoveUpdate, SaveResult>,
    writes: GroupCommit,
    purges: Batcher<(), bool>,
}

impl SqliteDatabase {
    fn queues(&self) -> Result<Queues, StoreError> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or(StoreError::Closed)
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
        self.read_pool.begin().await.map_err(store_error)
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

    async fn save_move(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError> {
        self.queues()?
            .saves
            .call(save_batch::MoveUpdate { expected_version, game: game.clone() })
            .await
    }

    async fn purge_deleted(&self) -> Result<bool, StoreError> {
        self.queues()?.purges.call(()).await
    }

    async fn close(&self) {
        drop(self.queues.lock().unwrap_or_else(PoisonError::into_inner).take());
        // The tasks hold their connections until all requests are served.
        self.write_pool.close().await;
        self.read_pool.close().await;
    }
}
