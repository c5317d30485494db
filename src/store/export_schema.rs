//! The tables of an export, and whose their rows are. Their columns are those of the database.

use std::collections::HashMap;

use serde_json::{Map, Value};
use sqlx::{Column as _, ColumnIndex, Decode, Type, TypeInfo as _, ValueRef as _};

use crate::store::{database::Store, error::SchemaError, prelude::*};

/// The values of a row by column name.
pub type ExportRow = Map<String, Value>;

/// A row, after the name of its table.
pub type TableRow = (&'static str, ExportRow);

/// The columns of each table.
pub type ExportColumns = HashMap<&'static str, Vec<String>>;

const OWN: Option<&str> = Some("player_id = $1");
const OF_GAME: Option<&str> = Some(
    "first_player_id = $1 OR second_player_id = $1 \
     OR game_id IN (SELECT game_id FROM channel_disc WHERE player_id = $1)",
);
const OF_REVIEW: Option<&str> = Some(
    "game_id IN (SELECT game_id FROM game WHERE first_player_id = $1 OR second_player_id = $1) \
     OR game_id IN (SELECT game_id FROM channel_disc WHERE player_id = $1)",
);

/// All tables, in the order of an export, each with the condition for rows about a player, whose id
/// is `$1`, or `None` if no row is about a player. Without `applied_interaction`, whose ids name nobody
/// and matter for a minute.
pub const TABLES: [(&str, Option<&str>); 25] = [
    ("player", OWN),
    ("block", OWN),
    ("nickname", OWN),
    ("hidden_player", OWN),
    ("reset_record", OWN),
    ("challenge", Some("challenger_id = $1 OR opponent_id = $1")),
    ("kept_limit", Some("person = $1 OR other = $1")),
    ("season", None),
    ("game", OF_GAME),
    ("channel_disc", OWN),
    ("rating", OWN),
    ("rating_change", OWN),
    ("leaderboard_entry", OWN),
    ("review", OF_REVIEW),
    ("guild_settings", None),
    ("season_schedule", None),
    ("running_time", None),
    ("puzzle_attempt", OWN),
    ("puzzle_solver", OWN),
    ("guild_streak", None),
    ("standing_message", None),
    ("named_player", OWN),
    ("training_game", OWN),
    ("training_position", OWN),
    ("training_try", OWN),
];

/// Interaction tokens allow editing a message until they expire, so exports have none.
const NO_TOKEN: &str = "CAST('' AS TEXT) AS token";

/// In an export of a player's data, the bit of
/// [`Game::excused_if_gone`](crate::game::Game::excused_if_gone) that is about them.
const OWN_EXCUSE: &str = "excused & (CASE WHEN first_player_id = $1 THEN 1 \
    WHEN second_player_id = $1 THEN 2 END) AS excused";

impl Store {
    /// Fails if a table is missing.
    pub(super) async fn check_tables(&self) -> StoreResult<()> {
        check_tables(&mut self.reader().await?.connection()).await
    }

    /// The columns that imported rows can have.
    pub async fn export_columns(&self) -> StoreResult<ExportColumns> {
        columns(&mut self.reader().await?.connection()).await
    }
}

/// The names of tables; on PostgreSQL, with those of others, of which each has a primary key: a
/// restore that stopped halfway has made none.
const SQLITE_TABLES: &str = "SELECT name FROM sqlite_schema WHERE type = 'table'";
const POSTGRES_TABLES: &str = "\
    SELECT CAST(CAST(indrelid AS regclass) AS TEXT) FROM pg_index WHERE indisprimary";

/// Fails if a table is missing from a database of this program's schema.
pub(super) async fn check_tables(connection: &mut Connection<'_>) -> StoreResult<()> {
    let tables = connection.choose(SQLITE_TABLES, POSTGRES_TABLES);
    let present: Vec<String> = query(tables).fetch_all(connection).await?;
    let mut needed = TABLES.iter().map(|(table, _)| *table).chain(["applied_interaction"]);
    let missing = needed.find(|table| !present.iter().any(|it| it == table));
    missing.map_or(Ok(()), |table| Err(StoreError::Schema(SchemaError::MissingTable(table))))
}

/// The columns of the table `$1`, in order, except generated ones.
const SQLITE_COLUMNS: &str =
    "SELECT name FROM pragma_table_xinfo($1) WHERE hidden = 0 ORDER BY cid";

const POSTGRES_COLUMNS: &str = "\
    SELECT CAST(attname AS TEXT) FROM pg_attribute WHERE attrelid = to_regclass($1) \
    AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum";

/// Reads the columns of all tables, except generated ones.
pub(super) async fn columns(connection: &mut Connection<'_>) -> StoreResult<ExportColumns> {
    let mut columns = ExportColumns::new();
    for (table, _) in TABLES {
        let names: Vec<String> = query(connection.choose(SQLITE_COLUMNS, POSTGRES_COLUMNS))
            .bind(table)
            .fetch_all(connection)
            .await?;
        columns.insert(table, names);
    }
    Ok(columns)
}

/// Selects all rows of a table, or those about the player whose id is `$1`.
pub(super) fn select(table: &str, columns: &[String], player_filter: Option<&str>) -> String {
    let value = |column| match column {
        "token" => NO_TOKEN,
        "excused" if player_filter.is_some() => OWN_EXCUSE,
        name => name,
    };
    let values: Vec<&str> = columns.iter().map(String::as_str).map(value).collect();
    let condition = player_filter.unwrap_or("true");
    let order = ["1", "1, 2", "1, 2, 3"][values.len().min(3) - 1];
    format!("SELECT {} FROM {table} WHERE {condition} ORDER BY {order}", values.join(", "))
}

/// All columns for an export, each value by the type that the database reports.
impl FromRow for ExportRow {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        match row {
            Row::Sqlite(row) => export_row(row),
            Row::Postgres(row) => export_row(row),
            Row::Exported(row) => Ok(row.clone()),
        }
        .map_err(StoreError::Failed)
    }
}

fn export_row<R: sqlx::Row>(row: &R) -> sqlx::Result<ExportRow>
where
    usize: ColumnIndex<R>,
    for<'r> i64: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> f64: Decode<'r, R::Database> + Type<R::Database>,
    for<'r> String: Decode<'r, R::Database> + Type<R::Database>,
{
    let value = |index| {
        let stored = row.try_get_raw(index)?;
        match stored.type_info().name() {
            _ if stored.is_null() => Ok(Value::Null),
            "INTEGER" | "INT8" => row.try_get::<i64, _>(index).map(Value::from),
            "REAL" | "FLOAT8" => row.try_get::<f64, _>(index).map(Value::from),
            _ => row.try_get::<String, _>(index).map(Value::from),
        }
    };
    let columns = row.columns().iter();
    columns.map(|column| Ok((column.name().to_owned(), value(column.ordinal())?))).collect()
}
