//! PostgreSQL, which several processes on several machines can share.

mod advisory_locks;
mod database;
mod hot_pool;
mod suitability;

pub(super) use self::{
    database::{PostgresDatabase, connect, open_read_only},
    hot_pool::Checkout,
    suitability::flaw,
};
