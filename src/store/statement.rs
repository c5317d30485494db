//! Statements, and what they run on: the same for both databases.

use futures_util::{
    TryStreamExt,
    stream::{BoxStream, StreamExt},
};
use sqlx::{
    AssertSqlSafe, FromRow, PgConnection, SqlSafeStr, SqlStr, SqliteConnection, postgres::PgRow,
    sqlite::SqliteRow,
};

use super::{
    Saved, StoreError,
    dump::{self, Table},
    error::failed,
};

/// A statement with its values.
#[derive(Debug)]
pub(super) struct Statement {
    text: SqlStr,
    values: Vec<Value>,
}

/// What a statement may be given: all that a column holds.
#[derive(Debug)]
pub(super) enum Value {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
}

/// A statement that waits for its values.
pub(super) fn statement(text: &'static str) -> Statement {
    Statement { text: text.into_sql_str(), values: Vec::new() }
}

/// The same, put together from names that stand in the source.
pub(super) fn assembled(text: String) -> Statement {
    Statement { text: AssertSqlSafe(text).into_sql_str(), values: Vec::new() }
}

impl Statement {
    /// Gives the next value: `$1` is the first.
    pub(super) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Runs it: how many rows it changed.
    pub(super) async fn execute(self, on: &mut impl Connection) -> Result<u64, StoreError> {
        on.execute(self).await
    }

    /// Runs a change that is stored if it meets the row that it was decided on.
    pub(super) async fn save(self, on: &mut impl Connection) -> Result<Saved, StoreError> {
        Ok(if self.execute(on).await? == 0 { Saved::Overtaken } else { Saved::Yes })
    }

    /// All rows that it finds.
    pub(super) async fn all<Row: Readable>(
        self,
        on: &mut impl Connection,
    ) -> Result<Vec<Row>, StoreError> {
        on.all(self).await
    }

    /// The one row that it finds, if any.
    pub(super) async fn optional<Row: Readable>(
        self,
        on: &mut impl Connection,
    ) -> Result<Option<Row>, StoreError> {
        on.optional(self).await
    }

    /// The value that the one row stands for, if there is one.
    pub(super) async fn found<Row: Readable, Meaning>(
        self,
        on: &mut impl Connection,
    ) -> Result<Option<Meaning>, StoreError>
    where
        Meaning: TryFrom<Row, Error = StoreError>,
    {
        self.optional::<Row>(on).await?.map(Meaning::try_from).transpose()
    }

    /// The one value of the one row that it always finds.
    pub(super) async fn scalar<Scalar>(self, on: &mut impl Connection) -> Result<Scalar, StoreError>
    where
        (Scalar,): Readable,
    {
        self.optional_scalar(on).await?.ok_or(StoreError::Failed(sqlx::Error::RowNotFound))
    }

    /// The one value of the one row that it finds, if any.
    pub(super) async fn optional_scalar<Scalar>(
        self,
        on: &mut impl Connection,
    ) -> Result<Option<Scalar>, StoreError>
    where
        (Scalar,): Readable,
    {
        Ok(self.optional::<(Scalar,)>(on).await?.map(|(scalar,)| scalar))
    }
}

impl From<Option<i64>> for Value {
    fn from(value: Option<i64>) -> Self {
        Self::Integer(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Integer(Some(value))
    }
}

impl From<Option<f64>> for Value {
    fn from(value: Option<f64>) -> Self {
        Self::Real(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Real(Some(value))
    }
}

impl From<Option<&str>> for Value {
    fn from(value: Option<&str>) -> Self {
        Self::Text(value.map(ToOwned::to_owned))
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(Some(value.to_owned()))
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(Some(value))
    }
}

/// A row that can be read from either database.
pub(super) trait Readable:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

impl<Row> Readable for Row where
    Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

/// What a database says in words of its own.
#[derive(Debug)]
pub(super) struct Dialect {
    /// Adds to standings, see [`count_results`](super::sql::count_results).
    pub(super) count_results: &'static str,
    /// Lets rows refer to others that come later in the same transaction.
    pub(super) defer_references: &'static str,
    /// Makes new rows take numbers after those that were put in with theirs.
    pub(super) renumber: &'static [&'static str],
}

/// A connection to a database, perhaps in a transaction.
pub(super) trait Connection: Send {
    const DIALECT: Dialect;

    fn execute(
        &mut self,
        statement: Statement,
    ) -> impl Future<Output = Result<u64, StoreError>> + Send;

    fn all<Row: Readable>(
        &mut self,
        statement: Statement,
    ) -> impl Future<Output = Result<Vec<Row>, StoreError>> + Send;

    fn optional<Row: Readable>(
        &mut self,
        statement: Statement,
    ) -> impl Future<Output = Result<Option<Row>, StoreError>> + Send;

    /// Rows as they come, since there may be many.
    fn stream<Row: Readable>(
        &mut self,
        statement: Statement,
    ) -> BoxStream<'_, Result<Row, StoreError>>;

    /// Rows of a table as plain data.
    fn dump(
        &mut self,
        table: &'static Table,
        statement: Statement,
    ) -> BoxStream<'_, Result<dump::Row, StoreError>>;
}

macro_rules! prepared {
    ($statement:ident) => {
        $statement.values.into_iter().fold(sqlx::query($statement.text), |query, value| match value
        {
            Value::Integer(value) => query.bind(value),
            Value::Real(value) => query.bind(value),
            Value::Text(value) => query.bind(value),
        })
    };
}

/// Both of sqlx's kinds of connection do the same in the same words, but they
/// share no trait that could be written down shorter than this.
macro_rules! connect {
    ($connection:ty, $dialect:expr) => {
        impl Connection for $connection {
            const DIALECT: Dialect = $dialect;

            async fn execute(&mut self, statement: Statement) -> Result<u64, StoreError> {
                let done = prepared!(statement).execute(self).await.map_err(failed)?;
                Ok(done.rows_affected())
            }

            async fn all<Row: Readable>(
                &mut self,
                statement: Statement,
            ) -> Result<Vec<Row>, StoreError> {
                let rows = prepared!(statement).fetch_all(self).await.map_err(failed)?;
                rows.iter().map(Row::from_row).collect::<Result<_, _>>().map_err(failed)
            }

            async fn optional<Row: Readable>(
                &mut self,
                statement: Statement,
            ) -> Result<Option<Row>, StoreError> {
                let row = prepared!(statement).fetch_optional(self).await.map_err(failed)?;
                row.as_ref().map(Row::from_row).transpose().map_err(failed)
            }

            fn stream<Row: Readable>(
                &mut self,
                statement: Statement,
            ) -> BoxStream<'_, Result<Row, StoreError>> {
                let rows = prepared!(statement).fetch(self);
                rows.map(|row| Row::from_row(&row?)).map_err(failed).boxed()
            }

            fn dump(
                &mut self,
                table: &'static Table,
                statement: Statement,
            ) -> BoxStream<'_, Result<dump::Row, StoreError>> {
                let rows = prepared!(statement).fetch(self);
                rows.map(|row| plain(table, &row?)).map_err(failed).boxed()
            }
        }
    };
}

connect!(SqliteConnection, super::sqlite::DIALECT);
connect!(PgConnection, super::postgres::DIALECT);

/// A row as plain data. Tokens are left out.
fn plain<Row: sqlx::Row>(table: &Table, row: &Row) -> sqlx::Result<dump::Row>
where
    usize: sqlx::ColumnIndex<Row>,
    for<'r> Option<i64>: sqlx::Decode<'r, Row::Database> + sqlx::Type<Row::Database>,
    for<'r> Option<f64>: sqlx::Decode<'r, Row::Database> + sqlx::Type<Row::Database>,
    for<'r> Option<String>: sqlx::Decode<'r, Row::Database> + sqlx::Type<Row::Database>,
{
    use dump::Kind;
    use serde_json::Value as Json;

    let mut values = dump::Row::new();
    for (index, column) in table.columns.iter().enumerate() {
        let value = match column.kind {
            Kind::Integer => row.try_get::<Option<i64>, _>(index).map(Json::from),
            Kind::Real => row.try_get::<Option<f64>, _>(index).map(Json::from),
            Kind::Text => row.try_get::<Option<String>, _>(index).map(Json::from),
            Kind::Token => Ok(Json::from(Kind::SECRET)),
        };
        values.insert(column.name.to_owned(), value?);
    }
    Ok(values)
}
