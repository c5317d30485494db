//! An HTTP/1.1 server with a limit on connections, and on how long a client may take to send the
//! head of a request: `axum::serve` has neither, and `axum-server` lacks the limit and brings
//! HTTP/2.

#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    serve::{Listener as _, ListenerExt as _},
};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{net::TcpListener, sync::Semaphore, time::timeout};

/// The longest head of a request, in bytes. By default hyper buffers up to 408 KiB of one.
const MAX_BUFFER: usize = 16 * 1024;

/// How long requests in flight may take at the end. Discord waits three seconds.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves requests until `shutdown` completes, then finishes those in flight.
///
/// Of more than `max_connections` at once, others wait until one of them is closed. A connection may
/// take as long as `head_timeout` to send the head of its next request, and so be idle.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    max_connections: usize,
    head_timeout: Duration,
    shutdown: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head_timeout).max_buf_size(MAX_BUFFER);
    let mut listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY cannot be set");
        }
    });
    let permits = Arc::new(Semaphore::new(max_connections));
    let connections = GracefulShutdown::new();
    let accepting = async {
        loop {
            // Before it is accepted: what waits in the kernel takes no file descriptor.
            let permit = Arc::clone(&permits).acquire_owned().await;
            let (stream, _) = listener.accept().await;
            let service = TowerToHyperService::new(router.clone());
            let connection = http.serve_connection(TokioIo::new(stream), service);
            let connection = connections.watch(connection);
            tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::debug!(%error, "a connection failed");
                }
                drop(permit);
            });
        }
    };
    tokio::select! {
        () = accepting => {}
        () = shutdown => {}
    }
    drop(listener);
    if timeout(SHUTDOWN_TIMEOUT, connections.shutdown()).await.is_err() {
        tracing::debug!("some requests were not finished");
    }
}
