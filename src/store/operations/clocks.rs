//! The time of turns, and whether anybody runs to keep it.

use std::time::Duration;

use futures_util::future::BoxFuture;

use crate::{
    play::{GameId, Version},
    store::{
        ALIVE_EVERY, Saved, StoreError, sql,
        statement::{Connection, statement},
    },
};
use clock::Timestamp;

/// From here on it is an absence. What is shorter is the time since others that
/// run have last noted so, and would lengthen turns whenever a process starts
/// beside them.
const SHORTEST_ABSENCE: Duration = ALIVE_EVERY.saturating_add(Duration::from_secs(5));

pub(in crate::store) fn note_reminded(
    connection: &mut impl Connection,
    id: GameId,
    version: Version,
) -> BoxFuture<'_, Result<Saved, StoreError>> {
    Box::pin(async move {
        let query = statement(sql::NOTE_REMINDED).bind(id.0).bind(i64::from(version.0));
        query.save(connection).await
    })
}

pub(in crate::store) fn note_alive(
    connection: &mut impl Connection,
    now: Timestamp,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let query = statement(sql::NOTE_ALIVE).bind(now.milliseconds());
        query.execute(connection).await?;
        Ok(())
    })
}

/// In one transaction, so that of several processes that start one adds the
/// time.
pub(in crate::store) fn resume(
    connection: &mut impl Connection,
    now: Timestamp,
) -> BoxFuture<'_, Result<Duration, StoreError>> {
    Box::pin(async move {
        let alive_at: Option<i64> =
            statement(sql::ALIVE_AT).optional_scalar(&mut *connection).await?;
        let gap = alive_at
            .map(|alive_at| now.since(Timestamp::from_milliseconds(alive_at)))
            .filter(|gap| *gap > SHORTEST_ABSENCE)
            .unwrap_or_default();
        let milliseconds = i64::try_from(gap.as_millis()).unwrap_or(i64::MAX);
        if milliseconds > 0 {
            statement(sql::LENGTHEN_TURNS).bind(milliseconds).execute(&mut *connection).await?;
        }
        note_alive(connection, now).await?;
        Ok(gap)
    })
}
