//! Interactions over signed HTTP POST, to one or more replicas.

mod half_sent;
mod presses;
mod proxy;
mod rejected;
mod replicas;
mod requests;
mod shutdown;

use crate::support::TestBot;

/// Starts a bot with this many replicas, which get interactions in turn.
async fn open(name: &str, replicas: usize) -> TestBot {
    TestBot::builder(name).http(replicas).open().await
}
