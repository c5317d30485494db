//! The shards of one connection, which serenity runs in tasks of its own.
//!
//! They have a thread and a runtime for themselves: a shard whose socket has ended may go on reading
//! it for ever, without letting anything else run (serenity 0.12.5, `ShardRunner::run`, after a close
//! without a code, or with 4003, 4010 or 4011). When the runtime ends, all that serenity has begun
//! does.

use std::{ops::Range, sync::Arc, thread, time::Duration};

use futures_util::StreamExt as _;
use parking_lot::Mutex;
use serenity::{
    all::{
        ConnectionStage, Context, Event, GatewayIntents, OnlineStatus, RawEventHandler, ShardId,
        ShardManager, ShardManagerOptions,
    },
    async_trait,
    gateway::ShardRunnerMessage,
    http::Http,
    model::gateway::BotGateway,
};
use tokio::{
    runtime::{Builder, Handle},
    sync::{mpsc, oneshot},
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use tracing::{
    instrument::WithSubscriber as _,
    subscriber::{NoSubscriber, with_default},
};

use crate::features::ConnectionStatus;

/// How long closing all connections may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// How often the shards' status is polled.
const STATUS_INTERVAL: Duration = Duration::from_secs(1);

/// If the shards' thread takes longer to answer, one of them does not let it.
const MAX_HANG: Duration = Duration::from_secs(5);

/// How long a connected shard may take to show that it lives: three heartbeats. serenity connects
/// without a time limit, also anew, and says "connected" meanwhile. As long may pass until any
/// shard connects.
const MAX_STALL: Duration = Duration::from_secs(135);

/// How long the others may wait for one that does not connect: all start their sessions anew for it.
const MAX_WAIT: Duration = Duration::from_mins(30);

/// The WebSocket close code for a normal closure, which ends the session.
const NORMAL_CLOSURE: u16 = 1000;

/// The shards that are connected, or about to, if there are any.
#[derive(Debug, Default)]
pub(super) struct Shards(Mutex<Option<OpenShards>>);

#[derive(Clone, Debug)]
struct OpenShards {
    manager: Arc<ShardManager>,
    runtime: Handle,
    closing: CancellationToken,
    /// Cancelled when their thread has ended.
    ended: CancellationToken,
}

/// The events of shards, each with the number of its shard.
pub(super) type EventSender = mpsc::UnboundedSender<(u32, Event)>;

/// Queues events for the bot's thread. A task for each would wake that more often.
struct EventForwarder {
    events: EventSender,
    connection: ConnectionStatus,
}

#[async_trait]
impl RawEventHandler for EventForwarder {
    async fn raw_event(&self, ctx: Context, event: Event) {
        if matches!(event, Event::Ready(_) | Event::Resumed(_)) {
            self.connection.set(ctx.shard_id.0, true);
        }
        // `doctor` listens only until what it waits for has come.
        drop(self.events.send((ctx.shard_id.0, event)));
    }
}

impl Shards {
    /// Connects these of the shards that Discord asks for, and runs them until that fails.
    pub(super) async fn run(
        &self,
        http: Http,
        gateway: &BotGateway,
        shards: Range<u32>,
        connection: &ConnectionStatus,
        events: EventSender,
    ) -> anyhow::Result<()> {
        let forwarder = EventForwarder { events, connection: connection.clone() };
        let options = ShardManagerOptions {
            data: Arc::default(),
            // With one of these, serenity copies each event twice.
            event_handlers: Vec::new(),
            raw_event_handlers: vec![Arc::new(forwarder)],
            shard_index: shards.start,
            shard_init: shards.end - shards.start,
            shard_total: gateway.shards,
            ws_url: Arc::new(tokio::sync::Mutex::new(gateway.url.clone())),
            http: Arc::new(http),
            intents: GatewayIntents::empty(),
            presence: None,
        };
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (sender, failure) = oneshot::channel();
        let entered = runtime.enter();
        let (manager, mut failures) = ShardManager::new(options);
        drop(entered);
        manager.initialize()?;
        let open = OpenShards {
            manager: Arc::clone(&manager),
            runtime: runtime.handle().clone(),
            closing: CancellationToken::new(),
            ended: CancellationToken::new(),
        };
        let (closing, ended) = (open.closing.clone(), open.ended.clone().drop_guard());
        *self.0.lock() = Some(open);
        let work = async move {
            let failure = tokio::select! {
                failure = failures.next() => failure.unwrap_or(Ok(())),
                () = closing.cancelled() => Ok(()),
            };
            close(&manager).with_subscriber(NoSubscriber::default()).await;
            failure
        };
        thread::Builder::new().name("gateway".to_owned()).spawn(move || {
            // Nobody waits for it any more if the bot stops.
            drop(sender.send(runtime.block_on(work)));
            runtime.shutdown_background();
            drop(ended);
        })?;
        Ok(failure.await?.map_err(serenity::Error::Gateway)?)
    }

    /// Polls the shards' status: there is no event when a shard disconnects. Returns once their thread
    /// does not answer, or a shard stalls.
    pub(super) async fn track_status(&self, connection: &ConnectionStatus) -> anyhow::Error {
        let mut pulses = Pulses::default();
        // Not the time, in which the process may have been paused.
        let mut polled = Duration::ZERO;
        loop {
            sleep(STATUS_INTERVAL).await;
            polled += STATUS_INTERVAL;
            let Some(OpenShards { manager, runtime, .. }) = self.0.lock().clone() else { continue };
            let connection = connection.clone();
            let setting = runtime.spawn(async move {
                let runners = manager.runners.lock().await;
                let pulse = |(shard, _)| {
                    let runner = runners.get(&ShardId(shard));
                    let is_connected =
                        runner.is_some_and(|it| it.stage == ConnectionStage::Connected);
                    connection.set(shard, is_connected);
                    let latency = runner.filter(|_| is_connected).and_then(|it| it.latency);
                    Pulse { is_connected, latency }
                };
                connection.shards().into_iter().map(pulse).collect()
            });
            match timeout(MAX_HANG, setting).await {
                Err(_) => return anyhow::anyhow!("a shard hangs"),
                // The thread has ended.
                Ok(Err(_)) => {}
                Ok(Ok(latest)) => {
                    if pulses.have_stalled(polled, latest) {
                        return anyhow::anyhow!("a shard does not connect, or stay alive");
                    }
                }
            }
        }
    }

    /// Closes all connections at once, prevents new ones, and waits for the end of the shards'
    /// thread.
    pub(super) async fn close(&self) {
        let Some(OpenShards { manager, closing, ended, .. }) = self.0.lock().clone() else {
            return;
        };
        closing.cancel();
        // One that hangs ends, so that its thread can do anything else.
        drop(timeout(CLOSE_TIMEOUT, send_to_all(&manager, false)).await);
        ended.cancelled().await;
    }
}

/// What shows that a shard lives: that it connects, or that its latency is measured anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pulse {
    is_connected: bool,
    latency: Option<Duration>,
}

/// Each shard's pulse, and since when it has been the same.
#[derive(Debug, Default)]
struct Pulses {
    shards: Vec<(Pulse, Duration)>,
    /// The most that were connected at once.
    most: usize,
    /// When one was connected.
    alive_at: Duration,
}

impl Pulses {
    /// Records the pulses at a time. Returns whether one has been the same for too long. Shards
    /// connect one after another, so one that waits lives as long as more of them connect.
    fn have_stalled(&mut self, now: Duration, latest: Vec<Pulse>) -> bool {
        let connected = latest.iter().filter(|pulse| pulse.is_connected).count();
        let more_connect = connected > self.most;
        self.most = self.most.max(connected);
        if connected > 0 || self.shards.is_empty() {
            self.alive_at = now;
        }
        let since = |shard: usize, pulse: Pulse| match self.shards.get(shard) {
            Some((old, since)) if *old == pulse && (pulse.is_connected || !more_connect) => *since,
            _ => now,
        };
        let pulses = latest.into_iter().enumerate();
        self.shards = pulses.map(|(shard, pulse)| (pulse, since(shard, pulse))).collect();
        let is_over = |since, limit| now.saturating_sub(since) >= limit;
        let limit = |pulse: &Pulse| if pulse.is_connected { MAX_STALL } else { MAX_WAIT };
        is_over(self.alive_at, MAX_STALL)
            || self.shards.iter().any(|(pulse, since)| is_over(*since, limit(pulse)))
    }
}

/// Closes the connections. Runs on the shards' thread. serenity alone would close them one after
/// another, each for up to five seconds.
async fn close(manager: &ShardManager) {
    send_to_all(manager, true).await;
    // The queue would look for shards that it still knows.
    let closing = async {
        tokio::join!(manager.shutdown_all(), async { manager.runners.lock().await.clear() })
    };
    drop(timeout(CLOSE_TIMEOUT, closing).await);
}

/// Ends the shards whose connections have ended, and with `closes` the others, too. The status is
/// sent because that fails on an ended connection: a shard that closed one would hang.
async fn send_to_all(manager: &ShardManager, closes: bool) {
    let runners = manager.runners.lock().await;
    // serenity would log errors about shards that have already ended.
    with_default(NoSubscriber::default(), || {
        for (&shard, runner) in &*runners {
            let sender = &runner.runner_tx;
            sender.send_to_shard(ShardRunnerMessage::SetStatus(OnlineStatus::Online));
            if closes {
                sender.send_to_shard(ShardRunnerMessage::Shutdown(shard, NORMAL_CLOSURE));
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn connected(milliseconds: u64) -> Pulse {
        Pulse { is_connected: true, latency: Some(Duration::from_millis(milliseconds)) }
    }

    const WAITING: Pulse = Pulse { is_connected: false, latency: None };

    /// Whether these pulses, one each minute, end as a stall.
    fn have_stalled(minutes: &[&[Pulse]]) -> bool {
        let mut pulses = Pulses::default();
        let mut stalled = Vec::new();
        for (minute, latest) in (0..).zip(minutes) {
            stalled.push(pulses.have_stalled(Duration::from_mins(minute), latest.to_vec()));
        }
        assert!(!stalled[..stalled.len() - 1].contains(&true), "{stalled:?}");
        stalled.ends_with(&[true])
    }

    #[test]
    fn a_shard_whose_latency_is_not_measured_anew_has_stalled() {
        let (one, other) = ([connected(40)], [connected(41)]);
        assert!(!have_stalled(&[&one[..], &other].repeat(20)));
        assert!(!have_stalled(&[&one[..]; 3]));
        assert!(have_stalled(&[&one[..]; 4]));
    }

    #[test]
    fn shards_of_which_none_connects_have_stalled() {
        let none: &[Pulse] = &[WAITING, WAITING];
        assert!(!have_stalled(&[none; 3]));
        assert!(have_stalled(&[none; 4]));
    }

    #[test]
    fn others_wait_half_an_hour_for_one_that_does_not_connect() {
        let [none, one, other] =
            [[WAITING, WAITING], [connected(1), WAITING], [connected(2), WAITING]];
        let connecting = [&none[..], &one];
        let waiting = [&other[..], &one].repeat(15);
        assert!(!have_stalled(&[&connecting[..], &waiting[..29]].concat()));
        assert!(have_stalled(&[&connecting[..], &waiting].concat()));
        let reconnecting = [&one[..], &none].repeat(15);
        assert!(!have_stalled(&[&connecting[..], &reconnecting[..29]].concat()));
        assert!(have_stalled(&[&connecting[..], &reconnecting].concat()));
    }
}
