//! The bot's database, of either kind.

use std::{sync::Arc, time::Duration};

use clock::Stopwatch;
use parking_lot::Mutex;

use crate::store::{
    connection::Either,
    error::{StoreError, StoreResult},
    game_rows::GameBatches,
    postgres::PostgresDatabase,
    sqlite::SqliteDatabase,
};

/// The bot's database. It enforces the uniqueness that concurrent requests would break.
#[derive(Debug)]
pub struct Store {
    pub(super) database: Either<SqliteDatabase, PostgresDatabase>,
    /// SQLite's, until it is closed.
    game_batches: Mutex<Option<Arc<GameBatches>>>,
    /// When a read last waited for a connection in vain.
    pub(super) short_of_connections: Mutex<Option<Stopwatch>>,
}

/// Opens the database at a `sqlite://…` or `postgres://…` URL and runs its migrations.
/// Creates an SQLite file if it is missing.
pub async fn open(url: &str) -> StoreResult<Arc<Store>> {
    open_or_create(url, true).await
}

/// Like [`open`], but fails if an SQLite file is missing.
pub async fn open_existing(url: &str) -> StoreResult<Arc<Store>> {
    open_or_create(url, false).await
}

async fn open_or_create(url: &str, may_create: bool) -> StoreResult<Arc<Store>> {
    let (database, game_batches) = if url.starts_with("sqlite:") {
        let (database, [reading, writing]) = SqliteDatabase::open(url, may_create).await?;
        let batches = GameBatches::start(reading, writing);
        (Either::Sqlite(database), Some(Arc::new(batches)))
    } else {
        (Either::Postgres(PostgresDatabase::open(url).await?), None)
    };
    let game_batches = Mutex::new(game_batches);
    let store = Store { database, game_batches, short_of_connections: Mutex::default() };
    store.check_tables().await.map_err(StoreError::while_opening)?;
    Ok(Arc::new(store))
}

/// How often the files are looked at.
const FILE_INTERVAL: Duration = Duration::from_secs(10);

impl Store {
    /// Waits until a file of the database was removed or replaced, or turns out to be damaged. It
    /// takes no more changes then.
    pub async fn wait_lost(&self) -> StoreError {
        let Either::Sqlite(database) = &self.database else { return std::future::pending().await };
        loop {
            tokio::select! {
                biased;
                lost = database.files.wait_lost() => return lost.into(),
                // While Discord is away, nothing else looks at them.
                () = tokio::time::sleep(FILE_INTERVAL) => database.check_files().await,
            }
        }
    }

    /// Takes notice of an error that a process cannot go on after.
    pub(crate) fn report(&self, error: &StoreError) {
        if let Either::Sqlite(database) = &self.database
            && error.is_damage()
            && let Ok(queues) = database.queues()
        {
            database.files.report(error);
            // The files are checked before each change.
            tokio::spawn(async move { drop(queues.writer.call(()).await) });
        }
    }

    pub(super) fn game_batches(&self) -> StoreResult<Arc<GameBatches>> {
        self.game_batches.lock().clone().ok_or(StoreError::Closed)
    }

    /// Closes the database after all changes under way are stored.
    pub async fn close(&self) {
        drop(self.game_batches.lock().take());
        match &self.database {
            Either::Sqlite(database) => database.close().await,
            Either::Postgres(database) => database.close().await,
        }
    }
}
