//! What is shown of players' finished games: statistics and accuracy.

use connect4::{Level, Review, Seat};

use super::{PlayerId, PlayerResult, Record};

/// A finished game, as far as it matters for one player's statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    pub result: PlayerResult,
    /// Whether it was played in the server where they are shown.
    pub is_here: bool,
    /// The computer's level, if it took part.
    pub level: Option<Level>,
    /// `None` if it was the computer.
    pub opponent: Option<PlayerId>,
    /// The opponent's rating before the game, if it was rated.
    pub opponent_rating: Option<u16>,
}

/// Statistics of one player's finished games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Results against people.
    pub record: Record,
    /// Those in the server.
    pub record_here: Record,
    /// Those against one opponent.
    pub record_versus: Record,
    versus: Option<PlayerId>,
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
    /// Before the first game, with a record against this opponent.
    pub fn versus(opponent: Option<PlayerId>) -> Self {
        Self { versus: opponent, ..Self::default() }
    }

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
        if game.opponent.is_some() && game.opponent == self.versus {
            self.record_versus.add(game.result);
        }
        let length = match self.streak {
            Some((result, length)) if result == game.result => length + 1,
            _ => 1,
        };
        self.streak = Some((game.result, length));
        if game.result == PlayerResult::Win {
            self.best_streak = self.best_streak.max(length);
            let win = game.opponent.zip(game.opponent_rating);
            self.best_win = self.best_win.into_iter().chain(win).max_by_key(|it| it.1);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn game(result: PlayerResult) -> FinishedGame {
        FinishedGame { result, is_here: false, level: None, opponent: None, opponent_rating: None }
    }

    fn statistics_of(games: &[FinishedGame]) -> Statistics {
        let mut statistics = Statistics::default();
        for game in games {
            statistics.add(*game);
        }
        statistics
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
            opponent: Some(PlayerId(player)),
            opponent_rating: Some(rating),
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
