//! A store in an SQLite file.

mod loads;
mod open;
#[cfg(test)]
mod plans;
mod saves;
mod sql;
mod together;
mod writer;

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;
use sqlx::{Sqlite, SqliteConnection, SqlitePool, Transaction, pool::PoolConnection};
use together::Together;
use writer::Writer;

pub(super) use self::sql::DIALECT;
use super::{
    Saved, StoreError,
    database::{Claim, Database},
    error::failed,
    statement::statement,
};
use crate::play::{Game, GameId, Version};

/// An SQLite file.
#[derive(Debug)]
pub(super) struct SqliteFile {
    readers: SqlitePool,
    writing: SqlitePool,
    queues: Mutex<Option<Queues>>,
}

/// A connection that tasks share for as long as they run.
type Kept = Arc<tokio::sync::Mutex<PoolConnection<Sqlite>>>;

/// The ways to the tasks that work for many at once.
#[derive(Clone, Debug)]
struct Queues {
    loads: Together<GameId, Option<Game>>,
    saves: Together<saves::Change, Saved>,
    writer: Writer,
}

impl SqliteFile {
    fn queues(&self) -> Result<Queues, StoreError> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner).clone().ok_or(StoreError::Closed)
    }
}

impl Database for SqliteFile {
    type Connection = SqliteConnection;
    type Reader = PoolConnection<Sqlite>;
    type Snapshot = Transaction<'static, Sqlite>;

    async fn reader(&self) -> Result<Self::Reader, StoreError> {
        self.readers.acquire().await.map_err(failed)
    }

    async fn snapshot(&self) -> Result<Self::Snapshot, StoreError> {
        self.readers.begin().await.map_err(failed)
    }

    async fn change<T: Send + 'static>(
        &self,
        _: &[Claim],
        change: impl for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        self.queues()?.writer.change(change).await
    }

    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        self.queues()?.loads.ask(id).await
    }

    async fn save_move(&self, decided_on: Version, game: &Game) -> Result<Saved, StoreError> {
        self.queues()?.saves.ask(saves::Change { decided_on, game: game.clone() }).await
    }

    async fn back_up(&self, file: &str) -> Result<(), StoreError> {
        statement(sql::BACK_UP).bind(file).execute(&mut *self.reader().await?).await.map(drop)
    }

    async fn close(&self) {
        drop(self.queues.lock().unwrap_or_else(PoisonError::into_inner).take());
        // The tasks hold their connections until all are served.
        self.writing.close().await;
        self.readers.close().await;
    }
}
