//! Time limits per move.

use std::time::Duration;

named_enum! {
    /// The time limit per move.
    #[derive(Default)]
    pub enum TimeControl {
        /// No limit.
        None = "none",
        ThreeDays = "3 days",
        #[default]
        OneDay = "1 day",
        OneHour = "1 hour",
        FiveMinutes = "5 minutes",
    }
}

impl TimeControl {
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
}
