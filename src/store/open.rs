//! Which database an address means.

use std::sync::Arc;

use super::{
    Store, StoreError, measured::Measured, postgres::PostgresServer, sqlite::SqliteFile,
    stored::Stored,
};

/// Opens the database that a `sqlite://…` or `postgres://…` address names, and
/// makes what is missing: an SQLite file, and all tables.
pub async fn open(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_or_make(address, true).await
}

/// The same, but only an SQLite file that is there.
pub async fn open_existing(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_or_make(address, false).await
}

async fn open_or_make(address: &str, may_create: bool) -> Result<Arc<dyn Store>, StoreError> {
    if address.starts_with("sqlite:") {
        Ok(Arc::new(Stored(Measured(SqliteFile::open(address, may_create).await?))))
    } else {
        Ok(Arc::new(Stored(Measured(PostgresServer::open(address).await?))))
    }
}
