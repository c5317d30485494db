//! What the functions of the service share: its state, and the request that is being handled.

use std::{
    sync::{Arc, OnceLock, atomic::AtomicU64},
    time::Duration,
};

use clock::{Clock, Timestamp};
use tokio::sync::Notify;

use super::{
    ChannelLookup, ConnectionStatus, DiscordTime, PostedReply, SearchBackendFactory, UserRequest,
    computer::Searches,
    help::RegisteredCommands,
    recent_events::RecentEvents,
    render::{self, Audience},
    reply::{Reply, ReplyContent},
    running_time::RunningClock,
    stopping::Stopping,
    training_reviews::Reviewed,
    workloads::Workloads,
};
use crate::{
    game::{
        Actor, Challenge, Game, GuildId, InteractionId, Location, MessageHandle, MessageId, Now,
        PlayerId, Refusal, Token,
    },
    message::{self, MessageBody},
    store::{Store, StoreError},
    uploaded_tiles::UploadedTiles,
};

/// How many times an operation is tried when another change conflicts with it.
pub(super) const MAX_ATTEMPTS: usize = 5;

/// The store, the clock, the computer's searches, and what this process knows of its own work. Clones
/// share all state.
#[derive(Clone, Debug)]
pub struct Service {
    pub(super) store: Arc<Store>,
    pub(super) clock: Clock,
    pub(super) searches: Searches,
    /// Wakes the scheduler when there is a new deadline.
    pub(super) new_deadline: Arc<Notify>,
    pub(super) connection: ConnectionStatus,
    pub(super) channel_lookup: Option<Arc<dyn ChannelLookup>>,
    pub(super) commands: Arc<OnceLock<RegisteredCommands>>,
    pub(super) running: RunningClock,
    pub(super) discord_time: DiscordTime,
    /// Deletions of which the database may keep a trace: at first those of earlier processes.
    pub(super) unpurged: Arc<AtomicU64>,
    pub(super) workloads: Workloads,
    pub(super) recent_events: RecentEvents,
    pub(super) reviewed: Reviewed,
    pub(super) stopping: Stopping,
    pub(super) tiles: UploadedTiles,
    /// How long after the player's disc the computer's follows. `None` if both always come in one
    /// answer.
    pub(super) answer_delay: Option<Duration>,
    /// How long the review of a game that has just ended may take before somebody asks for it.
    pub(super) advance_review_timeout: Option<Duration>,
}

impl Service {
    /// Creates a service whose searches run on engines of `backends`. Turn timers run
    /// while it is [connected](Self::connection).
    pub fn new(store: Arc<Store>, clock: Clock, backends: SearchBackendFactory) -> Self {
        let searches = Searches::new(backends, clock.clone());
        let discord_time = DiscordTime::new(clock.clone());
        Self {
            store,
            clock,
            searches,
            new_deadline: Arc::default(),
            connection: ConnectionStatus::default(),
            channel_lookup: None,
            commands: Arc::default(),
            running: RunningClock::default(),
            discord_time,
            unpurged: Arc::new(AtomicU64::new(1)),
            workloads: Workloads::default(),
            recent_events: RecentEvents::default(),
            reviewed: Reviewed::default(),
            stopping: Stopping::default(),
            tiles: UploadedTiles::default(),
            answer_delay: None,
            advance_review_timeout: None,
        }
    }

    /// Has the computer's disc follow a player's after so much time, by an edit of its own.
    /// Otherwise both come in one answer.
    #[must_use]
    pub fn with_answer_delay(self, answer_delay: Option<Duration>) -> Self {
        Self { answer_delay, ..self }
    }

    /// Has games between people reviewed when they end, if that takes no longer than this.
    /// Otherwise a game is reviewed when somebody asks for it.
    #[must_use]
    pub fn with_advance_reviews(self, time: Option<Duration>) -> Self {
        Self { advance_review_timeout: time, ..self }
    }

    /// Replaces the status of the connection to Discord.
    #[must_use]
    pub fn with_connection(self, connection: ConnectionStatus) -> Self {
        Self { connection, ..self }
    }

    /// Has Discord asked about the channels of late players. Otherwise nothing excuses them.
    #[must_use]
    pub fn with_channel_lookup(self, lookup: Arc<dyn ChannelLookup>) -> Self {
        Self { channel_lookup: Some(lookup), ..self }
    }

    /// Whether interactions reach this process.
    pub const fn connection(&self) -> &ConnectionStatus {
        &self.connection
    }

    /// The tiles with which boards are drawn.
    pub const fn tiles(&self) -> &UploadedTiles {
        &self.tiles
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    pub const fn discord_time(&self) -> &DiscordTime {
        &self.discord_time
    }

    /// The present, by which turns are timed.
    pub fn now(&self) -> Now {
        Now { time: self.clock.now(), running: self.running.now(&self.clock) }
    }

    /// The present by Discord's clock, as people's devices show it.
    pub fn displayed_now(&self) -> Now {
        Now { time: self.discord_time.now(), ..self.now() }
    }
}

/// A request that is being handled.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequestContext<'a> {
    pub(super) service: &'a Service,
    pub(super) request: &'a UserRequest,
    /// When the service got it.
    pub(super) now: Timestamp,
}

impl<'a> RequestContext<'a> {
    pub(super) fn actor(self) -> Actor<'a> {
        let UserRequest { user, interaction, .. } = self.request;
        let now = Now { time: self.now, ..self.service.now() };
        Actor { player: user, interaction: interaction.id, now }
    }

    /// The interaction, for what it changes.
    pub(super) const fn interaction(self) -> InteractionId {
        self.request.interaction.id
    }

    pub(super) const fn guild(self) -> Option<GuildId> {
        self.request.place.location.guild
    }

    pub(super) const fn user_id(self) -> PlayerId {
        self.request.user.id
    }

    /// Refuses what belongs to another channel. Boards and challenges are in their own channel
    /// only: elsewhere, a component that names one is forged.
    pub(super) fn check_here(self, location: Location) -> Result<(), Refusal> {
        if location.channel == self.request.place.location.channel {
            Ok(())
        } else {
            Err(Refusal::Gone)
        }
    }

    /// Who sees the reply.
    pub(super) fn audience(self) -> Audience {
        let UserRequest { place, locales, .. } = self.request;
        let audience = Audience::public(locales.user, place.location.guild);
        Audience { is_alone: place.is_alone(), ..audience }
    }

    /// A reply with this message, which leaves out what does not fit.
    pub(super) fn reply(self, render: impl Fn(Audience, &UploadedTiles) -> MessageBody) -> Reply {
        self.reply_for(self.audience(), render)
    }

    /// Like [`Self::reply`], for others than the user.
    pub(super) fn reply_for(
        self,
        audience: Audience,
        render: impl Fn(Audience, &UploadedTiles) -> MessageBody,
    ) -> Reply {
        let tiles = &self.service.tiles;
        let body = message::fitting(tiles, |brevity, tiles| {
            render(Audience { brevity, ..audience }, tiles)
        });
        Reply::new(ReplyContent::Message(body))
    }

    /// A refusal.
    pub(super) fn refused(self, refusal: &Refusal) -> Reply {
        let reply = self.reply(|audience, _| render::ephemeral_refusal(audience, refusal));
        Reply { refused: Some(refusal.name()), ..reply }
    }

    /// The board of a game, with a ping if it is a new message.
    pub(super) fn board(self, game: &Game, ping: Option<PlayerId>) -> Reply {
        let now = self.service.displayed_now();
        let board = self.reply(|audience, tiles| {
            render::board::render(game, now, audience.brevity, tiles).with_ping(ping)
        });
        board.showing(game)
    }

    /// The place of a board that has moved to another message.
    pub(super) fn moved_away(self, game: &Game) -> Reply {
        let link = self.reply(|_, _| render::board::moved_away(game, game.board_location()));
        link.showing(game)
    }

    /// A challenge, with the offer to block its maker once the user has declined it.
    pub(super) fn challenge(self, challenge: &Challenge) -> Reply {
        let audience = self.audience();
        let reply = self.reply(|_, _| render::challenge::render(challenge, audience.guild));
        Reply { ephemeral: render::challenge::offer_block(challenge, audience), ..reply }
    }

    /// The user's live games in this channel, newest first.
    pub(super) async fn live_games_here(self) -> Result<Vec<Game>, StoreError> {
        let channel = self.request.place.location.channel;
        self.service.store.live_games_in_channel(channel, self.user_id()).await
    }

    /// The message that a reply posts.
    pub(super) fn new_message(self) -> MessageHandle {
        self.message(None)
    }

    /// The message whose component was used, which a reply edits.
    pub(super) fn used_message(self) -> MessageHandle {
        self.message(self.request.message)
    }

    /// The reply once it is posted, for what follows it.
    pub(super) fn posted_reply(self) -> PostedReply {
        let UserRequest { place, locales, .. } = self.request;
        let message = self.new_message();
        let is_alone = place.is_alone();
        PostedReply { message, location: place.location, locale: locales.user, is_alone }
    }

    fn message(self, message: Option<MessageId>) -> MessageHandle {
        MessageHandle {
            message,
            token: self.request.interaction.token.clone(),
            token_expires_at: self.now.after(Token::LIFETIME),
        }
    }
}
