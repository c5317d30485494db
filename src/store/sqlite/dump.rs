//! All that is stored as plain data, and back.

use futures_util::{TryStreamExt, future::BoxFuture};
use serde_json::Value;
use sqlx::{
    AssertSqlSafe, Row as _, Sqlite, SqliteConnection, SqlitePool,
    query::Query,
    sqlite::{SqliteArguments, SqliteRow},
};
use tokio::sync::mpsc;

use super::failed;
use crate::{
    play::PlayerId,
    store::{
        StoreError,
        dump::{Kind, Row, TABLES, Table},
    },
};

/// Sends all rows, as they were at one moment.
pub(super) async fn export(
    readers: &SqlitePool,
    rows: mpsc::Sender<(&'static Table, Row)>,
) -> Result<(), StoreError> {
    let mut transaction = readers.begin().await.map_err(failed)?;
    for table in TABLES {
        let mut found = sqlx::query(AssertSqlSafe(table.select(false))).fetch(&mut *transaction);
        while let Some(row) = found.try_next().await.map_err(failed)? {
            // Who takes no more has seen enough.
            if rows.send((table, read(table, &row)?)).await.is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// What is stored of a player, by table.
pub(super) async fn of_player(
    readers: &SqlitePool,
    player: PlayerId,
) -> Result<Vec<(&'static Table, Vec<Row>)>, StoreError> {
    let mut transaction = readers.begin().await.map_err(failed)?;
    let mut all = Vec::new();
    for table in TABLES.iter().filter(|table| table.of_player.is_some()) {
        let found = sqlx::query(AssertSqlSafe(table.select(true)))
            .bind(player.0.cast_signed())
            .fetch_all(&mut *transaction)
            .await
            .map_err(failed)?;
        let rows: Vec<Row> = found.iter().map(|row| read(table, row)).collect::<Result<_, _>>()?;
        all.push((table, rows));
    }
    Ok(all)
}

/// Adds rows to an empty database: how many, or nothing if it was not empty.
pub(super) fn import<'c>(
    connection: &'c mut SqliteConnection,
    mut rows: mpsc::Receiver<(&'static Table, Row)>,
) -> BoxFuture<'c, Result<Option<u64>, StoreError>> {
    Box::pin(async move {
        for table in TABLES {
            let ask = format!("SELECT count(*) FROM {}", table.name);
            let count: i64 = sqlx::query_scalar(AssertSqlSafe(ask))
                .fetch_one(&mut *connection)
                .await
                .map_err(failed)?;
            if count > 0 {
                return Ok(None);
            }
        }
        // Challenges refer to games, and games to challenges.
        sqlx::query("PRAGMA defer_foreign_keys = ON")
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
        let mut count = 0;
        while let Some((table, row)) = rows.recv().await {
            let insert = bind(table, &row, sqlx::query(AssertSqlSafe(table.insert())))?;
            insert.execute(&mut *connection).await.map_err(failed)?;
            count += 1;
        }
        Ok(Some(count))
    })
}

fn read(table: &Table, row: &SqliteRow) -> Result<Row, StoreError> {
    let mut values = Row::new();
    for (index, column) in table.columns.iter().enumerate() {
        let value = match column.kind {
            Kind::Integer => row.try_get::<Option<i64>, _>(index).map(Value::from),
            Kind::Real => row.try_get::<Option<f64>, _>(index).map(Value::from),
            Kind::Text => row.try_get::<Option<String>, _>(index).map(Value::from),
            Kind::Token => Ok(Value::from(Kind::SECRET)),
        };
        values.insert(column.name.to_owned(), value.map_err(failed)?);
    }
    Ok(values)
}

type Insert<'q> = Query<'q, Sqlite, SqliteArguments>;

fn bind<'q>(table: &Table, row: &Row, insert: Insert<'q>) -> Result<Insert<'q>, StoreError> {
    table.columns.iter().try_fold(insert, |insert, column| {
        let value = row.get(column.name).unwrap_or(&Value::Null);
        let wrong = || {
            let what = format!("{}.{} of an import", table.name, column.name);
            StoreError::corrupt(&what, value)
        };
        Ok(match (column.kind, value) {
            (_, Value::Null) => insert.bind(None::<i64>),
            (Kind::Integer, value) => insert.bind(value.as_i64().ok_or_else(wrong)?),
            (Kind::Real, value) => insert.bind(value.as_f64().ok_or_else(wrong)?),
            (Kind::Text | Kind::Token, value) => {
                insert.bind(value.as_str().ok_or_else(wrong)?.to_owned())
            }
        })
    })
}
