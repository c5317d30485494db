//! PostgreSQL, which several processes on several machines can share.

mod advisory_locks;
mod database;
mod hot_pool;
mod open;
mod sql;

pub(super) use self::{
    database::PostgresDatabase,
    open::{connect, open_read_only},
    sql::{SNAPSHOT, VOLATILE_SETTINGS},
};
