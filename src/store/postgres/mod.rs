//! PostgreSQL, which several processes on several machines can share.

mod advisory_locks;
mod database;
mod hot_pool;
mod open;
mod sql;

pub(super) use self::{
    database::PostgresDatabase,
    hot_pool::Checkout,
    open::{connect, open_read_only},
    sql::{
        CLEAN_UP, COLUMNS, COUNT_MIGRATION_TABLES, COUNT_RESULTS, DEFER_REFERENCES, DELETE_GUILD,
        RENUMBER, SNAPSHOT, VOLATILE_SETTINGS,
    },
};
