//! Reviews: the moves of a game, graded by exact scores.

mod game_scores;
mod grade;

use thiserror::Error;

pub use self::{
    game_scores::{GameScores, GameScoresError},
    grade::Grade,
};
use crate::{Board, Column, ColumnScores, Moves, Score, Seat, Shape};

/// A game on the standard board with a grade for each move.
///
/// ```
/// use connect4::{Grade, Review, Seat};
/// // A game of one move, in column 3, with the scores of all columns before it.
/// let review = Review::new(&"3".parse().unwrap(), &"ba0A0ab".parse().unwrap()).unwrap();
/// assert_eq!(review.moves[0].grade, Grade::Mistake);
/// assert_eq!(review.moves[0].best, ["4".parse().unwrap()]);
/// assert_eq!(review.accuracy(Seat::First), Some(40));
/// assert_eq!(review.turning_point(), Some(0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The evaluation of each move, in order.
    pub moves: Vec<MoveEvaluation>,
}

/// The evaluation of one move. All scores are from the point of view of the player
/// who made it; [`Score::outcome`] on the board before the move converts them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveEvaluation {
    /// The column of the move.
    pub column: Column,
    /// The grade of the move.
    pub grade: Grade,
    /// The best score of all columns.
    pub before: Score,
    /// The score of the column of the move.
    pub after: Score,
    /// The worst score of all open columns.
    pub worst: Score,
    /// The columns with the best score, from the left; never empty.
    pub best: Vec<Column>,
}

/// The moves are not a game on the standard board, or the scores not those of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the scores do not belong to these moves")]
pub struct ReviewError;

impl Review {
    /// Reviews a game, finished or not.
    ///
    /// # Errors
    ///
    /// If a move is illegal, or the scores do not match the plies and open columns of
    /// the game.
    pub fn new(moves: &Moves, scores: &GameScores) -> Result<Self, ReviewError> {
        let positions = moves.positions(Shape::STANDARD).map_err(|_| ReviewError)?;
        if positions.len() != scores.plies().len() {
            return Err(ReviewError);
        }
        let plies = positions.iter().zip(moves.columns()).zip(scores.plies());
        let evaluations =
            plies.map(|((board, &column), scores)| MoveEvaluation::new(board, column, scores));
        let moves = evaluations.collect::<Option<_>>().ok_or(ReviewError)?;
        Ok(Self { moves })
    }

    /// A seat's accuracy, in percent: the mean of [`MoveEvaluation::accuracy`] over its
    /// moves, rounded down, so that 100 means that every move was best. Moves that
    /// could not have been worse do not count; `None` if no move counts.
    pub fn accuracy(&self, seat: Seat) -> Option<u8> {
        let of_seat = self.moves.iter().skip(seat.index()).step_by(2);
        let accuracies: Vec<u32> = of_seat
            .filter(|it| it.has_worse_alternative())
            .map(|it| u32::from(it.accuracy()))
            .collect();
        let count = u32::try_from(accuracies.len()).expect("a game has 42 moves at most");
        let mean = accuracies.iter().sum::<u32>().checked_div(count)?;
        Some(u8::try_from(mean).expect("a mean of percentages is at most 100"))
    }

    /// The ply, counted from 0, of the move that decided the game: the last one that
    /// gave away half a point or more. After it, the result of perfect play never
    /// changed. `None` if no move gave away as much.
    pub fn turning_point(&self) -> Option<usize> {
        self.moves.iter().rposition(|it| it.grade.is_decisive())
    }
}

impl MoveEvaluation {
    /// The evaluation of a disc in `column`; `None` unless exactly the board's open
    /// columns have a score, and `column` is one of them.
    fn new(board: &Board, column: Column, scores: &ColumnScores) -> Option<Self> {
        let score = |column: Column| scores[usize::from(column.index())];
        let is_open = |column: Column| !board.is_full(column);
        let scores_match =
            Shape::STANDARD.column_iter().all(|it| is_open(it) == score(it).is_some());
        let before = scores.iter().copied().flatten().max().filter(|_| scores_match)?;
        let after = score(column)?;
        Some(Self {
            column,
            grade: Grade::of(before, after),
            before,
            after,
            worst: scores.iter().copied().flatten().min()?,
            best: board.open_columns().filter(|&it| score(it) == Some(before)).collect(),
        })
    }

    /// The accuracy of the move, in percent: 40 if it gave away half a point, 0 if it
    /// gave away the whole point, otherwise 100 less 2 for each disc by which it delayed
    /// a win or hastened a loss. A move that gave away more never has a higher
    /// accuracy.
    pub fn accuracy(&self) -> u8 {
        match self.grade {
            Grade::Best | Grade::Good | Grade::Inaccuracy => {
                100 - 2 * self.before.value().abs_diff(self.after.value())
            }
            Grade::Mistake => 40,
            Grade::Blunder => 0,
        }
    }

    /// Whether some open column has a worse score than the best.
    fn has_worse_alternative(&self) -> bool {
        self.worst < self.before
    }
}
