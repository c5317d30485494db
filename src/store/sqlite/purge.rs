//! Purging of the write-ahead log, which holds pages as they were before a deletion.
//!
//! A checkpoint that truncates the log keeps new writes waiting while others still read from
//! it. So it is given up soon, and tried again later.

use std::time::Duration;

use crate::store::{
    Connection, Either, StoreError, dynamic_query, query,
    sqlite::{batcher::BatchItem, sql, writer::SharedConnection},
};

/// How long a purge waits for readers. Moves wait as long.
const PURGE_TIMEOUT: Duration = Duration::from_millis(50);

/// Purges over a connection that waits for locks up to `lock_timeout` otherwise.
pub(super) async fn purge(
    shared: SharedConnection,
    lock_timeout: Duration,
    batch: Vec<BatchItem<(), bool>>,
) {
    let mut shared = shared.lock().await;
    let connection = &mut Either::Sqlite(&mut **shared);
    for item in batch {
        let purged = truncate_log(connection, lock_timeout).await;
        item.respond(purged);
    }
}

/// Copies the write-ahead log into the file and empties it. Returns `false` if another
/// connection is in the way.
async fn truncate_log(
    connection: &mut Connection<'_>,
    lock_timeout: Duration,
) -> Result<bool, StoreError> {
    set_lock_timeout(connection, PURGE_TIMEOUT).await?;
    let truncated = query(sql::TRUNCATE_LOG).fetch_one::<i64>(connection).await;
    set_lock_timeout(connection, lock_timeout).await?;
    match truncated {
        Ok(is_busy) => Ok(is_busy == 0),
        Err(error) if error.is_lock() => Ok(false),
        Err(error) => Err(error),
    }
}

async fn set_lock_timeout(
    connection: &mut Connection<'_>,
    timeout: Duration,
) -> Result<(), StoreError> {
    let milliseconds = timeout.as_millis();
    // A PRAGMA takes no parameters.
    dynamic_query(format!("PRAGMA busy_timeout = {milliseconds}")).execute(connection).await?;
    Ok(())
}
