//! Swindles: among equally good columns, those after which most of the opponent's
//! replies are mistakes.

use crate::{
    Board, Column, Score,
    successors::{after, scored},
};

/// Those of `columns` after which most of the opponent's replies are mistakes.
/// Replies for which `evaluate` returns `None` do not count.
pub(crate) fn most_deceptive(
    board: &Board,
    columns: Vec<Column>,
    evaluate: &mut impl FnMut(&Board) -> Option<Score>,
) -> Vec<Column> {
    if columns.len() < 2 {
        return columns;
    }
    let traps: Vec<_> =
        columns.iter().map(|&column| count_traps(board, column, evaluate)).collect();
    let max = traps.iter().max().copied();
    columns
        .into_iter()
        .zip(traps)
        .filter(|&(_, traps)| Some(traps) == max)
        .map(|(column, _)| column)
        .collect()
}

/// The number of replies to a disc in `column` whose score is worse than the best
/// known one.
fn count_traps(
    board: &Board,
    column: Column,
    evaluate: &mut impl FnMut(&Board) -> Option<Score>,
) -> usize {
    let replies: Vec<_> =
        scored(&after(board, column), evaluate).filter_map(|(_, score)| score).collect();
    let best = replies.iter().max().copied();
    replies.iter().filter(|&&score| Some(score) != best).count()
}
