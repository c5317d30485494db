//! An SQLite file: whether it can be written, and how it is opened and closed.

use std::{
    fs::{self, OpenOptions},
    io,
    os::unix::fs::OpenOptionsExt as _,
    path::{self, Path, PathBuf},
    str::FromStr,
    sync::Arc,
};

use parking_lot::Mutex;
use rustix::{
    fs::{Access, access},
    io::Errno,
};
use sqlx::{
    ConnectOptions as _, Connection as _, SqliteConnection, SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::store::{
    connection::export_pool_options,
    error::FileError,
    migrations::{self, Schema, WRITE_PROBE},
    prelude::*,
    sqlite::{
        LOCK_TIMEOUT, batches, files::DatabaseFiles, files::PRIVATE, files::check_not_rescued,
        writer, writer::SharedConnection, writer::Writer,
    },
};

/// Read connections: one reserved for loading games, two for everything else but exports.
const READ_CONNECTIONS: u32 = 3;

/// Page caches. A negative `cache_size` is in KiB. The writer has most of it: it looks up
/// each game that it changes.
const READ_CACHE_SIZE: &str = "-512";
const WRITE_CACHE_SIZE: &str = "-2048";

#[derive(Debug)]
pub(in crate::store) struct SqliteDatabase {
    pub(in crate::store) read_pool: SqlitePool,
    pub(in crate::store) export_pool: SqlitePool,
    write_pool: SqlitePool,
    pub(in crate::store) files: Arc<DatabaseFiles>,
    /// `None` once closed.
    queues: Mutex<Option<Arc<Queues>>>,
}

/// What is given up when the database is closed.
#[derive(Debug)]
pub(in crate::store) struct Queues {
    pub(in crate::store) writer: Writer,
    /// For changes.
    connection: SharedConnection,
}

impl SqliteDatabase {
    /// Opens the database at a `sqlite://…` URL and runs its migrations. Creates a
    /// missing file only if `may_create`. Returns also the connections for loading games and for
    /// changes, which are to be dropped before it is closed.
    pub(in crate::store) async fn open(
        url: &str,
        may_create: bool,
    ) -> StoreResult<(Self, [SharedConnection; 2])> {
        let may_create = may_create && !is_in_memory(url) && !has_mode(url, "ro");
        let options = options(url)?;
        let path = options.get_filename().to_owned();
        if !may_create && !is_in_memory(url) {
            check_present(&path)?;
        }
        if may_create && !path.exists() {
            check_writable(&path)?;
            create_private(&path).map_err(|error| not_writable(&path, error))?;
        }
        let options = options
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // With NORMAL, a power failure may lose moves that users have seen.
            .synchronous(SqliteSynchronous::Full);
        let write_options = options
            .clone()
            .pragma("cache_size", WRITE_CACHE_SIZE)
            // What is deleted is overwritten.
            .pragma("secure_delete", "ON");
        let write_pool = open_and_migrate(write_options).await;
        let write_pool = write_pool
            .map_err(|error| check_writable(&path).map_or_else(Into::into, |()| error))?;
        let read_options = options.pragma("cache_size", READ_CACHE_SIZE);
        let read_pool = pool(READ_CONNECTIONS, read_options.clone()).await?;
        let export_pool = export_pool_options().connect_lazy_with(read_options);
        let files = if is_in_memory(url) {
            Arc::default()
        } else {
            let files = DatabaseFiles::open(&path);
            Arc::new(files.map_err(|error| StoreError::Open(error.into()))?)
        };
        let load_connection = writer::connect(&read_pool, Arc::default()).await?;
        let write_connection = writer::connect(&write_pool, Arc::clone(&files)).await?;
        let queues = Queues {
            writer: writer::start(Arc::clone(&write_connection)),
            connection: Arc::clone(&write_connection),
        };
        let queues = Mutex::new(Some(Arc::new(queues)));
        let database = Self { read_pool, export_pool, write_pool, files, queues };
        Ok((database, [load_connection, write_connection]))
    }

    /// The background tasks, until the database is closed.
    pub(in crate::store) fn queues(&self) -> StoreResult<Arc<Queues>> {
        self.queues.lock().clone().ok_or(StoreError::Closed)
    }

    /// Finds whether a file was removed or replaced, as before each change.
    pub(in crate::store) async fn check_files(&self) {
        if let Ok(queues) = self.queues() {
            drop(queues.writer.call(()).await);
        }
    }

    /// Purges what was deleted, if nobody is in the way. Goes on if the caller stops waiting.
    pub(in crate::store) async fn purge(&self) -> StoreResult<bool> {
        let purging = tokio::spawn(batches::purge(Arc::clone(&self.queues()?.connection)));
        purging.await.map_err(|_| StoreError::Closed)?
    }

    pub(in crate::store) async fn close(&self) {
        // What SQLite writes into another file's log would spoil that file.
        self.check_files().await;
        drop(self.queues.lock().take());
        // The tasks hold their connections until all requests are served.
        self.write_pool.close().await;
        self.read_pool.close().await;
        self.export_pool.close().await;
    }
}

/// Connects to the file at a `sqlite://…` URL, without migrating it.
pub(in crate::store) async fn connect_to_existing(url: &str) -> StoreResult<SqliteConnection> {
    options(url)?.connect().await.map_err(StoreError::Open)
}

/// The path of the file that a `sqlite://…` URL names. `None` for another database, and for an
/// invalid URL.
pub fn file(url: &str) -> Option<PathBuf> {
    let options = options(url).ok().filter(|_| url.starts_with("sqlite:"));
    options.map(|options| options.get_filename().to_owned())
}

pub(super) fn options(url: &str) -> StoreResult<SqliteConnectOptions> {
    let options = SqliteConnectOptions::from_str(url).map_err(|_| StoreError::InvalidUrl)?;
    let path = options.get_filename();
    if path.starts_with("~") {
        return Err(FileError::Home(path.to_owned()).into());
    }
    Ok(options.create_if_missing(false).busy_timeout(LOCK_TIMEOUT))
}

/// Refuses a file that is not there. One that cannot be looked at gives another error when it is
/// opened.
pub(super) fn check_present(path: &Path) -> StoreResult<()> {
    match path.try_exists() {
        Ok(false) => Err(FileError::Missing(path.to_owned()).into()),
        _ => Ok(()),
    }
}

/// Whether a URL names an SQLite database that is not kept.
pub fn is_in_memory(url: &str) -> bool {
    let path = url.trim_start_matches("sqlite:").trim_start_matches('/');
    url.starts_with("sqlite:") && (path.starts_with(":memory:") || has_mode(url, "memory"))
}

fn has_mode(url: &str, mode: &str) -> bool {
    let parameters = url.split_once('?').map_or("", |(_, parameters)| parameters);
    parameters.split('&').any(|it| it.strip_prefix("mode=") == Some(mode))
}

/// Creates a missing file, so that only its owner can read it. SQLite would leave that to the
/// umask. It gives the files beside it the same mode.
fn create_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(PRIVATE).open(path).map(drop)
}

async fn open_and_migrate(options: SqliteConnectOptions) -> StoreResult<SqlitePool> {
    // A pool would not say that the file is locked.
    options.connect().await.map_err(StoreError::Open)?.close().await.map_err(StoreError::Open)?;
    let pool = pool(1, options).await?;
    migrate(&pool).await?;
    Ok(pool)
}

/// Runs the migrations in one transaction, so that of two processes one waits for the
/// other. Fails if the database is read-only.
async fn migrate(pool: &SqlitePool) -> StoreResult<()> {
    // A plain BEGIN takes the write lock only at the first write, and fails there without
    // waiting if it has read before and another process holds the lock.
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await.map_err(StoreError::Open)?;
    Schema::prepare(&mut Connection::Sqlite(&mut transaction)).await?;
    // Not `run`, whose future the compiler cannot check for a connection.
    let migrated = migrations::sqlite().run_direct(None, &mut *transaction, false).await;
    migrated.map_err(StoreError::Migrate)?;
    sqlx::query(WRITE_PROBE).execute(&mut *transaction).await.map_err(StoreError::Open)?;
    transaction.commit().await.map_err(StoreError::Open)
}

async fn pool(connections: u32, options: SqliteConnectOptions) -> StoreResult<SqlitePool> {
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

/// The folder of a file, of which a symbolic link is followed, also if nothing is there yet.
pub fn folder(file: &Path) -> PathBuf {
    let target = fs::read_link(file).map(|target| file.with_file_name(target));
    let file = target.unwrap_or_else(|_| file.to_owned());
    let file = path::absolute(&file).unwrap_or(file);
    file.parent().unwrap_or(&file).to_owned()
}

/// Fails if permissions or a missing folder keep this process from writing a file, and SQLite
/// from making others beside it. The file is not opened: closing it would drop the locks that
/// this process has on it.
pub fn check_writable(file: &Path) -> Result<(), FileError> {
    let folder = folder(file);
    match access(&folder, Access::WRITE_OK | Access::EXEC_OK) {
        Err(Errno::NOENT) => return Err(FileError::NoFolder(folder)),
        result => result.map_err(|error| not_writable(&folder, error.into()))?,
    }
    if file.is_dir() {
        return Err(not_writable(file, io::ErrorKind::IsADirectory.into()));
    }
    match access(file, Access::READ_OK | Access::WRITE_OK) {
        // Containers start the process again that has lost its file.
        Err(Errno::NOENT) => check_not_rescued(file),
        result => result.map_err(|error| not_writable(file, error.into())),
    }
}

fn not_writable(path: &Path, error: io::Error) -> FileError {
    FileError::NotWritable(path::absolute(path).unwrap_or_else(|_| path.to_owned()), error)
}
