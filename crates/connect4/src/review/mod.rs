//! The moves of a finished game, graded by exact scores.

mod game_scores;
mod grade;

use thiserror::Error;

pub use self::{
    game_scores::{GameScores, GameScoresError},
    grade::Grade,
};
use crate::{Board, Column, ColumnScores, Moves, Score, Seat, Shape};

/// A game on the standard board, each of its moves judged by the exact scores.
///
/// ```
/// use connect4::{Grade, Review, Seat};
/// // One disc in column 3, of which every score is known.
/// let review = Review::of(&"3".parse().unwrap(), &"ba0A0ab".parse().unwrap()).unwrap();
/// assert_eq!(review.moves[0].grade, Grade::Mistake);
/// assert_eq!(review.moves[0].best, ["4".parse().unwrap()]);
/// assert_eq!(review.accuracy(Seat::First), Some(40));
/// assert_eq!(review.turning_point(), Some(0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The judgement of each move, in their order.
    pub moves: Vec<MoveEvaluation>,
}

/// What is to be said of one move. All scores are in the eyes of who made it;
/// [`Score::outcome`] on the board before the move tells them in discs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveEvaluation {
    /// The column played.
    pub column: Column,
    /// What it did.
    pub grade: Grade,
    /// The best score that could be kept.
    pub before: Score,
    /// The score that was kept.
    pub after: Score,
    /// The score that the worst open column would have kept.
    pub worst: Score,
    /// The columns that keep the best score, from the left; never empty.
    pub best: Vec<Column>,
}

/// Scores that are not those of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the scores do not belong to these moves")]
pub struct ReviewError;

impl Review {
    /// The review of a game with these moves and scores. It may have ended in any
    /// way, or not at all.
    pub fn of(moves: &Moves, scores: &GameScores) -> Result<Self, ReviewError> {
        let positions = moves.positions(Shape::STANDARD).map_err(|_| ReviewError)?;
        if positions.len() != scores.plies().len() {
            return Err(ReviewError);
        }
        let judged = positions.iter().zip(moves.columns()).zip(scores.plies());
        let judged =
            judged.map(|((board, &column), scores)| MoveEvaluation::of(board, column, scores));
        let moves = judged.collect::<Option<_>>().ok_or(ReviewError)?;
        Ok(Self { moves })
    }

    /// How well a seat kept what it had, in percent: the mean of what its moves
    /// kept ([`Judgement::kept`]), rounded down, so 100 says that nothing was given
    /// away. None if it had no choice that mattered: moves that could not have been
    /// worse do not count.
    pub fn accuracy(&self, seat: Seat) -> Option<u8> {
        let of_seat = self.moves.iter().skip(seat.index()).step_by(2);
        let kept: Vec<u32> =
            of_seat.filter(|it| it.is_decisive()).map(|it| u32::from(it.accuracy())).collect();
        let count = u32::try_from(kept.len()).expect("a game has 42 moves at most");
        let mean = kept.iter().sum::<u32>().checked_div(count)?;
        Some(u8::try_from(mean).expect("a mean of percents"))
    }

    /// The ply, counted from 0, of the move that decided the game: the last one
    /// that gave away half a point or more. From there on neither side changed what
    /// perfect play would lead to, so the end bears it out; a game that was
    /// given up or stopped is taken to end as its last position stands. None if
    /// nobody gave away as much.
    pub fn turning_point(&self) -> Option<usize> {
        self.moves.iter().rposition(|judgement| judgement.grade.is_decisive())
    }
}

impl MoveEvaluation {
    /// The judgement of a disc in `column`, or none if these are not the scores of
    /// the board's open columns.
    fn of(board: &Board, column: Column, scores: &ColumnScores) -> Option<Self> {
        let score = |column: Column| scores[usize::from(column.index())];
        let is_open = |column: Column| !board.is_full(column);
        let fits = Shape::STANDARD.column_iter().all(|it| is_open(it) == score(it).is_some());
        let before = scores.iter().copied().flatten().max().filter(|_| fits)?;
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

    /// How much of what there was the move kept, in percent: 100 less 2 for each
    /// disc that it made a win later or a loss sooner, 40 if it gave away half a
    /// point, 0 if the whole one. What gave away more never kept more.
    pub fn accuracy(&self) -> u8 {
        match self.grade {
            Grade::Best | Grade::Good | Grade::Inaccuracy => {
                100 - 2 * self.before.value().abs_diff(self.after.value())
            }
            Grade::Mistake => 40,
            Grade::Blunder => 0,
        }
    }

    /// Whether another column would have kept less.
    fn is_decisive(&self) -> bool {
        self.worst < self.before
    }
}
