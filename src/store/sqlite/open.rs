//! Opening of an SQLite file.

use std::{
    fs::OpenOptions,
    io,
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use parking_lot::Mutex;
use sqlx::{
    ConnectOptions as _, SqliteConnection, SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::store::{
    Either, StoreError, export,
    migrations::{self, Schema, WRITE_PROBE},
    sqlite::{
        batcher::Batcher,
        database::{Queues, SqliteDatabase},
        file_access::{check_writable, not_writable},
        game_batches, purge, sql,
        writer::{self, Writer},
    },
};

/// How long a statement waits for another process's lock. A request may have to wait for a
/// batch that waits as long, and Discord accepts a response for three seconds.
pub(super) const LOCK_TIMEOUT: Duration = Duration::from_millis(700);

/// Read connections: one reserved for loading games, two for everything else but exports.
const READ_CONNECTIONS: u32 = 3;

/// The mode of the file, which holds personal data.
const PRIVATE: u32 = 0o600;

/// Page caches. A negative `cache_size` is in KiB. The writer has most of it: it looks up
/// each game that it changes.
const READ_CACHE_SIZE: &str = "-512";
const WRITE_CACHE_SIZE: &str = "-2048";

impl SqliteDatabase {
    /// Opens the database at a `sqlite://…` URL and runs its migrations. Creates a
    /// missing file only if `may_create`.
    pub(in crate::store) async fn open(url: &str, may_create: bool) -> Result<Self, StoreError> {
        let may_create = may_create && !is_in_memory(url) && !has_mode(url, "ro");
        let options = options(url)?;
        let path = options.get_filename().to_owned();
        if may_create && let Err(error) = create_private(&path) {
            check_writable(&path)?;
            return Err(not_writable(&path, error).into());
        }
        let options = options
            .create_if_missing(false)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // With NORMAL, a power failure may lose moves that users have seen.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(LOCK_TIMEOUT);
        let write_options = options
            .clone()
            .pragma("cache_size", WRITE_CACHE_SIZE)
            // What is deleted is overwritten.
            .pragma("secure_delete", "ON");
        let write_pool = match open_and_migrate(write_options).await {
            Ok(pool) => pool,
            Err(error) => return Err(check_writable(&path).map_or_else(Into::into, |()| error)),
        };
        let read_options = options.pragma("cache_size", READ_CACHE_SIZE);
        let read_pool = pool(READ_CONNECTIONS, read_options.clone()).await?;
        let export_pool = export::pool_options().connect_lazy_with(read_options);
        let (load_connection, write_connection) =
            (writer::connect(&read_pool).await?, writer::connect(&write_pool).await?);
        let purge_connection = Arc::clone(&write_connection);
        let queues = Queues {
            writer: Writer::start(Arc::clone(&write_connection)),
            loads: Batcher::start(move |batch| {
                game_batches::load(Arc::clone(&load_connection), batch)
            }),
            purges: Batcher::start(move |batch| {
                purge::purge(Arc::clone(&purge_connection), LOCK_TIMEOUT, batch)
            }),
            saves: Batcher::start(move |batch| {
                game_batches::save(Arc::clone(&write_connection), batch)
            }),
        };
        Ok(Self { read_pool, export_pool, write_pool, queues: Mutex::new(Some(queues)) })
    }
}

/// Connects to the file at a `sqlite://…` URL, without migrating it.
pub(in crate::store) async fn connect_to_existing(
    url: &str,
) -> Result<SqliteConnection, StoreError> {
    let options = options(url)?.create_if_missing(false).busy_timeout(LOCK_TIMEOUT);
    options.connect().await.map_err(StoreError::Open)
}

/// The path of the file that a `sqlite://…` URL names. `None` for an invalid URL.
pub(in crate::store) fn file(url: &str) -> Option<PathBuf> {
    options(url).ok().map(|options| options.get_filename().to_owned())
}

fn options(url: &str) -> Result<SqliteConnectOptions, StoreError> {
    SqliteConnectOptions::from_str(url).map_err(|_| StoreError::InvalidUrl)
}

/// Whether a `sqlite://…` URL names a database that is not kept.
pub(in crate::store) fn is_in_memory(url: &str) -> bool {
    url.trim_start_matches("sqlite:").trim_start_matches('/').starts_with(":memory:")
        || has_mode(url, "memory")
}

fn has_mode(url: &str, mode: &str) -> bool {
    let parameters = url.split_once('?').map_or("", |(_, parameters)| parameters);
    parameters.split('&').any(|it| it.strip_prefix("mode=") == Some(mode))
}

/// Creates a missing file, so that only its owner can read it. SQLite would leave that to the
/// umask. It gives the files beside it the same mode.
fn create_private(path: &Path) -> io::Result<()> {
    // Closing a file drops the locks that this process has on it.
    if path.exists() {
        return Ok(());
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(PRIVATE).open(path).map(drop)
}

async fn open_and_migrate(options: SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    let pool = pool(1, options).await?;
    migrate(&pool).await?;
    Ok(pool)
}

/// Runs the migrations in one transaction, so that of two processes one waits for the
/// other. Fails if the database is read-only.
///
/// Boxed: otherwise the compiler cannot check the future of the caller.
async fn migrate(pool: &SqlitePool) -> Result<(), StoreError> {
    let mut transaction = pool.begin_with(sql::BEGIN_IMMEDIATE).await.map_err(StoreError::Open)?;
    let migrator = migrations::sqlite();
    if let Some(schema) = Schema::read(&mut Either::Sqlite(&mut *transaction)).await? {
        schema.check_can_migrate(&migrator).map_err(StoreError::Schema)?;
    }
    // Not `run`, whose future the compiler cannot check for a connection.
    let migrated = migrator.run_direct(None, &mut *transaction, false).await;
    migrated.map_err(StoreError::Migrate)?;
    let written = sqlx::query(WRITE_PROBE).execute(&mut *transaction).await;
    written.map_err(StoreError::Open)?;
    transaction.commit().await.map_err(StoreError::Open)
}

async fn pool(connections: u32, options: SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .min_connections(1)
        // A connection to a file does not break, so a test would only cost time.
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .acquire_timeout(LOCK_TIMEOUT)
        .connect_with(options)
        .await
        .map_err(StoreError::Open)
}
