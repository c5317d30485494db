//! Export and import of all tables.

use std::time::Duration;

use futures_util::{TryStreamExt, future::BoxFuture};
use serde_json::Value;
use sqlx::pool::PoolOptions;
use tokio::sync::mpsc;

use crate::{
    game::PlayerId,
    store::{
        error::StoreError,
        export_schema::{ColumnType, ExportRow, ExportTable, TABLES},
        query::{DbConnection, Query, dynamic_query, query},
    },
};

/// How long an export waits for the one before it.
const QUEUE_TIMEOUT: Duration = Duration::from_mins(5);

/// How long the connection for exports is kept after one.
const IDLE_TIMEOUT: Duration = Duration::from_mins(1);

/// The options of the pool for exports: one reads at a time, by a connection of its own, since
/// each holds it for as long as it takes.
pub(in crate::store) fn pool_options<DB: sqlx::Database>() -> PoolOptions<DB> {
    PoolOptions::new()
        .max_connections(1)
        .acquire_timeout(QUEUE_TIMEOUT)
        .acquire_slow_threshold(QUEUE_TIMEOUT)
        .idle_timeout(IDLE_TIMEOUT)
}

/// Sends all rows of a snapshot, or those about a player, by table.
pub(in crate::store) async fn export(
    snapshot: &mut impl DbConnection,
    player: Option<PlayerId>,
    rows: mpsc::Sender<(&'static ExportTable, ExportRow)>,
) -> Result<(), StoreError> {
    for table in TABLES.iter().filter(|it| player.is_none() || it.player_filter.is_some()) {
        let mut query = dynamic_query(table.select(player.is_some()));
        if let Some(player) = player {
            query = query.bind(player.0.cast_signed());
        }
        send(snapshot, table, query, &rows).await?;
    }
    Ok(())
}

/// Sends the rows of a query, unless the receiver was dropped.
async fn send(
    snapshot: &mut impl DbConnection,
    table: &'static ExportTable,
    query: Query,
    rows: &mpsc::Sender<(&'static ExportTable, ExportRow)>,
) -> Result<(), StoreError> {
    let mut stored = snapshot.stream_json(table, query);
    while let Some(row) = stored.try_next().await? {
        if rows.send((table, row)).await.is_err() {
            break;
        }
    }
    Ok(())
}

/// Inserts rows into an empty database. Returns their number, or `None` if the database
/// is not empty. Fails without rows.
pub(in crate::store) fn import<'c, C: DbConnection>(
    connection: &'c mut C,
    rows: Option<mpsc::Receiver<(&'static ExportTable, ExportRow)>>,
) -> BoxFuture<'c, Result<Option<u64>, StoreError>> {
    Box::pin(async move {
        let not_repeatable = || StoreError::NotCommitted("an import runs once".to_owned());
        let mut rows = rows.ok_or_else(not_repeatable)?;
        for table in TABLES {
            let text = format!("SELECT count(*) FROM {}", table.name);
            let count: i64 = dynamic_query(text).fetch_scalar(&mut *connection).await?;
            if count > 0 {
                return Ok(None);
            }
        }
        // Challenges and games reference each other.
        query(C::DIALECT.defer_references).execute(&mut *connection).await?;
        let mut count = 0;
        while let Some((table, row)) = rows.recv().await {
            let insert = bind(table, &row, dynamic_query(table.insert(&row)))?;
            insert.execute(&mut *connection).await?;
            count += 1;
        }
        for text in C::DIALECT.renumber {
            query(text).execute(&mut *connection).await?;
        }
        Ok(Some(count))
    })
}

fn bind(table: &ExportTable, row: &ExportRow, insert: Query) -> Result<Query, StoreError> {
    table.columns_of(row).try_fold(insert, |insert, column| {
        let value = &row[column.name];
        let corrupt = || {
            let what = format!("{}.{} of an import", table.name, column.name);
            StoreError::corrupt(&what, value)
        };
        Ok(match (column.column_type, value) {
            (ColumnType::Integer, Value::Null) => insert.bind(None::<i64>),
            (ColumnType::Integer, value) => insert.bind(value.as_i64().ok_or_else(corrupt)?),
            (ColumnType::Real, Value::Null) => insert.bind(None::<f64>),
            (ColumnType::Real, value) => insert.bind(value.as_f64().ok_or_else(corrupt)?),
            (ColumnType::Text | ColumnType::Token, Value::Null) => insert.bind(None::<&str>),
            (ColumnType::Text | ColumnType::Token, value) => {
                insert.bind(value.as_str().ok_or_else(corrupt)?)
            }
        })
    })
}
