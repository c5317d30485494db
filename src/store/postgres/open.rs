//! How the server is reached.

use std::{str::FromStr, time::Duration};

use futures_util::future::BoxFuture;
use sqlx::{
    PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use super::{PostgresServer, kept::Kept};
use crate::store::{StoreError, sql::WRITE_NOTHING};

/// How long a connection or a lock is waited for. Discord waits three seconds for
/// an answer, and there must be time left to say what is wrong.
pub(super) const WAIT: Duration = Duration::from_millis(1_500);

/// Connections of one process for moves, and for all else. PostgreSQL allows 100 in
/// all unless told otherwise.
const CONNECTIONS: (u32, u32) = (4, 4);

/// For each connection: the longest wait for a lock, in milliseconds; and that one
/// whose process or network died lets go of its locks within seconds.
const SESSION: [(&str, &str); 5] = [
    ("lock_timeout", "1500"),
    ("idle_in_transaction_session_timeout", "10000"),
    ("tcp_keepalives_idle", "10"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
];

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("migrations/postgres");

impl PostgresServer {
    /// Opens the database that a `postgres://…` address names, and makes its
    /// tables where they are missing.
    pub(in crate::store) async fn open(address: &str) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(address)
            .map_err(StoreError::Open)?
            .application_name("fourfall")
            .options(SESSION);
        let (for_moves, for_all_else) = CONNECTIONS;
        let pool = pool(for_all_else, options.clone()).await?;
        migrate(&pool).await?;
        sqlx::query(WRITE_NOTHING).execute(&pool).await.map_err(StoreError::Open)?;
        let moving = Kept::new(self::pool(for_moves, options).await?, for_moves as usize);
        Ok(Self { pool, moving })
    }
}

async fn pool(connections: u32, options: PgConnectOptions) -> Result<PgPool, StoreError> {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(WAIT)
        .connect_with(options)
        .await
        .map_err(StoreError::Open)
}

/// Boxed, since the compiler cannot see through sqlx's future otherwise.
fn migrate(pool: &PgPool) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move { MIGRATIONS.run(pool).await.map_err(StoreError::Migrate) })
}
