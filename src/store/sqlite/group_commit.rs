//! Group commit for an SQLite database.
//!
//! SQLite runs one write transaction at a time, and each waits for the disk. So a single
//! task runs all writes of more than one statement, and those that queue up while it is
//! busy share a transaction. Each has a savepoint of its own, and none is reported as
//! stored before the transaction is committed.

use futures_util::future::BoxFuture;
use sqlx::{Connection, Sqlite, SqliteConnection, Transaction};
use tokio::sync::{mpsc, oneshot};

use super::SharedConnection;
use crate::store::StoreError;

/// Writes per transaction, limited to bound latency.
const MAX_BATCH: usize = 128;

/// Queues writes for the writer task.
#[derive(Clone, Debug)]
pub(super) struct GroupCommit {
    queue: mpsc::Sender<Box<dyn QueuedWrite>>,
}

type WriteFn<T> = Box<
    dyn for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreError>> + Send,
>;

impl GroupCommit {
    /// Spawns the writer task, which ends when all clones are dropped.
    pub(super) fn start(connection: SharedConnection) -> Self {
        let (queue, jobs) = mpsc::channel(MAX_BATCH);
        tokio::spawn(write_all(connection, jobs));
        Self { queue }
    }

    /// Runs statements atomically, and resolves when they are committed.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        body: impl for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        let (reply, response) = oneshot::channel();
        let job = WriteJob { body: Some(Box::new(body)), result: None, reply };
        self.queue.send(Box::new(job)).await.map_err(|_| StoreError::Closed)?;
        response.await.map_err(|_| StoreError::Closed)?
    }
}

/// A queued write of any result type.
trait QueuedWrite: Send {
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> BoxFuture<'a, WriteResult>;

    /// Sends the result of [`QueuedWrite::run`], or why the transaction was not committed.
    fn finish(self: Box<Self>, rollback_reason: Option<&str>);
}

/// Whether the shared transaction may continue after a write.
enum WriteResult {
    /// The write succeeded, or was rolled back to its savepoint.
    Completed,
    /// The transaction must be rolled back.
    Failed,
}

struct WriteJob<T> {
    body: Option<WriteFn<T>>,
    result: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T: Send> QueuedWrite for WriteJob<T> {
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> BoxFuture<'a, WriteResult> {
        Box::pin(async move {
            let Some(body) = self.body.take() else { return WriteResult::Completed };
            let result = in_savepoint(connection, body).await;
            let outcome = match &result {
                Ok(_) | Err(StoreError::ConstraintViolated(_) | StoreError::Conflict) => {
                    WriteResult::Completed
                }
                Err(_) => WriteResult::Failed,
            };
            self.result = Some(result);
            outcome
        })
    }

    fn finish(self: Box<Self>, rollback_reason: Option<&str>) {
        let result = match (self.result, rollback_reason) {
            (Some(Err(error)), _) => Err(error),
            (Some(Ok(value)), None) => Ok(value),
            (_, reason) => Err(StoreError::NotCommitted(reason.unwrap_or("not run").to_owned())),
        };
        // The caller may have stopped waiting; the write is stored nevertheless.
        self.reply.send(result).unwrap_or_else(drop);
    }
}

async fn in_savepoint<T>(
    connection: &mut SqliteConnection,
    body: WriteFn<T>,
) -> Result<T, StoreError> {
    let mut savepoint = connection.begin().await.map_err(StoreError::Failed)?;
    match body(&mut savepoint).await {
        Ok(value) => {
            savepoint.commit().await.map_err(StoreError::Failed)?;
            Ok(value)
        }
        Err(error) => {
            savepoint.rollback().await.map_err(StoreError::Failed)?;
            Err(error)
        }
    }
}

async fn write_all(connection: SharedConnection, mut jobs: mpsc::Receiver<Box<dyn QueuedWrite>>) {
    let mut batch = Vec::with_capacity(MAX_BATCH);
    while jobs.recv_many(&mut batch, MAX_BATCH).await > 0 {
        let rollback_reason = commit(&mut *connection.lock().await, &mut batch).await.err();
        for job in batch.drain(..) {
            job.finish(rollback_reason.as_deref());
        }
    }
}

/// Runs writes in one transaction. The error says why nothing was stored.
async fn commit(
    connection: &mut SqliteConnection,
    jobs: &mut [Box<dyn QueuedWrite>],
) -> Result<(), String> {
    let mut transaction = connection
        // A plain BEGIN takes the write lock only at the first write, and then fails
        // without waiting if another process holds it.
        .begin_with("BEGIN IMMEDIATE")
        .await
        .map_err(|error| error.to_string())?;
    for job in jobs {
        if let WriteResult::Failed = job.run(&mut transaction).await {
            roll_back(transaction).await;
            return Err("another change in the same transaction failed".to_owned());
        }
    }
    transaction.commit().await.map_err(|error| error.to_string())
}

/// Rolls back, unless SQLite has already done so, as it does when the disk is full.
async fn roll_back(transaction: Transaction<'_, Sqlite>) {
    if let Err(error) = transaction.rollback().await {
        tracing::debug!(%error, "nothing to roll back");
    }
}
