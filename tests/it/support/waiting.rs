//! Waiting for what nobody tells of, and addresses to listen on.

use std::{
    net::{SocketAddr, TcpListener},
    time::Duration,
};

/// How long anything may take, by the machine's clock, before it counts as
/// stuck.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Waits until something is so that nobody tells of.
pub(crate) async fn until(what: &str, is_so: impl Fn() -> bool) {
    let wait = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(PATIENCE, wait).await.unwrap_or_else(|_| panic!("never: {what}"));
}

/// An address that is free now, and that no outgoing connection is given, as
/// those come from 127.0.0.1.
pub(crate) fn free_address() -> SocketAddr {
    let host = [127, fastrand::u8(1..255), fastrand::u8(..), fastrand::u8(1..255)];
    TcpListener::bind(SocketAddr::from((host, 0))).unwrap().local_addr().unwrap()
}
