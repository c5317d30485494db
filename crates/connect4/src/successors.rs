use crate::{Board, Column, Score};

/// The position after a disc in an open column.
pub(crate) fn after(board: &Board, column: Column) -> Board {
    board.drop(column).expect("the column is open")
}

/// Each open column with its score for the side to move. `evaluate` scores the
/// position after the move, from the opponent's point of view.
pub(crate) fn scored(
    board: &Board,
    mut evaluate: impl FnMut(&Board) -> Option<Score>,
) -> impl Iterator<Item = (Column, Option<Score>)> {
    board
        .open_columns()
        .map(move |column| (column, evaluate(&after(board, column)).map(Score::negated)))
}
