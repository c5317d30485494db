//! What is wrong with a database, seen without migrating it.

use std::path::PathBuf;

use sqlx::{
    Connection as _, Database, PgConnection, SqliteConnection, Transaction, migrate::Migrator,
};

use crate::store::{
    error::{SchemaError, StoreError},
    migrations, postgres,
    query::{DbConnection, query},
    schema::Schema,
    sqlite,
};

/// What was seen of a database.
#[derive(Debug)]
pub struct DatabaseInspection {
    /// The schema's version, or `None` if there are no tables yet.
    pub schema_version: Option<i64>,
    /// Why this program cannot use the tables.
    pub schema_error: Option<SchemaError>,
    /// Why nothing can be written. `None` also if that was not tried.
    pub write_error: Option<StoreError>,
    /// PostgreSQL's settings that are off, and with which a power cut loses what players have
    /// seen.
    pub volatile_settings: Vec<String>,
}

/// The path of the file that a `sqlite://…` URL names. `None` for another database, and for an
/// invalid URL.
pub fn sqlite_file(url: &str) -> Option<PathBuf> {
    url.starts_with("sqlite:").then(|| sqlite::file(url)).flatten()
}

/// Whether a URL names an SQLite database that is not kept.
pub fn is_in_memory(url: &str) -> bool {
    url.starts_with("sqlite:") && sqlite::is_in_memory(url)
}

/// Inspects the database at a `sqlite://…` or `postgres://…` URL. An SQLite file must exist.
/// Tries to write unless the schema is wrong, and leaves nothing behind.
pub async fn inspect(url: &str) -> Result<DatabaseInspection, StoreError> {
    if url.starts_with("sqlite:") {
        let mut connection = sqlite::connect_to_existing(url).await?;
        let inspection = inspect_sqlite(&mut connection).await;
        connection.close().await.map_err(StoreError::Failed)?;
        inspection
    } else {
        let mut connection = postgres::connect(url).await?;
        inspect_postgres(&mut connection).await
    }
}

async fn inspect_sqlite(
    connection: &mut SqliteConnection,
) -> Result<DatabaseInspection, StoreError> {
    let schema = Schema::read(&mut *connection).await?;
    let mut inspection = DatabaseInspection::of_schema(schema.as_ref(), &migrations::sqlite());
    if inspection.schema_error.is_none() {
        let begun = connection.begin_with(sqlite::BEGIN_IMMEDIATE).await;
        inspection.write_error = try_write(begun, schema.is_some()).await.err();
    }
    Ok(inspection)
}

async fn inspect_postgres(connection: &mut PgConnection) -> Result<DatabaseInspection, StoreError> {
    let schema = Schema::read(&mut *connection).await?;
    let mut inspection = DatabaseInspection::of_schema(schema.as_ref(), &migrations::postgres());
    let names: Vec<(String,)> =
        query(postgres::VOLATILE_SETTINGS).fetch_all(&mut *connection).await?;
    inspection.volatile_settings = names.into_iter().map(|(name,)| name).collect();
    if inspection.schema_error.is_none() {
        inspection.write_error = try_write(connection.begin().await, schema.is_some()).await.err();
    }
    Ok(inspection)
}

/// Writes what Discord never sends, and deletes it, which takes room on the disk. If there are no
/// tables yet, creates one, and takes that back.
async fn try_write<DB: Database>(
    begun: sqlx::Result<Transaction<'_, DB>>,
    has_tables: bool,
) -> Result<(), StoreError>
where
    DB::Connection: DbConnection,
{
    let mut transaction = begun.map_err(StoreError::Failed)?;
    let connection = &mut *transaction;
    if has_tables {
        query(INSERT_PROBE).execute(&mut *connection).await?;
        query(DELETE_PROBE).execute(connection).await?;
        transaction.commit().await.map_err(StoreError::Failed)
    } else {
        query(CREATE_PROBE).execute(connection).await?;
        transaction.rollback().await.map_err(StoreError::Failed)
    }
}

/// Discord gives nothing the id 0.
const INSERT_PROBE: &str = "INSERT INTO applied_interaction (interaction_id) VALUES (0)";

const DELETE_PROBE: &str = "DELETE FROM applied_interaction WHERE interaction_id = 0";

const CREATE_PROBE: &str = "CREATE TABLE write_probe (number INTEGER)";

impl DatabaseInspection {
    fn of_schema(schema: Option<&Schema>, migrator: &Migrator) -> Self {
        Self {
            schema_version: schema.map(Schema::version),
            schema_error: schema.and_then(|schema| schema.check_can_migrate(migrator).err()),
            write_error: None,
            volatile_settings: Vec::new(),
        }
    }
}
