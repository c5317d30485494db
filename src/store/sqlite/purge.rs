//! Purging of the write-ahead log, which holds pages as they were before a deletion.
//!
//! A checkpoint that truncates the log keeps new writes waiting while others still read from
//! it. So it is given up soon, and tried again later.

use sqlx::SqliteConnection;

use super::{SharedConnection, batcher::BatchItem, open::LOCK_TIMEOUT, sql};
use crate::store::{
    StoreError,
    query::{dynamic_query, query},
};

/// How long a purge waits for readers, in milliseconds. Moves wait as long.
const PURGE_TIMEOUT: u128 = 50;

pub(super) async fn purge(shared: SharedConnection, batch: Vec<BatchItem<(), bool>>) {
    let connection = &mut **shared.lock().await;
    for item in batch {
        let purged = truncate_log(connection).await;
        item.respond(purged);
    }
}

/// Copies the write-ahead log into the file and empties it. Returns `false` if another
/// connection is in the way.
async fn truncate_log(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    set_lock_timeout(connection, PURGE_TIMEOUT).await?;
    let truncated = query(sql::TRUNCATE_LOG).fetch_scalar::<i64>(connection).await;
    set_lock_timeout(connection, LOCK_TIMEOUT.as_millis()).await?;
    match truncated {
        Ok(is_busy) => Ok(is_busy == 0),
        Err(error) if error.is_lock() => Ok(false),
        Err(error) => Err(error),
    }
}

async fn set_lock_timeout(
    connection: &mut SqliteConnection,
    milliseconds: u128,
) -> Result<(), StoreError> {
    // A PRAGMA takes no parameters.
    dynamic_query(format!("PRAGMA busy_timeout = {milliseconds}")).execute(connection).await?;
    Ok(())
}
