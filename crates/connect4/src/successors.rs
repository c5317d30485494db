use crate::{Board, Column, Score};

/// The position after a disc in an open column.
pub(crate) fn after(board: &Board, column: Column) -> Board {
    board.drop(column).expect("the column is open")
}

/// Each open column with its score for the one who drops there, given what the
/// position after it is worth to the other.
pub(crate) fn scored(
    board: &Board,
    mut worth: impl FnMut(&Board) -> Option<Score>,
) -> impl Iterator<Item = (Column, Option<Score>)> {
    board
        .open_columns()
        .map(move |column| (column, worth(&after(board, column)).map(Score::negated)))
}
