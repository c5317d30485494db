//! How long a challenge waits.

use std::time::Duration;

named_enum! {
    /// How long a challenge in a server waits.
    #[derive(Default)]
    pub enum ChallengeTime {
        /// As long as a move may take by default.
        #[default]
        OneDay = "1 day",
        OneHour = "1 hour",
        TenMinutes = "10 minutes",
    }
}

impl ChallengeTime {
    pub const fn duration(self) -> Duration {
        match self {
            Self::TenMinutes => Duration::from_mins(10),
            Self::OneHour => Duration::from_hours(1),
            Self::OneDay => Duration::from_hours(24),
        }
    }
}
