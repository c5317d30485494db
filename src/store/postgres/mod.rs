//! A store in a PostgreSQL database, which several processes on several machines
//! can share.

mod claims;
mod kept;
mod open;
mod sql;

use futures_util::future::BoxFuture;
use sqlx::{AssertSqlSafe, PgConnection, PgPool, Postgres, Transaction, pool::PoolConnection};

use self::kept::Kept;
pub(super) use self::sql::DIALECT;
use super::{
    Saved, StoreError,
    database::{Claim, Database},
    error::failed,
    operations::games,
    rows::GameRow,
    sql::GAME,
    statement::statement,
};
use crate::play::{Game, GameId, Version};

/// A PostgreSQL database.
#[derive(Debug)]
pub(super) struct PostgresServer {
    pool: PgPool,
    /// For moves, which are most of what is done.
    moving: Kept,
}

impl Database for PostgresServer {
    type Connection = PgConnection;
    type Reader = PoolConnection<Postgres>;
    type Snapshot = Transaction<'static, Postgres>;

    async fn reader(&self) -> Result<Self::Reader, StoreError> {
        self.pool.acquire().await.map_err(failed)
    }

    async fn snapshot(&self) -> Result<Self::Snapshot, StoreError> {
        self.pool.begin_with(sql::SNAPSHOT).await.map_err(failed)
    }

    async fn change<T: Send + 'static>(
        &self,
        claims: &[Claim],
        change: impl for<'c> FnOnce(&'c mut PgConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        let mut transaction = self.pool.begin().await.map_err(failed)?;
        let claim = sqlx::raw_sql(AssertSqlSafe(claims::claim(claims)));
        claim.execute(&mut *transaction).await.map_err(failed)?;
        let value = change(&mut transaction).await?;
        transaction.commit().await.map_err(failed)?;
        Ok(value)
    }

    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        let mut lent = self.moving.lend().await?;
        let game = statement(GAME).bind(id.0).found::<GameRow, _>(lent.connection()).await?;
        lent.keep();
        Ok(game)
    }

    async fn save_move(&self, decided_on: Version, game: &Game) -> Result<Saved, StoreError> {
        let mut lent = self.moving.lend().await?;
        let saved = games::save_move(lent.connection(), decided_on, game).await?;
        lent.keep();
        Ok(saved)
    }

    async fn back_up(&self, _: &str) -> Result<(), StoreError> {
        Err(StoreError::Elsewhere("PostgreSQL is backed up by its own pg_dump"))
    }

    async fn close(&self) {
        self.moving.close().await;
        self.pool.close().await;
    }
}
