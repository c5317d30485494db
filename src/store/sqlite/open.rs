//! How the file is opened.

use std::{
    str::FromStr,
    sync::{Arc, Mutex},
    time::Duration,
};

use futures_util::future::BoxFuture;
use sqlx::{
    SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{Kept, Queues, SqliteFile, loads, saves, together::Together, writer::Writer};
use crate::store::{StoreError, sql::WRITE_NOTHING};

/// How long a statement waits for another process's lock. Discord waits three
/// seconds for an answer, and there must be time left to say what is wrong.
const LOCK_WAIT: Duration = Duration::from_millis(1_500);

/// Connections that read: one for games alone, two for all else.
const READERS: u32 = 3;

/// Memory that each connection keeps pages in, in KiB (SQLite counts it down
/// from zero).
const CACHE_KIB: &str = "-512";

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("migrations/sqlite");

impl SqliteFile {
    /// Opens the database that a `sqlite://…` address names; if `may_create`,
    /// makes the file where it is missing, and its tables in any case.
    pub(in crate::store) async fn open(
        address: &str,
        may_create: bool,
    ) -> Result<Self, StoreError> {
        let may_create = may_create && !address.contains("mode=ro");
        let options = SqliteConnectOptions::from_str(address)
            .map_err(StoreError::Open)?
            .create_if_missing(may_create)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // With NORMAL, a power cut may take back moves that people saw.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(LOCK_WAIT)
            .pragma("cache_size", CACHE_KIB);
        let writing = pool(1, options.clone()).await?;
        migrate(&writing).await?;
        check_writable(&writing).await?;
        let readers = pool(READERS, options).await?;
        let (loading, storing) = (kept(&readers).await?, kept(&writing).await?);
        let queues = Queues {
            writer: Writer::start(Arc::clone(&storing)),
            loads: Together::start(move |batch| loads::load(Arc::clone(&loading), batch)),
            saves: Together::start(move |batch| saves::save(Arc::clone(&storing), batch)),
        };
        Ok(Self { readers, writing, queues: Mutex::new(Some(queues)) })
    }
}

/// A connection that is not given back between two uses: its pool would ask it each
/// time whether it still works, which takes half as long as a move.
async fn kept(pool: &SqlitePool) -> Result<Kept, StoreError> {
    Ok(Arc::new(tokio::sync::Mutex::new(pool.acquire().await.map_err(StoreError::Open)?)))
}

/// Boxed, since the compiler cannot see through sqlx's future otherwise.
fn migrate(pool: &SqlitePool) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move { MIGRATIONS.run(pool).await.map_err(StoreError::Migrate) })
}

/// Finds out early that nothing could ever be stored; a lock passes.
async fn check_writable(pool: &SqlitePool) -> Result<(), StoreError> {
    match sqlx::query(WRITE_NOTHING).execute(pool).await {
        Err(error) if !is_lock(&error) => Err(StoreError::Open(error)),
        _ => Ok(()),
    }
}

/// Whether an error is [SQLITE_BUSY](https://sqlite.org/rescode.html#busy).
fn is_lock(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.code().as_deref() == Some("5"))
}

async fn pool(connections: u32, options: SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .min_connections(1)
        // A file does not hang up, so asking each time would only cost.
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(LOCK_WAIT)
        .connect_with(options)
        .await
        .map_err(StoreError::Open)
}
