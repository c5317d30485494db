//! How long a turn may take, and what becomes of a game that stands still.

use std::time::Duration;

use super::{Ending, Game};
use clock::Timestamp;

/// The time that each player has for each single move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// As long as they like.
    None,
    /// Five minutes.
    FiveMinutes,
    /// An hour.
    OneHour,
    /// A day.
    #[default]
    OneDay,
    /// Three days.
    ThreeDays,
}

impl TimeControl {
    /// All of them. The list only ever grows at its end, since buttons carry
    /// places in it.
    pub const ALL: [Self; 5] =
        [Self::None, Self::ThreeDays, Self::OneDay, Self::OneHour, Self::FiveMinutes];

    /// The time for a move, if there is a limit.
    pub const fn per_move(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::FiveMinutes => Some(Duration::from_mins(5)),
            Self::OneHour => Some(Duration::from_hours(1)),
            Self::OneDay => Some(Duration::from_hours(24)),
            Self::ThreeDays => Some(Duration::from_hours(72)),
        }
    }

    /// When the player to move is reminded, counted from the start of the turn: a
    /// sixth of the time is left then. Nobody is in a game so quick that people
    /// keep it in mind.
    pub fn reminded_after(self) -> Option<Duration> {
        let is_slow = matches!(self, Self::OneDay | Self::ThreeDays);
        self.per_move().filter(|_| is_slow).map(|limit| limit * 5 / 6)
    }

    /// The name that commands and the database use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::FiveMinutes => "5 minutes",
            Self::OneHour => "1 hour",
            Self::OneDay => "1 day",
            Self::ThreeDays => "3 days",
        }
    }

    /// The time control with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|control| control.name() == name)
    }
}

/// The time of the turn that is under way. None of it runs while the computer
/// thinks, or without a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnTime {
    /// When it is up.
    pub move_by: Option<Timestamp>,
    /// When the player is to be reminded, if that is still to come.
    pub remind_at: Option<Timestamp>,
}

impl Game {
    /// Gives whoever is to move all their time.
    pub(super) fn start_turn(&mut self, at: Timestamp) {
        let control = self.setup.time_control;
        let is_persons = self.to_move().is_some_and(|seat| self.seated(seat).person().is_some());
        self.moved_at = at;
        self.turn_time = match control.per_move() {
            Some(limit) if is_persons => TurnTime {
                move_by: Some(at.after(limit)),
                remind_at: control.reminded_after().map(|time| at.after(time)),
            },
            _ => TurnTime::default(),
        };
    }

    /// Whether each seat has moved, so that losing on time is a loss.
    pub fn has_begun_in_earnest(&self) -> bool {
        self.moves.columns().len() >= 2
    }
}

/// What a game becomes when its turn's time is up; nothing before that.
///
/// A game in which not both have moved was never really accepted, and is called
/// off.
pub fn run_out(game: &Game, now: Timestamp) -> Option<Game> {
    let seat = game.to_move()?;
    game.turn_time.move_by.filter(|&move_by| move_by <= now)?;
    let ending =
        if game.has_begun_in_earnest() { Ending::TimedOut(seat) } else { Ending::CalledOff };
    let version = game.version.next();
    let mut after = Game { version, ending: Some(ending), ..game.clone() };
    after.close(now);
    Some(after)
}
