//! The state that all connections share.

pub(crate) mod application_emoji;
mod bot_access;
pub(crate) mod command_registry;
pub(crate) mod component;
pub(crate) mod create_message;
pub(crate) mod event_stream;
pub(crate) mod files;
pub(crate) mod ids;
pub(crate) mod mentions;
pub(crate) mod message;
pub(crate) mod model;
pub(crate) mod nonces;
mod old_edits;
pub(crate) mod outcome;
pub(crate) mod world;

use std::{
    net::SocketAddr,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use clock::{Clock, Timestamp};
use tokio::sync::{Mutex as AsyncMutex, watch};

use crate::{
    EmojiPictures, Options,
    faults::Faults,
    gateway::{identify_limit::IdentifyLimit, sessions::Sessions},
    interactions::webhook_delivery::WebhookEndpoints,
    mutex::lock_ignoring_poison,
    recorder::RequestRecorder,
    rest::rate_limits::{EditLimits, RateLimits},
    state::{event_stream::ServerEvent, world::World},
    variations::Variations,
};

/// The state of the fake, shared by its connections and its handle.
///
/// Lock order: `world`, `sessions`, any other.
#[derive(Debug)]
pub(crate) struct AppState {
    pub(crate) clock: Clock,
    pub(crate) token: String,
    pub(crate) address: SocketAddr,
    pub(crate) hosts: &'static [&'static str],
    pub(crate) emoji_pictures: EmojiPictures,
    pub(crate) start_command: Option<&'static str>,
    pub(crate) limits: Option<Mutex<RateLimits>>,
    edit_limits: Mutex<Option<(EditLimits, RateLimits)>>,
    shards: AtomicU64,
    pub(crate) records_requests: bool,
    pub(crate) endpoints: WebhookEndpoints,
    pub(crate) stopping: watch::Sender<bool>,
    world: Mutex<World>,
    sessions: Mutex<Sessions>,
    identify_limit: Mutex<IdentifyLimit>,
    faults: Mutex<Faults>,
    variations: Mutex<Variations>,
    recorder: Mutex<RequestRecorder>,
    /// Held while the page turns the clock.
    pub(crate) clock_turn: AsyncMutex<()>,
}

impl AppState {
    pub(crate) fn new(options: Options, address: SocketAddr, recorder: RequestRecorder) -> Self {
        let Options {
            clock,
            hosts,
            bot_name,
            rate_limits,
            shards,
            reuse_connections,
            emoji_pictures,
            start_command,
            ..
        } = options;
        let world = World::new(clock.now(), &format!("http://{address}"), &bot_name);
        Self {
            clock,
            token: new_bot_token(),
            address,
            hosts,
            emoji_pictures,
            start_command,
            limits: rate_limits.then(Mutex::default),
            edit_limits: Mutex::default(),
            shards: AtomicU64::new(shards),
            records_requests: recorder.is_enabled(),
            endpoints: WebhookEndpoints::new(reuse_connections),
            stopping: watch::Sender::new(false),
            world: Mutex::new(world),
            sessions: Mutex::default(),
            identify_limit: Mutex::default(),
            faults: Mutex::default(),
            variations: Mutex::default(),
            recorder: Mutex::new(recorder),
            clock_turn: AsyncMutex::default(),
        }
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Moves the clock forward.
    pub(crate) fn advance_clock(&self, by: Duration) {
        self.clock.advance(by);
        self.world().announce(ServerEvent::ClockMoved(self.now()));
    }

    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        lock_ignoring_poison(&self.world)
    }

    pub(crate) fn sessions(&self) -> MutexGuard<'_, Sessions> {
        lock_ignoring_poison(&self.sessions)
    }

    /// The recommended number of shards.
    pub(crate) fn shards(&self) -> u64 {
        self.shards.load(Ordering::Relaxed)
    }

    pub(crate) fn set_shard_count(&self, shards: u64) {
        self.shards.store(shards, Ordering::Relaxed);
    }

    pub(crate) fn identify_limit(&self) -> MutexGuard<'_, IdentifyLimit> {
        lock_ignoring_poison(&self.identify_limit)
    }

    /// Whether this is the bot's token, and it has not been reset.
    pub(crate) fn is_valid_token(&self, token: &str) -> bool {
        token == self.token && !self.identify_limit().is_token_reset()
    }

    /// The limits of edits, if there are any.
    pub(crate) fn edit_limits(&self) -> MutexGuard<'_, Option<(EditLimits, RateLimits)>> {
        lock_ignoring_poison(&self.edit_limits)
    }

    pub(crate) fn faults(&self) -> MutexGuard<'_, Faults> {
        lock_ignoring_poison(&self.faults)
    }

    pub(crate) fn variations(&self) -> MutexGuard<'_, Variations> {
        lock_ignoring_poison(&self.variations)
    }

    pub(crate) fn recorder(&self) -> MutexGuard<'_, RequestRecorder> {
        lock_ignoring_poison(&self.recorder)
    }

    /// The URL of the gateway.
    pub(crate) fn gateway_url(&self) -> String {
        format!("ws://{}/gateway-socket", self.address)
    }

    /// The URL of the page and the API, without a trailing slash.
    pub(crate) fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Whether the bot can receive interactions.
    pub(crate) fn is_bot_online(&self) -> bool {
        self.endpoints.is_configured() || self.sessions().is_online()
    }

    /// Announces whether the bot can receive interactions.
    pub(crate) fn announce_bot_status(&self) {
        let online = self.is_bot_online();
        self.world().announce(ServerEvent::BotOnline(online));
    }

    /// Waits for shutdown.
    pub(crate) async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // An error means that the sender is gone, which is a shutdown too.
        drop(stopping.wait_for(|stopping| *stopping).await);
    }
}

/// Generates a bot token.
fn new_bot_token() -> String {
    format!("{:016x}{:016x}{:016x}", fastrand::u64(..), fastrand::u64(..), fastrand::u64(..))
}
