//! What is due without a press.

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;

use super::failed;
use crate::{
    store::{Deadline, StoreError, rows, sql},
    time::Timestamp,
};

pub(super) fn put_off(
    connection: &mut SqliteConnection,
    deadline: Deadline,
    until: Timestamp,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let (kind, id) = rows::deadline_key(deadline);
        let query = match deadline {
            Deadline::Clock(_) => sqlx::query(sql::PUT_OFF_CLOCK),
            Deadline::Challenge(_) | Deadline::Computer(_) => sqlx::query(sql::PUT_OFF).bind(kind),
        };
        query.bind(id).bind(until.milliseconds()).execute(connection).await.map_err(failed)?;
        Ok(())
    })
}
