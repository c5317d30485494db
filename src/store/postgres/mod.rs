//! PostgreSQL, which several processes on several machines can share.

mod advisory_locks;
mod hot_pool;
mod open;
mod sql;

use futures_util::future::BoxFuture;
use sqlx::{AssertSqlSafe, PgConnection, PgPool, Postgres, Transaction, pool::PoolConnection};

use self::hot_pool::HotPool;
pub(super) use self::{open::open_read_only, sql::SNAPSHOT};
use super::{
    SaveResult, StoreError,
    database::{AdvisoryLock, Database},
    dialect::{Dialect, HasDialect},
    error::store_error,
    operations::games,
    query::query,
    rows::GameRow,
    sql::GAME,
};
use crate::game::{Game, GameId, Version};

#[derive(Debug)]
pub(super) struct PostgresDatabase {
    pool: PgPool,
    /// For loading and storing moves, the hot path.
    hot_pool: HotPool,
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
        self.pool.begin_with(sql::SNAPSHOT).await.map_err(store_error)
    }

    async fn transaction<T: Send + 'static>(
        &self,
        locks: &[AdvisoryLock],
        body: impl for<'c> FnOnce(&'c mut PgConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Clone
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        let mut transaction = self.pool.begin().await.map_err(store_error)?;
        let lock = sqlx::raw_sql(AssertSqlSafe(advisory_locks::lock_query(locks)));
        lock.execute(&mut *transaction).await.map_err(store_error)?;
        let value = body(&mut transaction).await?;
        transaction.commit().await.map_err(store_error)?;
        Ok(value)
    }

    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        let mut checkout = self.hot_pool.acquire().await?;
        let game = query(GAME).bind(id.0).fetch_as::<GameRow, _>(checkout.connection()).await?;
        checkout.release();
        Ok(game)
    }

    async fn save_move(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError> {
        let mut checkout = self.hot_pool.acquire().await?;
        let saved = games::save_move(checkout.connection(), expected_version, game).await?;
        checkout.release();
        Ok(saved)
    }

    /// The server's own files hold deleted rows until it vacuums them.
    async fn purge_deleted(&self) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn close(&self) {
        self.hot_pool.close().await;
        self.pool.close().await;
    }
}
