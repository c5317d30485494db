//! Queries with dynamically typed parameters, which run on either database: both take the same text,
//! and store nothing but integers, texts and floats. The few words that only one of them understands
//! are chosen by [`Either::choose`].

use clock::Timestamp;
use futures_util::{
    TryStreamExt,
    stream::{BoxStream, StreamExt},
};
use sqlx::{
    AssertSqlSafe, Column as _, FromRow, SqlSafeStr, SqlStr, TypeInfo as _, ValueRef as _,
    postgres::PgRow, sqlite::SqliteRow,
};

use crate::{
    game::{
        ChallengeId, ChannelId, GameId, GuildId, InteractionId, MessageId, PlayerId, RunningTime,
        SeriesId, Version,
    },
    store::{
        connection::{Connection, Either},
        error::{StoreError, store_error},
        export_schema::ExportRow,
        save_result::SaveResult,
    },
};

/// A statement and its parameters.
#[derive(Debug)]
pub(super) struct Query {
    text: SqlStr,
    values: Vec<SqlValue>,
}

/// A parameter of a statement.
#[derive(Debug)]
pub(super) enum SqlValue {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
}

/// A query without parameters; add them with [`Query::bind`].
pub(super) fn query(text: &'static str) -> Query {
    Query { text: text.into_sql_str(), values: Vec::new() }
}

/// Like [`query`], for text that is built at run time. It must be built from constants and names
/// of the database's own only: this bypasses sqlx's guard against injection.
pub(super) fn dynamic_query(text: String) -> Query {
    Query { text: AssertSqlSafe(text).into_sql_str(), values: Vec::new() }
}

macro_rules! prepare {
    ($query:ident) => {
        $query.values.into_iter().fold(sqlx::query($query.text), |query, value| match value {
            SqlValue::Integer(value) => query.bind(value),
            SqlValue::Real(value) => query.bind(value),
            SqlValue::Text(value) => query.bind(value),
        })
    };
}

/// Prepares a query of sqlx's for either connection, and applies `$run` to both.
macro_rules! on {
    ($connection:expr, $query:ident, |$prepared:ident, $sqlx:ident| $run:expr) => {
        match $connection {
            Either::Sqlite($sqlx) => {
                let $prepared = prepare!($query);
                $run
            }
            Either::Postgres($sqlx) => {
                let $prepared = prepare!($query);
                $run
            }
        }
    };
}

impl Query {
    /// Binds the next parameter, from `$1`.
    pub(super) fn bind(mut self, value: impl Into<SqlValue>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Returns the number of changed rows.
    pub(super) async fn execute(self, connection: &mut Connection<'_>) -> Result<u64, StoreError> {
        on!(connection, self, |query, connection| {
            Box::pin(query.execute(&mut **connection)).await.map(|result| result.rows_affected())
        })
        .map_err(store_error)
    }

    /// Runs a conditional update: a conflict if it changes no row.
    pub(super) async fn save(
        self,
        connection: &mut Connection<'_>,
    ) -> Result<SaveResult, StoreError> {
        Ok(SaveResult::of(self.execute(connection).await?))
    }

    pub(super) async fn fetch_all<Row: DbRow>(
        self,
        connection: &mut Connection<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        on!(connection, self, |query, connection| {
            let rows = Box::pin(query.fetch_all(&mut **connection)).await.map_err(store_error)?;
            rows.iter().map(Row::from_row).collect::<Result<_, _>>()
        })
        .map_err(store_error)
    }

    pub(super) async fn fetch_optional<Row: DbRow>(
        self,
        connection: &mut Connection<'_>,
    ) -> Result<Option<Row>, StoreError> {
        on!(connection, self, |query, connection| {
            let row =
                Box::pin(query.fetch_optional(&mut **connection)).await.map_err(store_error)?;
            row.as_ref().map(Row::from_row).transpose()
        })
        .map_err(store_error)
    }

    /// Fetches rows one by one, without buffering them.
    pub(super) fn stream<'c, Row: DbRow>(
        self,
        connection: &'c mut Connection<'_>,
    ) -> BoxStream<'c, Result<Row, StoreError>> {
        on!(connection, self, |query, connection| {
            let rows = query.fetch(&mut **connection);
            rows.map(|row| Row::from_row(&row?)).map_err(store_error).boxed()
        })
    }

    /// The same for an export.
    pub(super) fn stream_json<'c>(
        self,
        connection: &'c mut Connection<'_>,
    ) -> BoxStream<'c, Result<ExportRow, StoreError>> {
        on!(connection, self, |query, connection| {
            let rows = query.fetch(&mut **connection);
            rows.map(|row| export_row(&row?)).map_err(store_error).boxed()
        })
    }

    /// Fetches a row that must exist.
    pub(super) async fn fetch_one<Row: DbRow>(
        self,
        connection: &mut Connection<'_>,
    ) -> Result<Row, StoreError> {
        self.fetch_optional(connection).await?.ok_or(StoreError::Failed(sqlx::Error::RowNotFound))
    }

    /// Fetches an optional row and converts it.
    pub(super) async fn fetch_as<Row: DbRow, T>(
        self,
        connection: &mut Connection<'_>,
    ) -> Result<Option<T>, StoreError>
    where
        T: TryFrom<Row, Error = StoreError>,
    {
        self.fetch_optional::<Row>(connection).await?.map(T::try_from).transpose()
    }

    /// Fetches the only column of a row that must exist.
    pub(super) async fn fetch_scalar<Scalar>(
        self,
        connection: &mut Connection<'_>,
    ) -> Result<Scalar, StoreError>
    where
        (Scalar,): DbRow,
    {
        Ok(self.fetch_one::<(Scalar,)>(connection).await?.0)
    }

    /// Fetches the only column of an optional row.
    pub(super) async fn fetch_optional_scalar<Scalar>(
        self,
        connection: &mut Connection<'_>,
    ) -> Result<Option<Scalar>, StoreError>
    where
        (Scalar,): DbRow,
    {
        Ok(self.fetch_optional::<(Scalar,)>(connection).await?.map(|(scalar,)| scalar))
    }
}

/// Declares what is stored as an integer.
macro_rules! integers {
    ($($type:ty: |$value:ident| $integer:expr;)*) => {$(
        impl From<$type> for SqlValue {
            fn from($value: $type) -> Self {
                Self::Integer(Some($integer))
            }
        }

        impl From<Option<$type>> for SqlValue {
            fn from(value: Option<$type>) -> Self {
                Self::Integer(value.map(|$value| $integer))
            }
        }
    )*};
}

integers! {
    i64: |value| value;
    u32: |value| value.into();
    u8: |value| value.into();
    bool: |value| value.into();
    PlayerId: |id| id.0.cast_signed();
    GuildId: |id| id.0.cast_signed();
    ChannelId: |id| id.0.cast_signed();
    MessageId: |id| id.0.cast_signed();
    InteractionId: |id| id.0.cast_signed();
    SeriesId: |id| id.0.cast_signed();
    GameId: |id| id.0;
    ChallengeId: |id| id.0;
    Version: |version| version.0.into();
    RunningTime: |running| running.0;
    Timestamp: |time| time.milliseconds();
}

impl From<Option<f64>> for SqlValue {
    fn from(value: Option<f64>) -> Self {
        Self::Real(value)
    }
}

impl From<f64> for SqlValue {
    fn from(value: f64) -> Self {
        Self::Real(Some(value))
    }
}

impl From<Option<&str>> for SqlValue {
    fn from(value: Option<&str>) -> Self {
        Self::Text(value.map(ToOwned::to_owned))
    }
}

impl From<&str> for SqlValue {
    fn from(value: &str) -> Self {
        Self::Text(Some(value.to_owned()))
    }
}

impl From<String> for SqlValue {
    fn from(value: String) -> Self {
        Self::Text(Some(value))
    }
}

impl From<SqlValue> for serde_json::Value {
    fn from(value: SqlValue) -> Self {
        match value {
            SqlValue::Integer(value) => value.into(),
            SqlValue::Real(value) => value.into(),
            SqlValue::Text(value) => value.into(),
        }
    }
}

/// A row of either database.
pub(super) trait DbRow:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

impl<Row> DbRow for Row where
    Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

/// Converts a row for an export, each value by the type that the database reports.
fn export_row<Row: sqlx::Row>(row: &Row) -> sqlx::Result<ExportRow>
where
    usize: sqlx::ColumnIndex<Row>,
    for<'r> i64: sqlx::Decode<'r, Row::Database> + sqlx::Type<Row::Database>,
    for<'r> f64: sqlx::Decode<'r, Row::Database> + sqlx::Type<Row::Database>,
    for<'r> String: sqlx::Decode<'r, Row::Database> + sqlx::Type<Row::Database>,
{
    use serde_json::Value as Json;

    let value = |index| {
        let stored = row.try_get_raw(index)?;
        match stored.type_info().name() {
            _ if stored.is_null() => Ok(Json::Null),
            "INTEGER" | "INT8" => row.try_get::<i64, _>(index).map(Json::from),
            "REAL" | "FLOAT8" => row.try_get::<f64, _>(index).map(Json::from),
            _ => row.try_get::<String, _>(index).map(Json::from),
        }
    };
    let columns = row.columns().iter();
    columns.map(|column| Ok((column.name().to_owned(), value(column.ordinal())?))).collect()
}
