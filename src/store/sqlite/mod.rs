//! SQLite. Loads of games and moves are batched, and other writes share transactions.

mod batches;
mod database;
mod files;
mod read_only;
mod writer;

use std::time::Duration;

pub(super) use self::{
    batches::{BatchItem, Batcher, refuse, serve_alone},
    database::{SqliteDatabase, connect_to_existing},
    read_only::{back_up, open_read_only},
    writer::{Savepoint, SharedConnection},
};
pub use self::{
    database::{check_writable, file, folder, is_in_memory},
    files::check_log,
};

/// How long a statement waits for another process's lock. A request may have to wait for a
/// batch that waits as long, and Discord accepts a response for three seconds.
const LOCK_TIMEOUT: Duration = Duration::from_millis(700);
