//! The shards of one connection, which serenity runs in tasks of its own.
//!
//! They have a thread and a runtime for themselves: a shard whose socket has ended may go on reading
//! it for ever, without letting anything else run (serenity 0.12.5, `ShardRunner::run`, after a close
//! without a code, or with 4003, 4010 or 4011). When the runtime ends, all that serenity has begun
//! does.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::Duration,
};

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

use super::event::ShardEvent;
use crate::features::ConnectionStatus;

/// How long closing all connections may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// How often the shards' status is polled.
const STATUS_INTERVAL: Duration = Duration::from_secs(1);

/// If the shards' thread takes longer to answer, one of them does not let it.
const MAX_HANG: Duration = Duration::from_secs(5);

/// How long it may take until any shard connects.
const MAX_STALL: Duration = Duration::from_secs(135);

/// How long a shard counts as connected without showing that it lives. A connection that was lost is
/// noticed after two heartbeats, and its shard lives again a third one later.
const MAX_SILENCE: Duration = Duration::from_secs(150);

/// After that, all shards connect anew. serenity connects without a time limit, also anew, and says
/// "connected" meanwhile.
const MAX_SILENT_STALL: Duration = Duration::from_secs(200);

/// After so many connections in a row in which no shard has shown that it lives, the bot had better
/// be started again.
const MAX_DEAD_CONNECTIONS: u32 = 2;

/// How long the others may wait for one that does not connect: all start their sessions anew for it.
const MAX_WAIT: Duration = Duration::from_mins(30);

/// The WebSocket close code for a normal closure, which ends the session.
const NORMAL_CLOSURE: u16 = 1000;

/// The shards that are connected, or about to, if there are any.
#[derive(Debug, Default)]
pub(super) struct Shards {
    open: Mutex<Option<OpenShards>>,
    /// The connections in a row in which no shard has shown that it lives.
    dead_connections: AtomicU32,
    /// Those whose session was resumed since the last poll.
    resumed: Arc<Mutex<Vec<u32>>>,
}

#[derive(Clone, Debug)]
struct OpenShards {
    manager: Arc<ShardManager>,
    runtime: Handle,
    closing: CancellationToken,
    /// Cancelled when their thread has ended.
    ended: CancellationToken,
}

/// The events of shards, each with the number of its shard.
pub(super) type EventSender = mpsc::UnboundedSender<(u32, ShardEvent)>;

/// Queues events for the bot's thread. A task for each would wake that more often.
struct EventForwarder {
    events: EventSender,
    connection: ConnectionStatus,
    resumed: Arc<Mutex<Vec<u32>>>,
}

#[async_trait]
impl RawEventHandler for EventForwarder {
    async fn raw_event(&self, ctx: Context, event: Event) {
        if matches!(event, Event::Ready(_) | Event::Resumed(_)) {
            self.connection.set(ctx.shard_id.0, true);
        }
        if matches!(event, Event::Resumed(_)) {
            self.resumed.lock().push(ctx.shard_id.0);
        }
        if let Some(event) = ShardEvent::read(event) {
            // Nobody listens any more if the bot stops.
            drop(self.events.send((ctx.shard_id.0, event)));
        }
    }
}

impl Shards {
    /// Connects the shards that Discord asks for, and runs them until that fails.
    pub(super) async fn run(
        &self,
        http: Http,
        gateway: &BotGateway,
        connection: &ConnectionStatus,
        events: EventSender,
    ) -> anyhow::Result<()> {
        let (connection, resumed) = (connection.clone(), Arc::clone(&self.resumed));
        let forwarder = EventForwarder { events, connection, resumed };
        let options = ShardManagerOptions {
            data: Arc::default(),
            // With one of these, serenity copies each event twice.
            event_handlers: Vec::new(),
            raw_event_handlers: vec![Arc::new(forwarder)],
            shard_index: 0,
            shard_init: gateway.shards,
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
        *self.open.lock() = Some(open);
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
        self.resumed.lock().clear();
        loop {
            sleep(STATUS_INTERVAL).await;
            let Some(OpenShards { manager, runtime, .. }) = self.open.lock().clone() else {
                continue;
            };
            let numbers = connection.shards();
            let polling = runtime.spawn(async move {
                let runners = manager.runners.lock().await;
                let pulse = |(shard, _)| {
                    let runner = runners.get(&ShardId(shard));
                    let is_connected =
                        runner.is_some_and(|it| it.stage == ConnectionStage::Connected);
                    let latency = runner.filter(|_| is_connected).and_then(|it| it.latency);
                    Pulse { is_connected, latency }
                };
                numbers.into_iter().map(pulse).collect::<Vec<_>>()
            });
            let latest = match timeout(MAX_HANG, polling).await {
                Err(_) => return anyhow::anyhow!("a shard hangs"),
                // The thread has ended.
                Ok(Err(_)) => continue,
                Ok(Ok(latest)) => latest,
            };
            let resumed = std::mem::take(&mut *self.resumed.lock());
            let have_stalled = pulses.have_stalled(STATUS_INTERVAL, &latest, &resumed);
            for ((number, pulse), shard) in (0..).zip(&latest).zip(&pulses.shards) {
                // One that is silent may be connected in name only.
                connection.set(number, pulse.is_connected && shard.silent < MAX_SILENCE);
            }
            if pulses.have_lived {
                self.dead_connections.store(0, Ordering::Relaxed);
            }
            if have_stalled {
                let is_dead = !pulses.have_lived && connection.api_responds();
                self.dead_connections.fetch_add(is_dead.into(), Ordering::Relaxed);
                return anyhow::anyhow!("a shard does not connect, or stay alive");
            }
        }
    }

    /// Whether connections end again and again before any shard has shown that it lives.
    pub(super) fn keep_dying(&self) -> bool {
        self.dead_connections.load(Ordering::Relaxed) >= MAX_DEAD_CONNECTIONS
    }

    /// Closes all connections at once, prevents new ones, and waits for the end of the shards'
    /// thread.
    pub(super) async fn close(&self) {
        let Some(OpenShards { manager, closing, ended, .. }) = self.open.lock().clone() else {
            return;
        };
        closing.cancel();
        // One that hangs ends, so that its thread can do anything else.
        drop(timeout(CLOSE_TIMEOUT, send_to_all(&manager, false)).await);
        ended.cancelled().await;
    }
}

/// What a poll shows of a shard. It lives if its latency is measured anew, or its session resumed.
#[derive(Clone, Copy, Debug)]
struct Pulse {
    is_connected: bool,
    latency: Option<Duration>,
}

/// How long nothing has shown that shards live. The time is that of polls: the process may have been
/// paused.
#[derive(Debug, Default)]
struct Pulses {
    shards: Vec<ShardPulse>,
    /// The most that were connected at once.
    most: usize,
    /// How long none has been connected.
    alone: Duration,
    /// Whether one has shown that it lives.
    have_lived: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct ShardPulse {
    latency: Option<Duration>,
    /// How long it has been connected, with whatever interruptions, since it last showed that it
    /// lives: serenity resumes sessions without a pause, and says "connected" meanwhile.
    silent: Duration,
    /// How long it has not been connected while no more shards connected than ever before. They
    /// connect one after another.
    waiting: Duration,
}

impl Pulses {
    /// Records a poll. Returns whether a shard has stalled.
    fn have_stalled(&mut self, interval: Duration, latest: &[Pulse], resumed: &[u32]) -> bool {
        let connected = latest.iter().filter(|pulse| pulse.is_connected).count();
        let more_connect = connected > self.most;
        self.most = self.most.max(connected);
        self.alone = if connected > 0 { Duration::ZERO } else { self.alone + interval };
        self.shards.resize(latest.len(), ShardPulse::default());
        for ((number, shard), pulse) in (0..).zip(&mut self.shards).zip(latest) {
            if resumed.contains(&number) {
                shard.silent = Duration::ZERO;
            }
            if pulse.latency.is_some() && pulse.latency != shard.latency {
                *shard = ShardPulse { latency: pulse.latency, ..ShardPulse::default() };
                self.have_lived = true;
            } else if pulse.is_connected {
                (shard.silent, shard.waiting) = (shard.silent + interval, Duration::ZERO);
            } else {
                shard.waiting =
                    if more_connect { Duration::ZERO } else { shard.waiting + interval };
            }
        }
        self.alone >= MAX_STALL
            || self.shards.iter().any(|it| it.silent >= MAX_SILENT_STALL || it.waiting >= MAX_WAIT)
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
        let poll = |latest: &&[Pulse]| pulses.have_stalled(Duration::from_mins(1), latest, &[]);
        let stalled: Vec<_> = minutes.iter().map(poll).collect();
        assert!(!stalled[..stalled.len() - 1].contains(&true), "{stalled:?}");
        stalled.ends_with(&[true])
    }

    #[test]
    fn a_shard_whose_latency_is_not_measured_anew_has_stalled() {
        let (one, other) = ([connected(40)], [connected(41)]);
        assert!(!have_stalled(&[&one[..], &other].repeat(20)));
        assert!(!have_stalled(&[&one[..]; 4]));
        assert!(have_stalled(&[&one[..]; 5]));
    }

    #[test]
    fn a_shard_that_only_connects_again_and_again_has_stalled() {
        let (up, down) = ([Pulse { latency: None, ..connected(0) }], [WAITING]);
        let reconnecting = [&up[..], &down].repeat(4);
        assert!(!have_stalled(&reconnecting[..6]));
        assert!(have_stalled(&reconnecting[..7]));
        let mut pulses = Pulses::default();
        let mut poll = |latest, resumed: &[u32]| {
            assert!(!pulses.have_stalled(Duration::from_mins(1), latest, resumed));
            (pulses.shards[0].silent >= MAX_SILENCE, pulses.have_lived)
        };
        assert_eq!([poll(&up, &[]), poll(&up, &[])], [(false, false); 2]);
        assert_eq!([poll(&up, &[]), poll(&up, &[0])], [(true, false), (false, false)]);
        assert_eq!([poll(&up, &[]), poll(&up, &[])], [(false, false), (true, false)]);
        assert_eq!(poll(&[connected(40)], &[]), (false, true));
    }

    #[test]
    fn shards_of_which_none_connects_have_stalled() {
        let none: &[Pulse] = &[WAITING, WAITING];
        assert!(!have_stalled(&[none; 2]));
        assert!(have_stalled(&[none; 3]));
    }

    #[test]
    fn others_wait_half_an_hour_for_one_that_does_not_connect() {
        let [none, one, other] =
            [[WAITING, WAITING], [connected(1), WAITING], [connected(2), WAITING]];
        let connecting = [&none[..], &one];
        let waiting = [&other[..], &one].repeat(15);
        assert!(!have_stalled(&[&connecting[..], &waiting[..29]].concat()));
        assert!(have_stalled(&[&connecting[..], &waiting].concat()));
        let (three, four) = ([connected(3), WAITING], [connected(4), WAITING]);
        let reconnecting = [&three[..], &none, &four, &none].repeat(8);
        assert!(!have_stalled(&[&connecting[..], &reconnecting[..29]].concat()));
        assert!(have_stalled(&[&connecting[..], &reconnecting[..30]].concat()));
    }
}
