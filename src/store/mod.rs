//! Persistent storage: games, challenges, results, puzzles, training, settings and deadlines.
//!
//! [`Store`] is a file of SQLite or a database of PostgreSQL. It applies
//! the rules of [`game`](crate::game) to what only a transaction knows, such as how many games a
//! player has. It knows neither what users see, nor Discord.

mod blocks;
mod challenges;
mod clean_up;
mod connection;
mod deadlines;
mod deletion;
mod entries;
mod error;
mod export;
pub mod export_schema;
mod games;
mod hidden_players;
mod history;
mod inspection;
mod kept_limits;
mod leaderboards;
mod messages;
mod migrations;
mod players;
mod postgres;
mod puzzles;
mod query;
mod results;
mod reviews;
mod row;
mod running_time;
mod seasons;
mod settings;
mod sqlite;
mod standing_messages;
mod statistics;
mod training;
mod transaction;
mod values;
mod week;

pub use self::{
    blocks::{BlockedPage, BlockedPlayer},
    deadlines::Deadline,
    deletion::DeletionResult,
    error::{Constraint, FileError, SchemaError, StoreError, StoreResult},
    export::ExportSource,
    games::RecentEnd,
    hidden_players::PersonChange,
    history::{HistoryCursor, HistoryPage, Viewer},
    inspection::{DatabaseInspection, ReadOnlyStore, inspect, open_read_only},
    leaderboards::{LeaderboardEntries, LeaderboardEntry, PageCursor, SortKey},
    messages::MessageOwner,
    migrations::schema_version,
    puzzles::{PuzzleSolvers, PuzzleTry},
    query::SaveResult,
    running_time::{Beat, StoredRunningTime},
    seasons::Medal,
    sqlite::{
        check_writable as check_sqlite_file, file as sqlite_file, folder as sqlite_folder,
        is_in_memory,
    },
    transaction::one_at_a_time,
    week::WeekFacts,
};
pub(crate) use self::{
    entries::sort_keys,
    games::{game_result, parse_moves},
    row::shape,
    values::scope_id,
};

use std::sync::Arc;

use parking_lot::Mutex;

// What most of the files below need.
use self::{
    connection::{AdvisoryLock, Connection, Either},
    error::store_error,
    games::GameBatches,
    postgres::PostgresDatabase,
    query::{Query, dynamic_query, query, rare_query},
    row::{FromRow, Row, from_columns},
    sqlite::SqliteDatabase,
    transaction::{ReadShortage, Timer},
    values::SqlValue,
};

/// The bot's database. It enforces the uniqueness that concurrent requests would break.
#[derive(Debug)]
pub struct Store {
    database: Either<SqliteDatabase, PostgresDatabase>,
    /// SQLite's, until it is closed.
    game_batches: Mutex<Option<Arc<GameBatches>>>,
    read_shortage: ReadShortage,
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
    Ok(Arc::new(Store { database, game_batches, read_shortage: ReadShortage::default() }))
}

impl Store {
    /// Waits until a file of the database was removed or replaced, or turns out to be damaged. It
    /// takes no more changes then.
    pub async fn wait_lost(&self) -> StoreError {
        match &self.database {
            Either::Sqlite(database) => database.files.wait_lost().await.into(),
            Either::Postgres(_) => std::future::pending().await,
        }
    }

    /// Takes notice of an error that a process cannot go on after.
    pub(crate) fn report(&self, error: &StoreError) {
        if let Either::Sqlite(database) = &self.database
            && error.is_damage()
            && let Ok(queues) = database.queues()
        {
            database.files.report(error);
            let writer = queues.writer.clone();
            // The files are checked before each change.
            tokio::spawn(async move { drop(writer.begin().await) });
        }
    }

    fn game_batches(&self) -> StoreResult<Arc<GameBatches>> {
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
