//! Leaderboards: what each is of, what a result adds to an entry, and who of the first has a medal.

use clock::Timestamp;

use super::{GuildId, PlayerId, PlayerResult, Record, Season, week_range};
use crate::rating::{self, Rating};

/// Up to which number places and players are counted: one more stands for all that are beyond.
pub const MAX_COUNTED: u16 = 1_000;

/// The greatest number in a sort key, of 20 bits.
const MOST: i64 = (1 << 20) - 1;

/// The last place that can have a medal.
pub const LAST_MEDAL: u64 = 3;

/// How many different people somebody has to have played for a medal, besides having won. Where
/// somebody has none, nobody below has one.
pub const OPPONENTS_FOR_MEDAL: u8 = 2;

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
    /// Games in one season of a server.
    Season(Season),
    /// Games in all servers and direct messages.
    Global,
    /// The same games, of the players who have chosen to be listed: the leaderboard of all servers.
    Listed,
}

impl Scope {
    /// The same, whoever is listed.
    #[must_use]
    pub const fn of_games(self) -> Self {
        match self {
            Self::Listed => Self::Global,
            scope => scope,
        }
    }

    /// The server, if it is about one.
    pub const fn guild(self) -> Option<GuildId> {
        match self {
            Self::Guild(guild) | Self::Season(Season { guild, .. }) => Some(guild),
            Self::Global | Self::Listed => None,
        }
    }

    /// Whether it is a season that has ended, whose board stays as it was.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Season(Season { ended_at: Some(_), .. }))
    }

    /// The periods of which it has a leaderboard each.
    pub const fn periods(self) -> &'static [Period] {
        match self {
            Self::Season(_) => &[Period::AllTime],
            Self::Guild(_) | Self::Global | Self::Listed => &Period::ALL,
        }
    }
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
        /// Settled ratings first, then provisional ones, the highest first.
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

    /// When the month or week of a time began.
    pub fn began_at(self, now: Timestamp) -> Timestamp {
        match self {
            Self::AllTime => Timestamp::from_milliseconds(0),
            Self::Month => Timestamp::of_date(now.date().first_of_month()),
            Self::Week => week_range(now.week()).start,
        }
    }

    /// When the month or week of a time ends.
    pub fn ends_at(self, now: Timestamp) -> Option<Timestamp> {
        match self {
            Self::AllTime => None,
            Self::Month => now.date().last_of_month().tomorrow().ok().map(Timestamp::of_date),
            Self::Week => Some(week_range(now.week()).end),
        }
    }
}

/// Whose entry on which leaderboards: one by wins, and one by rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EntryKey {
    pub scope: Scope,
    pub period: Period,
    pub player: PlayerId,
}

/// What leaderboards show of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The number of the month or week.
    pub period_number: i64,
    pub record: Record,
    /// The rating after the last rated game in the period.
    pub rating: Option<EntryRating>,
}

impl Entry {
    /// The smallest comes first by wins: more wins, then fewer losses, then more draws.
    pub fn wins_key(self) -> i64 {
        let Record { wins, losses, draws } = self.record;
        let [wins, losses, draws] = [wins, losses, draws].map(|it| i64::from(it).min(MOST));
        (MOST - wins) << 40 | losses << 20 | (MOST - draws)
    }

    /// The smallest comes first by rating: settled ones, then provisional ones, the highest first.
    pub fn rating_key(self) -> Option<i64> {
        let EntryRating { value, is_provisional, .. } = self.rating?;
        Some((MOST + if is_provisional { 10_000 } else { 0 } - i64::from(value)) << 40)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryRating {
    pub value: u16,
    pub is_provisional: bool,
    /// When the last rated game ended, if the player leaves the leaderboard
    /// [`LISTED_FOR`](crate::rating::LISTED_FOR) after it: that of all time.
    pub last_rated_at: Option<Timestamp>,
}

impl EntryKey {
    /// The entry after another result, if that counts on leaderboards, and with the rating after it,
    /// if the game was rated. A result of an earlier month or week than the entry's changes nothing,
    /// and one of a later one begins it afresh.
    pub fn add(
        self,
        entry: Option<Entry>,
        at: Timestamp,
        counted: Option<PlayerResult>,
        rating: Option<Rating>,
    ) -> Entry {
        let period_number = self.period.number_at(at);
        let mut entry = match entry {
            Some(entry) if entry.period_number > period_number => return entry,
            Some(entry) if entry.period_number == period_number => entry,
            _ => Entry { period_number, ..Entry::default() },
        };
        if let Some(result) = counted {
            entry.record.add(result);
        }
        if let Some(rating) = rating {
            let leaves = self.period == Period::AllTime && !matches!(self.scope, Scope::Season(_));
            entry.rating = Some(EntryRating {
                value: rating::rounded(rating.value),
                is_provisional: rating.is_provisional(),
                last_rated_at: leaves.then_some(rating.last_rated_at),
            });
        }
        entry
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_period_ends_when_the_next_one_begins() {
        let day = Duration::from_hours(24);
        for days in 0..800 {
            let now = Timestamp::of_day(days).after(Duration::from_hours(15));
            for period in [Period::Month, Period::Week] {
                let end = period.ends_at(now).unwrap();
                let next = period.number_at(now) + 1;
                assert!(end > now && period.number_at(end) == next, "{period:?} of day {days}");
                assert_eq!(period.number_at(end.before(day)), next - 1);
                assert_eq!(period.began_at(end), end, "{period:?} of day {days}");
            }
            assert_eq!(Period::AllTime.ends_at(now), None);
        }
    }
}
