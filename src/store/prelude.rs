//! What most of the files above need.

pub(in crate::store) use crate::store::{
    connection::{AdvisoryLock, Connection, Either},
    error::{StoreError, StoreResult, store_error},
    query::{Query, SaveResult, dynamic_query, query, rare_query},
    row::{FromRow, Row, from_columns},
    values::SqlValue,
};
