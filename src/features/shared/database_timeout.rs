//! A limit on how long the database may take for running time and deadlines.

use std::time::Duration;

use crate::store::StoreError;

const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);

/// Limits how long the database may take, in real time: a connection that died silently
/// must not stop the scheduler.
pub(crate) async fn with_timeout<T>(
    operation: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let result = tokio::time::timeout(DATABASE_TIMEOUT, operation).await;
    result.unwrap_or(Err(StoreError::TimedOut))
}
