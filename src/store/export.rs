//! Export and import of all tables.

use async_trait::async_trait;
use futures_util::TryStreamExt;
use tokio::task::coop::consume_budget;

use crate::{
    game::PlayerId,
    store::{
        database::Store,
        export_schema::{self, ExportRow, TABLES, TableRow},
        prelude::*,
    },
};

/// At the default isolation level, each statement would see a snapshot of its own. SQLite's is that
/// of the first read.
pub(in crate::store) const POSTGRES_SNAPSHOT: &str =
    "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// Takes a row, after the name of its table. Returns whether it takes more.
pub type RowVisitor<'a> = &'a mut (dyn FnMut(&'static str, ExportRow) -> bool + Send);

/// What can be exported.
#[async_trait]
pub trait ExportSource: Send + Sync + std::fmt::Debug {
    /// Visits all rows of a consistent snapshot, or those about a player, by table, without tokens.
    async fn export(&self, player: Option<PlayerId>, visit: RowVisitor<'_>) -> StoreResult<()>;
}

#[async_trait]
impl ExportSource for Store {
    async fn export(&self, player: Option<PlayerId>, visit: RowVisitor<'_>) -> StoreResult<()> {
        // Not timed: exports take long by nature.
        let snapshot = match &self.database {
            Either::Sqlite(database) => database.export_pool.begin().await.map(Either::Sqlite),
            Either::Postgres(database) => {
                database.exports.begin_with(POSTGRES_SNAPSHOT).await.map(Either::Postgres)
            }
        };
        export(&mut snapshot.map_err(store_error)?.connection(), player, visit).await
    }
}

/// Visits all rows of a snapshot, or those about a player, by table.
pub(in crate::store) async fn export(
    snapshot: &mut Connection<'_>,
    player: Option<PlayerId>,
    visit: RowVisitor<'_>,
) -> StoreResult<()> {
    let columns = export_schema::columns(snapshot).await?;
    for (table, filter) in TABLES.iter().filter(|(_, it)| player.is_none() || it.is_some()) {
        let filter = player.and(*filter);
        let mut query = dynamic_query(export_schema::select(table, &columns[table], filter));
        if let Some(player) = player {
            query = query.bind(player);
        }
        let mut stored = query.stream(snapshot);
        while let Some(row) = stored.try_next().await? {
            if !visit(table, row) {
                return Ok(());
            }
            // Other tasks go on meanwhile.
            consume_budget().await;
        }
    }
    Ok(())
}

/// The tables whose ids PostgreSQL numbers by a sequence.
const NUMBERED_TABLES: [&str; 4] = ["game", "challenge", "season", "standing_message"];

impl Store {
    /// Inserts rows into an empty database in one transaction. Returns their number, or
    /// `None` if the database is not empty.
    pub async fn import(&self, rows: Vec<TableRow>) -> StoreResult<Option<u64>> {
        let change = self.change(&[AdvisoryLock::Exclusive], async |connection| {
            for (table, _) in TABLES {
                let text = format!("SELECT count(*) FROM {table}");
                let count: u64 = dynamic_query(text).fetch_one(connection).await?;
                if count > 0 {
                    return Ok(None);
                }
            }
            let columns = export_schema::columns(connection).await?;
            // Challenges and games reference each other.
            query(
                connection.choose("PRAGMA defer_foreign_keys = ON", "SET CONSTRAINTS ALL DEFERRED"),
            )
            .execute(connection)
            .await?;
            let count = rows.len() as u64;
            for (table, row) in rows {
                insert(table, &columns[table], &row)?.execute(connection).await?;
            }
            // Advances the sequences past explicitly inserted ids. SQLite's AUTOINCREMENT continues
            // after the largest id anyway.
            for table in connection.choose(&[][..], &NUMBERED_TABLES) {
                let text = format!(
                    "SELECT setval(pg_get_serial_sequence('{table}', '{table}_id'), \
                     coalesce(max({table}_id), 0) + 1, false) FROM {table}"
                );
                dynamic_query(text).execute(connection).await?;
            }
            Ok(Some(count))
        });
        change.await
    }
}

/// Inserts a row. Columns that exports leave out have defaults.
fn insert(table: &str, columns: &[String], row: &ExportRow) -> StoreResult<Query> {
    let (mut names, mut places, mut values) = (Vec::new(), Vec::new(), Vec::<SqlValue>::new());
    for (name, value) in columns.iter().filter_map(|name| Some((&**name, row.get(name)?))) {
        names.push(name);
        // A parameter has a type, which need not be that of the column.
        if value.is_null() {
            places.push("NULL".to_owned());
            continue;
        }
        let integer = value.as_i64().map(SqlValue::from);
        let real = || value.as_f64().filter(|_| value.is_f64()).map(SqlValue::from);
        let bound = integer.or_else(real).or_else(|| value.as_str().map(SqlValue::from));
        let corrupt = || StoreError::Corrupt(format!("{table}.{name} of an import: {value}"));
        values.push(bound.ok_or_else(corrupt)?);
        places.push(format!("${}", values.len()));
    }
    let (names, places) = (names.join(", "), places.join(", "));
    let insert = dynamic_query(format!("INSERT INTO {table} ({names}) VALUES ({places})"));
    Ok(values.into_iter().fold(insert, Query::bind))
}
