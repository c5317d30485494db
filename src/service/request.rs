//! What goes into the service: who asks, where, and for what.

use connect4::{Column, Level, Shape};

use crate::{
    game::{
        ApplicationId, ChannelId, FirstMove, Game, GameId, InteractionId, Location, MentionedUser,
        MessageId, Period, Player, PlayerId, PositionId, Preference, PuzzleNumber, Refusal,
        Setting, SortBy, TimeControl, Token, Version,
    },
    locale::Locale,
    store::PageCursor,
    theme::Theme,
};

/// An interaction, and the token that answers it.
#[derive(Clone, Debug)]
pub struct InteractionRef {
    /// The same if Discord delivers the interaction twice.
    pub id: InteractionId,
    pub token: Token,
    /// The bot's application, or another one that uses the same database.
    pub application: ApplicationId,
}

/// A request by a user: a command, a component or an autocompletion.
#[derive(Clone, Debug)]
pub struct UserRequest {
    pub interaction: InteractionRef,
    /// The message whose component was used.
    pub message: Option<MessageId>,
    /// Whether nobody but the user sees that message.
    pub message_is_ephemeral: bool,
    pub user: Player,
    pub permissions: UserPermissions,
    pub place: Place,
    pub locales: RequestLocales,
}

/// What the user may do in the server.
#[derive(Clone, Copy, Debug)]
pub struct UserPermissions {
    /// Whether the user may manage the server. `None` outside of servers that
    /// have added the bot.
    pub can_manage: Option<bool>,
    /// Whether the user is excused for being late if the channel is gone: the server has installed
    /// the bot, and they can remove neither it nor the channel.
    pub excused_if_gone: bool,
}

/// Where a request was made.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub location: Location,
    /// The parent channel, if the channel is a thread.
    pub parent_channel: Option<ChannelId>,
    /// Whether the channel is the user's direct messages with the bot.
    pub is_bot_dm: bool,
    /// Whether Discord makes every reply ephemeral, as some servers do for apps
    /// that they have not added.
    pub forced_ephemeral: bool,
    /// Whether the bot may send messages there, if it is a member of the server.
    pub bot_may_write: bool,
}

impl Place {
    /// Whether nobody but the user sees what is posted.
    pub fn is_alone(&self) -> bool {
        self.check_visible().is_err()
    }

    /// Refuses where nobody but the user sees what is posted.
    pub const fn check_visible(&self) -> Result<(), Refusal> {
        match self {
            Self { is_bot_dm: true, .. } => Err(Refusal::NobodyElseHere),
            Self { forced_ephemeral: true, .. } => Err(Refusal::ForcedEphemeral),
            _ => Ok(()),
        }
    }
}

/// The languages of a request.
#[derive(Clone, Copy, Debug)]
pub struct RequestLocales {
    pub user: Locale,
    /// Of public messages in this server or channel.
    pub guild: Locale,
}

/// How to show the game of a board in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardView {
    Replay,
    Review,
    /// The position, in words.
    Position,
}

/// What a user shows everyone in the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PublicView {
    Leaderboard(LeaderboardQuery),
    /// A player's statistics, with the record against another one.
    Stats {
        player: PlayerId,
        versus: Option<PlayerId>,
    },
    /// A finished game, as an animation.
    Animation(GameId),
    /// A finished game after some of its moves.
    Replay {
        game: GameId,
        ply: u8,
    },
    /// A move of a review, from 1; 0 for the summary.
    Review {
        game: GameId,
        ply: u8,
    },
    /// How the user did in a daily puzzle.
    Puzzle(PuzzleNumber),
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

/// Whom to play, and how.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// If this and `level` are `None`, anyone may join; where nobody else can see the challenge,
    /// the user is asked instead.
    pub opponent: Option<MentionedUser>,
    /// The computer's level.
    pub level: Option<Level>,
    pub game: GameOptions,
}

/// A game at the version that the user saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeenGame {
    pub game: GameId,
    pub version: Version,
}

impl From<&Game> for SeenGame {
    fn from(game: &Game) -> Self {
        Self { game: game.id, version: game.version }
    }
}

/// The options of a new game. What is `None` is taken from the server's
/// settings or the defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameOptions {
    /// Board size and winning length.
    pub shape: Option<Shape>,
    /// The time limit per move.
    pub time_control: Option<TimeControl>,
    pub theme: Option<Theme>,
    /// Whether the game is to be rated.
    pub rated: bool,
    pub first: FirstMove,
}

/// How to play the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComputerGameOptions {
    pub level: Level,
    pub game: GameOptions,
}

/// A component of the menu of `/play`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayMenuStep {
    /// Open the menu, as a message of its own.
    Open,
    ChallengeAnyone,
    PlayComputer(Level),
    /// Show the page of options.
    OpenOptions,
    /// Choose the value of an option.
    Choose(GameOption),
    /// Go back to the first page.
    CloseOptions,
}

/// An option with a select of its own in the menu of `/play`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameOption {
    Board,
    Clock,
    Theme,
    Rated,
}

impl Default for GameOptions {
    fn default() -> Self {
        Self {
            shape: None,
            time_control: None,
            theme: None,
            rated: true,
            first: FirstMove::default(),
        }
    }
}

/// Navigation in a replay, a review or a solution.
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

/// The action of a component of `/preferences`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PreferencesAction {
    Set(Preference),
    /// Show a page of the people whom the user has blocked, from 0.
    OpenPage(u32),
    /// Block somebody whose challenge the user has declined.
    Block(PlayerId),
    Unblock(PlayerId),
    /// Show what is stored about people.
    OpenData,
    /// Ask whether to delete what is stored about the user.
    AskDelete,
}

/// The action of a component of a daily puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleAction {
    /// Show it, as a message of its own.
    Open,
    /// Show it in the place of another puzzle.
    GoTo,
    /// Try a column.
    Try {
        /// The number of tries before it.
        tries: u8,
        column: Column,
    },
    /// Show its solution, as a message of its own.
    Solution,
    /// Navigate in its solution.
    SolutionJump {
        /// How many of its moves are on the board.
        moves_shown: u8,
        navigation: Navigation,
    },
}

/// A position as a message of `/train` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeenPosition {
    pub id: PositionId,
    /// How many times the user had tried it.
    pub tries: u32,
}

/// The action of a component of `/train`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrainingAction {
    /// Try a column.
    Try { seen: SeenPosition, column: Column },
    /// Show a position of this game if one is due, else another one, as a message of its own.
    Open(GameId),
    /// Show another position.
    Next,
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
    EndGame(SeenGame),
    /// Have the daily puzzle posted at this hour (UTC), or not.
    PuzzleHour(Option<u8>),
    /// Have it posted in this channel.
    PuzzleHere,
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
    /// Where and when the daily puzzle is posted.
    Puzzle,
}

impl SettingsTab {
    /// All values, in order. Append only: custom ids store indices into this
    /// list.
    pub const ALL: [Self; 4] = [Self::Games, Self::Limits, Self::Live, Self::Puzzle];
}
