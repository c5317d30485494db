//! Waiting by polling, and free addresses to listen on.

use std::{
    net::{SocketAddr, TcpListener},
    time::Duration,
};

/// How long anything may take in real time before it counts as stuck.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// Polls until a condition holds. Panics with `what` after [`TIMEOUT`].
pub(crate) async fn wait_until(what: &str, condition: impl Fn() -> bool) {
    wait_until_async(what, async || condition()).await;
}

/// Like [`wait_until`], for a condition that is itself looked up.
pub(crate) async fn wait_until_async(what: &str, mut condition: impl AsyncFnMut() -> bool) {
    let wait = async {
        while !condition().await {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, wait).await.unwrap_or_else(|_| panic!("never: {what}"));
}

/// An address that is free now. Outgoing connections never take it, as they are bound
/// to 127.0.0.1.
pub(crate) fn free_address() -> SocketAddr {
    let host = [127, fastrand::u8(1..255), fastrand::u8(..), fastrand::u8(1..255)];
    TcpListener::bind(SocketAddr::from((host, 0))).unwrap().local_addr().unwrap()
}
