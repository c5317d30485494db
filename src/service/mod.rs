//! Executes requests: load, decide by [`crate::game`], save, answer with a message.
//!
//! Nothing of a game is kept in memory between two requests, so any process can
//! handle any of them. Knows nothing of serenity's types.

mod board_views;
mod challenges;
mod channel_lookup;
mod component;
mod computer;
mod computer_turns;
mod connection_status;
mod context;
mod database_timeout;
mod deletion;
mod discord_time;
mod export;
mod game_commands;
mod games;
mod help;
mod hint;
mod history;
mod leaderboard;
mod message_update;
mod moves;
mod pending_updates;
mod pictures;
mod play;
mod play_menu;
mod preferences;
mod public_views;
mod puzzle;
mod recent_events;
pub mod render;
mod replacement;
mod reply;
mod request;
mod resign;
mod response;
mod review;
mod running_time;
mod scheduler;
mod settings;
mod stats;
mod stopping;
mod stored_games;
mod training;
mod training_reviews;
mod turn_timers;
mod workloads;

use std::time::Duration;

pub use channel_lookup::{ChannelLookup, ChannelStatus};
pub use computer::{ReviewProgress, SearchBackend, SearchBackendFactory, max_memory};
pub use connection_status::ConnectionStatus;
use context::RequestContext;
pub use context::Service;
pub use deletion::{UserDeletion, delete_guild, delete_user, purge_deleted};
pub use discord_time::DiscordTime;
pub use export::{ArchiveError, write_archive};
pub use game_commands::GameCommand;
pub use help::CommandIds;
pub use message_update::{
    ExportUpdate, MessageUpdate, OldBoardChange, PostedReply, PuzzlePost, ReviewUpdate,
};
pub use pending_updates::PendingUpdates;
use recent_events::RecentEvent;
use reply::{Reply, RequestError};
pub use request::{
    BoardView, Chosen, InteractionRef, Place, PlayOptions, RequestLocales, UserPermissions,
    UserRequest,
};
pub use response::{Answer, Response};
pub use running_time::stop_counting;
pub use scheduler::{run_scheduler, scheduler_lag};
pub use workloads::Workload;

use crate::{
    actions::{ComponentAction, GameOptions, LeaderboardQuery, SettingsTab},
    errors,
    game::{ChannelId, Game, GameId, MessageHandle, MessageId, Player, Refusal, Reminder},
    store::StoreError,
};

/// A request older than this is refused: the user has seen it fail and may have
/// done something else since. Discord delivers late after a break of the
/// connection. Long enough for clocks that disagree.
const TOO_LATE: Duration = Duration::from_mins(1);

/// What a request is for.
#[derive(Clone, Debug)]
pub enum RequestKind {
    /// Challenge a player, or play the computer.
    Play(PlayOptions),
    /// Ask the user whom to play.
    PlayMenu,
    /// Drop a disc in one of the user's games in this channel.
    Drop {
        /// As typed.
        column: String,
        /// The game's id, as typed.
        game: Option<String>,
    },
    /// Autocomplete a column of these games.
    AutocompleteColumns {
        /// As typed so far.
        input: String,
    },
    /// Autocomplete one of these games.
    AutocompleteLiveGames {
        /// As typed so far.
        input: String,
    },
    /// Show the board of one of these games again, or describe it.
    Board {
        game: Option<String>,
        command: GameCommand,
    },
    /// List the user's live games.
    Games,
    Leaderboard(LeaderboardQuery),
    /// Show a player's statistics.
    Stats {
        /// By default the user.
        player: Option<Player>,
        /// Also show the record against this player.
        versus: Option<Player>,
    },
    /// List a player's finished games.
    History {
        /// By default the user.
        player: Option<Player>,
    },
    /// Show the game of a board in the channel.
    ViewBoard {
        view: BoardView,
        /// Or why the message is no board.
        game: Result<GameId, Refusal>,
    },
    /// Show a daily puzzle.
    Puzzle {
        /// As typed; by default that of the day.
        number: Option<String>,
    },
    /// Show a position of the user's games in which they made a mistake.
    Train,
    /// Show the server's settings.
    Settings,
    /// Show what the user has chosen, and whom they have blocked.
    Preferences,
    /// Explain how to play.
    Help,
    /// The action of a message component, such as a button.
    Component(ComponentAction),
    /// A command of an older or a newer version.
    Refused(Refusal),
}

impl RequestKind {
    /// Whether the user is still typing, and sees nothing but suggestions.
    pub const fn is_autocomplete(&self) -> bool {
        matches!(self, Self::AutocompleteColumns { .. } | Self::AutocompleteLiveGames { .. })
    }
}

impl Service {
    /// Executes a request.
    ///
    /// Errors are database failures; mistakes by the user are refusals in the
    /// response.
    pub async fn handle(
        &self,
        request: &UserRequest,
        kind: RequestKind,
    ) -> Result<Response, StoreError> {
        let now = self.clock.now();
        let ctx = RequestContext { service: self, request, now };
        let reply = ctx.answer(kind).await?.with_outdated_reminders();
        if let Some(reason) = &reply.refused {
            tracing::debug!(reason, "refused a request");
        }
        Ok(Response::of(reply, request))
    }

    /// Records that Discord has limited edits in a channel, so that fewer follow.
    pub fn record_limited_edits(&self, channel: ChannelId) {
        self.recent_events.record(RecentEvent::LimitedEdits(channel), self.clock.now());
    }

    /// An update as it should be now, before it is sent late, or if it is to be
    /// [refreshed first](MessageUpdate::is_refreshed_first). `None` if it
    /// is not needed any more.
    pub async fn refresh_update(&self, update: MessageUpdate) -> Option<MessageUpdate> {
        match update {
            MessageUpdate::BoardMoved { old_board, change, game } => {
                self.refresh_moved_board(old_board, change, game).await
            }
            MessageUpdate::BoardChanged(ref game) | MessageUpdate::HintOnBoard { ref game, .. } => {
                match self.store.game(game.id).await {
                    Ok(Some(newer)) if newer.version == game.version => Some(update),
                    Ok(newer) => newer.map(MessageUpdate::BoardChanged),
                    // As it was is better than not at all.
                    Err(_) => Some(update),
                }
            }
            MessageUpdate::PuzzlePost(ref post) => {
                puzzle::posts::is_still_wanted(self, post).await.then_some(update)
            }
            _ => Some(update),
        }
    }

    /// A press may have made the old board the newest one again, if the new one was taken for
    /// lost. If that is unknown, the old one is not deleted.
    async fn refresh_moved_board(
        &self,
        old_board: MessageHandle,
        change: OldBoardChange,
        game: Game,
    ) -> Option<MessageUpdate> {
        let (is_newest, change) = match self.store.game(game.id).await {
            Ok(newer) => {
                (newer.is_some_and(|it| it.board_message.is_same_message(&old_board)), change)
            }
            Err(error) => {
                errors::warn_about!(error, game = game.id.0, "an old board is not deleted");
                (false, OldBoardChange::RemoveButtons)
            }
        };
        (!is_newest).then_some(MessageUpdate::BoardMoved { old_board, change, game })
    }

    /// Stores the message of a reminder, once it is posted. Returns its update if the turn is
    /// over already.
    pub async fn record_reminder_message(
        &self,
        game: &Game,
        message: MessageId,
    ) -> Result<Option<MessageUpdate>, StoreError> {
        let reminder = Reminder { message, ply: game.ply() };
        self.store.record_reminder_message(game.id, reminder).await?;
        Ok(match self.store.game(game.id).await? {
            // Not stored if a player's data was deleted meanwhile.
            Some(newer) => {
                let newer = Game { reminder: Some(reminder), ..newer };
                MessageUpdate::of_outdated_reminder(&newer)
            }
            None => Some(MessageUpdate::ReminderOutdated(game.clone(), reminder)),
        })
    }
}

impl RequestContext<'_> {
    async fn answer(self, kind: RequestKind) -> Result<Reply, StoreError> {
        if !kind.is_autocomplete() {
            let sent_at = self.request.interaction.id.created_at();
            let age = self.service.discord_time.now().since(sent_at);
            if age >= TOO_LATE {
                let seconds = age.as_secs();
                tracing::warn!(seconds, "a request came late");
                return Ok(self.refused(&Refusal::TooLate));
            }
        }
        // Boxed: this future is as large as the largest feature's.
        match Box::pin(dispatch(self, kind)).await {
            Ok(reply) => Ok(reply),
            Err(RequestError::Refused(refusal)) => Ok(self.refused(&refusal)),
            Err(RequestError::Failed(error)) => Err(error),
        }
    }
}

/// Leads each request to the function of its feature.
async fn dispatch(ctx: RequestContext<'_>, kind: RequestKind) -> Result<Reply, RequestError> {
    match kind {
        RequestKind::Play(options) => play::play(ctx, options).await,
        RequestKind::PlayMenu => play_menu::open(ctx, GameOptions::default()).await,
        RequestKind::Drop { column, game } => {
            game_commands::drop_disc(ctx, &column, game.as_deref()).await
        }
        RequestKind::AutocompleteColumns { input } => {
            game_commands::column_choices(ctx, &input).await
        }
        RequestKind::AutocompleteLiveGames { input } => {
            game_commands::game_choices(ctx, input).await
        }
        RequestKind::Board { game, command } => {
            game_commands::by_command(ctx, command, game.as_deref()).await
        }
        RequestKind::Games => games::games(ctx, 0).await,
        RequestKind::Leaderboard(query) => leaderboard::leaderboard(ctx, query).await,
        RequestKind::Stats { player, versus } => stats::stats(ctx, player, versus).await,
        RequestKind::History { player } => history::history(ctx, player).await,
        RequestKind::ViewBoard { view, game } => board_views::view_board(ctx, view, game?).await,
        RequestKind::Puzzle { number } => puzzle::puzzle(ctx, number).await,
        RequestKind::Train => training::train(ctx).await,
        RequestKind::Settings => settings::settings(ctx, SettingsTab::Games).await,
        RequestKind::Preferences => preferences::preferences(ctx, 0).await,
        RequestKind::Help => Ok(help::help(ctx)),
        RequestKind::Component(action) => component::dispatch(ctx, action).await,
        RequestKind::Refused(refusal) => Err(refusal.into()),
    }
}
