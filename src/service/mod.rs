//! Executes requests: load, decide by [`crate::game`], save, reply.
//!
//! Nothing of a game is kept in memory between two requests, so any process can
//! handle any of them. Knows nothing of emoji or of serenity's types.

mod challenges;
mod computer;
mod connection_status;
mod database_timeout;
mod deletion;
mod export;
mod follow_ups;
mod games;
mod guild_lookup;
mod history;
mod leaderboards;
mod metric_label;
mod moves;
mod notifications;
mod pictures;
mod privacy;
mod purge;
mod replacement;
mod reply;
mod request;
mod resign;
mod reviews;
mod scheduler;
mod settings;
mod stats;
mod turn_timers;
mod zip;

use std::{sync::Arc, time::Duration};

use clock::{Clock, Timestamp};
use computer::Computer;
use computer::ReviewHandle;
pub use computer::{ReviewProgress, SearchBackend, SearchBackendFactory};
pub use connection_status::ConnectionStatus;
use export::Exports;
pub use export::{ExportArchive, ExportPermit};
pub use follow_ups::FollowUps;
use guild_lookup::NoLookup;
pub use guild_lookup::{
    ChannelStatus, GuildLookup, InstallationStatus, LookupFailed, MemberStatus,
};
use history::parse_game_id;
use purge::Purges;
pub use reply::{
    GamesView, HistoryView, LeaderboardView, MessageUpdate, NotificationsView, PrivacyReply,
    RatingChart, Refresh, Reply, ReplyContent, ReplyMode, ReviewUpdate, ReviewView, SettingsView,
    StatsView,
};
pub use request::{
    ComponentAction, ComputerGameOptions, LeaderboardQuery, Navigation, NotificationsAction,
    PlayOptions, PrivacyRequest, RequestKind, SettingsAction, SettingsTab, UserRequest,
};
use scheduler::LastSweep;
use tokio::sync::Notify;
use turn_timers::OwnHeartbeats;

use crate::{
    game::{Action, Actor, MessageHandle, MessageId, Refusal, SettingsChange, Token},
    store::{HistoryCursor, MessageOwner, Store, StoreError},
};

/// A request older than this is refused: the user has seen it fail and may have
/// done something else since. Discord delivers late after a break of the
/// connection. Long enough for clocks that disagree.
const TOO_LATE: Duration = Duration::from_mins(1);

/// How many times an operation is tried when another change conflicts with it.
const MAX_ATTEMPTS: usize = 5;

/// Executes requests. Clones share all state.
#[derive(Clone, Debug)]
pub struct Service {
    store: Arc<dyn Store>,
    clock: Clock,
    computer: Computer,
    /// Wakes the scheduler when there is a new deadline.
    new_deadline: Arc<Notify>,
    connection: ConnectionStatus,
    guild_lookup: Arc<dyn GuildLookup>,
    heartbeats: OwnHeartbeats,
    last_sweep: LastSweep,
    purges: Purges,
    exports: Exports,
}

impl Service {
    /// Creates a service whose searches run on engines of `backends`. Turn timers run
    /// while it is [connected](Self::connection).
    pub fn new(store: Arc<dyn Store>, clock: Clock, backends: SearchBackendFactory) -> Self {
        let computer = Computer::new(backends, clock.clone());
        let heartbeats = OwnHeartbeats::new(clock.advanced());
        Self {
            store,
            clock,
            computer,
            new_deadline: Arc::default(),
            connection: ConnectionStatus::default(),
            guild_lookup: Arc::new(NoLookup),
            heartbeats,
            last_sweep: LastSweep::default(),
            purges: Purges::default(),
            exports: Exports::default(),
        }
    }

    /// Replaces the status of the connection to Discord.
    #[must_use]
    pub fn with_connection(self, connection: ConnectionStatus) -> Self {
        Self { connection, ..self }
    }

    /// Has Discord asked about the servers of late players. Otherwise nothing excuses them.
    #[must_use]
    pub fn with_guild_lookup(self, guild_lookup: Arc<dyn GuildLookup>) -> Self {
        Self { guild_lookup, ..self }
    }

    /// Whether interactions reach this process.
    pub const fn connection(&self) -> &ConnectionStatus {
        &self.connection
    }

    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Executes a request.
    ///
    /// Errors are database failures; mistakes by the user are refusals in the
    /// reply.
    pub async fn handle(&self, request: &UserRequest) -> Result<Reply, StoreError> {
        let now = self.clock.now();
        let age = now.since(request.interaction.created_at());
        let is_typing = matches!(
            request.kind,
            RequestKind::AutocompleteColumns | RequestKind::AutocompleteGames
        );
        if age >= TOO_LATE && !is_typing {
            let seconds = age.as_secs();
            tracing::warn!(seconds, "a request came late");
            return Ok(Reply::refused(Refusal::TooLate));
        }
        if !is_typing {
            self.record_heartbeats_if_stale(now).await;
        }
        match &request.kind {
            RequestKind::Play(options) => self.play(request, now, options).await,
            RequestKind::Drop { column } => self.drop_by_command(request, now, column).await,
            RequestKind::AutocompleteColumns => self.column_choices(request).await,
            RequestKind::Board => self.repost(request, now, false).await,
            RequestKind::TextBoard => self.text_board(request, now).await,
            RequestKind::Resign => self.repost(request, now, true).await,
            RequestKind::Offer(kind) => self.offer_by_command(request, now, *kind).await,
            RequestKind::Games => self.games(request, 0, ReplyMode::Post).await,
            RequestKind::Leaderboard(query) => {
                self.leaderboard(request, now, *query, ReplyMode::Post).await
            }
            RequestKind::Stats { player, versus } => {
                self.stats(request, player.as_ref(), versus.as_ref()).await
            }
            RequestKind::History { player } => {
                let player = player.as_ref().unwrap_or(&request.actor).clone();
                self.history(request, player, HistoryCursor::Newest, ReplyMode::Post).await
            }
            RequestKind::Replay { game } => match parse_game_id(game) {
                Ok(game) => self.replay(request, now, game).await,
                Err(refusal) => Ok(Reply::refused(refusal)),
            },
            RequestKind::Review { game } => match parse_game_id(game) {
                Ok(game) => self.review(request, now, game).await,
                Err(refusal) => Ok(Reply::refused(refusal)),
            },
            RequestKind::AutocompleteGames => self.game_choices(request).await,
            RequestKind::Hint => self.hint(request, now).await,
            RequestKind::Privacy(kind) => self.privacy(request, now, *kind).await,
            RequestKind::Settings => {
                self.settings(request, SettingsTab::Games, ReplyMode::Post).await
            }
            RequestKind::SetChannels(channels) => {
                let change = SettingsChange::Channels(channels.clone());
                self.change_settings(request, SettingsTab::Limits, change).await
            }
            RequestKind::Notifications => self.notifications(request, 0, ReplyMode::Post).await,
            RequestKind::Block(players) => self.block(request, now, players).await,
            RequestKind::Help => Ok(Reply::new(ReplyContent::Help)),
            RequestKind::Component(action) => self.handle_component(request, now, *action).await,
        }
    }

    async fn handle_component(
        &self,
        request: &UserRequest,
        now: Timestamp,
        action: ComponentAction,
    ) -> Result<Reply, StoreError> {
        match action {
            ComponentAction::Accept(id) => self.accept(request, now, id).await,
            ComponentAction::Decline(id) => self.decline(request, now, id).await,
            ComponentAction::Cancel(id) => self.cancel(request, now, id).await,
            ComponentAction::Drop { game, version, column } => {
                self.on_board_button(request, now, (game, version), Action::Drop(column)).await
            }
            ComponentAction::Offer { game, version, kind } => {
                self.on_board_button(request, now, (game, version), Action::Offer(kind)).await
            }
            ComponentAction::AcceptOffer { game, version } => {
                self.on_board_button(request, now, (game, version), Action::Accept).await
            }
            ComponentAction::DeclineOffer { game, version } => {
                self.on_board_button(request, now, (game, version), Action::Decline).await
            }
            ComponentAction::Claim { game, version } => {
                self.on_board_button(request, now, (game, version), Action::Claim).await
            }
            ComponentAction::ClaimListed(game) => self.claim_listed(request, now, game).await,
            ComponentAction::AskResign { game, version } => {
                self.ask_resign(request, now, game, version).await
            }
            ComponentAction::Resign { game, version, seat } => {
                self.resign(request, now, game, version, seat).await
            }
            ComponentAction::CancelResign { game, version, seat } => {
                self.cancel_resign(request, now, game, version, seat).await
            }
            ComponentAction::ReplaceGame { game, options } => {
                self.replace_game(request, now, game, options).await
            }
            ComponentAction::KeepGame(game) => self.keep_game(request, now, game).await,
            ComponentAction::Rematch(game) => self.rematch(request, now, game).await,
            ComponentAction::GamesPage(page) => self.games(request, page, ReplyMode::Update).await,
            ComponentAction::PickGame(game) => self.pick_game(request, now, game).await,
            ComponentAction::ResignPicked { game, version } => {
                self.resign_picked(request, now, game, version).await
            }
            ComponentAction::Leaderboard(query) => {
                self.leaderboard(request, now, query, ReplyMode::Update).await
            }
            ComponentAction::History { player, cursor } => {
                self.history_page(request, player, cursor).await
            }
            ComponentAction::Replay(game) => self.replay(request, now, game).await,
            ComponentAction::ReplayJump { game, ply, navigation } => {
                self.replay_jump(request, now, (game, ply, navigation)).await
            }
            ComponentAction::Review(game) => self.review(request, now, game).await,
            ComponentAction::ReviewJump { game, ply, navigation } => {
                self.review_jump(request, now, (game, ply, navigation)).await
            }
            ComponentAction::Share(game) => self.share(request, now, game).await,
            ComponentAction::DeleteData => self.delete_data(request, now).await,
            ComponentAction::CancelDeletion => {
                Ok(Reply::new(ReplyContent::Privacy(PrivacyReply::DeletionCancelled)))
            }
            ComponentAction::Notifications(action) => {
                self.notifications_action(request, now, action).await
            }
            ComponentAction::Settings(action) => self.settings_action(request, now, action).await,
            ComponentAction::Unknown => Ok(Reply::refused(Refusal::UnknownButton)),
        }
    }

    /// Stores the id of the message that a reply was posted as.
    pub async fn record_message_id(
        &self,
        owner: &MessageOwner,
        message: MessageId,
    ) -> Result<(), StoreError> {
        self.store.record_message_id(owner, message).await
    }

    /// Stores whether a reply is known to be posted, although the id of its message is
    /// unknown. A board needs no record: the next press on it brings the id.
    pub async fn record_shown(
        &self,
        owner: &MessageOwner,
        is_shown: bool,
    ) -> Result<(), StoreError> {
        match owner {
            MessageOwner::Challenge(id) => self.store.record_challenge_shown(*id, is_shown).await,
            MessageOwner::Board(..) => Ok(()),
        }
    }

    /// Stores that a message whose id was unknown is the one whose component was used.
    async fn record_message_id_if_unknown(
        &self,
        request: &UserRequest,
        known: &MessageHandle,
        owner: MessageOwner,
    ) -> Result<(), StoreError> {
        match (known.message, request.message) {
            (None, Some(message)) => self.record_message_id(&owner, message).await,
            _ => Ok(()),
        }
    }
}

impl UserRequest {
    fn actor(&self, now: Timestamp) -> Actor<'_> {
        Actor { player: &self.actor, interaction: self.interaction, now }
    }

    /// The message that the reply to this request will be.
    fn message_handle(&self, now: Timestamp, mode: ReplyMode) -> MessageHandle {
        MessageHandle {
            message: match mode {
                ReplyMode::Post => None,
                ReplyMode::Update => self.message,
            },
            token: self.token.clone(),
            token_expires_at: now.after(Token::LIFETIME),
        }
    }
}
