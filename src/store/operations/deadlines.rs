//! What is due without an interaction.

use clock::Timestamp;
use futures_util::future::BoxFuture;

use crate::{
    game::{GameId, Version},
    store::{
        Deadline, SaveResult, StoreError,
        query::{DbConnection, query},
        rows, sql,
    },
};

pub(in crate::store) async fn next(
    connection: &mut impl DbConnection,
    after: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    due_at(connection, sql::NEXT_DEADLINE, after).await
}

pub(in crate::store) async fn oldest_due(
    connection: &mut impl DbConnection,
    now: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    due_at(connection, sql::OLDEST_DUE, now).await
}

/// Fetches the time of a deadline; `text` selects it by a time.
async fn due_at(
    connection: &mut impl DbConnection,
    text: &'static str,
    time: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let due: Option<i64> = query(text).bind(time.milliseconds()).fetch_scalar(connection).await?;
    Ok(due.map(Timestamp::from_milliseconds))
}

pub(in crate::store) async fn due(
    connection: &mut impl DbConnection,
    now: Timestamp,
) -> Result<Vec<Deadline>, StoreError> {
    let due: Vec<(String, i64)> =
        query(sql::DUE_DEADLINES).bind(now.milliseconds()).fetch_all(connection).await?;
    due.iter().map(|(kind, subject)| rows::deadline(kind, *subject)).collect()
}

pub(in crate::store) fn postpone(
    connection: &mut impl DbConnection,
    deadline: Deadline,
    until: Timestamp,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let (kind, id) = rows::deadline_key(deadline);
        let query = match deadline {
            Deadline::TurnTimer(_) => query(sql::POSTPONE_TURN_TIMER),
            Deadline::Challenge(_) | Deadline::Computer(_) => query(sql::POSTPONE).bind(kind),
        };
        query.bind(id).bind(until.milliseconds()).execute(connection).await?;
        Ok(())
    })
}

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

pub(in crate::store) fn record_abandoned(
    connection: &mut impl DbConnection,
    id: GameId,
    version: Version,
    heartbeat: Timestamp,
) -> BoxFuture<'_, Result<SaveResult, StoreError>> {
    Box::pin(async move {
        let query = query(sql::RECORD_ABANDONED).bind(id.0).bind(i64::from(version.0));
        query.bind(heartbeat.milliseconds()).save(connection).await
    })
}

pub(in crate::store) fn record_failed_lookup(
    connection: &mut impl DbConnection,
    id: GameId,
    version: Version,
    failed_before: u32,
    until: Timestamp,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        query(sql::RECORD_FAILED_LOOKUP)
            .bind(id.0)
            .bind(i64::from(version.0))
            .bind(i64::from(failed_before))
            .bind(until.milliseconds())
            .execute(connection)
            .await
            .map(drop)
    })
}
