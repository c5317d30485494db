//! Time limits per move.

use std::time::Duration;

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

    /// The limit per move, if there is one.
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
