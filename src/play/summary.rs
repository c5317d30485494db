use super::{Outcome, Record};
use connect4::{Column, Level, Seat};

/// A finished game, as far as it matters for one player's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The player's seat.
    pub seat: Seat,
    /// What the game was for them.
    pub outcome: Outcome,
    /// How many discs were dropped.
    pub plies: u32,
    /// The first column; none if nobody moved, or on another board than the
    /// standard one.
    pub opening: Option<Column>,
    /// The level, if it was against the computer.
    pub level: Option<Level>,
}

/// One player's finished games, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Results against people, by seat.
    pub by_seat: [Record; 2],
    /// How the last games against people ended all alike, and how many.
    pub streak: Option<(Outcome, u32)>,
    /// The most games against people won in a row.
    pub best_streak: u32,
    /// The discs of all games against people together.
    pub plies: u64,
    /// Games against people that began with each column of the standard board,
    /// by the player.
    openings: [Record; 7],
    /// Results against the computer, by level.
    by_level: [Record; Level::ALL.len()],
}

/// A first move, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The column.
    pub column: Column,
    /// The results of the games that began there.
    pub record: Record,
}

impl Summary {
    /// Adds a game that ended after all others.
    pub fn add(&mut self, game: Played) {
        if let Some(level) = game.level {
            self.by_level[level as usize].count(game.outcome);
            return;
        }
        self.by_seat[game.seat.index()].count(game.outcome);
        self.plies += u64::from(game.plies);
        let length = match self.streak {
            Some((outcome, length)) if outcome == game.outcome => length + 1,
            _ => 1,
        };
        self.streak = Some((game.outcome, length));
        if game.outcome == Outcome::Win {
            self.best_streak = self.best_streak.max(length);
        }
        if let (Seat::First, Some(column)) = (game.seat, game.opening)
            && let Some(opening) = self.openings.get_mut(usize::from(column.index()))
        {
            opening.count(game.outcome);
        }
    }

    /// How many games there were against people.
    pub fn games(&self) -> u32 {
        self.by_seat.iter().map(|record| record.games()).sum()
    }

    /// How many discs a game against people takes on average, rounded; none if
    /// there was none.
    pub fn average_plies(&self) -> Option<u64> {
        let games = u64::from(self.games());
        (self.plies + games / 2).checked_div(games)
    }

    /// The first move that won the largest share of the games that began with it;
    /// of several the one that was tried most often.
    pub fn best_opening(&self) -> Option<Opening> {
        let tried = (1..=7).filter_map(Column::from_number).zip(self.openings);
        tried
            .map(|(column, record)| Opening { column, record })
            .filter(|opening| opening.record.wins > 0)
            .max_by(|one, other| {
                let (one, other) = (one.record, other.record);
                // Of the shares wins / games, compared without dividing.
                let share = |a: Record, b: Record| u64::from(a.wins) * u64::from(b.games());
                share(one, other).cmp(&share(other, one)).then(one.games().cmp(&other.games()))
            })
    }

    /// The levels of the computer that the player has played, with the results.
    pub fn by_level(&self) -> impl Iterator<Item = (Level, Record)> {
        Level::ALL.into_iter().zip(self.by_level).filter(|(_, record)| record.games() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seat: Seat, outcome: Outcome, opening: u8) -> Played {
        let opening = Column::from_number(opening);
        Played { seat, outcome, plies: 10, opening, level: None }
    }

    fn summary(games: &[Played]) -> Summary {
        let mut summary = Summary::default();
        for game in games {
            summary.add(*game);
        }
        summary
    }

    #[test]
    fn streaks_are_broken_by_whatever_else_happens() {
        use Outcome::{Draw, Loss, Win};
        let outcomes = [Win, Win, Win, Draw, Win, Win, Loss, Loss];
        let games = outcomes.map(|outcome| game(Seat::Second, outcome, 4));
        let found = summary(&games);
        assert_eq!((found.streak, found.best_streak), (Some((Loss, 2)), 3));
        assert_eq!(summary(&games[..6]).streak, Some((Win, 2)));
        assert_eq!(summary(&[]).streak, None);
    }

    #[test]
    fn games_against_the_computer_stand_apart() {
        let people = game(Seat::First, Outcome::Win, 4);
        let computer = Played { outcome: Outcome::Loss, level: Some(Level::Hard), ..people };
        let found = summary(&[people, computer, computer]);
        assert_eq!((found.games(), found.streak), (1, Some((Outcome::Win, 1))));
        let lost = Record { losses: 2, ..Record::default() };
        assert_eq!(found.by_level().collect::<Vec<_>>(), [(Level::Hard, lost)]);
    }

    #[test]
    fn the_average_is_rounded() {
        let long = |plies| Played { plies, ..game(Seat::First, Outcome::Draw, 1) };
        assert_eq!(summary(&[long(7), long(8)]).average_plies(), Some(8));
        assert_eq!(summary(&[long(7), long(7), long(8)]).average_plies(), Some(7));
        assert_eq!(summary(&[]).average_plies(), None);
    }

    #[test]
    fn the_best_first_move_wins_the_largest_share() {
        let first = |outcome, column| game(Seat::First, outcome, column);
        let mut games = vec![
            first(Outcome::Win, 3),
            first(Outcome::Win, 4),
            first(Outcome::Win, 4),
            first(Outcome::Loss, 5),
            game(Seat::Second, Outcome::Win, 6),
        ];
        let best = summary(&games).best_opening().unwrap();
        assert_eq!((best.column.number(), best.record.wins), (4, 2), "tried more often");
        games.push(first(Outcome::Loss, 4));
        assert_eq!(summary(&games).best_opening().unwrap().column.number(), 3);
        let lost = [first(Outcome::Loss, 4)];
        assert_eq!(summary(&lost).best_opening(), None, "a lost one is not good");
    }
}
