//! What makes a person err: where several columns are equally good, the one after
//! which most replies are mistakes.

use crate::{
    Board, Column, Score,
    successors::{after, scored},
};

/// Those of `columns` after which most of the other's replies are mistakes, as far
/// as `worth` knows the positions after them.
pub(crate) fn most_deceptive(
    board: &Board,
    columns: Vec<Column>,
    worth: &mut impl FnMut(&Board) -> Option<Score>,
) -> Vec<Column> {
    if columns.len() < 2 {
        return columns;
    }
    let traps: Vec<_> = columns.iter().map(|&column| traps(board, column, worth)).collect();
    let most = traps.iter().max().copied();
    let counted = columns.into_iter().zip(traps);
    counted.filter(|&(_, traps)| Some(traps) == most).map(|(column, _)| column).collect()
}

/// How many of the other's replies to a disc in `column` are known to be worse
/// than the best known.
fn traps(board: &Board, column: Column, worth: &mut impl FnMut(&Board) -> Option<Score>) -> usize {
    let replies: Vec<_> =
        scored(&after(board, column), worth).filter_map(|(_, score)| score).collect();
    let best = replies.iter().max().copied();
    replies.iter().filter(|&&score| Some(score) != best).count()
}
