//! Supervises the shards that serenity runs in tasks of its own: tracks their status,
//! and closes their connections.

use std::{collections::HashMap, sync::Arc, time::Duration};

use parking_lot::Mutex;
use serenity::{
    all::{Client, ConnectionStage, ShardId, ShardManager},
    gateway::{ShardMessenger, ShardRunnerInfo, ShardRunnerMessage},
};
use tracing::{
    instrument::WithSubscriber as _,
    subscriber::{NoSubscriber, with_default},
};

use crate::service::ConnectionStatus;

/// How long closing all connections may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// How often the shards' status is polled.
const STATUS_INTERVAL: Duration = Duration::from_secs(1);

/// How often it is checked whether all connections are closed.
const CLOSE_POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The WebSocket close code for a normal closure, which ends the session.
const NORMAL_CLOSURE: u16 = 1000;

/// The connections to the gateway, if there are any.
#[derive(Debug, Default)]
pub(super) struct ShardSupervisor(Mutex<Option<OpenShards>>);

#[derive(Clone, Debug)]
struct OpenShards {
    manager: Arc<ShardManager>,
    /// The gateway's URL. Each running shard holds a clone of this `Arc`, and so does
    /// the queue in which shards wait to be started.
    ws_url: Arc<tokio::sync::Mutex<String>>,
    /// A messenger of any shard that has run.
    messenger: Option<ShardMessenger>,
}

impl OpenShards {
    /// Whether no shard holds a clone of `ws_url`; the queue may.
    fn is_closed(&self) -> bool {
        let (own, queue) = (1, 1);
        Arc::strong_count(&self.ws_url) <= own + queue
    }
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
                let runner = runners.get(&ShardId(shard));
                connection.set(shard, runner.is_some_and(is_connected));
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
    /// been dropped before. serenity would close them one after another, each for up to five
    /// seconds, and forget those that are just starting.
    pub(super) async fn close_all(&self) {
        let Some(mut open) = self.0.lock().take() else { return };
        // Without a URL, shards that are about to connect fail.
        open.ws_url.lock().await.clear();
        let runners = std::mem::take(&mut *open.manager.runners.lock().await);
        // serenity would log errors about shards that have already ended.
        with_default(NoSubscriber::default(), || {
            for (shard, runner) in runners {
                let shutdown = ShardRunnerMessage::Shutdown(shard, NORMAL_CLOSURE);
                runner.runner_tx.send_to_shard(shutdown);
                open.messenger = Some(runner.runner_tx);
            }
        });
        let closed = async {
            while !open.is_closed() {
                tokio::time::sleep(CLOSE_POLL_INTERVAL).await;
            }
        };
        if tokio::time::timeout(CLOSE_TIMEOUT, closed).await.is_err() {
            tracing::warn!("closing the connections to Discord timed out");
        }
        // Without logs, for the same reason.
        tokio::spawn(stop_queue(open).with_subscriber(NoSubscriber::default()));
    }
}

fn is_connected(runner: &ShardRunnerInfo) -> bool {
    runner.stage == ConnectionStage::Connected
}

/// Stops the queue in which shards wait to be started, which would otherwise retry
/// for ever.
///
/// serenity stops it only after shutting down the shards that it knows, so one is
/// put back for a moment. If no shard ever ran, there is no messenger for it, and the
/// queue ends with the program.
async fn stop_queue(open: OpenShards) {
    let OpenShards { manager, messenger: Some(messenger), .. } = open else { return };
    let ended = ShardRunnerInfo {
        latency: None,
        runner_tx: messenger,
        stage: ConnectionStage::Disconnected,
    };
    *manager.runners.lock().await = HashMap::from([(ShardId(0), ended)]);
    tokio::join!(manager.shutdown_all(), async { manager.runners.lock().await.clear() });
}
