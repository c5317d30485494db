//! Turn timers, and the heartbeat that stops them while no process runs.

use std::time::Duration;

use clock::Timestamp;
use futures_util::future::BoxFuture;

use crate::{
    game::{GameId, Version},
    store::{
        HEARTBEAT_INTERVAL, SaveResult, StoreError,
        query::{DbConnection, query},
        sql,
    },
};

/// A longer gap between heartbeats is downtime. A shorter one may be the interval
/// between heartbeats of other running processes, and must not extend turns whenever a
/// process starts beside them.
const MAX_HEARTBEAT_GAP: Duration = HEARTBEAT_INTERVAL.saturating_add(Duration::from_secs(5));

pub(in crate::store) fn record_reminder(
    connection: &mut impl DbConnection,
    id: GameId,
    version: Version,
) -> BoxFuture<'_, Result<SaveResult, StoreError>> {
    Box::pin(async move {
        let query = query(sql::RECORD_REMINDER).bind(id.0).bind(i64::from(version.0));
        query.save(connection).await
    })
}

pub(in crate::store) fn heartbeat(
    connection: &mut impl DbConnection,
    now: Timestamp,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let query = query(sql::HEARTBEAT).bind(now.milliseconds());
        query.execute(connection).await?;
        Ok(())
    })
}

/// Extends all turns by the downtime. Runs in one transaction, so that of several
/// starting processes only one does so.
pub(in crate::store) fn resume(
    connection: &mut impl DbConnection,
    now: Timestamp,
) -> BoxFuture<'_, Result<Duration, StoreError>> {
    Box::pin(async move {
        let beat_at: Option<i64> =
            query(sql::LAST_HEARTBEAT).fetch_optional_scalar(&mut *connection).await?;
        let gap = beat_at
            .map(|beat_at| now.since(Timestamp::from_milliseconds(beat_at)))
            .filter(|gap| *gap > MAX_HEARTBEAT_GAP)
            .unwrap_or_default();
        let milliseconds = i64::try_from(gap.as_millis()).unwrap_or(i64::MAX);
        if milliseconds > 0 {
            query(sql::EXTEND_TURN_TIMERS).bind(milliseconds).execute(&mut *connection).await?;
        }
        heartbeat(connection, now).await?;
        Ok(gap)
    })
}
