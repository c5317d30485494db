//! Opens the database that a URL names.

use std::sync::Arc;

use crate::store::{
    error::StoreError, postgres::PostgresDatabase, sql_store::SqlStore, sqlite::SqliteDatabase,
    store_trait::Store,
};

/// Opens the database at a `sqlite://…` or `postgres://…` URL and runs its migrations.
/// Creates an SQLite file if it is missing.
pub async fn open(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_or_create(url, true).await
}

/// Like [`open`], but fails if an SQLite file is missing.
pub async fn open_existing(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_or_create(url, false).await
}

async fn open_or_create(url: &str, may_create: bool) -> Result<Arc<dyn Store>, StoreError> {
    if url.starts_with("sqlite:") {
        Ok(Arc::new(SqlStore::new(SqliteDatabase::open(url, may_create).await?)))
    } else {
        Ok(Arc::new(SqlStore::new(PostgresDatabase::open(url).await?)))
    }
}
