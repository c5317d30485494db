//! Reasons: why a move is good or bad, in terms that a player can check.

mod reason_against;
mod reason_for;
mod threats;
mod zugzwang;

use std::cmp::Ordering;

use self::threats::Threats;
pub use self::{reason_against::ReasonAgainst, reason_for::ReasonFor};
use crate::{Board, Column, ColumnScores, Score};

/// Whether a disc in an open column that does not win, and lets nobody win at once, is right below a
/// cell in which the mover would have won.
pub(crate) fn fills_below_win(board: &Board, column: Column) -> bool {
    let threats = Threats::of(board);
    threats.wins_above(column) && threats.after(column).wins().is_empty()
}

/// The columns in which the opponent of the side to move wins with its next disc, from the
/// left, if there is more than one. `None` if the side to move can win first.
pub(crate) fn unstoppable_wins(board: &Board) -> Option<Vec<Column>> {
    let threats = Threats::of(board);
    let wins = threats.opponent_wins();
    (threats.wins().is_empty() && wins.len() > 1).then_some(wins)
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
        if score_of(scores, column)?.result() == wanted {
            columns.push(column);
        }
    }
    Some(columns)
}
