use super::GuildId;
use clock::Timestamp;

/// Which leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ranking {
    /// Whose results count.
    pub scope: Scope,
    /// Since when results count.
    pub period: Period,
    /// What makes a player better than another.
    pub order: Order,
}

/// Where games count together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// In one server.
    Guild(GuildId),
    /// In all servers and direct messages.
    Everywhere,
}

/// Since when games count together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    /// Since the beginning.
    AllTime,
    /// This month (UTC).
    Month,
    /// This week (UTC), from Monday.
    Week,
}

/// What makes a player better than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The higher rating; who has none that is certain is not in it.
    Rating,
    /// More wins, then fewer losses, then more draws.
    Wins,
}

impl Period {
    /// All of them. The list only ever grows at its end, since buttons carry
    /// places in it.
    pub const ALL: [Self; 3] = [Self::AllTime, Self::Month, Self::Week];

    /// The name in commands and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AllTime => "all time",
            Self::Month => "month",
            Self::Week => "week",
        }
    }

    /// The period of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|period| period.name() == name)
    }

    /// Which month or week it is at a time, counted from 1970.
    pub fn number_at(self, at: Timestamp) -> i64 {
        match self {
            Self::AllTime => 0,
            Self::Month => at.month(),
            Self::Week => at.week(),
        }
    }
}

impl Order {
    /// All of them. The list only ever grows at its end, since buttons carry
    /// places in it.
    pub const ALL: [Self; 2] = [Self::Rating, Self::Wins];

    /// The name in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rating => "rating",
            Self::Wins => "wins",
        }
    }
}
