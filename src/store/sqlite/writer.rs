//! Lends the connection that writes to one transaction after the other.
//!
//! SQLite runs one write transaction at a time, and each waits for the disk. So those that queue up
//! meanwhile share one. A single task owns it: it gives each borrower a savepoint, which is rolled
//! back unless the borrower commits, whether it fails, panics or is dropped in the middle of a
//! statement. Nobody is answered before the shared transaction is committed: a change may have failed
//! because of another one in it, which cannot be read before.
//!
//! The transactions are not sqlx's: once SQLite has rolled one back by itself, sqlx
//! would count it as open for ever, and refuse to begin another one.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
    time::Duration,
};

use clock::Stopwatch;
use sqlx::{Sqlite, SqliteConnection, pool::PoolConnection};
use tokio::sync::{OwnedMutexGuard, mpsc, oneshot};

use super::{shared_connection::SharedConnection, sql};
use crate::{
    errors,
    store::{connection::Either, error::StoreError, query::query},
};

/// Borrowers that share a transaction, limited to bound latency.
const MAX_BATCH: usize = 128;

/// After that, a transaction lets nobody in. Moves wait as long.
const MAX_BATCH_TIME: Duration = Duration::from_millis(20);

type WriteConnection = OwnedMutexGuard<PoolConnection<Sqlite>>;
type Borrower = oneshot::Sender<Result<Loan, StoreError>>;
type Waiting = oneshot::Sender<Result<(), StoreError>>;

/// Queues for the connection.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Borrower>,
}

impl Writer {
    /// Spawns the task that owns the connection, which ends when all clones are dropped.
    pub(super) fn start(connection: SharedConnection) -> Self {
        let (queue, borrowers) = mpsc::channel(MAX_BATCH);
        tokio::spawn(lend_to_all(connection, borrowers));
        Self { queue }
    }

    /// Waits for the connection, within a savepoint.
    pub(super) async fn begin(&self) -> Result<Loan, StoreError> {
        let (borrower, loan) = oneshot::channel();
        self.queue.send(borrower).await.map_err(|_| StoreError::Closed)?;
        loan.await.map_err(|_| StoreError::Closed)?
    }
}

/// The connection that writes, within a savepoint.
#[derive(Debug)]
pub(in crate::store) struct Loan {
    /// `None` once returned.
    lent: Option<Lent>,
}

#[derive(Debug)]
struct Lent {
    connection: WriteConnection,
    owner: oneshot::Sender<Returned>,
}

#[derive(Debug)]
struct Returned {
    connection: WriteConnection,
    /// Otherwise the savepoint is rolled back.
    commits: bool,
    /// `None` if it was dropped.
    waiting: Option<Waiting>,
}

impl Loan {
    /// Ends the savepoint. Resolves when the shared transaction is on the disk.
    pub(in crate::store) async fn end(mut self, commits: bool) -> Result<(), StoreError> {
        let (waiting, ended) = oneshot::channel();
        self.give_back(commits, Some(waiting));
        ended.await.map_err(|_| StoreError::Closed)?
    }

    fn give_back(&mut self, commits: bool, waiting: Option<Waiting>) {
        if let Some(Lent { connection, owner }) = self.lent.take() {
            // Without its owner, the connection is closed.
            drop(owner.send(Returned { connection, commits, waiting }));
        }
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        self.give_back(false, None);
    }
}

impl Deref for Loan {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.lent.as_ref().expect("a loan has its connection").connection
    }
}

impl DerefMut for Loan {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.lent.as_mut().expect("a loan has its connection").connection
    }
}

async fn lend_to_all(shared: SharedConnection, mut borrowers: mpsc::Receiver<Borrower>) {
    while let Some(first) = borrowers.recv().await {
        let connection = Arc::clone(&shared).lock_owned().await;
        if !share_transaction(connection, first, &mut borrowers).await {
            return;
        }
    }
}

/// Lends the connection to all that wait, in one transaction. Returns whether it came back.
async fn share_transaction(
    mut connection: WriteConnection,
    first: Borrower,
    borrowers: &mut mpsc::Receiver<Borrower>,
) -> bool {
    let began = Stopwatch::start();
    if let Err(error) = run(&mut connection, sql::BEGIN_IMMEDIATE).await {
        roll_back(&mut connection).await;
        // Each would wait as long: another process holds the lock, or the disk fails.
        let reason = errors::with_causes(error);
        let waiting = std::iter::from_fn(|| borrowers.try_recv().ok());
        for borrower in std::iter::once(first).chain(waiting) {
            drop(borrower.send(Err(StoreError::NotCommitted(reason.clone()))));
        }
        return true;
    }
    let mut all_waiting = Vec::new();
    let mut next = Some(first);
    let mut lent = 0;
    let mut result = Ok(());
    while let Some(borrower) = next.take() {
        let Ok(loan) = lend(connection, borrower).await else { return false };
        connection = loan.connection;
        all_waiting.extend(loan.waiting);
        result = loan.result;
        lent += 1;
        if result.is_ok() && lent < MAX_BATCH && began.elapsed() < MAX_BATCH_TIME {
            next = borrowers.try_recv().ok();
        }
    }
    if result.is_ok() {
        result = run(&mut connection, sql::COMMIT).await;
    }
    let lost = result.err().map(errors::with_causes);
    if lost.is_some() {
        roll_back(&mut connection).await;
    }
    for waiting in all_waiting {
        let result = lost.clone().map(StoreError::NotCommitted).map_or(Ok(()), Err);
        // Who has stopped waiting has been told that it failed; it is stored nevertheless.
        drop(waiting.send(result));
    }
    true
}

/// A loan that is over.
struct Ended {
    connection: WriteConnection,
    waiting: Option<Waiting>,
    /// An error says that the whole transaction is lost: SQLite rolls back by itself when the disk
    /// is full, for example.
    result: Result<(), StoreError>,
}

/// Lends the connection within a savepoint. Fails if it does not come back.
async fn lend(
    mut connection: WriteConnection,
    borrower: Borrower,
) -> Result<Ended, oneshot::error::RecvError> {
    if borrower.is_closed() {
        return Ok(Ended { connection, waiting: None, result: Ok(()) });
    }
    if let Err(error) = run(&mut connection, sql::SAVEPOINT).await {
        let reason = errors::with_causes(&error);
        drop(borrower.send(Err(StoreError::NotCommitted(reason))));
        return Ok(Ended { connection, waiting: None, result: Err(error) });
    }
    let (owner, returned) = oneshot::channel();
    // One that has stopped waiting drops it.
    drop(borrower.send(Ok(Loan { lent: Some(Lent { connection, owner }) })));
    let Returned { mut connection, commits, waiting } = returned.await?;
    let mut result = Ok(());
    if !commits {
        result = run(&mut connection, sql::ROLL_BACK_TO_SAVEPOINT).await;
    }
    if result.is_ok() {
        result = run(&mut connection, sql::RELEASE_SAVEPOINT).await;
    }
    Ok(Ended { connection, waiting, result })
}

async fn run(connection: &mut WriteConnection, statement: &'static str) -> Result<(), StoreError> {
    query(statement).execute(&mut Either::Sqlite(&mut **connection)).await.map(drop)
}

/// Rolls back, unless SQLite has already done so.
async fn roll_back(connection: &mut WriteConnection) {
    if let Err(error) = run(connection, sql::ROLL_BACK).await {
        tracing::debug!(%error, "nothing to roll back");
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::{FutureExt as _, poll};
    use sqlx::sqlite::SqlitePoolOptions;

    use super::*;

    async fn open() -> (SharedConnection, Writer) {
        let pool = SqlitePoolOptions::new().max_connections(1).connect("sqlite::memory:").await;
        let connection = pool.unwrap().acquire().await.unwrap();
        let connection = Arc::new(tokio::sync::Mutex::new(connection));
        let writer = Writer::start(Arc::clone(&connection));
        write(&writer, "CREATE TABLE t (value CHECK (value < 9))").await.unwrap();
        (connection, writer)
    }

    /// Runs a statement in a transaction of its own.
    async fn write(writer: &Writer, text: &'static str) -> Result<(), StoreError> {
        let mut loan = writer.begin().await?;
        let result = query(text).execute(&mut Either::Sqlite(&mut *loan)).await;
        loan.end(result.is_ok()).await?;
        result.map(drop)
    }

    async fn values(writer: &Writer) -> Vec<i64> {
        let mut loan = writer.begin().await.unwrap();
        let query = query("SELECT value FROM t ORDER BY value");
        let rows = query.fetch_all(&mut Either::Sqlite(&mut *loan)).await.unwrap();
        rows.into_iter().map(|(value,): (i64,)| value).collect()
    }

    #[tokio::test]
    async fn a_caller_that_has_gone_gets_no_connection() {
        let (connection, writer) = open().await;
        let busy = connection.lock().await;
        assert!(write(&writer, "INSERT INTO t VALUES (1)").now_or_never().is_none());
        drop(busy);
        assert_eq!(values(&writer).await, [0_i64; 0]);
    }

    #[tokio::test]
    async fn a_panic_fails_only_its_own_change() {
        let (_, writer) = open().await;
        let panics = {
            let writer = writer.clone();
            tokio::spawn(async move {
                let mut loan = writer.begin().await.unwrap();
                let insert = query("INSERT INTO t VALUES (2)");
                insert.execute(&mut Either::Sqlite(&mut *loan)).await.unwrap();
                panic!("a panic within a change");
            })
        };
        let (one, two, three) = tokio::join!(
            write(&writer, "INSERT INTO t VALUES (1)"),
            panics,
            write(&writer, "INSERT INTO t VALUES (3)"),
        );
        assert!(two.unwrap_err().is_panic());
        assert!(one.is_ok() && three.is_ok());
        assert_eq!(values(&writer).await, [1, 3]);
    }

    #[tokio::test]
    async fn a_change_that_fails_leaves_its_neighbours_alone() {
        let (_, writer) = open().await;
        let (one, nine, two) = tokio::join!(
            write(&writer, "INSERT INTO t VALUES (1)"),
            write(&writer, "INSERT INTO t VALUES (9)"),
            write(&writer, "INSERT INTO t VALUES (2)"),
        );
        assert!(one.is_ok() && nine.is_err() && two.is_ok());
        assert_eq!(values(&writer).await, [1, 2]);
    }

    /// Dropped after so many polls: while it waits, in the middle of a statement, or at its end.
    #[tokio::test]
    async fn a_change_dropped_at_any_await_is_whole_or_absent() {
        let (_, writer) = open().await;
        let mut is_done = false;
        for polls in 0..200 {
            {
                let mut change = pin!(async {
                    let mut loan = writer.begin().await.unwrap();
                    for text in ["INSERT INTO t VALUES (5)", "INSERT INTO t VALUES (6)"] {
                        query(text).execute(&mut Either::Sqlite(&mut *loan)).await.unwrap();
                    }
                    loan.end(true).await.unwrap();
                });
                for _ in 0..polls {
                    is_done = poll!(&mut change).is_ready();
                    if is_done {
                        break;
                    }
                    tokio::task::yield_now().await;
                }
            }
            let stored = values(&writer).await;
            assert!(stored.is_empty() || stored == [5, 6], "{stored:?} after {polls}");
            assert!(!is_done || !stored.is_empty(), "a change that was stored is gone");
            write(&writer, "DELETE FROM t").await.unwrap();
            if is_done {
                return;
            }
        }
        panic!("the change never ended");
    }
}
