use connect4::Level;

use super::{PlayerResult, Record};

/// A finished game, as far as it matters for one player's statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    pub result: PlayerResult,
    /// The computer's level, if it took part.
    pub level: Option<Level>,
}

/// Statistics of one player's finished games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The number of games against people.
    pub games: u32,
    /// The current streak of equal results against people, and its length.
    pub streak: Option<(PlayerResult, u32)>,
    /// The longest winning streak against people.
    pub best_streak: u32,
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
        self.games += 1;
        let length = match self.streak {
            Some((result, length)) if result == game.result => length + 1,
            _ => 1,
        };
        self.streak = Some((game.result, length));
        if game.result == PlayerResult::Win {
            self.best_streak = self.best_streak.max(length);
        }
    }

    /// Results by the computer's level, for the levels played.
    pub fn by_level(&self) -> impl Iterator<Item = (Level, Record)> {
        Level::ALL.into_iter().zip(self.by_level).filter(|(_, record)| record.games() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(result: PlayerResult) -> FinishedGame {
        FinishedGame { result, level: None }
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
    fn games_against_the_computer_count_separately() {
        let people = game(PlayerResult::Win);
        let computer = FinishedGame { result: PlayerResult::Loss, level: Some(Level::Hard) };
        let statistics = statistics_of(&[people, computer, computer]);
        assert_eq!((statistics.games, statistics.streak), (1, Some((PlayerResult::Win, 1))));
        let lost = Record { losses: 2, ..Record::default() };
        assert_eq!(statistics.by_level().collect::<Vec<_>>(), [(Level::Hard, lost)]);
    }
}
