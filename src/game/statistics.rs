use connect4::{Column, Level, Seat};

use super::{PlayerResult, Record};

/// A finished game, as far as it matters for one player's statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    pub seat: Seat,
    pub result: PlayerResult,
    /// The number of moves of both players.
    pub plies: u32,
    /// The column of the first move. `None` if there was no move, or if the
    /// board is not the standard one.
    pub opening: Option<Column>,
    /// The computer's level, if it took part.
    pub level: Option<Level>,
}

/// Statistics of one player's finished games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Results against people, by the player's seat.
    pub by_seat: [Record; 2],
    /// The current streak of equal results against people, and its length.
    pub streak: Option<(PlayerResult, u32)>,
    /// The longest winning streak against people.
    pub best_streak: u32,
    /// The total number of moves in games against people.
    pub plies: u64,
    /// Results against people by the player's first move, for each column of
    /// the standard board.
    openings: [Record; 7],
    /// Results against the computer, by level.
    by_level: [Record; Level::ALL.len()],
}

/// A first move and its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    pub column: Column,
    pub record: Record,
}

impl Statistics {
    /// Adds a game. Games must be added in the order in which they ended.
    pub fn add(&mut self, game: FinishedGame) {
        if let Some(level) = game.level {
            self.by_level[level as usize].add(game.result);
            return;
        }
        self.by_seat[game.seat.index()].add(game.result);
        self.plies += u64::from(game.plies);
        let length = match self.streak {
            Some((result, length)) if result == game.result => length + 1,
            _ => 1,
        };
        self.streak = Some((game.result, length));
        if game.result == PlayerResult::Win {
            self.best_streak = self.best_streak.max(length);
        }
        if let (Seat::First, Some(column)) = (game.seat, game.opening)
            && let Some(opening) = self.openings.get_mut(usize::from(column.index()))
        {
            opening.add(game.result);
        }
    }

    /// The number of games against people.
    pub fn games(&self) -> u32 {
        self.by_seat.iter().map(|record| record.games()).sum()
    }

    /// The average number of moves of a game against people, rounded. Returns
    /// `None` if there are no games.
    pub fn average_plies(&self) -> Option<u64> {
        let games = u64::from(self.games());
        (self.plies + games / 2).checked_div(games)
    }

    /// The first move with the highest share of wins; of several, the most
    /// frequent one.
    pub fn best_opening(&self) -> Option<Opening> {
        let tried = (1..=7).filter_map(Column::from_number).zip(self.openings);
        tried
            .map(|(column, record)| Opening { column, record })
            .filter(|opening| opening.record.wins > 0)
            .max_by(|one, other| {
                let (one, other) = (one.record, other.record);
                // Compares wins / games by cross-multiplication.
                let share = |a: Record, b: Record| u64::from(a.wins) * u64::from(b.games());
                share(one, other).cmp(&share(other, one)).then(one.games().cmp(&other.games()))
            })
    }

    /// Results by the computer's level, for the levels played.
    pub fn by_level(&self) -> impl Iterator<Item = (Level, Record)> {
        Level::ALL.into_iter().zip(self.by_level).filter(|(_, record)| record.games() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seat: Seat, result: PlayerResult, opening: u8) -> FinishedGame {
        let opening = Column::from_number(opening);
        FinishedGame { seat, result, plies: 10, opening, level: None }
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
        let games = outcomes.map(|result| game(Seat::Second, result, 4));
        let statistics = statistics_of(&games);
        assert_eq!((statistics.streak, statistics.best_streak), (Some((Loss, 2)), 3));
        assert_eq!(statistics_of(&games[..6]).streak, Some((Win, 2)));
        assert_eq!(statistics_of(&[]).streak, None);
    }

    #[test]
    fn games_against_the_computer_count_separately() {
        let people = game(Seat::First, PlayerResult::Win, 4);
        let computer =
            FinishedGame { result: PlayerResult::Loss, level: Some(Level::Hard), ..people };
        let statistics = statistics_of(&[people, computer, computer]);
        assert_eq!((statistics.games(), statistics.streak), (1, Some((PlayerResult::Win, 1))));
        let lost = Record { losses: 2, ..Record::default() };
        assert_eq!(statistics.by_level().collect::<Vec<_>>(), [(Level::Hard, lost)]);
    }

    #[test]
    fn the_average_is_rounded() {
        let long = |plies| FinishedGame { plies, ..game(Seat::First, PlayerResult::Draw, 1) };
        assert_eq!(statistics_of(&[long(7), long(8)]).average_plies(), Some(8));
        assert_eq!(statistics_of(&[long(7), long(7), long(8)]).average_plies(), Some(7));
        assert_eq!(statistics_of(&[]).average_plies(), None);
    }

    #[test]
    fn the_best_first_move_wins_the_largest_share() {
        let first = |result, column| game(Seat::First, result, column);
        let mut games = vec![
            first(PlayerResult::Win, 3),
            first(PlayerResult::Win, 4),
            first(PlayerResult::Win, 4),
            first(PlayerResult::Loss, 5),
            game(Seat::Second, PlayerResult::Win, 6),
        ];
        let best = statistics_of(&games).best_opening().unwrap();
        assert_eq!((best.column.number(), best.record.wins), (4, 2), "the more frequent one");
        games.push(first(PlayerResult::Loss, 4));
        assert_eq!(statistics_of(&games).best_opening().unwrap().column.number(), 3);
        let lost = [first(PlayerResult::Loss, 4)];
        assert_eq!(
            statistics_of(&lost).best_opening(),
            None,
            "a first move without a win is never the best"
        );
    }
}
