//! Batching of requests into one statement, and one wait for the disk.
//!
//! Every statement costs a round trip to SQLite's thread, which takes longer than the
//! statement itself. So requests that arrive while the database is busy are collected
//! and served by one statement. With 64 games at once, moves that are loaded and stored one by one
//! take 1.27 times as much of the processor by the gateway, 1.7 times by HTTP, where 2,800 instead
//! of 5,000 are stored in a second.

use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::{
    sync::{mpsc, oneshot},
    task::yield_now,
};

use crate::{
    errors,
    store::{
        prelude::*,
        sqlite::{LOCK_TIMEOUT, writer::SharedConnection},
    },
};

/// How many requests are served together, limited to bound latency.
pub(super) const MAX_BATCH: usize = 128;

/// Collects requests into batches, which are served until it is dropped.
#[derive(Debug)]
pub(in crate::store) struct Batcher<Request, Response> {
    queue: mpsc::Sender<BatchItem<Request, Response>>,
}

/// A request, and where its response goes.
pub(in crate::store) struct BatchItem<Request, Response> {
    pub(in crate::store) request: Request,
    reply: oneshot::Sender<StoreResult<Response>>,
}

impl<Request: Send + 'static, Response: Send + 'static> Batcher<Request, Response> {
    /// With the requests, which nobody serves yet.
    pub(super) fn new() -> (Self, mpsc::Receiver<BatchItem<Request, Response>>) {
        let (queue, requests) = mpsc::channel(MAX_BATCH);
        (Self { queue }, requests)
    }

    /// Spawns a task that calls `process` with all requests that are waiting, up to
    /// [`MAX_BATCH`].
    pub(in crate::store) fn start<Fut>(
        mut process: impl FnMut(Vec<BatchItem<Request, Response>>) -> Fut + Send + 'static,
    ) -> Self
    where
        Fut: Future<Output = ()> + Send,
    {
        let (batcher, mut requests) = Self::new();
        tokio::spawn(async move {
            while let Some(first) = requests.recv().await {
                let mut batch = vec![first];
                // So that all who are about to ask do it now.
                yield_now().await;
                if !requests.is_empty() {
                    requests.recv_many(&mut batch, MAX_BATCH - 1).await;
                }
                process(batch).await;
            }
        });
        batcher
    }

    /// Queues a request and waits for its response.
    pub(in crate::store) async fn call(&self, request: Request) -> StoreResult<Response> {
        let (reply, response) = oneshot::channel();
        self.queue.send(BatchItem { request, reply }).await.map_err(|_| StoreError::Closed)?;
        response.await.map_err(|_| StoreError::Closed)?
    }
}

impl<Request, Response> BatchItem<Request, Response> {
    /// Whether the caller has stopped waiting.
    pub(in crate::store) fn is_given_up(&self) -> bool {
        self.reply.is_closed()
    }

    /// Sends the response. The caller may have stopped waiting for it.
    pub(in crate::store) fn respond(self, response: StoreResult<Response>) {
        self.reply.send(response).unwrap_or_else(drop);
    }
}

/// Serves each request alone, as there is only one, or after the statement for all of them failed:
/// so only those at fault fail. If one finds the database locked, the rest fail without waiting again.
pub(in crate::store) async fn serve_alone<Request: Sync, Response>(
    connection: &mut Connection<'_>,
    batch: Vec<BatchItem<Request, Response>>,
    failure: Option<StoreError>,
    serve: impl for<'c> Fn(&'c mut Connection<'_>, &'c Request) -> BoxFuture<'c, StoreResult<Response>>,
) {
    let mut locked = failure.filter(StoreError::is_lock).map(errors::with_causes);
    for item in batch {
        let response = match &locked {
            Some(reason) => Err(StoreError::Locked(reason.clone())),
            None => serve(connection, &item.request).await,
        };
        if let Err(error) = &response
            && error.is_lock()
        {
            locked = Some(errors::with_causes(error));
        }
        item.respond(response);
    }
}

pub(in crate::store) fn refuse<Request, Response>(
    batch: impl IntoIterator<Item = BatchItem<Request, Response>>,
    error: StoreError,
) {
    let reason = errors::with_causes(error);
    for item in batch {
        item.respond(Err(StoreError::NotCommitted(reason.clone())));
    }
}

/// How long a purge waits for readers. Moves wait as long.
const PURGE_TIMEOUT: Duration = Duration::from_millis(50);

/// Purges the write-ahead log, which holds pages as they were before a deletion. A checkpoint that
/// truncates it keeps new writes waiting while others still read from it. So it is given up soon,
/// and tried again later. Returns `false` if another connection is in the way.
pub(super) async fn purge(shared: SharedConnection) -> StoreResult<bool> {
    let mut shared = shared.lock().await;
    shared.check().await?;
    let connection = &mut Connection::Sqlite(&mut shared.sqlite);
    set_lock_timeout(connection, PURGE_TIMEOUT).await?;
    // The first column is 1 if a lock was in the way.
    let truncated = query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one::<i64>(connection).await;
    set_lock_timeout(connection, LOCK_TIMEOUT).await?;
    match truncated {
        Ok(is_busy) => Ok(is_busy == 0),
        Err(error) if error.is_lock() => Ok(false),
        Err(error) => Err(error),
    }
}

async fn set_lock_timeout(connection: &mut Connection<'_>, timeout: Duration) -> StoreResult<()> {
    let milliseconds = timeout.as_millis();
    // A PRAGMA takes no parameters.
    dynamic_query(format!("PRAGMA busy_timeout = {milliseconds}")).execute(connection).await?;
    Ok(())
}
