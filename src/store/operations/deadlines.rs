//! What is due without a press.

use futures_util::future::BoxFuture;

use crate::store::{
    Deadline, StoreError, rows, sql,
    statement::{Connection, statement},
};
use clock::Timestamp;

/// When the next one is.
pub(in crate::store) async fn next(
    connection: &mut impl Connection,
) -> Result<Option<Timestamp>, StoreError> {
    let due: Option<i64> = statement(sql::NEXT_DEADLINE).scalar(connection).await?;
    Ok(due.map(Timestamp::from_milliseconds))
}

/// Some of those that have come.
pub(in crate::store) async fn due(
    connection: &mut impl Connection,
    now: Timestamp,
) -> Result<Vec<Deadline>, StoreError> {
    let due: Vec<(String, i64)> =
        statement(sql::DUE).bind(now.milliseconds()).all(connection).await?;
    due.iter().map(|(kind, subject)| rows::deadline(kind, *subject)).collect()
}

pub(in crate::store) fn put_off(
    connection: &mut impl Connection,
    deadline: Deadline,
    until: Timestamp,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let (kind, id) = rows::deadline_key(deadline);
        let query = match deadline {
            Deadline::Clock(_) => statement(sql::PUT_OFF_CLOCK),
            Deadline::Challenge(_) | Deadline::Computer(_) => statement(sql::PUT_OFF).bind(kind),
        };
        query.bind(id).bind(until.milliseconds()).execute(connection).await?;
        Ok(())
    })
}
