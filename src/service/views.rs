//! What replies show.

use clock::Timestamp;
use connect4::{Board, Column, Review};

use crate::actions::{GameOptions, SettingsTab};
use crate::{
    game::{
        self, ChannelId, DecisiveMistake, Game, GuildSettings, Player, PlayerId, Preferences,
        PuzzleAttempt, PuzzleNumber, PuzzleProgress, PuzzleSchedule, PuzzleStreak, SolvedCount,
    },
    locale::Locale,
    store::{BlockedPage, HistoryPage, PuzzleSolvers},
    theme::Theme,
};

/// Whether the page of options offers a rated game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedAvailability {
    Offered,
    /// The board or the time limit chosen allows none.
    NotWithTheseOptions,
    /// Nobody else could play it here.
    NobodyElseHere,
}

/// The first page of the menu of `/play`.
#[derive(Clone, Copy, Debug)]
pub struct PlayMenuView {
    pub options: GameOptions,
    /// Whether anybody else would see a challenge.
    pub can_challenge: bool,
    pub can_play_computer: bool,
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
}

/// The user's attempt at a daily puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleView {
    pub number: PuzzleNumber,
    /// The puzzle of the day.
    pub today: PuzzleNumber,
    pub theme: Theme,
    pub attempt: PuzzleAttempt,
    /// What follows from the attempt.
    pub progress: PuzzleProgress,
    pub streak: PuzzleStreak,
    /// Until when the puzzle of yesterday counts for the user, if it does. For that of today only
    /// if it can be solved.
    pub yesterday_until: Option<Timestamp>,
    /// Of this puzzle, in this server, if it is that of today or yesterday.
    pub solvers: PuzzleSolvers,
}

impl PuzzleView {
    /// Whether it counts as solved on its day if it is solved by now.
    pub fn still_counts(&self) -> bool {
        self.number == self.today || self.yesterday_until.is_some()
    }

    /// Whether it is the puzzle of today or yesterday.
    pub(super) fn is_recent(&self) -> bool {
        self.number.next() >= self.today
    }

    /// Whether a server lists the user among its solvers, if they look at it there.
    pub(super) fn may_be_listed(&self) -> bool {
        self.attempt.is_solved_on_its_day() && self.is_recent()
    }
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
    /// Where and when the daily puzzle is posted, for the tab that shows it.
    pub puzzle_schedule: Option<PuzzleSchedule>,
    /// The channel of the request.
    pub channel: ChannelId,
    pub now: Timestamp,
}

/// What the user has chosen, and a page of the people whom they have blocked.
#[derive(Clone, Debug)]
pub struct PreferencesView {
    pub preferences: Preferences,
    pub blocked: BlockedPage,
}

/// A page of a player's finished games.
#[derive(Clone, Debug)]
pub struct HistoryView {
    pub player: Player,
    pub page: HistoryPage,
}

/// A position of a review.
#[derive(Clone, Debug)]
pub struct ReviewView {
    pub game: Game,
    pub review: Review,
    /// The move that is shown, from 1; 0 for the summary.
    pub ply: usize,
    /// Whether the user has positions in it to train with.
    pub can_train: bool,
}

impl ReviewView {
    pub(super) fn new(game: Game, review: Review, ply: usize, user: PlayerId) -> Self {
        let seat = game.seat_of(user);
        let can_train = seat.is_some_and(|seat| !game::decisive_mistakes(&review, seat).is_empty());
        Self { game, review, ply, can_train }
    }
}

/// What training shows.
#[derive(Clone, Debug)]
pub enum TrainingView {
    /// A position to be solved.
    Question {
        position: TrainingPosition,
        /// How many times the user has tried it.
        tries: u32,
    },
    /// A position that was just tried.
    Answer {
        position: TrainingPosition,
        /// The column that was tried. `None` if it was another press that counted.
        tried: Option<Column>,
        is_solved: bool,
        /// When it comes again.
        next_due: Option<Timestamp>,
        solved: SolvedCount,
    },
    /// No position is due, but games of the user are being reviewed, or taken in.
    Looking {
        /// When the next position is due.
        next_due: Option<Timestamp>,
        solved: SolvedCount,
    },
    /// The user has finished no game yet.
    NoGames {
        /// The puzzle of the day.
        today: PuzzleNumber,
    },
    NothingDue {
        /// When the next position is due.
        next_due: Option<Timestamp>,
        solved: SolvedCount,
        /// The puzzle of the day.
        today: PuzzleNumber,
        /// Whether more games are reviewed on the next day.
        has_more_tomorrow: bool,
    },
}

/// A position in which the user made a mistake.
#[derive(Clone, Debug)]
pub struct TrainingPosition {
    pub game: Game,
    /// The board before the mistake.
    pub before: Board,
    /// The number of moves before it.
    pub ply: u8,
    pub mistake: DecisiveMistake,
}

impl TrainingPosition {
    pub(super) fn is_open(&self, column: Column) -> bool {
        self.before.open_columns().any(|open| open == column)
    }
}
