//! Rows of either database and of exports, and what is read from the columns of several tables.

use std::fmt::Display;

use connect4::Shape;
use serde::Deserialize as _;
use serde_json::Map;
use sqlx::{Column as _, ColumnIndex, Decode, Row as _, Type, postgres::PgRow, sqlite::SqliteRow};

use crate::game::{
    GameConfig, GuildId, Location, MessageHandle, MessageLocation, Player, PlayerId, Series,
};
use crate::store::{
    error::{StoreError, StoreResult, store_error},
    values::Value,
};

/// A row of either database, or of an export.
#[derive(Clone, Copy)]
pub(crate) enum Row<'r> {
    Sqlite(&'r SqliteRow),
    Postgres(&'r PgRow),
    Exported(&'r Map<String, serde_json::Value>),
}

/// What is read from a row: a part of it, by the names of columns, or all of it, in their order.
pub(crate) trait FromRow: Sized + Send + 'static {
    fn from_row(row: Row<'_>) -> StoreResult<Self>;
}

impl<'r> From<&'r SqliteRow> for Row<'r> {
    fn from(row: &'r SqliteRow) -> Self {
        Self::Sqlite(row)
    }
}

impl<'r> From<&'r PgRow> for Row<'r> {
    fn from(row: &'r PgRow) -> Self {
        Self::Postgres(row)
    }
}

impl Row<'_> {
    /// Reads a column, given by its name or, but in an export, its number.
    pub(crate) fn get<T: Value>(
        self,
        column: impl ColumnIndex<SqliteRow> + ColumnIndex<PgRow> + Display + Copy,
    ) -> StoreResult<T> {
        // The query is wrong if there is no such column, or one of another type.
        let stored: T::Column = match self {
            Self::Sqlite(row) => row.try_get(column).map_err(store_error)?,
            Self::Postgres(row) => row.try_get(column).map_err(store_error)?,
            Self::Exported(row) => {
                let missing = || self.corrupt(column, "it is missing");
                let stored = row.get(&column.to_string()).ok_or_else(missing)?;
                T::Column::deserialize(stored).map_err(|why| self.corrupt(column, why))?
            }
        };
        T::from_column(stored).map_err(|why| self.corrupt(column, why))
    }

    /// The error that what a row holds makes no sense.
    pub(super) fn corrupt(self, what: impl Display, why: impl Display) -> StoreError {
        let key = match self {
            Self::Sqlite(row) => key(row),
            Self::Postgres(row) => key(row),
            Self::Exported(row) => {
                let id = row.iter().find(|(name, _)| name.ends_with("_id"));
                id.map_or_else(|| "a row".to_owned(), |(name, id)| format!("{name} {id}"))
            }
        };
        StoreError::Corrupt(format!("{key}: {what}: {why}"))
    }
}

/// Names a row by the first id in it.
fn key<R: sqlx::Row>(row: &R) -> String
where
    usize: ColumnIndex<R>,
    for<'r> i64: Decode<'r, R::Database> + Type<R::Database>,
{
    let id = row.columns().iter().find(|column| column.name().ends_with("_id"));
    let key = id.and_then(|id| {
        let value: i64 = row.try_get(id.ordinal()).ok()?;
        Some(format!("{} {value}", id.name()))
    });
    key.unwrap_or_else(|| "a row".to_owned())
}

impl<T: Value + Send + 'static> FromRow for T {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        row.get(0)
    }
}

macro_rules! tuples {
    ($(($($value:ident $index:literal)*))*) => {$(
        impl<$($value: Value + Send + 'static),*> FromRow for ($($value,)*) {
            fn from_row(row: Row<'_>) -> StoreResult<Self> {
                Ok(($(row.get::<$value>($index)?,)*))
            }
        }
    )*};
}

tuples! {
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
}

/// Declares how a struct is read: a field by its own name, by the column that it names, an array by
/// those that it names, or, with `..`, from the columns of its type.
macro_rules! from_columns {
    ($type:ident { $($field:ident $(: $from:tt)?),* $(,)? }) => {
        impl $crate::store::row::FromRow for $type {
            fn from_row(row: $crate::store::row::Row<'_>) -> Result<Self, $crate::store::StoreError> {
                Ok(Self { $($field: $crate::store::row::field!(row, $field $($from)?)),* })
            }
        }
    };
}

/// Reads a field for `from_columns`.
macro_rules! field {
    ($row:ident, $field:ident) => {
        $row.get(stringify!($field))?
    };
    ($row:ident, $field:ident ..) => {
        $crate::store::row::FromRow::from_row($row)?
    };
    ($row:ident, $field:ident $column:literal) => {
        $row.get($column)?
    };
    ($row:ident, $field:ident [$($column:literal),*]) => {
        [$($row.get($column)?),*]
    };
}

pub(super) use {field, from_columns};

from_columns!(GameConfig { location: .., shape: .., time_control, rated, theme, locale });

from_columns!(Location { guild: "guild_id", channel: "channel_id" });

from_columns!(MessageLocation { location: .., message: "message_id" });

from_columns!(MessageHandle { message: "message_id", token, token_expires_at });

/// A person in the server `guild_id`.
impl FromRow for Player {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let player = player(row, ["player_id", "name", "nickname"], row.get("guild_id")?)?;
        player.ok_or_else(|| row.corrupt("the player", "is missing"))
    }
}

impl FromRow for Shape {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let [columns, rows, connect] =
            [row.get("board_columns")?, row.get("board_rows")?, row.get("connect")?];
        Shape::new(columns, rows, connect).map_err(|error| row.corrupt("the board", error))
    }
}

/// A series, with the points in two columns.
pub(super) fn series(row: Row<'_>, points: [&str; 2]) -> StoreResult<Series> {
    let [one, other] = points;
    Ok(Series { id: row.get("series_id")?, points: [row.get(one)?, row.get(other)?] })
}

/// The player whose id, name and nickname in a server stand in three columns, if one does.
pub(super) fn player(
    row: Row<'_>,
    [id, name, nickname]: [&str; 3],
    guild: Option<GuildId>,
) -> StoreResult<Option<Player>> {
    let (id, name) = (row.get::<Option<PlayerId>>(id)?, row.get::<Option<String>>(name)?);
    let Some((id, name)) = id.zip(name) else { return Ok(None) };
    Ok(Some(Player::new(id, name).in_guild(guild, row.get(nickname)?)))
}
