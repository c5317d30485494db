//! Batching of requests into one statement.
//!
//! Every statement costs a round trip to SQLite's thread, which takes longer than the
//! statement itself. So requests that arrive while the database is busy are collected
//! and served by one statement.

use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};

use crate::{
    errors,
    store::{Connection, StoreError},
};

const MAX_BATCH: usize = 128;

/// Collects requests into batches. Clones share one queue, which is served until the
/// last of them is dropped.
#[derive(Debug)]
pub(super) struct Batcher<Request, Response> {
    queue: mpsc::Sender<BatchItem<Request, Response>>,
}

/// A request, and where its response goes.
pub(super) struct BatchItem<Request, Response> {
    pub(super) request: Request,
    reply: oneshot::Sender<Result<Response, StoreError>>,
}

impl<Request, Response> Clone for Batcher<Request, Response> {
    fn clone(&self) -> Self {
        Self { queue: self.queue.clone() }
    }
}

impl<Request: Send + 'static, Response: Send + 'static> Batcher<Request, Response> {
    /// Spawns a task that calls `process` with all requests that are waiting, up to
    /// [`MAX_BATCH`].
    pub(super) fn start<Fut>(
        mut process: impl FnMut(Vec<BatchItem<Request, Response>>) -> Fut + Send + 'static,
    ) -> Self
    where
        Fut: Future<Output = ()> + Send,
    {
        let (queue, mut requests) = mpsc::channel(MAX_BATCH);
        tokio::spawn(async move {
            loop {
                let mut batch = Vec::new();
                if requests.recv_many(&mut batch, MAX_BATCH).await == 0 {
                    return;
                }
                process(batch).await;
            }
        });
        Self { queue }
    }

    /// Queues a request and waits for its response.
    pub(super) async fn call(&self, request: Request) -> Result<Response, StoreError> {
        let (reply, response) = oneshot::channel();
        let item = BatchItem { request, reply };
        self.queue.send(item).await.map_err(|_| StoreError::Closed)?;
        response.await.map_err(|_| StoreError::Closed)?
    }
}

impl<Request, Response> BatchItem<Request, Response> {
    /// Whether the caller has stopped waiting.
    pub(super) fn is_cancelled(&self) -> bool {
        self.reply.is_closed()
    }

    /// Sends the response. The caller may have stopped waiting for it.
    pub(super) fn respond(self, response: Result<Response, StoreError>) {
        self.reply.send(response).unwrap_or_else(drop);
    }
}

/// Serves each request alone, after the statement for all of them failed: so only those
/// at fault fail. If one finds the database locked, the rest fail without waiting again.
pub(super) async fn serve_alone<Request: Sync, Response>(
    connection: &mut Connection<'_>,
    batch: Vec<BatchItem<Request, Response>>,
    failure: StoreError,
    serve: impl for<'c> Fn(
        &'c mut Connection<'_>,
        &'c Request,
    ) -> BoxFuture<'c, Result<Response, StoreError>>,
) {
    let mut locked = failure.is_lock().then(|| errors::with_causes(failure));
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
