//! What actions are made of, where it is more than a number or an id of a game's.

use connect4::{Level, Shape};

use crate::{
    game::{FirstMove, Game, GameId, Period, PositionId, SortBy, TimeControl, Version},
    store::PageCursor,
    theme::Theme,
};

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

/// How to play the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComputerGameOptions {
    pub level: Level,
    pub game: GameOptions,
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

/// A position as a message of `/train` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeenPosition {
    pub id: PositionId,
    /// How many times the user had tried it.
    pub tries: u32,
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
