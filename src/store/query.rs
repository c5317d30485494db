//! Queries with dynamically typed parameters, which run on either database: both take the same
//! text, and our tables hold nothing but integers, texts and floats. The few words that only one
//! of them understands are chosen by [`Connection::choose`].

use std::borrow::Cow;

use futures_util::{
    TryStreamExt,
    stream::{BoxStream, StreamExt},
};
use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};

use crate::store::{
    connection::Connection,
    error::{StoreError, StoreResult, store_error},
    row::FromRow,
    values::SqlValue,
};

/// A statement and its parameters.
#[derive(Debug)]
pub(super) struct Query {
    text: Cow<'static, str>,
    values: Vec<SqlValue>,
}

/// A query without parameters; add them with [`Query::bind`].
pub(super) fn query(text: &'static str) -> Query {
    Query { text: Cow::Borrowed(text), values: Vec::new() }
}

/// Like [`query`], for a statement that runs seldom, and may read whole tables.
pub(super) fn rare_query(text: &'static str) -> Query {
    dynamic_query(text.to_owned())
}

/// Like [`query`], for text that is built at run time. It must be built from constants and names
/// of the database's own only: this bypasses sqlx's guard against injection.
pub(super) fn dynamic_query(text: String) -> Query {
    Query { text: Cow::Owned(text), values: Vec::new() }
}

fn sql(text: Cow<'static, str>) -> SqlStr {
    match text {
        Cow::Borrowed(text) => text.into_sql_str(),
        Cow::Owned(text) => AssertSqlSafe(text).into_sql_str(),
    }
}

macro_rules! prepare {
    ($query:ident) => {
        $query.values.into_iter().fold(sqlx::query(sql($query.text)), |query, value| match value {
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
            Connection::Sqlite($sqlx) => {
                let $prepared = prepare!($query);
                $run
            }
            Connection::Postgres($sqlx) => {
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

    /// Panics if SQLite would read a whole table, unless the statement is rare, or built at run time,
    /// as for exports.
    #[cfg(debug_assertions)]
    async fn check_plan(&self, connection: &mut Connection<'_>) {
        if let (Cow::Borrowed(text), Connection::Sqlite(connection)) = (&self.text, connection) {
            super::query_plan::check_plan(text, connection).await;
        }
    }

    /// Returns the number of changed rows.
    pub(super) async fn execute(self, connection: &mut Connection<'_>) -> StoreResult<u64> {
        #[cfg(debug_assertions)]
        self.check_plan(connection).await;
        on!(connection, self, |query, connection| {
            Box::pin(query.execute(&mut **connection)).await.map(|result| result.rows_affected())
        })
        .map_err(store_error)
    }

    /// Runs a conditional update: a conflict if it changes no row.
    pub(super) async fn save(self, connection: &mut Connection<'_>) -> StoreResult<SaveResult> {
        Ok(SaveResult::of(self.execute(connection).await?))
    }

    pub(super) async fn fetch_all<T: FromRow>(
        self,
        connection: &mut Connection<'_>,
    ) -> StoreResult<Vec<T>> {
        #[cfg(debug_assertions)]
        self.check_plan(connection).await;
        on!(connection, self, |query, connection| {
            let rows = Box::pin(query.fetch_all(&mut **connection)).await.map_err(store_error)?;
            rows.iter().map(|row| T::from_row(row.into())).collect()
        })
    }

    pub(super) async fn fetch_optional<T: FromRow>(
        self,
        connection: &mut Connection<'_>,
    ) -> StoreResult<Option<T>> {
        #[cfg(debug_assertions)]
        self.check_plan(connection).await;
        on!(connection, self, |query, connection| {
            let row =
                Box::pin(query.fetch_optional(&mut **connection)).await.map_err(store_error)?;
            row.map(|row| T::from_row((&row).into())).transpose()
        })
    }

    /// Fetches a row that must exist.
    pub(super) async fn fetch_one<T: FromRow>(
        self,
        connection: &mut Connection<'_>,
    ) -> StoreResult<T> {
        self.fetch_optional(connection).await?.ok_or(StoreError::Failed(sqlx::Error::RowNotFound))
    }

    /// Fetches rows one by one, without buffering them.
    pub(super) fn stream<'c, T: FromRow>(
        self,
        connection: &'c mut Connection<'_>,
    ) -> BoxStream<'c, StoreResult<T>> {
        on!(connection, self, |query, connection| {
            let rows = query.fetch(&mut **connection).map_err(store_error);
            rows.and_then(async |row| T::from_row((&row).into())).boxed()
        })
    }
}

/// The outcome of a compare-and-swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a change that was not stored must not be shown"]
pub enum SaveResult {
    /// The change was made.
    Saved,
    /// Another change came first, and this one was not stored.
    Conflict,
}

impl SaveResult {
    /// Of a conditional update that has changed so many rows.
    pub(super) const fn of(changed_rows: u64) -> Self {
        if changed_rows == 0 { Self::Conflict } else { Self::Saved }
    }
}
