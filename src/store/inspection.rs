//! Databases as they are, without migrating them: what is wrong with one, and one that is only read,
//! so that it can be copied even if an update has failed on it.

use std::path::Path;

use async_trait::async_trait;
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use tokio::sync::Mutex;

use crate::{
    game::PlayerId,
    store::{
        error::SchemaError,
        export::{self, ExportSource, POSTGRES_SNAPSHOT, RowVisitor},
        export_schema,
        migrations::Schema,
        postgres,
        prelude::*,
        sqlite,
    },
};

/// What was seen of a database.
#[derive(Debug, Default)]
pub struct DatabaseInspection {
    /// The schema's version, or `None` if there are no tables yet.
    pub schema_version: Option<i64>,
    /// Why this program cannot use the database or its tables.
    pub schema_error: Option<SchemaError>,
    /// Why nothing can be written. `None` also if that was not tried.
    pub write_error: Option<StoreError>,
    /// PostgreSQL's settings that are off, and with which a power cut loses what players have
    /// seen.
    pub volatile_settings: Vec<String>,
}

/// The settings with which a power cut loses what was committed.
const VOLATILE_SETTINGS: &str = "\
    SELECT name FROM pg_settings WHERE setting = 'off' \
    AND name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name";

/// Inspects the database at a `sqlite://…` or `postgres://…` URL. An SQLite file must exist.
/// Tries to write unless the schema is wrong, and leaves nothing behind.
pub async fn inspect(url: &str) -> StoreResult<DatabaseInspection> {
    if url.starts_with("sqlite:") {
        let mut connection = sqlite::connect_to_existing(url).await?;
        let inspection = inspect_connection(&mut Connection::Sqlite(&mut connection)).await;
        connection.close().await.map_err(StoreError::Failed)?;
        inspection
    } else {
        let connection = &mut postgres::connect(url).await?;
        let flaw = postgres::flaw(connection).await?;
        let connection = &mut Connection::Postgres(connection);
        // First: an attempt to write that fails ends what the connection can do.
        let volatile_settings = query(VOLATILE_SETTINGS).fetch_all(connection).await?;
        let inspection = match flaw {
            Some(_) => DatabaseInspection { schema_error: flaw, ..DatabaseInspection::default() },
            None => inspect_connection(connection).await?,
        };
        Ok(DatabaseInspection { volatile_settings, ..inspection })
    }
}

async fn inspect_connection(connection: &mut Connection<'_>) -> StoreResult<DatabaseInspection> {
    let schema = Schema::read(connection).await?;
    let mut schema_error = schema.as_ref().and_then(|it| it.check_can_migrate().err());
    // An earlier one may lack a table.
    if schema.as_ref().is_some_and(|it| it.check().is_ok()) {
        match export_schema::check_tables(connection).await {
            Err(StoreError::Schema(error)) => schema_error = Some(error),
            result => result?,
        }
    }
    let write_error = match schema_error {
        None => try_write(connection, schema.is_some()).await.err(),
        Some(_) => None,
    };
    Ok(DatabaseInspection {
        schema_version: schema.as_ref().map(Schema::version),
        schema_error,
        write_error,
        volatile_settings: Vec::new(),
    })
}

/// Writes what Discord never sends, and deletes it, which takes room on the disk. If there are no
/// tables yet, creates one, and takes that back. The connection is closed after a failure.
async fn try_write(connection: &mut Connection<'_>, has_tables: bool) -> StoreResult<()> {
    let statements: &[_] = if has_tables {
        // A table of all versions. Discord gives nobody a negative id.
        &[
            "INSERT INTO player (player_id, name) VALUES (-1, '')",
            "DELETE FROM player WHERE player_id = -1",
            "COMMIT",
        ]
    } else {
        &["CREATE TABLE write_probe (number INTEGER)", "ROLLBACK"]
    };
    query(connection.choose("BEGIN IMMEDIATE", "BEGIN")).execute(connection).await?;
    for statement in statements {
        query(statement).execute(connection).await?;
    }
    Ok(())
}

/// A database that is only read. Its schema may be another than this program's.
#[derive(Debug)]
pub struct ReadOnlyStore {
    connection: Mutex<ReadOnlyConnection>,
    schema: Schema,
}

type ReadOnlyConnection = Either<Box<SqliteConnection>, Box<PgConnection>>;

/// Opens the database at a `sqlite://…` or `postgres://…` URL for reading only.
///
/// # Errors
///
/// [`SchemaError::Missing`] if it has no tables.
pub async fn open_read_only(url: &str) -> StoreResult<ReadOnlyStore> {
    let (connection, schema) = if url.starts_with("sqlite:") {
        let (connection, schema) = sqlite::open_read_only(url).await?;
        (Either::Sqlite(Box::new(connection)), schema)
    } else {
        let mut connection = postgres::open_read_only(url).await?;
        let schema = Schema::read(&mut Connection::Postgres(&mut connection)).await?;
        (Either::Postgres(Box::new(connection)), schema)
    };
    let schema = schema.ok_or(StoreError::Schema(SchemaError::Missing))?;
    Ok(ReadOnlyStore { connection: Mutex::new(connection), schema })
}

impl ReadOnlyStore {
    pub fn schema_version(&self) -> i64 {
        self.schema.version()
    }

    /// Fails unless the schema is this program's, which [`ExportSource::export`] needs.
    pub async fn check_schema(&self) -> StoreResult<()> {
        self.schema.check().map_err(StoreError::Schema)?;
        export_schema::check_tables(&mut self.connection.lock().await.connection()).await
    }

    /// Fails if a page of an SQLite file is damaged, be it one that nobody has read for long.
    pub async fn check_pages(&self) -> StoreResult<()> {
        let Either::Sqlite(connection) = &mut *self.connection.lock().await else { return Ok(()) };
        let connection = &mut Connection::Sqlite(connection);
        let found: String = query("PRAGMA quick_check(1)").fetch_one(connection).await?;
        if found == "ok" { Ok(()) } else { Err(StoreError::Damaged(found)) }
    }

    /// Copies a consistent snapshot of the database, without tokens, into an empty file.
    pub async fn back_up(&self, file: &Path) -> StoreResult<()> {
        match &mut *self.connection.lock().await {
            Either::Sqlite(connection) => sqlite::back_up(connection, file).await,
            Either::Postgres(_) => {
                Err(StoreError::Unsupported("PostgreSQL is backed up by its own pg_dump"))
            }
        }
    }
}

#[async_trait]
impl ExportSource for ReadOnlyStore {
    async fn export(&self, player: Option<PlayerId>, visit: RowVisitor<'_>) -> StoreResult<()> {
        let mut connection = self.connection.lock().await;
        let connection = &mut connection.connection();
        query(connection.choose("BEGIN", POSTGRES_SNAPSHOT)).execute(connection).await?;
        export::export(connection, player, visit).await
    }
}
