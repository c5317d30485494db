use std::sync::Arc;

use connect4::{Advice, Column, Review, Seat};

use super::{
    ComputerGameOptions, ExportArchive, ExportPermit, FollowUps, ReviewProgress, SettingsTab,
};
use crate::{
    game::{
        Challenge, Game, GuildId, GuildSettings, LeaderboardId, Location, MessageHandle, MessageId,
        Notifications, Player, PlayerId, Record, Refusal, Statistics,
    },
    locale::Locale,
    rating::Rating,
    store::{BlockedPage, HistoryPage, LeaderboardEntries, LeaderboardEntry, MessageOwner},
};

/// The result of a request.
#[derive(Debug)]
pub struct Reply {
    /// What to show to the user.
    pub content: ReplyContent,
    /// Updates of other messages, to be sent after the response.
    pub updates: Vec<MessageUpdate>,
    /// Updates that are not ready yet.
    pub follow_ups: Option<FollowUps>,
}

impl Reply {
    /// A reply without updates or follow-ups.
    pub const fn new(content: ReplyContent) -> Self {
        Self { content, updates: Vec::new(), follow_ups: None }
    }

    pub const fn refused(refusal: Refusal) -> Self {
        Self::new(ReplyContent::Refused { refusal, refresh: None })
    }

    /// A refusal that also refreshes the message whose component was used.
    pub const fn refused_with_refresh(refusal: Refusal, refresh: Refresh) -> Self {
        Self::new(ReplyContent::Refused { refusal, refresh: Some(refresh) })
    }

    #[must_use]
    pub fn with_updates(self, updates: Vec<MessageUpdate>) -> Self {
        Self { updates, ..self }
    }

    #[must_use]
    pub fn with_follow_ups(self, follow_ups: Option<FollowUps>) -> Self {
        Self { follow_ups, ..self }
    }
}

/// How a reply is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyMode {
    Post,
    /// By editing the message whose component was used.
    Update,
}

/// The content of a reply.
#[derive(Clone, Debug)]
pub enum ReplyContent {
    Challenge {
        challenge: Challenge,
        mode: ReplyMode,
    },
    Board {
        game: Game,
        mode: ReplyMode,
        /// The seat that is asked to confirm its resignation.
        confirm_resign: Option<Seat>,
        /// The player whom the new message pings.
        ping: Option<PlayerId>,
    },
    /// Asks whether a new game against the computer is to replace this one.
    ConfirmReplace(Game, ComputerGameOptions, ReplyMode),
    /// The user goes on with this game.
    GameKept(Game),
    /// The pressed board is replaced by a link to the newest one of this game.
    MovedAway(Game),
    /// The request was refused.
    Refused {
        refusal: Refusal,
        /// How to refresh the message whose component was used, if it is
        /// outdated.
        refresh: Option<Refresh>,
    },
    /// A game's position as text.
    TextBoard(Game),
    /// Autocomplete choices of columns.
    ColumnChoices(Vec<Column>),
    Games(GamesView),
    /// Asks this player to confirm the resignation of a game from their list.
    ConfirmResign(Game, PlayerId, ReplyMode),
    Leaderboard(LeaderboardView),
    Stats(Box<StatsView>),
    History(HistoryView),
    /// Autocomplete choices of the user's finished games.
    GameChoices {
        /// The games, newest first.
        games: Vec<Game>,
        user: PlayerId,
    },
    /// A finished game after some of its moves.
    Replay {
        game: Game,
        /// The number of moves.
        ply: usize,
        mode: ReplyMode,
    },
    /// A finished game, posted publicly.
    Shared {
        game: Game,
        /// The animation; empty if drawing it failed.
        gif: Vec<u8>,
    },
    Hint(Advice),
    /// The hint takes longer, and will follow as a [`MessageUpdate`].
    HintPending,
    Review(Box<ReviewView>, ReplyMode),
    /// The review takes longer. Its progress and result will follow as
    /// [`MessageUpdate`]s.
    ReviewPending(ReviewProgress),
    Settings(Box<SettingsView>),
    Notifications(Box<NotificationsView>),
    /// The user has blocked this player.
    Blocked(PlayerId),
    Privacy(PrivacyReply),
    Help,
}

/// How an outdated message is refreshed.
#[derive(Clone, Debug)]
pub enum Refresh {
    /// It is the newest board of this game, and missed a change.
    Board(Game),
    /// The newest board of this game is another message.
    MovedAway(Game),
    /// The challenge is no longer pending.
    Challenge(Challenge),
    /// The user's games have changed.
    Games(GamesView),
}

/// A page of the user's live games.
#[derive(Clone, Debug)]
pub struct GamesView {
    pub user: PlayerId,
    pub games: Vec<Game>,
    /// From 0.
    pub page: u32,
    /// The number of pages, at least one.
    pub pages: u32,
    /// The game that was just resigned or claimed.
    pub ended: Option<Game>,
    pub mode: ReplyMode,
}

/// A page of a leaderboard.
#[derive(Clone, Debug)]
pub struct LeaderboardView {
    pub leaderboard: LeaderboardId,
    pub entries: LeaderboardEntries,
    pub user: PlayerId,
    /// The user's own entry, if any.
    pub own_entry: Option<LeaderboardEntry>,
    /// Whether the user has finished a game that counts by wins, even if they
    /// have no ranked rating.
    pub has_played: bool,
    /// The server of the request.
    pub guild: Option<GuildId>,
    pub mode: ReplyMode,
}

/// A tab of a server's settings.
#[derive(Clone, Debug)]
pub struct SettingsView {
    pub settings: GuildSettings,
    pub tab: SettingsTab,
    /// The locale that Discord reports for the server.
    pub guild_locale: Locale,
    /// Live games, for the tab that lists them.
    pub games: Vec<Game>,
    /// The game whose end is to be confirmed.
    pub confirm_end: Option<Game>,
    /// The game that was just ended.
    pub ended: Option<Game>,
    pub mode: ReplyMode,
}

/// Which pings the user gets, and a page of the people whom they have blocked.
#[derive(Clone, Debug)]
pub struct NotificationsView {
    pub notifications: Notifications,
    pub blocked: BlockedPage,
    pub mode: ReplyMode,
}

/// A player's statistics.
#[derive(Clone, Debug)]
pub struct StatsView {
    pub player: Player,
    /// In this server. `None` in direct messages.
    pub record_here: Option<Record>,
    pub record_everywhere: Record,
    /// The current rating in this server.
    pub rating_here: Option<Rating>,
    /// The current global rating.
    pub rating_everywhere: Option<Rating>,
    /// Over all servers and direct messages.
    pub statistics: Statistics,
    /// The global record against one opponent.
    pub versus: Option<(Player, Record)>,
    /// The rating over time, in this server, or globally in direct messages.
    pub rating_chart: Option<RatingChart>,
}

/// A chart of a rating over time.
#[derive(Clone, Debug)]
pub struct RatingChart {
    /// A PNG file.
    pub png: Vec<u8>,
    /// The first rating in the chart.
    pub first: u16,
    /// The last rating in the chart.
    pub last: u16,
}

/// A page of a player's finished games.
#[derive(Clone, Debug)]
pub struct HistoryView {
    pub player: Player,
    pub page: HistoryPage,
    pub mode: ReplyMode,
}

/// A reply about the user's stored data.
#[derive(Clone, Debug)]
pub enum PrivacyReply {
    /// An explanation of what is stored.
    About,
    /// All of it; or `None` if it follows as [`MessageUpdate`]s.
    Export(Option<ExportArchive>),
    /// Asks for a confirmation of the deletion.
    ConfirmDelete,
    Deleted,
    DeletionCancelled,
    /// Nothing is stored.
    NoData,
    /// Whether the user's name is shown on the global leaderboard.
    Listed(bool),
}

impl PrivacyReply {
    /// Whether it answers the confirmation of a deletion.
    pub const fn is_answer(&self) -> bool {
        matches!(self, Self::Deleted | Self::DeletionCancelled)
    }
}

/// A position of a review.
#[derive(Clone, Debug)]
pub struct ReviewView {
    pub game: Game,
    pub review: Review,
    /// The move that is shown, from 1; 0 for the summary.
    pub ply: usize,
}

/// The progress or the result of a pending review.
#[derive(Clone, Debug)]
pub enum ReviewUpdate {
    Progress(ReviewProgress),
    Done(Box<ReviewView>),
    Failed,
}

/// A change of a message that is not the reply to an interaction.
#[derive(Clone, Debug)]
pub enum MessageUpdate {
    /// The game has a newer board; the old one loses its buttons.
    BoardMoved { old_board: MessageHandle, game: Game },
    /// A game changed by something else than its board's buttons.
    BoardChanged(Game),
    /// A challenge is no longer pending.
    ChallengeOver(Challenge),
    /// A player of this game against the computer has deleted their data.
    GameDeleted(Game),
    /// One of the two has deleted their data while the challenge was pending.
    ChallengeDeleted(Challenge),
    /// The player to move is running out of time.
    Reminder(Game),
    /// A hint that was pending.
    Hint {
        /// The reply to be edited.
        message: MessageHandle,
        location: Location,
        /// The user's locale.
        locale: Locale,
        advice: Result<Advice, Refusal>,
    },
    /// An archive of an export.
    Export {
        /// The reply that it follows.
        message: MessageHandle,
        location: Location,
        /// The user's locale.
        locale: Locale,
        /// `None` if nothing is stored. Or the reference of the failure in the log.
        archive: Result<Option<ExportArchive>, String>,
        /// Held until the archive is sent.
        permit: Arc<ExportPermit>,
    },
    /// A review that was pending.
    Review {
        /// The reply to be edited.
        message: MessageHandle,
        location: Location,
        /// The user's locale.
        locale: Locale,
        update: ReviewUpdate,
    },
}

impl MessageUpdate {
    /// The location of the message to edit or post.
    pub const fn location(&self) -> Location {
        match self {
            Self::BoardMoved { game, .. }
            | Self::BoardChanged(game)
            | Self::GameDeleted(game)
            | Self::Reminder(game) => game.config.location,
            Self::ChallengeOver(challenge) | Self::ChallengeDeleted(challenge) => {
                challenge.terms.config.location
            }
            Self::Hint { location, .. }
            | Self::Export { location, .. }
            | Self::Review { location, .. } => *location,
        }
    }

    /// Whether it is wrong if the response did not arrive: the old board would be closed
    /// although nobody sees the new one.
    pub const fn needs_response(&self) -> bool {
        matches!(self, Self::BoardMoved { .. })
    }

    /// Sets the message id of the game's newest board.
    pub const fn set_message_id(&mut self, message: MessageId) {
        if let Self::BoardMoved { game, .. } = self {
            game.board_message.message = Some(message);
        }
    }
}

impl ReplyContent {
    /// A board without a confirmation or ping.
    pub const fn board(game: Game, mode: ReplyMode) -> Self {
        Self::Board { game, mode, confirm_resign: None, ping: None }
    }

    /// The owner of the new message, whose id is to be stored. `None` if no
    /// message id is needed.
    pub fn message_owner(&self) -> Option<MessageOwner> {
        match self {
            Self::Challenge { challenge, mode: ReplyMode::Post } => {
                Some(MessageOwner::Challenge(challenge.id))
            }
            Self::Board { game, mode: ReplyMode::Post, .. } => {
                Some(MessageOwner::Board(game.id, game.board_message.token.clone()))
            }
            _ => None,
        }
    }
}
