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

named_enum! {
    /// The period in which games count.
    pub enum Period {
        AllTime = "all time",
        /// The current month (UTC).
        Month = "month",
        /// The current week (UTC), from Monday.
        Week = "week",
    }
}

named_enum! {
    pub enum SortBy {
        /// Highest rating first; provisional ratings are left out.
        Rating = "rating",
        /// Most wins, then fewest losses, then most draws.
        Wins = "wins",
    }
}

impl Period {
    /// The number of the month or week at a time, counted from 1970.
    pub fn number_at(self, now: Timestamp) -> i64 {
        match self {
            Self::AllTime => 0,
            Self::Month => now.month(),
            Self::Week => now.week(),
        }
    }
}
