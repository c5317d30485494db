//! The state that the features share.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock, atomic::AtomicU64},
    time::Duration,
};

use clock::Clock;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::{
    computer::{SearchBackendFactory, Searches, workloads::Workloads},
    features::{
        request::{
            channel_lookup::{ChannelLookup, ChannelStatus},
            connection_status::ConnectionStatus,
            discord_time::DiscordTime,
            recent_events::RecentEvents,
            running_time::RunningClock,
        },
        views::Audience,
    },
    game::{ChannelId, GuildId, GuildSettings, Now},
    message::{self, MessageBody},
    store::{Store, StoreResult},
    uploaded_tiles::UploadedTiles,
};

/// For how long what is under way may go on when the process stops. The rest of the time that it
/// has is for telling those who wait.
const STOP_TIMEOUT: Duration = Duration::from_secs(4);

/// The ids of slash commands, by name.
pub type CommandIds = BTreeMap<String, u64>;

/// The store, the clock, the computer's searches, and what this process knows of its own work. Clones
/// share all state.
#[derive(Clone, Debug)]
pub struct Service {
    pub store: Arc<Store>,
    pub(crate) clock: Clock,
    pub(crate) searches: Searches,
    /// Wakes the scheduler when there is a new deadline.
    pub(crate) new_deadline: Arc<Notify>,
    /// Whether interactions reach this process.
    pub connection: ConnectionStatus,
    /// Asks Discord about the channels of late players. Without it, nothing excuses them.
    pub(crate) channel_lookup: Option<Arc<dyn ChannelLookup>>,
    /// The commands that this process has registered, and the server in which they are; `None` if
    /// they are global.
    commands: Arc<OnceLock<(Option<GuildId>, CommandIds)>>,
    pub(crate) running: RunningClock,
    pub(crate) discord_time: DiscordTime,
    /// Deletions of which the database may keep a trace: at first those of earlier processes.
    pub(crate) unpurged: Arc<AtomicU64>,
    pub(crate) workloads: Workloads,
    /// The reviews for people's training.
    pub(crate) training_reviews: Workloads,
    pub(crate) recent_events: RecentEvents,
    /// Cancelled when what is under way has to be given up, since the process stops.
    pub(crate) stopping: CancellationToken,
    pub(crate) tiles: UploadedTiles,
    /// How long after the player's disc the computer's follows. `None` if both always come in one
    /// answer.
    pub(crate) answer_delay: Option<Duration>,
    /// How long the review of a game that has just ended may take before somebody asks for it.
    /// `None` if none begins before.
    pub(crate) advance_review_timeout: Option<Duration>,
}

impl Service {
    /// Creates a service whose searches run on engines of `backends`. Turn timers run
    /// while it is [connected](Self::connection).
    pub fn new(store: Arc<Store>, clock: Clock, backends: SearchBackendFactory) -> Self {
        Self {
            store,
            searches: Searches::new(backends, clock.clone()),
            discord_time: DiscordTime::new(clock.clone()),
            clock,
            new_deadline: Arc::default(),
            connection: ConnectionStatus::default(),
            channel_lookup: None,
            commands: Arc::default(),
            running: RunningClock::default(),
            unpurged: Arc::new(AtomicU64::new(1)),
            workloads: Workloads::new(2),
            training_reviews: Workloads::new(1),
            recent_events: RecentEvents::default(),
            stopping: CancellationToken::new(),
            tiles: UploadedTiles::default(),
            answer_delay: None,
            advance_review_timeout: None,
        }
    }

    /// A message that leaves out what does not fit.
    pub(crate) fn fitting(
        &self,
        audience: Audience,
        render: impl Fn(Audience, &UploadedTiles) -> MessageBody,
    ) -> MessageBody {
        message::fitting(&self.tiles, |brevity, tiles| {
            render(Audience { brevity, ..audience }, tiles)
        })
    }

    /// The present, by which turns are timed.
    pub fn now(&self) -> Now {
        Now { time: self.clock.now(), running: self.running.now(&self.clock) }
    }

    /// The present by Discord's clock, as people's devices show it.
    pub(crate) fn displayed_now(&self) -> Now {
        Now { time: self.discord_time.now(), ..self.now() }
    }

    /// The settings of a server; the default ones outside of servers.
    pub(crate) async fn settings(&self, guild: Option<GuildId>) -> StoreResult<GuildSettings> {
        match guild {
            Some(guild) => self.store.guild_settings(guild).await,
            None => Ok(GuildSettings::default()),
        }
    }

    /// Asks about a channel for no longer than this. `None` if Discord does not say in time.
    pub(crate) async fn channel_status(
        &self,
        guild: GuildId,
        channel: ChannelId,
        time: Duration,
    ) -> Option<ChannelStatus> {
        let Some(lookup) = &self.channel_lookup else { return Some(ChannelStatus::Visible) };
        tokio::time::timeout(time, lookup.channel(guild, channel)).await.ok().flatten()
    }

    /// Sets the ids of the commands that were registered, in a server or globally if there is
    /// none.
    pub fn set_command_ids(&self, guild: Option<GuildId>, ids: CommandIds) {
        // Registered once a start.
        drop(self.commands.set((guild, ids)));
    }

    /// The ids of the commands that were registered for a server; none before that.
    pub fn command_ids(&self, guild: Option<GuildId>) -> CommandIds {
        let here = self.commands.get().filter(|(own, _)| own.is_none() || *own == guild);
        here.map(|(_, ids)| ids.clone()).unwrap_or_default()
    }

    /// Has hints, reviews and exports that are still under way some seconds from now given up,
    /// with a word to those who wait for them.
    pub fn begin_stop(&self) {
        let (clock, stopping) = (self.clock.clone(), self.stopping.clone());
        let until = clock.now().after(STOP_TIMEOUT);
        tokio::spawn(async move {
            clock.sleep_until(until).await;
            stopping.cancel();
        });
    }
}
