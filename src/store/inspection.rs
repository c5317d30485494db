//! What is wrong with a database, seen without migrating it.

use std::path::PathBuf;

use sqlx::{Connection as _, PgConnection, SqliteConnection, migrate::Migrator};

use crate::store::{
    error::{SchemaError, StoreError},
    migrations, postgres,
    query::{DbConnection, query},
    registrations::{DELETE_REGISTRATION, RECORD_REGISTRATION},
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
    /// Why nothing can be written.
    pub write_error: Option<StoreError>,
    /// The settings with which a power cut loses what players have seen.
    pub volatile_settings: Vec<String>,
}

/// The path of the file that a `sqlite://…` URL names. `None` for another database, and for an
/// invalid URL.
pub fn sqlite_file(url: &str) -> Option<PathBuf> {
    url.starts_with("sqlite:").then(|| sqlite::file(url)).flatten()
}

/// Inspects the database at a `sqlite://…` or `postgres://…` URL. An SQLite file must exist.
/// Writes a row and deletes it again.
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
    let mode: String = query(sqlite::JOURNAL_MODE).fetch_scalar(&mut *connection).await?;
    if schema.is_some() && mode != "wal" {
        inspection.volatile_settings.push(format!("journal_mode is {mode}"));
    }
    let transaction = connection.begin_with(sqlite::BEGIN_IMMEDIATE).await;
    inspection.write_error = match transaction {
        Ok(mut transaction) => match write(&mut *transaction, schema.is_some()).await {
            Ok(()) => transaction.commit().await.map_err(StoreError::Failed).err(),
            Err(error) => Some(error),
        },
        Err(error) => Some(StoreError::Failed(error)),
    };
    Ok(inspection)
}

async fn inspect_postgres(connection: &mut PgConnection) -> Result<DatabaseInspection, StoreError> {
    let schema = Schema::read(&mut *connection).await?;
    let mut inspection = DatabaseInspection::of_schema(schema.as_ref(), &migrations::postgres());
    let names: Vec<(String,)> =
        query(postgres::VOLATILE_SETTINGS).fetch_all(&mut *connection).await?;
    inspection.volatile_settings = names.into_iter().map(|(it,)| format!("{it} is off")).collect();
    let mut transaction = connection.begin().await.map_err(StoreError::Failed)?;
    inspection.write_error = match write(&mut *transaction, schema.is_some()).await {
        Ok(()) => transaction.commit().await.map_err(StoreError::Failed).err(),
        Err(error) => Some(error),
    };
    Ok(inspection)
}

const CREATE_PROBE: &str = "CREATE TABLE write_probe (number INTEGER)";

const DROP_PROBE: &str = "DROP TABLE write_probe";

/// Writes what no application has, and deletes it. The transaction is durable only if the
/// disk has room for it.
async fn write(connection: &mut impl DbConnection, has_tables: bool) -> Result<(), StoreError> {
    if has_tables {
        let probe = query(RECORD_REGISTRATION).bind(0).bind(0).bind("").bind("{}");
        probe.execute(&mut *connection).await?;
        query(DELETE_REGISTRATION).bind(0).bind(0).execute(connection).await?;
    } else {
        query(CREATE_PROBE).execute(&mut *connection).await?;
        query(DROP_PROBE).execute(connection).await?;
    }
    Ok(())
}

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
