//! Reviews: the moves of a game, graded by exact scores.

mod game_scores;
mod grade;

use thiserror::Error;

pub use self::{
    game_scores::{GameScores, GameScoresError},
    grade::Grade,
};
use crate::{Board, Column, ColumnScores, Moves, ReasonAgainst, ReasonFor, Score, Seat};

/// A game on a board that [is solved quickly](crate::Shape::is_solved_quickly), with a
/// grade for each move.
///
/// ```
/// use connect4::{GameScores, Grade, ReasonFor, Review, Seat, Shape};
/// // A game of one move, in column 3, with the scores of all columns before it.
/// let scores = GameScores::parse(Shape::STANDARD, "ba0A0ab").unwrap();
/// let review = Review::new(&"3".parse().unwrap(), &scores).unwrap();
/// assert_eq!(review.moves[0].grade, Grade::Mistake);
/// assert_eq!(review.moves[0].best, ["4".parse().unwrap()]);
/// assert_eq!(review.accuracy(Seat::First), Some(40));
/// assert_eq!(review.turning_point(), Some(0));
/// let four = "4".parse().unwrap();
/// assert_eq!(review.moves[0].reason_for_best(), Some((four, ReasonFor::OnlyWin)));
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
    /// The position before the move.
    board: Board,
    scores: ColumnScores,
    /// The scores after the move, for the opponent; `None` if the game ended with it.
    replies: Option<ColumnScores>,
}

/// The moves are not a game on the board of the scores, or the scores not those of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the scores do not belong to these moves")]
pub struct ReviewError;

impl Review {
    /// Reviews a game on the board of the scores, finished or not.
    ///
    /// # Errors
    ///
    /// If a move is illegal, or the scores do not match the plies and open columns of
    /// the game.
    pub fn new(moves: &Moves, scores: &GameScores) -> Result<Self, ReviewError> {
        let positions = moves.positions(scores.shape()).map_err(|_| ReviewError)?;
        if positions.len() != scores.plies().len() {
            return Err(ReviewError);
        }
        let replies = scores.plies().iter().skip(1).copied().map(Some).chain([None]);
        let plies = positions.iter().zip(moves.columns()).zip(scores.plies()).zip(replies);
        let evaluations = plies.map(|(((board, &column), scores), replies)| {
            MoveEvaluation::new(board, column, scores, replies)
        });
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
        let count = u32::try_from(accuracies.len()).expect("a game has 81 moves at most");
        let mean = accuracies.iter().sum::<u32>().checked_div(count)?;
        Some(u8::try_from(mean).expect("a mean of percentages is at most 100"))
    }

    /// The move at a ply, counted from 0, and what follows with best play of both, as far as
    /// the scores tell: as long as the game went on like that, and one disc more.
    pub fn variation_from(&self, ply: usize) -> Vec<Column> {
        let mut moves = self.moves.iter().skip(ply);
        let mut variation: Vec<Column> = moves.next().map(|it| it.column).into_iter().collect();
        for next in moves {
            if next.best.contains(&next.column) {
                variation.push(next.column);
            } else {
                variation.extend(next.best.first());
                break;
            }
        }
        variation
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
    fn new(
        board: &Board,
        column: Column,
        scores: &ColumnScores,
        replies: Option<ColumnScores>,
    ) -> Option<Self> {
        let score = |column: Column| scores[usize::from(column.index())];
        let is_open = |column: Column| !board.is_full(column);
        let mut columns = board.shape().column_iter();
        let scores_match = columns.all(|it| is_open(it) == score(it).is_some());
        let before = scores.iter().copied().flatten().max().filter(|_| scores_match)?;
        let after = score(column)?;
        Some(Self {
            column,
            grade: Grade::of(before, after),
            before,
            after,
            worst: scores.iter().copied().flatten().min()?,
            best: board.open_columns().filter(|&it| score(it) == Some(before)).collect(),
            board: *board,
            scores: *scores,
            replies,
        })
    }

    /// The evaluation of another move in the same position. `None` if its column is full.
    ///
    /// The scores after it are not known, so fewer reasons against it are found.
    #[must_use]
    pub fn of_other_move(&self, column: Column) -> Option<Self> {
        Self::new(&self.board, column, &self.scores, None)
    }

    /// The columns with which the mover would have kept the result, from the left: the best
    /// ones and those that only take longer, or hold out less long.
    pub fn columns_that_keep_the_result(&self) -> Vec<Column> {
        let keeps = |score: Score| score.result() == self.before.result();
        let columns = self.board.open_columns();
        columns.filter(|it| self.scores[usize::from(it.index())].is_some_and(keeps)).collect()
    }

    /// The reason against the move, if it gave away half a point or more, or lost at once
    /// although another would have held out longer.
    pub fn reason_against(&self) -> Option<ReasonAgainst> {
        if self.grade.is_decisive() {
            let (scores, replies) = (Some(&self.scores), self.replies.as_ref());
            return ReasonAgainst::of(&self.board, self.column, scores, replies);
        }
        let has_better = self.after < self.before;
        has_better.then(|| ReasonAgainst::of_loss_at_once(&self.board, self.column)).flatten()
    }

    /// The reason for the move, if it kept the best result.
    pub fn reason_for(&self) -> Option<ReasonFor> {
        ReasonFor::of(&self.board, self.column, Some(&self.scores), self.replies.as_ref())
    }

    /// The leftmost of the best columns for which there is a reason, with the reason.
    pub fn reason_for_best(&self) -> Option<(Column, ReasonFor)> {
        let mut best = self.best.iter();
        best.find_map(|&it| Some((it, ReasonFor::of(&self.board, it, Some(&self.scores), None)?)))
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
