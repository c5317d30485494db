//! Reviews: the moves of a game, graded by what they are worth to people.

mod expected_points;
mod game_scores;
mod grade;

use std::cmp::Ordering;

use num_traits::ToPrimitive;
use thiserror::Error;

pub use self::{
    game_scores::{GameScores, GameScoresError},
    grade::Grade,
};
use crate::{
    Board, Column, ColumnScores, Moves, Outcome, ReasonAgainst, ReasonFor, Score, Seat, reason,
};

/// A game on a board that [is solved quickly](crate::Shape::is_solved_quickly), with a
/// grade for each move.
///
/// ```
/// use connect4::{GameScores, Grade, Review, Seat, Shape};
/// // A game of one move, in column 3, with the scores of all columns before it.
/// let scores = GameScores::parse(Shape::STANDARD, "ba0A0ab").unwrap();
/// let review = Review::new(&"3".parse().unwrap(), &scores).unwrap();
/// assert_eq!(review.moves[0].grade, Grade::Good);
/// assert_eq!(review.moves[0].best, ["4".parse().unwrap()]);
/// assert_eq!(review.accuracy(Seat::First), Some(78));
/// assert_eq!(review.turning_point(Some(Seat::Second)), None);
/// assert_eq!(review.moves[0].reason_for_best(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The evaluation of each move, in order.
    pub moves: Vec<MoveEvaluation>,
}

/// What an even game is worth to either player, at least: nobody wins within eight discs.
const EVEN: f64 = 0.375;

/// How many points a column may lose that is as good as the best for people.
const NEXT_TO_NOTHING: f64 = 0.05;

/// How many discs decide no game that lasts twice as long.
const OPENING: usize = 6;

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
    /// The columns with the best score, from the left; never empty.
    pub best: Vec<Column>,
    /// The position before the move.
    pub board: Board,
    scores: ColumnScores,
    /// The scores after the move, for the opponent; `None` if the game ended with it.
    replies: Option<ColumnScores>,
}

/// What a move that is not among the best costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// It gives up a win, or delays it.
    Win {
        /// The discs that the mover would have dropped, up to the win.
        moves: u32,
    },
    /// The opponent wins, or does so sooner.
    Loss {
        /// The discs that the opponent drops up to its win.
        moves: u32,
    },
}

impl Cost {
    /// How many discs ahead the mover had to look, counting those of the winner.
    pub const fn moves(self) -> u32 {
        match self {
            Self::Win { moves } | Self::Loss { moves } => moves,
        }
    }
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
    /// the game, or are impossible there.
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

    /// A seat's accuracy, in percent: the mean over its moves, rounded down, so that 100 means
    /// that no move lost points. Moves that could not have been worse do not count; `None` if no
    /// move counts.
    pub fn accuracy(&self, seat: Seat) -> Option<u8> {
        let of_seat = self.moves.iter().skip(seat.index()).step_by(2);
        let counted = of_seat.filter(|it| it.has_worse_alternative());
        let (sum, count) =
            counted.fold((0.0, 0.0), |(sum, count), it| (sum + it.accuracy(), count + 1.0));
        (count > 0.0).then(|| sum / count)?.to_u8()
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

    /// The points that a seat can expect after each move.
    pub fn expected_points(&self, seat: Seat) -> impl Iterator<Item = f64> {
        self.moves.iter().map(move |it| {
            let points = it.points_after(it.after);
            if it.board.to_move() == seat { points } else { 1.0 - points }
        })
    }

    /// How a seat stands after the last move: ahead, even, or behind. `None` without moves.
    pub fn standing(&self, seat: Seat) -> Option<Ordering> {
        self.expected_points(seat).last().map(standing)
    }

    /// The ply, counted from 0, of the move that decided a game with this winner, or a drawn one: the
    /// one that lost the most points of those after which the loser never had an even game again, or,
    /// if there is none, never a drawn one by the scores; in a draw, of those after which somebody
    /// else was ahead, or nobody any more. The last one if there are several. None of the first six
    /// discs does, unless the game was over within twelve.
    ///
    /// `None` if the game was even up to its end, or all along, if a draw was agreed while somebody was
    /// ahead, or if no such move was an inaccuracy or worse.
    pub fn turning_point(&self, winner: Option<Seat>) -> Option<usize> {
        let Some(loser) = winner.map(Seat::other) else {
            let is_even = self.standing(Seat::First)? == Ordering::Equal;
            let costliest = || self.costliest_after(None, MoveEvaluation::changes_standing);
            return is_even.then(costliest).flatten();
        };
        if self.standing(loser)? != Ordering::Less {
            return None;
        }
        let points: Vec<f64> = self.expected_points(loser).collect();
        let costliest = |worth: f64| {
            let last = points.iter().rposition(|it| *it >= worth);
            self.costliest_after(last, |it| it.board.to_move() == loser)
        };
        costliest(EVEN).or_else(|| costliest(0.5))
    }

    /// The inaccuracy that lost the most points, of those after a ply, or from the beginning, that meet
    /// a condition.
    fn costliest_after(
        &self,
        ply: Option<usize>,
        condition: impl Fn(&MoveEvaluation) -> bool,
    ) -> Option<usize> {
        let opening = if self.moves.len() > 2 * OPENING { OPENING } else { 0 };
        let first = ply.map_or(0, |ply| ply + 1).max(opening);
        let moves = self.moves.iter().enumerate().skip(first);
        let such = moves.filter(|(_, it)| it.grade > Grade::Good && condition(it));
        let points_lost = such.map(|(ply, it)| (it.points_lost(), ply));
        points_lost.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, ply)| ply)
    }
}

impl MoveEvaluation {
    /// The evaluation of a disc in `column`; `None` unless exactly the board's open
    /// columns have a score, which is possible there, and `column` is one of them.
    fn new(
        board: &Board,
        column: Column,
        scores: &ColumnScores,
        replies: Option<ColumnScores>,
    ) -> Option<Self> {
        let score = |column: Column| scores[usize::from(column.index())];
        let is_open = |column: Column| !board.is_full(column);
        let mut columns = board.shape().column_iter();
        let scores_match = columns.all(|it| match score(it) {
            Some(score) => is_open(it) && score.is_possible(board),
            None => !is_open(it),
        });
        let before = scores.iter().copied().flatten().max().filter(|_| scores_match)?;
        let after = score(column)?;
        let mut evaluation = Self {
            column,
            grade: Grade::Best,
            before,
            after,
            best: board.open_columns().filter(|&it| score(it) == Some(before)).collect(),
            board: *board,
            scores: *scores,
            replies,
        };
        evaluation.grade = evaluation.find_grade();
        Some(evaluation)
    }

    fn find_grade(&self) -> Grade {
        if self.after == self.before {
            return Grade::Best;
        }
        let points_lost = self.points_lost();
        match Grade::of(points_lost) {
            Grade::Blunder if self.points_after(self.after) >= EVEN => Grade::Mistake,
            grade if self.passes_up_win_in_one() && points_lost > 0.0 => grade.max(Grade::Mistake),
            grade => grade,
        }
    }

    /// Whether another move would have won with this disc, which this one does not.
    pub fn passes_up_win_in_one(&self) -> bool {
        self.cost() == Some(Cost::Win { moves: 1 })
    }

    /// Whether the game was not even any more before the move, to the mover's disadvantage.
    pub fn was_behind(&self) -> bool {
        self.points_after(self.before) < EVEN
    }

    /// Whether somebody else is ahead after the move than after the best one, or nobody any more.
    fn changes_standing(&self) -> bool {
        standing(self.points_after(self.before)) != standing(self.points_after(self.after))
    }

    /// Whether the move gives a win up by a disc right below a cell in which the mover would have won,
    /// and loses nothing at once.
    pub fn fills_below_win(&self) -> bool {
        let gives_up_win = self.before > Score::DRAW && self.after <= Score::DRAW;
        gives_up_win && reason::fills_below_win(&self.board, self.column)
    }

    /// How many points the move loses against the best columns: from 0 to 1.
    pub fn points_lost(&self) -> f64 {
        self.points_after(self.before) - self.points_after(self.after)
    }

    fn points_after(&self, score: Score) -> f64 {
        points_after(&self.board, score)
    }

    /// What the move costs, the sooner of the two. `None` if it is among the best.
    pub fn cost(&self) -> Option<Cost> {
        let passes_up = match self.before.outcome(&self.board) {
            Outcome::Win { moves } if self.after < self.before => Some(Cost::Win { moves }),
            _ => None,
        };
        let loses = match self.after.outcome(&self.board) {
            Outcome::Loss { moves } if self.after < self.before => Some(Cost::Loss { moves }),
            _ => None,
        };
        passes_up.into_iter().chain(loses).min_by_key(|it| it.moves())
    }

    /// The evaluation of another move in the same position. `None` if its column is full.
    ///
    /// The scores after it are not known, so fewer reasons against it are found.
    #[must_use]
    pub fn of_other_move(&self, column: Column) -> Option<Self> {
        Self::new(&self.board, column, &self.scores, None)
    }

    /// Whether the move loses next to nothing against the best columns.
    pub fn is_good(&self) -> bool {
        self.points_lost() < NEXT_TO_NOTHING
    }

    /// The columns that lose next to nothing against the best ones, from the left: those are among
    /// them.
    pub fn good_columns(&self) -> Vec<Column> {
        let is_good = |column: &Column| self.of_other_move(*column).is_some_and(|it| it.is_good());
        self.board.open_columns().filter(is_good).collect()
    }

    /// The reason against the move, if it has a worse result than the best, or loses sooner.
    pub fn reason_against(&self) -> Option<ReasonAgainst> {
        let (scores, replies) = (Some(&self.scores), self.replies.as_ref());
        let loses_sooner = self.after < self.before && self.after < Score::DRAW;
        let reason = ReasonAgainst::of(&self.board, self.column, scores, replies);
        // A reply that saves a draw refutes nothing.
        let is_one = |it: &ReasonAgainst| matches!(it, ReasonAgainst::OneRefutation { .. });
        reason.filter(|it| self.after < Score::DRAW || !is_one(it)).or_else(|| {
            loses_sooner.then(|| ReasonAgainst::of_sooner_loss(&self.board, self.column)).flatten()
        })
    }

    /// The reason for the move, if it kept the best result and was not the only one.
    pub fn reason_for(&self) -> Option<ReasonFor> {
        self.board.open_columns().nth(1)?;
        self.plain_reason_for(self.column, self.replies.as_ref())
    }

    /// The leftmost of the best columns for which there is a reason, with the reason.
    pub fn reason_for_best(&self) -> Option<(Column, ReasonFor)> {
        let mut best = self.best.iter();
        best.find_map(|&column| Some((column, self.plain_reason_for(column, None)?)))
    }

    /// The reason for a column. That others are worse, or a trap, is none where these cost little, or
    /// where the win is far, or the game lost.
    fn plain_reason_for(
        &self,
        column: Column,
        replies: Option<&ColumnScores>,
    ) -> Option<ReasonFor> {
        let reason = ReasonFor::of(&self.board, column, Some(&self.scores), replies)?;
        let is_plain = match reason {
            ReasonFor::OnlyWin => {
                let is_ahead = standing(self.points_after(self.before)) == Ordering::Greater;
                is_ahead && stands_out(&self.board, &self.scores)
            }
            ReasonFor::OnlyDraw => stands_out(&self.board, &self.scores),
            ReasonFor::Trap { .. } => {
                let is_held = self.before >= Score::DRAW;
                is_held && stands_out(&self.board.drop(column).ok()?, replies?)
            }
            _ => true,
        };
        is_plain.then_some(reason)
    }

    /// The accuracy of the move, in percent, from the points that it loses, by the
    /// [curve of lichess](https://lichess.org/page/accuracy).
    fn accuracy(&self) -> f64 {
        (103.1669 * (-4.354 * self.points_lost()).exp() - 3.1669).clamp(0.0, 100.0)
    }

    /// Whether some open column has a worse score than the best.
    fn has_worse_alternative(&self) -> bool {
        self.scores.iter().flatten().any(|score| *score < self.before)
    }
}

/// What the position after a disc in a column with this score is worth to the mover.
fn points_after(board: &Board, score: Score) -> f64 {
    let outcome = match score.outcome(board) {
        Outcome::Win { moves } => Outcome::Win { moves: moves - 1 },
        outcome => outcome,
    };
    outcome.expected_points()
}

/// How a player stands who can expect these points.
const fn standing(points: f64) -> Ordering {
    match points {
        ..EVEN => Ordering::Less,
        _ if points <= 1.0 - EVEN => Ordering::Equal,
        _ => Ordering::Greater,
    }
}

/// Whether every column but the best ones is a mistake.
fn stands_out(board: &Board, scores: &ColumnScores) -> bool {
    let open = || scores.iter().copied().flatten();
    let Some(best) = open().max() else { return false };
    let others = open().filter(|score| *score < best).max();
    others.is_some_and(|it| {
        Grade::of(points_after(board, best) - points_after(board, it)).is_mistake()
    })
}
