use clock::Timestamp;

use super::GuildId;

/// Identifies a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeaderboardId {
    pub scope: Scope,
    pub period: Period,
    pub sort_by: SortBy,
}

/// The games that count: of one server, or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Games in one server.
    Guild(GuildId),
    /// Games in all servers and direct messages.
    Global,
}

/// The period in which games count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    AllTime,
    /// The current month (UTC).
    Month,
    /// The current week (UTC), from Monday.
    Week,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SortBy {
    /// Highest rating first; provisional ratings are left out.
    Rating,
    /// Most wins, then fewest losses, then most draws.
    Wins,
}

impl Period {
    /// All values. Append only: custom ids store indices into this list.
    pub const ALL: [Self; 3] = [Self::AllTime, Self::Month, Self::Week];

    /// The name in commands and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AllTime => "all time",
            Self::Month => "month",
            Self::Week => "week",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|period| period.name() == name)
    }

    /// The number of the month or week at a time, counted from 1970.
    pub fn number_at(self, now: Timestamp) -> i64 {
        match self {
            Self::AllTime => 0,
            Self::Month => now.month(),
            Self::Week => now.week(),
        }
    }
}

impl SortBy {
    /// All values. Append only: custom ids store indices into this list.
    pub const ALL: [Self; 2] = [Self::Rating, Self::Wins];

    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rating => "rating",
            Self::Wins => "wins",
        }
    }
}
