//! A connection that several tasks take turns with.

use std::sync::Arc;

use sqlx::{Sqlite, SqlitePool, pool::PoolConnection};

use crate::store::error::StoreError;

/// A connection shared by the tasks that own it until they end. It is never released: its pool
/// would ping it on each release, which takes half as long as a move.
pub(super) type SharedConnection = Arc<tokio::sync::Mutex<PoolConnection<Sqlite>>>;

pub(super) async fn connect(pool: &SqlitePool) -> Result<SharedConnection, StoreError> {
    Ok(Arc::new(tokio::sync::Mutex::new(pool.acquire().await.map_err(StoreError::Open)?)))
}
