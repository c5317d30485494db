//! The time of turns, and whether anybody runs to keep it.

use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;

use super::{failed, saved};
use crate::{
    play::{GameId, Version},
    store::{Saved, StoreError, sql},
    time::Timestamp,
};

pub(super) fn note_reminded(
    connection: &mut SqliteConnection,
    id: GameId,
    version: Version,
) -> BoxFuture<'_, Result<Saved, StoreError>> {
    Box::pin(async move {
        let query = sqlx::query(sql::NOTE_REMINDED).bind(id.0).bind(i64::from(version.0));
        Ok(saved(&query.execute(connection).await.map_err(failed)?))
    })
}

pub(super) fn note_alive(
    connection: &mut SqliteConnection,
    now: Timestamp,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let query = sqlx::query(sql::NOTE_ALIVE).bind(now.milliseconds());
        query.execute(connection).await.map_err(failed)?;
        Ok(())
    })
}

/// In one transaction, so that of several processes that start one adds the
/// time.
pub(super) fn resume(
    connection: &mut SqliteConnection,
    now: Timestamp,
) -> BoxFuture<'_, Result<Duration, StoreError>> {
    Box::pin(async move {
        let alive_at: Option<i64> = sqlx::query_scalar(sql::ALIVE_AT)
            .fetch_optional(&mut *connection)
            .await
            .map_err(failed)?;
        let gap = alive_at
            .map_or(Duration::ZERO, |alive_at| now.since(Timestamp::from_milliseconds(alive_at)));
        let milliseconds = i64::try_from(gap.as_millis()).unwrap_or(i64::MAX);
        if milliseconds > 0 {
            sqlx::query(sql::LENGTHEN_TURNS)
                .bind(milliseconds)
                .execute(&mut *connection)
                .await
                .map_err(failed)?;
        }
        note_alive(connection, now).await?;
        Ok(gap)
    })
}
