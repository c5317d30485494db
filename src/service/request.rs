use connect4::{Column, Level, Seat, Shape};

use crate::{
    game::{
        ChallengeId, ChannelId, FirstMove, GameId, InteractionId, Location, MentionedUser,
        MessageId, NotificationSetting, OfferKind, Period, Player, PlayerId, Setting, SortBy,
        Standing, TimeControl, Token, Version,
    },
    locale::Locale,
    store::{HistoryCursor, PageCursor},
    theme::Theme,
};

/// A request by a user: a command, a component or an autocompletion.
#[derive(Clone, Debug)]
pub struct UserRequest {
    /// The same if Discord delivers the interaction twice.
    pub interaction: InteractionId,
    pub token: Token,
    pub actor: Player,
    pub location: Location,
    /// The parent channel, if the channel is a thread.
    pub parent_channel: Option<ChannelId>,
    /// Whether the channel is the user's direct messages with the bot.
    pub is_bot_dm: bool,
    /// Whether Discord makes every reply ephemeral, as some servers do for apps
    /// that they have not added.
    pub forced_ephemeral: bool,
    /// Whether the user may manage the server. `None` outside of servers that
    /// have added the bot.
    pub can_manage: Option<bool>,
    /// What the user may do in the server.
    pub standing: Standing,
    /// The message whose component was used.
    pub message: Option<MessageId>,
    /// The user's locale.
    pub locale: Locale,
    /// The locale of public messages in this server or channel.
    pub guild_locale: Locale,
    pub kind: RequestKind,
}

#[derive(Clone, Debug)]
pub enum RequestKind {
    /// Challenge a player, or play the computer.
    Play(PlayOptions),
    /// Drop a disc in the user's game in this channel.
    Drop {
        /// As typed.
        column: String,
    },
    /// Autocomplete a column of that game.
    AutocompleteColumns,
    /// Post the board of that game again.
    Board,
    /// Describe the position of that game as text.
    TextBoard,
    /// Resign that game.
    Resign,
    /// Make an offer in that game.
    Offer(OfferKind),
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
    /// Replay a finished game.
    Replay {
        /// The game's id, as typed.
        game: String,
    },
    /// Review the moves of a finished game.
    Review {
        /// The game's id, as typed.
        game: String,
    },
    /// Autocomplete one of the user's finished games.
    AutocompleteGames,
    /// Show what each column leads to in the user's game in this channel.
    Hint,
    Privacy(PrivacyRequest),
    /// Show the server's settings.
    Settings,
    /// Allow games in these channels only.
    SetChannels(Vec<ChannelId>),
    /// Show which pings the user gets, and whom they have blocked.
    Notifications,
    /// Block these people.
    Block(Vec<PlayerId>),
    /// Explain how to play.
    Help,
    /// The action of a message component, such as a button.
    Component(ComponentAction),
}

/// A request about the user's stored data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivacyRequest {
    /// Explain what is stored.
    About,
    /// Export it.
    Export {
        /// The most bytes that Discord accepts as an attachment.
        attachment_limit: u32,
    },
    /// Delete it, after a confirmation.
    Delete,
    /// Show or hide the user's name on the global leaderboard.
    SetListed(bool),
}

/// A query for a page of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeaderboardQuery {
    /// Whether to show the global leaderboard. If `None`, the server's, or the
    /// global one in direct messages.
    pub everywhere: Option<bool>,
    pub period: Period,
    /// If `None`, by rating if enough players are rated, else by wins.
    pub sort_by: Option<SortBy>,
    /// The page.
    pub cursor: PageCursor,
}

/// The options of a new game. What is `None` is taken from the server's
/// settings or the defaults.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// If this and `level` are `None`, anyone may join.
    pub opponent: Option<MentionedUser>,
    /// The computer's level.
    pub level: Option<Level>,
    /// Board size and winning length.
    pub shape: Option<Shape>,
    /// The time limit per move.
    pub time_control: Option<TimeControl>,
    pub theme: Option<Theme>,
    /// Whether the game is to be rated.
    pub rated: bool,
    pub first: FirstMove,
}

/// The options of a game against the computer, as [`PlayOptions`] has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComputerGameOptions {
    pub level: Level,
    pub shape: Option<Shape>,
    pub time_control: Option<TimeControl>,
    pub theme: Option<Theme>,
    pub first: FirstMove,
}

impl Default for PlayOptions {
    fn default() -> Self {
        Self {
            opponent: None,
            level: None,
            shape: None,
            time_control: None,
            theme: None,
            rated: true,
            first: FirstMove::default(),
        }
    }
}

/// The action of a message component, such as a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ComponentAction {
    /// Accept a challenge, or join an open one.
    Accept(ChallengeId),
    /// Decline a challenge.
    Decline(ChallengeId),
    /// Cancel one's challenge.
    Cancel(ChallengeId),
    Drop {
        game: GameId,
        version: Version,
        column: Column,
    },
    /// Resign, after a confirmation.
    AskResign {
        game: GameId,
        version: Version,
    },
    /// Confirm the resignation.
    Resign {
        game: GameId,
        version: Version,
        /// The seat that was asked.
        seat: Seat,
    },
    /// Keep playing.
    CancelResign {
        game: GameId,
        version: Version,
        /// The seat that was asked.
        seat: Seat,
    },
    /// Make an offer to the other player.
    Offer {
        game: GameId,
        version: Version,
        kind: OfferKind,
    },
    /// Accept the other player's offer.
    AcceptOffer {
        game: GameId,
        version: Version,
    },
    /// Decline the other player's offer.
    DeclineOffer {
        game: GameId,
        version: Version,
    },
    /// Claim the win of a game that the other player has abandoned.
    Claim {
        game: GameId,
        version: Version,
    },
    /// Claim it from the user's list.
    ClaimListed(GameId),
    /// Call a game against the computer off, and start this one in its place.
    ReplaceGame {
        game: GameId,
        options: ComputerGameOptions,
    },
    /// Go on with a game against the computer.
    KeepGame(GameId),
    /// Ask for a rematch.
    Rematch(GameId),
    /// Show a page of the user's games, from 0.
    GamesPage(u32),
    /// Choose one of the user's games to resign.
    PickGame(GameId),
    /// Confirm the resignation of the chosen game.
    ResignPicked {
        game: GameId,
        version: Version,
    },
    /// Show a page of a leaderboard.
    Leaderboard(LeaderboardQuery),
    /// Show a page of finished games.
    History {
        player: PlayerId,
        /// The page.
        cursor: HistoryCursor,
    },
    /// Replay a finished game from the start.
    Replay(GameId),
    /// Navigate in a replay.
    ReplayJump {
        game: GameId,
        /// The number of moves shown now.
        ply: u8,
        navigation: Navigation,
    },
    /// Review a finished game.
    Review(GameId),
    /// Navigate in a review.
    ReviewJump {
        game: GameId,
        /// A move, from 1; 0 for the summary.
        ply: u8,
        /// Where to go from that move; if `None`, the move itself is shown.
        navigation: Option<Navigation>,
    },
    /// Post a finished game publicly.
    Share(GameId),
    /// Confirm the deletion of the user's data.
    DeleteData,
    /// Keep the user's data.
    CancelDeletion,
    Notifications(NotificationsAction),
    Settings(SettingsAction),
    /// A custom id that is not known.
    Unknown,
}

/// Navigation in a replay or review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Navigation {
    /// The empty board.
    Start,
    Back,
    Forward,
    /// The final position.
    End,
}

impl Navigation {
    /// All values, in order. Append only: custom ids store indices into this
    /// list.
    pub const ALL: [Self; 4] = [Self::Start, Self::Back, Self::Forward, Self::End];
}

/// The action of a component of `/notifications`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotificationsAction {
    Set(NotificationSetting),
    /// Show a page of the people whom the user has blocked, from 0.
    OpenPage(u32),
    /// Block somebody whose challenge the user has declined.
    Block(PlayerId),
    Unblock(PlayerId),
}

/// The action of a component of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettingsAction {
    /// Show a tab.
    OpenTab(SettingsTab),
    /// Change a setting.
    Set(Setting),
    /// Allow games in every channel.
    EveryChannel,
    /// Choose a live game to end.
    PickGame(GameId),
    /// Confirm the end of the chosen game.
    EndGame { game: GameId, version: Version },
}

/// A tab of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettingsTab {
    /// Defaults of games.
    Games,
    /// Where games are allowed, and how many.
    Limits,
    /// Live games.
    Live,
}

impl SettingsTab {
    /// All values, in order. Append only: custom ids store indices into this
    /// list.
    pub const ALL: [Self; 3] = [Self::Games, Self::Limits, Self::Live];
}
