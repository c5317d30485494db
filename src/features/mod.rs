//! Executes requests: load, decide by [`crate::game`], save, answer with a message.
//!
//! Nothing of a game is kept in memory between two requests, so any process can
//! handle any of them. Knows nothing of serenity's types.

mod board;
mod component;
mod games;
mod help;
mod history;
mod leaderboard;
mod play;
mod preferences;
pub(crate) mod puzzle;
mod settings;
pub mod shared;
mod stats;
mod training;

use shared::{
    context::RequestContext,
    reply::{Reply, RequestError},
};
use std::time::Duration;

use crate::{
    actions::{ComponentAction, GameOptions, LeaderboardQuery, SettingsTab},
    game::{GameId, Player, Refusal},
    store::StoreError,
};

pub use board::commands::GameCommand;
pub use preferences::export::{ArchiveError, write_archive};
pub use shared::{
    channel_lookup::{ChannelLookup, ChannelStatus},
    connection_status::ConnectionStatus,
    deletion::{UserDeletion, delete_guild, delete_user, purge_deleted},
    discord_time::DiscordTime,
    message_update::{
        FollowUp, MessageUpdate, PostedReply, PuzzlePost, UpdateDelivery, message_update,
    },
    names::{level, period, shape, time_control},
    pending_updates::PendingUpdates,
    request::{
        BoardView, Chosen, InteractionRef, Place, PlayOptions, RequestLocales, UserPermissions,
        UserRequest,
    },
    response::{Answer, Response, error, no_choices, response_refused},
    service::{CommandIds, Service},
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
        RequestKind::PlayMenu => play::menu::open(ctx, GameOptions::default()).await,
        RequestKind::Drop { column, game } => {
            board::commands::drop_disc(ctx, &column, game.as_deref()).await
        }
        RequestKind::AutocompleteColumns { input } => {
            board::commands::column_choices(ctx, &input).await
        }
        RequestKind::AutocompleteLiveGames { input } => {
            board::commands::game_choices(ctx, input).await
        }
        RequestKind::Board { game, command } => {
            board::commands::by_command(ctx, command, game.as_deref()).await
        }
        RequestKind::Games => games::games(ctx, 0).await,
        RequestKind::Leaderboard(query) => leaderboard::leaderboard(ctx, query).await,
        RequestKind::Stats { player, versus } => stats::stats(ctx, player, versus).await,
        RequestKind::History { player } => history::history(ctx, player).await,
        RequestKind::ViewBoard { view, game } => match view {
            BoardView::Replay => history::replay(ctx, game?).await,
            BoardView::Review => history::review::review(ctx, game?).await,
            BoardView::Position => board::commands::position(ctx, game?).await,
        },
        RequestKind::Puzzle { number } => puzzle::puzzle(ctx, number).await,
        RequestKind::Train => training::train(ctx).await,
        RequestKind::Settings => settings::settings(ctx, SettingsTab::Games).await,
        RequestKind::Preferences => preferences::preferences(ctx, 0).await,
        RequestKind::Help => Ok(help::help(ctx)),
        RequestKind::Component(action) => component::dispatch(ctx, action).await,
        RequestKind::Refused(refusal) => Err(refusal.into()),
    }
}
