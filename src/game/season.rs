//! Seasons of a server: each begins its leaderboard afresh, and ends where the next one starts.

use std::iter::successors;

use clock::Timestamp;

use super::{
    ChannelId, GuildId, LeaderboardId, Period, Scope, SeasonId, SortBy, StandingContent,
    StandingMessage, StandingTopic,
};
use crate::locale::Locale;

/// A season of a server. It has a board of its own, which is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Season {
    pub id: SeasonId,
    pub guild: GuildId,
    /// From 1 in each server.
    pub number: u32,
    pub started_at: Timestamp,
    /// `None` while it runs.
    pub ended_at: Option<Timestamp>,
}

impl Season {
    /// The scope of its board.
    pub const fn scope(self) -> Scope {
        Scope::Season(self)
    }

    /// The board that it is decided by. Ratings go on from season to season, so that by them the
    /// same people would always be first.
    pub const fn final_board(self) -> LeaderboardId {
        LeaderboardId { scope: self.scope(), period: Period::AllTime, sort_by: SortBy::Wins }
    }
}

named_enum! {
    /// When a server's next season starts by itself.
    #[derive(Default)]
    pub enum SeasonRhythm {
        #[default]
        ByHand = "by hand",
        /// With each month (UTC).
        Month = "month",
        /// With each quarter of a year (UTC).
        Quarter = "quarter",
    }
}

impl SeasonRhythm {
    /// When the next season starts. `None` if a manager starts it.
    pub fn due_after(self, now: Timestamp) -> Option<Timestamp> {
        let months = match self {
            Self::ByHand => return None,
            Self::Month => 1,
            Self::Quarter => 3,
        };
        let next = |month: &Timestamp| Period::Month.ends_at(*month);
        successors(next(&now), next).find(|month| month.month() % months == 0)
    }
}

/// How a server's seasons start, and where the end of one is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeasonSchedule {
    pub guild: GuildId,
    pub rhythm: SeasonRhythm,
    /// The channel in which a manager has started the first season, or last chosen a rhythm of the
    /// calendar; where they have started one since, if that channel was gone.
    pub channel: ChannelId,
    /// The server's language at Discord.
    pub guild_locale: Locale,
}

impl SeasonSchedule {
    /// What became of a season, as it is to be told.
    pub const fn post(self, topic: StandingTopic, now: Timestamp) -> StandingMessage {
        let content = StandingContent::Topic(topic);
        StandingMessage::new((self.guild, self.channel), content, self.guild_locale, now)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn seasons_start_with_months_and_quarters() {
        let at = |year, month, day| Timestamp::of_date(date(year, month, day));
        let december = at(2026, 12, 31);
        assert_eq!(SeasonRhythm::ByHand.due_after(december), None);
        assert_eq!(SeasonRhythm::Month.due_after(december), Some(at(2027, 1, 1)));
        assert_eq!(SeasonRhythm::Month.due_after(at(2027, 1, 1)), Some(at(2027, 2, 1)));
        assert_eq!(SeasonRhythm::Quarter.due_after(at(2026, 5, 9)), Some(at(2026, 7, 1)));
        assert_eq!(SeasonRhythm::Quarter.due_after(december), Some(at(2027, 1, 1)));
    }
}
