//! Time limits per move, and what happens when they are exceeded.

use std::time::Duration;

use clock::Timestamp;

use super::{ABANDONED_AFTER, Game, GameResult, Obstacle, Turn};

/// The time limit per move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// No limit.
    None,
    FiveMinutes,
    OneHour,
    #[default]
    OneDay,
    ThreeDays,
}

impl TimeControl {
    /// All values. Append only: custom ids store indices into this list.
    pub const ALL: [Self; 5] =
        [Self::None, Self::ThreeDays, Self::OneDay, Self::OneHour, Self::FiveMinutes];

    /// The limit per move, if there is one. The statement that shifts turn timers knows the
    /// limits as well.
    pub const fn per_move(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::FiveMinutes => Some(Duration::from_mins(5)),
            Self::OneHour => Some(Duration::from_hours(1)),
            Self::OneDay => Some(Duration::from_hours(24)),
            Self::ThreeDays => Some(Duration::from_hours(72)),
        }
    }

    /// When the player to move is reminded, from the start of the turn: when a
    /// sixth of the time is left. Quick games have no reminders, since players
    /// are still present.
    pub fn remind_after(self) -> Option<Duration> {
        let is_slow = matches!(self, Self::OneDay | Self::ThreeDays);
        self.per_move().filter(|_| is_slow).map(|limit| limit * 5 / 6)
    }

    /// The name in commands and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::FiveMinutes => "5 minutes",
            Self::OneHour => "1 hour",
            Self::OneDay => "1 day",
            Self::ThreeDays => "3 days",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|control| control.name() == name)
    }
}

/// The deadline of the current turn. Both are `None` while it is the computer's turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnDeadline {
    /// When the player to move times out. Without a limit, when the turn counts as abandoned;
    /// `None` once it does.
    pub move_by: Option<Timestamp>,
    /// When the player is to be reminded, if they were not yet.
    pub remind_at: Option<Timestamp>,
}

impl Game {
    /// Starts the turn timer of the player to move.
    pub(super) fn start_turn(&mut self, now: Timestamp) {
        let control = self.config.time_control;
        let is_persons =
            self.to_move().is_some_and(|seat| self.participant(seat).person().is_some());
        let deadline = if is_persons {
            TurnDeadline {
                move_by: Some(now.after(control.per_move().unwrap_or(ABANDONED_AFTER))),
                remind_at: control.remind_after().map(|time| now.after(time)),
            }
        } else {
            TurnDeadline::default()
        };
        self.turn = Turn::new(now, deadline);
    }

    /// When the player to move times out. `None` without a limit.
    pub fn times_out_at(&self) -> Option<Timestamp> {
        self.turn.deadline.move_by.filter(|_| self.config.time_control.per_move().is_some())
    }

    /// Whether the turn deadline has passed, and the game ends by it.
    pub fn is_late(&self, now: Timestamp) -> bool {
        let is_due = self.turn.deadline.move_by.is_some_and(|move_by| move_by <= now);
        self.is_live() && is_due && !self.becomes_claimable()
    }

    /// Whether both seats have moved; if not, the game does not count however it ends.
    pub fn both_have_moved(&self) -> bool {
        self.moves.columns().len() >= 2
    }
}

/// Ends a game whose turn deadline has passed: the player to move loses, unless an obstacle
/// excuses them; without a time limit, the game is called off. Returns `None` before that, and
/// for a game that can be claimed instead.
pub fn time_out(game: &Game, now: Timestamp, obstacle: Option<Obstacle>) -> Option<Game> {
    let seat = game.to_move().filter(|_| game.is_late(now))?;
    let is_excused = obstacle.is_some_and(|obstacle| game.is_excused_by(obstacle));
    let result = match game.config.time_control {
        TimeControl::None => GameResult::CalledOff,
        _ if is_excused => GameResult::Interrupted,
        _ => GameResult::TimedOut(seat),
    };
    Some(game.ended(result, now))
}
