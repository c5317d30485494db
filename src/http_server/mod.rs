//! An HTTP/1.1 server with a limit on connections, and on how long a client may take to
//! send a request. `axum::serve` has neither.

mod connections;
#[cfg(test)]
mod tests;

use std::{io, net::SocketAddr, pin::pin, sync::Arc, task::Poll, time::Duration};

use axum::{Router, body::Body, extract::Request, http::Response};
use connections::{ConnectionSlot, Connections};
use futures_util::{StreamExt as _, stream::poll_fn};
use hyper::{
    body::{Body as _, Incoming},
    server::conn::http1,
    service::{Service as _, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    time::sleep,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// The pause after a connection could not be accepted, usually because there are no
/// file descriptors left.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_secs(1);

/// How long binding waits for an address that is in use. The bot takes up to 13 seconds to
/// stop.
const BIND_TIMEOUT: Duration = Duration::from_secs(15);

/// The pause before an address that is in use is tried again.
const BIND_RETRY_DELAY: Duration = Duration::from_millis(250);

/// The longest head of a request, in bytes. By default hyper buffers up to 408 KiB of one.
const MAX_BUFFER: usize = 16 * 1024;

/// What a server's clients may take.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// The most connections at once. Beyond it, a new connection closes the one that
    /// has waited longest for its client to send a whole request.
    pub connections: usize,
    /// How long a connection may take to send the head of its first request.
    pub first_request: Duration,
    /// How long it may take to send the head of another.
    pub next_request: Duration,
}

impl ServerLimits {
    /// The default timeouts. Load balancers usually keep a connection for up to a
    /// minute, and should be the first to close it.
    pub const fn new(connections: usize) -> Self {
        let (first_request, next_request) = (Duration::from_secs(5), Duration::from_secs(75));
        Self { connections, first_request, next_request }
    }
}

/// Binds an address. If it is in use, this waits for a while: another process of the
/// bot may be about to stop.
pub async fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let mut left = BIND_TIMEOUT;
    loop {
        match TcpListener::bind(address).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && !left.is_zero() => {
                if left == BIND_TIMEOUT {
                    let seconds = left.as_secs();
                    tracing::warn!(%address, "the address is in use; waiting for up to {seconds} s");
                }
                sleep(BIND_RETRY_DELAY).await;
                left = left.saturating_sub(BIND_RETRY_DELAY);
            }
            bound => return bound,
        }
    }
}

/// Serves requests until `shutdown` completes, then finishes those in flight.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: ServerLimits,
    shutdown: impl Future<Output = ()>,
) {
    let connections = Arc::new(Connections::new(limits.connections));
    let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
    let accepting = async {
        loop {
            let stream = accept(&listener).await;
            let slot = connections.admit().await;
            let router = router.clone();
            tasks.spawn(serve_connection(stream, router, limits, slot, stop.clone()));
        }
    };
    tokio::select! {
        () = accepting => {}
        () = shutdown => {}
    }
    drop(listener);
    stop.cancel();
    tasks.close();
    tasks.wait().await;
}

async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "TCP_NODELAY cannot be set");
                }
                return stream;
            }
            Err(error) if is_of_connection(&error) => {}
            Err(error) => {
                tracing::error!(%error, "connections cannot be accepted");
                sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
}

/// Whether the error is one connection's, which its client has given up.
fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn serve_connection(
    stream: TcpStream,
    router: Router,
    limits: ServerLimits,
    slot: ConnectionSlot,
    stop: CancellationToken,
) {
    let (router, slot) = (TowerToHyperService::new(router), &Arc::new(slot));
    let service = service_fn(move |request: Request<Incoming>| {
        let in_flight = slot.begin_request();
        let response = router.call(request.map(|body| report_received(body, Arc::clone(slot))));
        async move {
            let response: Result<Response<Body>, _> = response.await;
            drop(in_flight);
            response
        }
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.next_request)
            .max_buf_size(MAX_BUFFER)
            .serve_connection(TokioIo::new(stream), service)
    );
    let served = tokio::select! {
        biased;
        () = slot.evicted() => Ok(()),
        () = first_request_overdue(limits, slot) => Ok(()),
        served = connection.as_mut() => served,
        () = stop.cancelled() => {
            // Without a request, nothing is left to finish.
            if slot.is_handling_request() {
                connection.as_mut().graceful_shutdown();
                connection.await
            } else {
                Ok(())
            }
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection failed");
    }
}

/// The body of a request, which tells the slot when all of it was received.
fn report_received(body: Incoming, slot: Arc<ConnectionSlot>) -> Body {
    if body.is_end_stream() {
        slot.body_received();
        return Body::empty();
    }
    let mut data = Body::new(body).into_data_stream();
    Body::from_stream(poll_fn(move |context| {
        let next = data.poll_next_unpin(context);
        if matches!(next, Poll::Ready(None)) {
            slot.body_received();
        }
        next
    }))
}

/// Completes if the connection has not sent a request in time.
async fn first_request_overdue(limits: ServerLimits, slot: &ConnectionSlot) {
    sleep(limits.first_request).await;
    if slot.has_sent_request() {
        std::future::pending::<()>().await;
    }
}
