//! How long a challenge waits.

use std::time::Duration;

/// How long a challenge in a server waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ChallengeTime {
    TenMinutes,
    OneHour,
    /// As long as a move may take by default.
    #[default]
    OneDay,
}

impl ChallengeTime {
    /// All values. Append only: custom ids store indices into this list.
    pub const ALL: [Self; 3] = [Self::OneDay, Self::OneHour, Self::TenMinutes];

    pub const fn duration(self) -> Duration {
        match self {
            Self::TenMinutes => Duration::from_mins(10),
            Self::OneHour => Duration::from_hours(1),
            Self::OneDay => Duration::from_hours(24),
        }
    }

    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TenMinutes => "10 minutes",
            Self::OneHour => "1 hour",
            Self::OneDay => "1 day",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|time| time.name() == name)
    }
}
