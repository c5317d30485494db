//! Reasons: why a move is good or bad, in terms that a player can check.

mod reason_against;
mod reason_for;
mod threats;
mod zugzwang;

use std::cmp::Ordering;

pub use self::{reason_against::ReasonAgainst, reason_for::ReasonFor};
use crate::{Board, Column, ColumnScores, Score};

/// The result of a score for the side to move: a loss is less than a draw, which is less
/// than a win.
fn result(score: Score) -> Ordering {
    score.cmp(&Score::DRAW)
}

/// The score of an open column; `None` if it is unknown.
fn score_of(scores: &ColumnScores, column: Column) -> Option<Score> {
    scores[usize::from(column.index())]
}

/// The columns whose score has this result. `None` if the score of an open column is
/// unknown.
fn columns_with(board: &Board, scores: &ColumnScores, wanted: Ordering) -> Option<Vec<Column>> {
    let mut columns = Vec::new();
    for column in board.open_columns() {
        if result(score_of(scores, column)?) == wanted {
            columns.push(column);
        }
    }
    Some(columns)
}
