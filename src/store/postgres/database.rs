//! An open PostgreSQL database.

use sqlx::{AssertSqlSafe, PgPool};

use crate::{
    game::{Game, GameId, Version},
    store::{
        AdvisoryLock, Either, SaveResult, StoreError, games,
        postgres::{
            advisory_locks,
            hot_pool::{Checkout, HotPool},
        },
        store_error,
    },
};

#[derive(Debug)]
pub(in crate::store) struct PostgresDatabase {
    /// For reading.
    pub(in crate::store) pool: PgPool,
    pub(in crate::store) exports: PgPool,
    /// For loading and storing moves, the hot path: a move waits for no transaction.
    pub(super) moves: HotPool,
    pub(super) transactions: HotPool,
}

impl PostgresDatabase {
    /// Begins a transaction. If it is dropped without a commit, its connection is closed, which
    /// rolls it back.
    pub(in crate::store) async fn begin(
        &self,
        locks: &[AdvisoryLock],
    ) -> Result<Checkout<'_>, StoreError> {
        let mut checkout = self.transactions.acquire().await?;
        let begin = AssertSqlSafe(format!("BEGIN; {}", advisory_locks::lock_query(locks)));
        sqlx::raw_sql(begin).execute(&mut *checkout).await.map_err(store_error)?;
        Ok(checkout)
    }

    pub(in crate::store) async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        let mut checkout = self.moves.acquire().await?;
        let game = games::game(&mut Either::Postgres(&mut *checkout), id).await?;
        checkout.release();
        Ok(game)
    }

    pub(in crate::store) async fn save_live_game(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError> {
        let mut checkout = self.moves.acquire().await?;
        let connection = &mut Either::Postgres(&mut *checkout);
        let saved = games::save_live_game(connection, expected_version, game).await?;
        checkout.release();
        Ok(saved)
    }

    pub(in crate::store) async fn close(&self) {
        self.moves.close().await;
        self.transactions.close().await;
        self.pool.close().await;
        self.exports.close().await;
    }
}
