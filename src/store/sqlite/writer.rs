//! Group commit: changes that queue up while the disk is busy share a transaction.
//!
//! SQLite runs one write transaction at a time, and each waits for the disk. A single task begins the
//! transactions. It gives each change a savepoint, with the connection, and rolls it back
//! if the change fails, panics or is dropped, even in the middle of a statement. Nobody is answered
//! before the shared transaction is committed: a change may have failed because of another one in
//! it, which cannot be read before. If it is lost, as on a full disk, all that share it are told so.
//!
//! The transactions are not sqlx's: once SQLite has rolled one back by itself, sqlx
//! would count it as open for ever, and refuse to begin another one.

use std::{iter, sync::Arc, time::Duration};

use clock::Stopwatch;
use sqlx::{Sqlite, SqliteConnection, SqlitePool, pool::PoolConnection};
use tokio::sync::{OwnedMutexGuard, mpsc, oneshot};

use crate::{
    errors,
    store::{
        prelude::*,
        sqlite::{
            batches::{BatchItem, Batcher, MAX_BATCH, refuse},
            files::DatabaseFiles,
        },
    },
};

/// After that, no other change joins a transaction. Moves wait as long, and for the last change.
const MAX_BATCH_TIME: Duration = Duration::from_millis(20);

type WriteConnection = OwnedMutexGuard<FileConnection>;

/// Queues changes, each of which waits for a savepoint.
pub(in crate::store) type Writer = Batcher<(), Savepoint>;

/// Who waits for a savepoint.
type Caller = BatchItem<(), Savepoint>;

/// A connection shared by the tasks that own it until they end. It is never released: its pool
/// would ping it on each release, which takes half as long as a move.
pub(in crate::store) type SharedConnection = Arc<tokio::sync::Mutex<FileConnection>>;

/// A connection, and the files that it changes.
#[derive(Debug)]
pub(in crate::store) struct FileConnection {
    pub(in crate::store) sqlite: PoolConnection<Sqlite>,
    files: Arc<DatabaseFiles>,
}

pub(super) async fn connect(
    pool: &SqlitePool,
    files: Arc<DatabaseFiles>,
) -> StoreResult<SharedConnection> {
    let sqlite = pool.acquire().await.map_err(StoreError::Open)?;
    Ok(Arc::new(tokio::sync::Mutex::new(FileConnection { sqlite, files })))
}

impl FileConnection {
    /// Fails if nothing may be changed any more.
    pub(in crate::store) async fn check(&mut self) -> StoreResult<()> {
        self.files.check(&mut self.sqlite).await
    }
}

/// Who waits for the end of the shared transaction.
type Waiting = oneshot::Sender<StoreResult<()>>;

/// Spawns the task that owns the connection, until the writer is dropped.
pub(super) fn start(connection: SharedConnection) -> Writer {
    let (writer, callers) = Batcher::new();
    tokio::spawn(serve(connection, callers));
    writer
}

/// A savepoint of the shared transaction, which holds the connection.
#[derive(Debug)]
pub(in crate::store) struct Savepoint {
    /// The connection, and who gets it back. `None` once it has ended.
    open: Option<(WriteConnection, oneshot::Sender<EndedSavepoint>)>,
}

#[derive(Debug)]
struct EndedSavepoint {
    connection: WriteConnection,
    /// Why it is to be rolled back.
    failure: Option<String>,
    /// `None` if nobody waits.
    waiting: Option<Waiting>,
}

impl Savepoint {
    /// Rolls back what has failed. Resolves when the shared transaction is on the disk.
    pub(in crate::store) async fn end(mut self, failure: Option<String>) -> StoreResult<()> {
        let (waiting, ended) = oneshot::channel();
        self.hand_back(failure, Some(waiting));
        ended.await.map_err(|_| StoreError::Closed)?
    }

    fn hand_back(&mut self, failure: Option<String>, waiting: Option<Waiting>) {
        if let Some((connection, writer)) = self.open.take() {
            // The task waits for it.
            drop(writer.send(EndedSavepoint { connection, failure, waiting }));
        }
    }
}

impl Drop for Savepoint {
    fn drop(&mut self) {
        self.hand_back(Some("a change was given up".to_owned()), None);
    }
}

impl AsMut<SqliteConnection> for Savepoint {
    fn as_mut(&mut self) -> &mut SqliteConnection {
        let (connection, _) = self.open.as_mut().expect("only ended when dropped");
        &mut connection.sqlite
    }
}

async fn serve(shared: SharedConnection, mut callers: mpsc::Receiver<Caller>) {
    let mut next = None;
    loop {
        if next.is_none() {
            next = callers.recv().await;
        }
        let Some(first) = next.take() else { return };
        next = share_transaction(Arc::clone(&shared).lock_owned().await, first, &mut callers).await;
    }
}

/// Runs the changes of all that wait in one transaction. What ends one savepoint also begins the
/// next one, or commits: each message to SQLite's thread takes as long as a short statement. Returns
/// who would have been next in a transaction that is lost.
async fn share_transaction(
    mut connection: WriteConnection,
    first: Caller,
    callers: &mut mpsc::Receiver<Caller>,
) -> Option<Caller> {
    let ready = match connection.check().await {
        Ok(()) => run(&mut connection, "BEGIN IMMEDIATE; SAVEPOINT write").await,
        Err(error) => Err(error),
    };
    if let Err(error) = ready {
        roll_back(&mut connection).await;
        // Each would wait as long: another process holds the lock, or the disk fails.
        refuse(iter::once(first).chain(iter::from_fn(|| callers.try_recv().ok())), error);
        return None;
    }
    let began = Stopwatch::start();
    let (mut all_waiting, mut result) = (Vec::new(), Ok(()));
    let mut next = Some(first);
    let mut count = 0;
    while let Some(caller) = next.take() {
        let EndedSavepoint { connection: returned, failure, waiting } =
            lend(connection, caller).await;
        connection = returned;
        all_waiting.extend(waiting);
        count += 1;
        if count < MAX_BATCH && began.elapsed() < MAX_BATCH_TIME {
            next = next_caller(callers);
        }
        let statements = match (&failure, &next) {
            (None, Some(_)) => "RELEASE write; SAVEPOINT write",
            (None, None) => "RELEASE write; COMMIT",
            (Some(_), Some(_)) => "ROLLBACK TO write; RELEASE write; SAVEPOINT write",
            (Some(_), None) => "ROLLBACK TO write; RELEASE write; COMMIT",
        };
        result = run(&mut connection, statements).await.map_err(|error| match failure {
            // SQLite may have rolled back by itself, so that there is no savepoint.
            Some(failure) => {
                format!("{}, after a change that failed: {failure}", errors::with_causes(error))
            }
            None => errors::with_causes(error),
        });
        if result.is_err() {
            roll_back(&mut connection).await;
            break;
        }
    }
    for waiting in all_waiting {
        // Who has stopped waiting has been told that it failed; it is stored nevertheless.
        drop(waiting.send(result.clone().map_err(StoreError::NotCommitted)));
    }
    next
}

/// The next one that waits and has not given up.
fn next_caller(callers: &mut mpsc::Receiver<Caller>) -> Option<Caller> {
    iter::from_fn(|| callers.try_recv().ok()).find(|caller| !caller.is_given_up())
}

/// Lends the connection to a caller, until it hands it back.
async fn lend(connection: WriteConnection, caller: Caller) -> EndedSavepoint {
    let (writer, ended) = oneshot::channel();
    // A caller that has stopped waiting drops the savepoint.
    caller.respond(Ok(Savepoint { open: Some((connection, writer)) }));
    ended.await.expect("a savepoint hands its connection back when it is dropped")
}

async fn run(connection: &mut WriteConnection, statements: &'static str) -> StoreResult<()> {
    let result = sqlx::raw_sql(statements).execute(&mut *connection.sqlite).await;
    result.map(drop).map_err(StoreError::Failed).inspect_err(|error| connection.files.report(error))
}

/// Rolls back, unless SQLite has already done so.
async fn roll_back(connection: &mut WriteConnection) {
    if let Err(error) = run(connection, "ROLLBACK").await {
        tracing::debug!(%error, "nothing to roll back");
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use sqlx::sqlite::SqlitePoolOptions;

    use super::*;
    use crate::store::{
        connection::Connection,
        query::{dynamic_query, query},
    };

    async fn open() -> (SharedConnection, Arc<Writer>) {
        let pool = SqlitePoolOptions::new().max_connections(1).connect("sqlite::memory:").await;
        let connection = connect(&pool.unwrap(), Arc::default()).await.unwrap();
        let writer = Arc::new(start(Arc::clone(&connection)));
        write(&writer, "CREATE TABLE t (value CHECK (value < 9))").await.unwrap();
        (connection, writer)
    }

    /// Runs a statement in a transaction of its own.
    async fn write(writer: &Writer, text: &'static str) -> StoreResult<()> {
        let mut savepoint = writer.call(()).await?;
        let result = query(text).execute(&mut Connection::Sqlite(savepoint.as_mut())).await;
        savepoint.end(result.as_ref().err().map(errors::with_causes)).await?;
        result.map(drop)
    }

    async fn values(writer: &Writer) -> Vec<i64> {
        let mut savepoint = writer.call(()).await.unwrap();
        let query = dynamic_query("SELECT value FROM t ORDER BY value".to_owned());
        query.fetch_all(&mut Connection::Sqlite(savepoint.as_mut())).await.unwrap()
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
            let writer = Arc::clone(&writer);
            tokio::spawn(async move {
                let mut savepoint = writer.call(()).await.unwrap();
                let insert = query("INSERT INTO t VALUES (2)");
                insert.execute(&mut Connection::Sqlite(savepoint.as_mut())).await.unwrap();
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
}
