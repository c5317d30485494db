//! Group commit for an SQLite database.
//!
//! SQLite runs one write transaction at a time, and each waits for the disk. So a single
//! task runs all writes but moves, and those that queue up while it is busy share a
//! transaction. Each has a savepoint of its own, and none is reported as stored before the
//! transaction is committed. If the transaction as a whole fails, its writes are run again,
//! each in a transaction of its own.
//!
//! The transactions are not sqlx's: once SQLite has rolled one back by itself, sqlx
//! would count it as open for ever, and refuse to begin another one.

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::{shared_connection::SharedConnection, sql};
use crate::{
    errors, panics,
    store::{error::StoreError, query::query},
};

/// Writes per transaction, limited to bound latency.
const MAX_BATCH: usize = 128;

/// Queues writes for the writer task.
#[derive(Clone, Debug)]
pub(super) struct GroupCommit {
    queue: mpsc::Sender<Box<dyn QueuedWrite>>,
}

impl GroupCommit {
    /// Spawns the writer task, which ends when all clones are dropped.
    pub(super) fn start(connection: SharedConnection) -> Self {
        let (queue, jobs) = mpsc::channel(MAX_BATCH);
        tokio::spawn(write_all(connection, jobs));
        Self { queue }
    }

    /// Runs statements atomically, and resolves when they are committed. A clone of
    /// `body` is called for each attempt. If the future is dropped before, they are not run.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        body: impl for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Clone
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        let (reply, response) = oneshot::channel();
        let job = WriteJob { body, result: None, reply };
        self.queue.send(Box::new(job)).await.map_err(|_| StoreError::Closed)?;
        response.await.map_err(|_| StoreError::Closed)?
    }
}

/// A queued write of any result type.
trait QueuedWrite: Send {
    /// Runs the write in a savepoint, unless its caller has stopped waiting. If it fails, it
    /// is rolled back and the transaction goes on. The error says that the whole transaction
    /// is lost.
    fn run<'a>(
        &'a mut self,
        connection: &'a mut SqliteConnection,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Sends the result of the last [`QueuedWrite::run`], or why the transaction was not
    /// committed.
    fn finish(self: Box<Self>, rollback_reason: Option<&str>);
}

struct WriteJob<T, Body> {
    body: Body,
    result: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T: Send, Body> QueuedWrite for WriteJob<T, Body>
where
    Body: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Clone
        + Send,
{
    fn run<'a>(
        &'a mut self,
        connection: &'a mut SqliteConnection,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            if self.reply.is_closed() {
                return Ok(());
            }
            query(sql::SAVEPOINT).execute(connection).await?;
            let result = panics::catch("write", self.body.clone()(connection)).await;
            let result = result.unwrap_or(Err(StoreError::Panicked));
            let has_failed = result.is_err();
            self.result = Some(result);
            if has_failed {
                query(sql::ROLL_BACK_TO_SAVEPOINT).execute(connection).await?;
            }
            query(sql::RELEASE_SAVEPOINT).execute(connection).await.map(drop)
        })
    }

    fn finish(self: Box<Self>, rollback_reason: Option<&str>) {
        let result = match (self.result, rollback_reason) {
            (Some(Err(error)), _) => Err(error),
            (Some(Ok(value)), None) => Ok(value),
            (_, reason) => Err(StoreError::NotCommitted(reason.unwrap_or("not run").to_owned())),
        };
        // The caller may have stopped waiting meanwhile; the write is stored nevertheless.
        self.reply.send(result).unwrap_or_else(drop);
    }
}

/// Why nothing of a transaction was stored.
enum TransactionError {
    /// It did not begin: another process holds the lock, or the disk fails.
    Begin(String),
    /// It was rolled back.
    RolledBack(String),
}

impl TransactionError {
    fn reason(&self) -> &str {
        let (Self::Begin(reason) | Self::RolledBack(reason)) = self;
        reason
    }
}

async fn write_all(connection: SharedConnection, mut jobs: mpsc::Receiver<Box<dyn QueuedWrite>>) {
    let mut batch = Vec::with_capacity(MAX_BATCH);
    while jobs.recv_many(&mut batch, MAX_BATCH).await > 0 {
        let connection = &mut **connection.lock().await;
        let result = commit(connection, &mut batch).await;
        if matches!(result, Err(TransactionError::RolledBack(_))) && batch.len() > 1 {
            write_one_by_one(connection, &mut batch).await;
        } else {
            finish_all(&mut batch, &result);
        }
    }
}

/// Runs each write in a transaction of its own, until one does not even begin.
async fn write_one_by_one(
    connection: &mut SqliteConnection,
    batch: &mut Vec<Box<dyn QueuedWrite>>,
) {
    while !batch.is_empty() {
        let result = commit(connection, &mut batch[..1]).await;
        if matches!(result, Err(TransactionError::Begin(_))) {
            finish_all(batch, &result);
        } else {
            batch.remove(0).finish(result.as_ref().err().map(TransactionError::reason));
        }
    }
}

fn finish_all(batch: &mut Vec<Box<dyn QueuedWrite>>, result: &Result<(), TransactionError>) {
    for job in batch.drain(..) {
        job.finish(result.as_ref().err().map(TransactionError::reason));
    }
}

/// Runs writes in one transaction.
async fn commit(
    connection: &mut SqliteConnection,
    jobs: &mut [Box<dyn QueuedWrite>],
) -> Result<(), TransactionError> {
    if let Err(error) = query(sql::BEGIN_IMMEDIATE).execute(connection).await {
        roll_back(connection).await;
        return Err(TransactionError::Begin(errors::with_causes(error)));
    }
    if let Err(error) = run_all(connection, jobs).await {
        roll_back(connection).await;
        return Err(TransactionError::RolledBack(errors::with_causes(error)));
    }
    Ok(())
}

async fn run_all(
    connection: &mut SqliteConnection,
    jobs: &mut [Box<dyn QueuedWrite>],
) -> Result<(), StoreError> {
    for job in jobs {
        job.run(connection).await?;
    }
    query(sql::COMMIT).execute(connection).await.map(drop)
}

/// Rolls back, unless SQLite has already done so, as it does when the disk is full.
async fn roll_back(connection: &mut SqliteConnection) {
    if let Err(error) = query(sql::ROLL_BACK).execute(connection).await {
        tracing::debug!(%error, "nothing to roll back");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures_util::FutureExt as _;
    use sqlx::sqlite::SqlitePoolOptions;

    use super::*;

    async fn open() -> (SharedConnection, GroupCommit) {
        let pool = SqlitePoolOptions::new().max_connections(1).connect("sqlite::memory:").await;
        let connection = pool.unwrap().acquire().await.unwrap();
        let connection = Arc::new(tokio::sync::Mutex::new(connection));
        (Arc::clone(&connection), GroupCommit::start(connection))
    }

    #[tokio::test]
    async fn a_write_that_nobody_waits_for_is_not_run() {
        let (connection, writes) = open().await;
        let create = || {
            writes.write(|connection| Box::pin(query("CREATE TABLE t (value)").execute(connection)))
        };
        let busy = connection.lock().await;
        assert!(create().now_or_never().is_none());
        drop(busy);
        // Fails if the table exists.
        create().await.unwrap();
    }

    #[tokio::test]
    async fn a_panic_fails_only_its_own_write() {
        let (_, writes) = open().await;
        let insert = |value: i64| {
            writes.write(move |connection| {
                Box::pin(async move {
                    query("CREATE TABLE IF NOT EXISTS t (value)").execute(connection).await?;
                    assert!(value != 2, "a panic within a write");
                    query("INSERT INTO t VALUES ($1)").bind(value).execute(connection).await
                })
            })
        };
        let (one, two, three) = tokio::join!(insert(1), insert(2), insert(3));
        assert!(matches!(two, Err(StoreError::Panicked)), "{two:?}");
        assert_eq!((one.unwrap(), three.unwrap()), (1, 1));
        let count = writes.write(|connection| {
            Box::pin(query("SELECT count(*) FROM t").fetch_scalar::<i64>(connection))
        });
        assert_eq!(count.await.unwrap(), 2);
    }
}
