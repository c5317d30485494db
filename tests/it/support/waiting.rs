//! Waiting by polling, and free addresses to listen on.

use std::{
    net::{SocketAddr, TcpListener},
    time::Duration,
};

/// How long anything may take in real time before it counts as stuck.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// The pause between two looks at a condition.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Polls until a condition holds. Panics with `what` after [`TIMEOUT`].
pub(crate) async fn wait_until(what: &str, condition: impl Fn() -> bool) {
    wait_until_async(what, async || condition()).await;
}

/// Like [`wait_until`], for a condition that is itself looked up.
pub(crate) async fn wait_until_async(what: &str, condition: impl AsyncFnMut() -> bool) {
    wait_within(TIMEOUT, what, condition).await;
}

/// Like [`wait_until_async`], with a timeout of its own.
pub(crate) async fn wait_within(
    timeout: Duration,
    what: &str,
    mut condition: impl AsyncFnMut() -> bool,
) {
    let wait = async {
        while !condition().await {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    tokio::time::timeout(timeout, wait).await.unwrap_or_else(|_| panic!("never: {what}"));
}

/// Asserts that a condition holds for this long in real time: that something does not
/// happen of which nothing else can be observed.
pub(crate) async fn assert_lasts(time: Duration, what: &str, condition: impl Fn() -> bool) {
    let check = async {
        while condition() {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    assert!(tokio::time::timeout(time, check).await.is_err(), "no longer: {what}");
}

/// An address that is free now. Outgoing connections never take it, as they are bound
/// to 127.0.0.1.
pub(crate) fn free_address() -> SocketAddr {
    let host = [127, fastrand::u8(1..255), fastrand::u8(..), fastrand::u8(1..255)];
    TcpListener::bind(SocketAddr::from((host, 0))).unwrap().local_addr().unwrap()
}

#[tokio::test]
#[should_panic(expected = "never: pigs fly")]
async fn a_wait_that_is_never_over_fails() {
    wait_within(Duration::ZERO, "pigs fly", async || false).await;
}

#[tokio::test]
#[should_panic(expected = "no longer: it is quiet")]
async fn a_condition_that_does_not_last_fails() {
    assert_lasts(TIMEOUT, "it is quiet", || false).await;
}
