//! An open PostgreSQL database.

use futures_util::future::BoxFuture;
use sqlx::{
    AssertSqlSafe, Connection as _, PgConnection, PgPool, Postgres, Transaction,
    pool::PoolConnection,
};

use super::{advisory_locks, hot_pool::HotPool, sql};
use crate::{
    game::{Game, GameId, Version},
    store::{
        database::{AdvisoryLock, Database},
        dialect::{Dialect, HasDialect},
        error::{StoreError, store_error},
        games,
        save_result::SaveResult,
    },
};

#[derive(Debug)]
pub(in crate::store) struct PostgresDatabase {
    /// For reading.
    pub(super) pool: PgPool,
    pub(super) exports: PgPool,
    /// For loading and storing moves, the hot path: a move waits for no transaction.
    pub(super) moves: HotPool,
    pub(super) transactions: HotPool,
}

impl HasDialect for PgConnection {
    const DIALECT: Dialect = sql::DIALECT;
}

impl Database for PostgresDatabase {
    type Connection = PgConnection;
    type Reader = PoolConnection<Postgres>;
    type Snapshot = Transaction<'static, Postgres>;

    async fn reader(&self) -> Result<Self::Reader, StoreError> {
        self.pool.acquire().await.map_err(store_error)
    }

    async fn snapshot(&self) -> Result<Self::Snapshot, StoreError> {
        self.exports.begin_with(sql::SNAPSHOT).await.map_err(store_error)
    }

    async fn transaction<T: Send + 'static>(
        &self,
        locks: &[AdvisoryLock],
        body: impl for<'c> FnOnce(&'c mut PgConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Clone
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        let mut checkout = self.transactions.acquire().await?;
        let begin = AssertSqlSafe(format!("BEGIN; {}", advisory_locks::lock_query(locks)));
        let mut transaction = checkout.connection().begin_with(begin).await.map_err(store_error)?;
        match body(&mut transaction).await {
            Ok(value) => {
                transaction.commit().await.map_err(store_error)?;
                checkout.release();
                Ok(value)
            }
            Err(error) => {
                // A connection that cannot even roll back is closed.
                if transaction.rollback().await.is_ok() {
                    checkout.release();
                }
                Err(error)
            }
        }
    }

    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        let mut checkout = self.moves.acquire().await?;
        let game = games::game(checkout.connection(), id).await?;
        checkout.release();
        Ok(game)
    }

    async fn save_live_game(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError> {
        let mut checkout = self.moves.acquire().await?;
        let saved = games::save_live_game(checkout.connection(), expected_version, game).await?;
        checkout.release();
        Ok(saved)
    }

    /// The server's own files hold deleted rows until it vacuums them.
    async fn purge_deleted(&self) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn close(&self) {
        self.moves.close().await;
        self.transactions.close().await;
        self.pool.close().await;
        self.exports.close().await;
    }
}
