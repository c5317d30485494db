//! What serenity keeps open at the gateway, in tasks of its own: how each shard
//! is, and ending them all.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serenity::{
    all::{Client, ConnectionStage, ShardId, ShardManager},
    gateway::{ShardMessenger, ShardRunnerInfo, ShardRunnerMessage},
};
use tracing::{
    instrument::WithSubscriber as _,
    subscriber::{NoSubscriber, with_default},
};

use crate::discord::connected::Connected;

/// How long all connections to Discord may take to close.
const HANG_UP_WITHIN: Duration = Duration::from_secs(1);

/// How often it is looked at how the shards are.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How often it is looked at whether connections are closed.
const LOOK_WHILE_CLOSING: Duration = Duration::from_millis(10);

/// The close code with which a bot says that it leaves.
const LEAVING: u16 = 1000;

/// The connections to the gateway, as far as there are some.
#[derive(Debug, Default)]
pub(super) struct Shards(Mutex<Option<Open>>);

#[derive(Clone, Debug)]
struct Open {
    manager: Arc<ShardManager>,
    /// The gateway's address. Each shard holds a share of it for as long as it
    /// lives, and so does the queue in which shards wait to be started.
    address: Arc<tokio::sync::Mutex<String>>,
    /// The way to any shard there has been.
    messenger: Option<ShardMessenger>,
}

impl Open {
    /// Whether no shard holds a share of the address; the queue may.
    fn is_closed(&self) -> bool {
        let (own, queue) = (1, 1);
        Arc::strong_count(&self.address) <= own + queue
    }
}

impl Shards {
    /// Takes charge of all that this client will open.
    pub(super) fn set(&self, client: &Client) {
        let (manager, address) = (Arc::clone(&client.shard_manager), Arc::clone(&client.ws_url));
        *self.lock() = Some(Open { manager, address, messenger: None });
    }

    /// Tells how the shards are, for ever: serenity announces when one is
    /// connected, but not always when it no longer is.
    pub(super) async fn report(&self, connected: &Connected) {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            let Some(manager) = self.lock().as_ref().map(|open| Arc::clone(&open.manager)) else {
                continue;
            };
            let runners = manager.runners.lock().await;
            for (shard, _) in connected.lines() {
                let runner = runners.get(&ShardId(shard));
                connected.set(shard, runner.is_some_and(is_connected));
            }
            if let (Some(open), Some(runner)) = (self.lock().as_mut(), runners.values().next()) {
                open.messenger = Some(runner.runner_tx.clone());
            }
        }
    }

    /// Whether there ever was a connection, so that a session may have begun.
    pub(super) async fn were_any(&self) -> bool {
        let Some(open) = self.lock().clone() else { return false };
        open.messenger.is_some() || !open.manager.runners.lock().await.is_empty()
    }

    /// Closes all connections at once, and has none opened again. The client must
    /// be gone by then.
    pub(super) async fn hang_up(&self) {
        let Some(mut open) = self.lock().take() else { return };
        // Whoever is about to connect finds no way any more.
        open.address.lock().await.clear();
        let runners = std::mem::take(&mut *open.manager.runners.lock().await);
        // serenity would complain of those that are gone already.
        with_default(NoSubscriber::default(), || {
            for (shard, runner) in runners {
                let leave = ShardRunnerMessage::Shutdown(shard, LEAVING);
                runner.runner_tx.send_to_shard(leave);
                open.messenger = Some(runner.runner_tx);
            }
        });
        let closed = async {
            while !open.is_closed() {
                tokio::time::sleep(LOOK_WHILE_CLOSING).await;
            }
        };
        if tokio::time::timeout(HANG_UP_WITHIN, closed).await.is_err() {
            tracing::warn!("the connection to Discord did not end in time");
        }
        // Here too.
        tokio::spawn(end_queue(open).with_subscriber(NoSubscriber::default()));
    }

    fn lock(&self) -> MutexGuard<'_, Option<Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_connected(runner: &ShardRunnerInfo) -> bool {
    runner.stage == ConnectionStage::Connected
}

/// Ends the queue in which shards wait to be started; it would try for ever.
///
/// serenity tells it to end only after the shards that it knows, so one is put
/// back for a moment. Without any there never was a connection; then nothing is
/// hung up but where the program ends.
async fn end_queue(open: Open) {
    let Open { manager, messenger: Some(messenger), .. } = open else { return };
    let gone = ShardRunnerInfo {
        latency: None,
        runner_tx: messenger,
        stage: ConnectionStage::Disconnected,
    };
    *manager.runners.lock().await = HashMap::from([(ShardId(0), gone)]);
    tokio::join!(manager.shutdown_all(), async { manager.runners.lock().await.clear() });
}
