//! SQLite. Loads of games and moves are batched, and other writes share transactions.

mod batcher;
mod database;
mod file_access;
mod game_batches;
mod open;
mod purge;
#[cfg(debug_assertions)]
mod query_plan;
mod read_only;
mod sql;
mod writer;

pub use self::file_access::{check_writable, folder};
#[cfg(debug_assertions)]
pub(super) use self::query_plan::check_plan;
pub(super) use self::{
    database::SqliteDatabase,
    open::{connect_to_existing, file, is_in_memory},
    read_only::{back_up, open_read_only},
    sql::{
        BEGIN_IMMEDIATE, COLUMNS, COUNT_MIGRATION_TABLES, COUNT_RESULTS, DEFER_REFERENCES, SNAPSHOT,
    },
    writer::Savepoint,
};
