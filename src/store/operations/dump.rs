//! All that is stored as plain data, and back.

use futures_util::{TryStreamExt, future::BoxFuture};
use serde_json::Value;
use tokio::sync::mpsc;

use crate::{
    play::PlayerId,
    store::{
        StoreError,
        dump::{Kind, Row, TABLES, Table},
        statement::{Connection, Statement, assembled, statement},
    },
};

/// Sends all rows. Seen by a snapshot, so that they are as they were at one
/// moment.
pub(in crate::store) async fn export(
    snapshot: &mut impl Connection,
    rows: mpsc::Sender<(&'static Table, Row)>,
) -> Result<(), StoreError> {
    for table in TABLES {
        let mut found = snapshot.dump(table, assembled(table.select(false)));
        while let Some(row) = found.try_next().await? {
            // Who takes no more has seen enough.
            if rows.send((table, row)).await.is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// What is stored of a player, by table.
pub(in crate::store) async fn of_player(
    snapshot: &mut impl Connection,
    player: PlayerId,
) -> Result<Vec<(&'static Table, Vec<Row>)>, StoreError> {
    let mut all = Vec::new();
    for table in TABLES.iter().filter(|table| table.of_player.is_some()) {
        let theirs = assembled(table.select(true)).bind(player.0.cast_signed());
        all.push((table, snapshot.dump(table, theirs).try_collect().await?));
    }
    Ok(all)
}

/// Adds rows to an empty database: how many, or nothing if it was not empty.
pub(in crate::store) fn import<'c, C: Connection>(
    connection: &'c mut C,
    mut rows: mpsc::Receiver<(&'static Table, Row)>,
) -> BoxFuture<'c, Result<Option<u64>, StoreError>> {
    Box::pin(async move {
        for table in TABLES {
            let ask = format!("SELECT count(*) FROM {}", table.name);
            let count: i64 = assembled(ask).scalar(&mut *connection).await?;
            if count > 0 {
                return Ok(None);
            }
        }
        // Challenges refer to games, and games to challenges.
        statement(C::DIALECT.defer_references).execute(&mut *connection).await?;
        let mut count = 0;
        while let Some((table, row)) = rows.recv().await {
            let insert = bind(table, &row, assembled(table.insert()))?;
            insert.execute(&mut *connection).await?;
            count += 1;
        }
        for text in C::DIALECT.renumber {
            statement(text).execute(&mut *connection).await?;
        }
        Ok(Some(count))
    })
}

fn bind(table: &Table, row: &Row, insert: Statement) -> Result<Statement, StoreError> {
    table.columns.iter().try_fold(insert, |insert, column| {
        let value = row.get(column.name).unwrap_or(&Value::Null);
        let wrong = || {
            let what = format!("{}.{} of an import", table.name, column.name);
            StoreError::corrupt(&what, value)
        };
        Ok(match (column.kind, value) {
            (Kind::Integer, Value::Null) => insert.bind(None::<i64>),
            (Kind::Integer, value) => insert.bind(value.as_i64().ok_or_else(wrong)?),
            (Kind::Real, Value::Null) => insert.bind(None::<f64>),
            (Kind::Real, value) => insert.bind(value.as_f64().ok_or_else(wrong)?),
            (Kind::Text | Kind::Token, Value::Null) => insert.bind(None::<&str>),
            (Kind::Text | Kind::Token, value) => insert.bind(value.as_str().ok_or_else(wrong)?),
        })
    })
}
