//! What all connections share.

pub(crate) mod command_registry;
pub(crate) mod component;
pub(crate) mod create_message;
pub(crate) mod event_stream;
pub(crate) mod files;
pub(crate) mod ids;
pub(crate) mod mentions;
pub(crate) mod message;
pub(crate) mod model;
pub(crate) mod outcome;
pub(crate) mod world;

use std::{
    net::SocketAddr,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::sync::watch;

use crate::{
    Options,
    faults::Faults,
    gateway::{identify_limit::Starts, sessions::Sessions},
    interactions::webhook_delivery::Endpoints,
    recorder::Recorder,
    rest::rate_limits::Limits,
    state::{event_stream::Event, world::World},
};
use clock::{Clock, Timestamp};

/// The running playground, behind its connections and its handle.
///
/// Whoever needs more than one of the locks takes them in this order: world,
/// sessions, any other.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) clock: Clock,
    pub(crate) token: String,
    pub(crate) address: SocketAddr,
    pub(crate) limits: Option<Mutex<Limits>>,
    shards: AtomicU64,
    pub(crate) records: bool,
    pub(crate) endpoints: Endpoints,
    pub(crate) stopping: watch::Sender<bool>,
    world: Mutex<World>,
    sessions: Mutex<Sessions>,
    starts: Mutex<Starts>,
    faults: Mutex<Faults>,
    recorder: Mutex<Recorder>,
}

impl Shared {
    pub(crate) fn new(options: Options, address: SocketAddr, recorder: Recorder) -> Self {
        let Options { clock, token, rate_limits, shards, keep_connections, .. } = options;
        let world = World::new(clock.now(), &format!("http://{address}"));
        Self {
            clock,
            token,
            address,
            limits: rate_limits.then(Mutex::default),
            shards: AtomicU64::new(shards),
            records: recorder.is_on(),
            endpoints: Endpoints::new(keep_connections),
            stopping: watch::Sender::new(false),
            world: Mutex::new(world),
            sessions: Mutex::default(),
            starts: Mutex::default(),
            faults: Mutex::default(),
            recorder: Mutex::new(recorder),
        }
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        locked(&self.world)
    }

    pub(crate) fn sessions(&self) -> MutexGuard<'_, Sessions> {
        locked(&self.sessions)
    }

    /// How many shards the bot is to have.
    pub(crate) fn shards(&self) -> u64 {
        self.shards.load(Ordering::Relaxed)
    }

    pub(crate) fn ask_for_shards(&self, shards: u64) {
        self.shards.store(shards, Ordering::Relaxed);
    }

    pub(crate) fn starts(&self) -> MutexGuard<'_, Starts> {
        locked(&self.starts)
    }

    /// Whether this is the bot's token, and still worth something.
    pub(crate) fn knows(&self, token: &str) -> bool {
        token == self.token && !self.starts().token_is_reset()
    }

    pub(crate) fn faults(&self) -> MutexGuard<'_, Faults> {
        locked(&self.faults)
    }

    pub(crate) fn recorder(&self) -> MutexGuard<'_, Recorder> {
        locked(&self.recorder)
    }

    /// Where the bot's gateway connection goes.
    pub(crate) fn gateway_address(&self) -> String {
        format!("ws://{}/gateway-socket", self.address)
    }

    /// Where the page is.
    pub(crate) fn page_address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Whether interactions find the bot.
    pub(crate) fn is_bot_online(&self) -> bool {
        self.endpoints.are_set() || self.sessions().is_online()
    }

    /// Tells watchers whether interactions find the bot.
    pub(crate) fn announce_bot(&self) {
        let online = self.is_bot_online();
        self.world().announce(Event::BotOnline(online));
    }

    /// Waits until the playground is stopped.
    pub(crate) async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // That the sender is gone means the same.
        drop(stopping.wait_for(|stopping| *stopping).await);
    }
}

/// A panic in a test's own thread must not turn every later look at the state
/// into another one.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
