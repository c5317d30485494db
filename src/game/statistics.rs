//! What is shown of players' finished games: statistics, accuracy and leaderboards.

use std::time::Duration;

use clock::Timestamp;
use connect4::{Level, Review, Seat};

use super::{GuildId, PlayerId, PlayerResult, Record, SeasonId};

/// A finished game, as far as it matters for one player's statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    pub result: PlayerResult,
    /// Whether it was played in the server where they are shown.
    pub is_here: bool,
    /// The computer's level, if it took part.
    pub level: Option<Level>,
    /// Who the opponent was, with their rating before the game, if it was rated.
    pub rated_opponent: Option<(PlayerId, u16)>,
}

/// Statistics of one player's finished games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Results against people.
    pub record: Record,
    /// Those in the server.
    pub record_here: Record,
    /// The current streak of equal results against people, and its length.
    pub streak: Option<(PlayerResult, u32)>,
    /// The longest winning streak against people.
    pub best_streak: u32,
    /// The opponent of the highest rating, and that rating, of all against whom the player has won.
    pub best_win: Option<(PlayerId, u16)>,
    /// Results against the computer, by level.
    by_level: [Record; Level::ALL.len()],
}

impl Statistics {
    /// Adds a game. Games must be added in the order in which they ended.
    pub fn add(&mut self, game: FinishedGame) {
        if let Some(level) = game.level {
            self.by_level[level as usize].add(game.result);
            return;
        }
        self.record.add(game.result);
        if game.is_here {
            self.record_here.add(game.result);
        }
        let length = match self.streak {
            Some((result, length)) if result == game.result => length + 1,
            _ => 1,
        };
        self.streak = Some((game.result, length));
        if game.result == PlayerResult::Win {
            self.best_streak = self.best_streak.max(length);
            self.best_win =
                self.best_win.into_iter().chain(game.rated_opponent).max_by_key(|it| it.1);
        }
    }

    /// Results by the computer's level, for the levels played.
    pub fn by_level(&self) -> impl Iterator<Item = (Level, Record)> {
        Level::ALL.into_iter().zip(self.by_level).filter(|(_, record)| record.games() > 0)
    }
}

/// A player's accuracy in their last games against people, as far as these were reviewed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecentAccuracy {
    /// The number of the games: [`Self::MAX_GAMES`], or all that there are.
    pub games: u32,
    /// How many of them were reviewed.
    pub reviewed: u32,
    /// The sum of the accuracies in those, in percent.
    sum: u32,
}

impl RecentAccuracy {
    /// How many of a player's last games count.
    pub const MAX_GAMES: u8 = 20;

    /// Adds a game, with the player's accuracy in it if it was reviewed.
    pub fn add(&mut self, accuracy: Option<u8>) {
        self.games += 1;
        if let Some(accuracy) = accuracy {
            self.reviewed += 1;
            self.sum += u32::from(accuracy);
        }
    }

    /// The mean over the reviewed games, in percent, rounded down. `None` if there are none.
    pub const fn percent(self) -> Option<u32> {
        self.sum.checked_div(self.reviewed)
    }
}

/// A player's accuracy in a game, in percent. Who never had a choice made no mistake.
pub fn accuracy(review: &Review, seat: Seat) -> u8 {
    review.accuracy(seat).unwrap_or(100)
}

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
    Season(GuildId, SeasonId),
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
            Self::Guild(guild) | Self::Season(guild, _) => Some(guild),
            Self::Global | Self::Listed => None,
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
        /// Highest rating first, with provisional ratings after all others.
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

    /// When the month or week of a time ends.
    pub fn ends_at(self, now: Timestamp) -> Option<Timestamp> {
        match self {
            Self::AllTime => None,
            Self::Month => now.date().last_of_month().tomorrow().ok().map(Timestamp::of_date),
            Self::Week => {
                // A week later is one week on, from its Monday.
                let next = now.after(Duration::from_hours(7 * 24));
                let days_into_week = (now.day() + 3).rem_euclid(7).cast_unsigned();
                Some(next.midnight().before(Duration::from_hours(24 * days_into_week)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(result: PlayerResult) -> FinishedGame {
        FinishedGame { result, is_here: false, level: None, rated_opponent: None }
    }

    fn statistics_of(games: &[FinishedGame]) -> Statistics {
        let mut statistics = Statistics::default();
        for game in games {
            statistics.add(*game);
        }
        statistics
    }

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
            }
            assert_eq!(Period::AllTime.ends_at(now), None);
        }
    }

    #[test]
    fn any_other_result_ends_a_streak() {
        use PlayerResult::{Draw, Loss, Win};
        let outcomes = [Win, Win, Win, Draw, Win, Win, Loss, Loss];
        let games = outcomes.map(game);
        let statistics = statistics_of(&games);
        assert_eq!((statistics.streak, statistics.best_streak), (Some((Loss, 2)), 3));
        assert_eq!(statistics_of(&games[..6]).streak, Some((Win, 2)));
        assert_eq!(statistics_of(&[]).streak, None);
    }

    #[test]
    fn the_best_win_is_against_the_highest_rating() {
        let against = |result, player, rating| FinishedGame {
            rated_opponent: Some((PlayerId(player), rating)),
            ..game(result)
        };
        let games = [
            against(PlayerResult::Win, 1, 1500),
            against(PlayerResult::Win, 2, 1700),
            game(PlayerResult::Win),
            against(PlayerResult::Win, 3, 1600),
            against(PlayerResult::Loss, 4, 1900),
        ];
        assert_eq!(statistics_of(&games).best_win, Some((PlayerId(2), 1700)));
    }

    #[test]
    fn games_against_the_computer_count_separately() {
        let people = game(PlayerResult::Win);
        let computer = FinishedGame { level: Some(Level::Hard), ..game(PlayerResult::Loss) };
        let statistics = statistics_of(&[people, computer, computer]);
        assert_eq!(statistics.record.games(), 1);
        assert_eq!(statistics.streak, Some((PlayerResult::Win, 1)));
        let lost = Record { losses: 2, ..Record::default() };
        assert_eq!(statistics.by_level().collect::<Vec<_>>(), [(Level::Hard, lost)]);
    }

    #[test]
    fn recent_accuracy_is_the_mean_of_reviewed_games() {
        let mut recent = RecentAccuracy::default();
        assert_eq!(recent.percent(), None);
        recent.add(None);
        assert_eq!((recent.games, recent.percent()), (1, None));
        for accuracy in [Some(100), None, Some(67)] {
            recent.add(accuracy);
        }
        assert_eq!((recent.games, recent.reviewed, recent.percent()), (4, 2, Some(83)));
    }
}
