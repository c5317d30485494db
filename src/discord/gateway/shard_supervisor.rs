//! Supervises the shards that serenity runs in tasks of its own: tracks their status,
//! and closes their connections.

use std::{sync::Arc, time::Duration};

use parking_lot::Mutex;
use serenity::{
    all::{Client, ConnectionStage, ShardId, ShardManager},
    gateway::{ShardMessenger, ShardRunnerInfo, ShardRunnerMessage},
};
use tracing::{
    instrument::WithSubscriber as _,
    subscriber::{NoSubscriber, with_default},
};

use crate::features::ConnectionStatus;

/// How long closing all connections may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// How often the shards' status is polled.
const STATUS_INTERVAL: Duration = Duration::from_secs(1);

/// The WebSocket close code for a normal closure, which ends the session.
const NORMAL_CLOSURE: u16 = 1000;

/// The connections to the gateway, if there are any.
#[derive(Debug, Default)]
pub(super) struct ShardSupervisor(Mutex<Option<OpenShards>>);

#[derive(Clone, Debug)]
struct OpenShards {
    manager: Arc<ShardManager>,
    /// The gateway's URL, by which shards connect.
    ws_url: Arc<tokio::sync::Mutex<String>>,
    /// A messenger of any shard that has run.
    messenger: Option<ShardMessenger>,
}

impl ShardSupervisor {
    /// Supervises the connections of this client from now on.
    pub(super) fn attach(&self, client: &Client) {
        let (manager, ws_url) = (Arc::clone(&client.shard_manager), Arc::clone(&client.ws_url));
        *self.0.lock() = Some(OpenShards { manager, ws_url, messenger: None });
    }

    /// Polls the shards' status for ever: serenity sends an event when a shard
    /// connects, but not always when it disconnects.
    pub(super) async fn track_status(&self, connection: &ConnectionStatus) {
        loop {
            tokio::time::sleep(STATUS_INTERVAL).await;
            let Some(manager) = self.0.lock().as_ref().map(|open| Arc::clone(&open.manager)) else {
                continue;
            };
            let runners = manager.runners.lock().await;
            for (shard, _) in connection.shards() {
                let stage = runners.get(&ShardId(shard)).map(|runner| runner.stage);
                connection.set(shard, stage == Some(ConnectionStage::Connected));
            }
            if let (Some(open), Some(runner)) = (self.0.lock().as_mut(), runners.values().next()) {
                open.messenger = Some(runner.runner_tx.clone());
            }
        }
    }

    /// Whether a shard ever ran, so that a session may have been started.
    pub(super) async fn ever_connected(&self) -> bool {
        let Some(open) = self.0.lock().clone() else { return false };
        open.messenger.is_some() || !open.manager.runners.lock().await.is_empty()
    }

    /// Closes all connections at once, and prevents new ones. The client must have
    /// been dropped before. serenity alone would close them one after another, each for up to five
    /// seconds.
    pub(super) async fn close_all(&self) {
        let Some(OpenShards { manager, ws_url, messenger }) = self.0.lock().take() else { return };
        // Without a URL, shards that are about to connect fail.
        ws_url.lock().await.clear();
        let mut runners = manager.runners.lock().await;
        // serenity would log errors about shards that have already ended.
        with_default(NoSubscriber::default(), || {
            for (&shard, runner) in &*runners {
                runner.runner_tx.send_to_shard(ShardRunnerMessage::Shutdown(shard, NORMAL_CLOSURE));
            }
        });
        let is_empty = runners.is_empty();
        // serenity stops the queue in which shards wait to be started only after a shard. If none
        // ever ran, there is no messenger for one, and the queue ends with the program.
        if is_empty && let Some(runner_tx) = messenger {
            let stage = ConnectionStage::Disconnected;
            runners.insert(ShardId(0), ShardRunnerInfo { latency: None, runner_tx, stage });
        }
        drop(runners);
        // The queue would log errors about shards that it still knows.
        let closing = async move {
            tokio::join!(manager.shutdown_all(), async { manager.runners.lock().await.clear() })
        };
        let closing = tokio::spawn(closing.with_subscriber(NoSubscriber::default()));
        if !is_empty && tokio::time::timeout(CLOSE_TIMEOUT, closing).await.is_err() {
            tracing::warn!("closing the connections to Discord timed out");
        }
    }
}
