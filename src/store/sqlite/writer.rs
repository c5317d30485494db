//! The one writer of an SQLite database.
//!
//! SQLite takes one writing transaction at a time, and each waits for the disk.
//! So a single task does all writing that takes more than a statement, and what
//! was asked for while it was busy goes into one transaction together. Each
//! change has a savepoint of its own, and nobody is told that a change was
//! stored before the whole was committed.

use futures_util::future::BoxFuture;
use sqlx::{Connection, Sqlite, SqliteConnection, Transaction};
use tokio::sync::{mpsc, oneshot};

use super::Kept;
use crate::store::StoreError;

/// The most changes in one transaction, so that none waits for long.
const MOST_TOGETHER: usize = 128;

/// Hands changes to the writing task.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Box<dyn Queued>>,
}

type Change<T> = Box<
    dyn for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreError>> + Send,
>;

impl Writer {
    /// Starts the writing task. It ends when every `Writer` is dropped.
    pub(super) fn start(storing: Kept) -> Self {
        let (queue, jobs) = mpsc::channel(MOST_TOGETHER);
        tokio::spawn(write_all(storing, jobs));
        Self { queue }
    }

    /// Stores a change of some statements, all or none of them; the result
    /// comes once it is committed.
    pub(super) async fn change<T: Send + 'static>(
        &self,
        change: impl for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Result<T, StoreError>>
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let job = Job { change: Some(Box::new(change)), result: None, reply };
        self.queue.send(Box::new(job)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// A change in the queue, whatever its result is.
trait Queued: Send {
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> BoxFuture<'a, Ran>;

    /// Tells who asked: what [`Queued::run`] found, or why nothing was stored.
    fn finish(self: Box<Self>, not_committed: Option<&str>);
}

/// What became of a change within a transaction.
enum Ran {
    /// It is part of the transaction, or was refused without a trace.
    Cleanly,
    /// The transaction cannot be relied on any more.
    Failed,
}

struct Job<T> {
    change: Option<Change<T>>,
    result: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T: Send> Queued for Job<T> {
    fn run<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> BoxFuture<'a, Ran> {
        Box::pin(async move {
            let Some(change) = self.change.take() else { return Ran::Cleanly };
            let result = in_savepoint(connection, change).await;
            let ran = match &result {
                Ok(_) | Err(StoreError::Taken(_) | StoreError::Overtaken) => Ran::Cleanly,
                Err(_) => Ran::Failed,
            };
            self.result = Some(result);
            ran
        })
    }

    fn finish(self: Box<Self>, not_committed: Option<&str>) {
        let result = match (self.result, not_committed) {
            (Some(Err(error)), _) => Err(error),
            (Some(Ok(value)), None) => Ok(value),
            (_, why) => Err(StoreError::NotCommitted(why.unwrap_or("not run").to_owned())),
        };
        // Who asked may have stopped waiting; the change is stored all the same.
        self.reply.send(result).unwrap_or_else(drop);
    }
}

async fn in_savepoint<T>(
    connection: &mut SqliteConnection,
    change: Change<T>,
) -> Result<T, StoreError> {
    let mut savepoint = connection.begin().await.map_err(StoreError::Failed)?;
    match change(&mut savepoint).await {
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

async fn write_all(storing: Kept, mut jobs: mpsc::Receiver<Box<dyn Queued>>) {
    let mut together = Vec::with_capacity(MOST_TOGETHER);
    while jobs.recv_many(&mut together, MOST_TOGETHER).await > 0 {
        let not_committed = commit(&mut *storing.lock().await, &mut together).await.err();
        for job in together.drain(..) {
            job.finish(not_committed.as_deref());
        }
    }
}

/// Runs changes in one transaction. The error says why nothing was stored.
async fn commit(
    connection: &mut SqliteConnection,
    jobs: &mut [Box<dyn Queued>],
) -> Result<(), String> {
    let mut transaction = connection
        // A plain BEGIN takes the write lock only at the first write, and then
        // fails at once if another process holds it.
        .begin_with("BEGIN IMMEDIATE")
        .await
        .map_err(|error| error.to_string())?;
    for job in jobs {
        if let Ran::Failed = job.run(&mut transaction).await {
            roll_back(transaction).await;
            return Err("another change in the same transaction failed".to_owned());
        }
    }
    transaction.commit().await.map_err(|error| error.to_string())
}

/// Takes everything back. SQLite itself may have done so already, when the disk
/// is full for one; then there is nothing left to do.
async fn roll_back(transaction: Transaction<'_, Sqlite>) {
    if let Err(error) = transaction.rollback().await {
        tracing::debug!(%error, "nothing to roll back");
    }
}
