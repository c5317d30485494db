//! Databases opened for reading only, as they are: without migrations, so that they can be copied
//! even if an update has failed on them.

use std::path::Path;

use async_trait::async_trait;
use sqlx::{PgConnection, SqliteConnection};
use tokio::sync::{Mutex, mpsc};

use crate::{
    game::PlayerId,
    store::{
        Either, SchemaError, StoreError,
        export::{self, ExportSource},
        export_schema::ExportRow,
        migrations::{self, Schema},
        postgres, query, sqlite,
    },
};

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
pub async fn open_read_only(url: &str) -> Result<ReadOnlyStore, StoreError> {
    let (connection, schema) = if url.starts_with("sqlite:") {
        let (connection, schema) = sqlite::open_read_only(url).await?;
        (Either::Sqlite(Box::new(connection)), schema)
    } else {
        let mut connection = postgres::open_read_only(url).await?;
        let schema = Schema::read(&mut Either::Postgres(&mut connection)).await?;
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
    pub async fn check_schema(&self) -> Result<(), StoreError> {
        let connection = self.connection.lock().await;
        let migrator = connection.choose(migrations::sqlite(), migrations::postgres());
        self.schema.check(&migrator).map_err(StoreError::Schema)
    }

    /// Copies a consistent snapshot of the database, without tokens, into an empty file.
    pub async fn back_up(&self, file: &Path) -> Result<(), StoreError> {
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
    async fn export(
        &self,
        player: Option<PlayerId>,
        rows: mpsc::Sender<(&'static str, ExportRow)>,
    ) -> Result<(), StoreError> {
        let mut connection = self.connection.lock().await;
        let begin = connection.choose(sqlite::SNAPSHOT, postgres::SNAPSHOT);
        query(begin).execute(&mut connection.connection()).await?;
        export::export(&mut connection.connection(), player, rows).await
    }
}
