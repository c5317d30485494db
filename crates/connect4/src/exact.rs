use crate::{Board, Book, Column, Score, Shape, Solver, successors::scored};

/// The score of a position of the standard board, from the opening book or by
/// search. If the game is over, the score of its end for the side that would move.
///
/// ```
/// use connect4::{Moves, Score, Shape, solve};
/// let board = "2252576253462244111563365343671351441".parse::<Moves>()?;
/// let board = board.replay(Shape::STANDARD).unwrap();
/// assert_eq!(solve(&board), Score::new(-1));
/// # Ok::<(), connect4::MovesError>(())
/// ```
///
/// Each call starts with an empty transposition table and may take some seconds
/// for positions that are not in the book. Use a [`Solver`] for several related
/// positions, other shapes, or a limited search.
///
/// # Panics
///
/// If the board is not [`Shape::STANDARD`].
pub fn solve(board: &Board) -> Score {
    Book::embedded().score(board).unwrap_or_else(|| solver(board).solve(board))
}

/// The score of each column of the standard board for the side to move, indexed by
/// [`Column::index`]. `None` for full columns, and for all if the game is over.
///
/// ```
/// use connect4::{Board, Shape, analyse};
/// let scores = analyse(&Board::empty(Shape::STANDARD));
/// let values = scores.map(|score| score.expect("every column is open").value());
/// assert_eq!(values, [-2, -1, 0, 1, 0, -1, -2]);
/// ```
///
/// # Panics
///
/// If the board is not [`Shape::STANDARD`].
pub fn analyse(board: &Board) -> [Option<Score>; 7] {
    let mut solver = solver(board);
    let mut scores = [None; 7];
    let evaluate = |after: &Board| {
        let known = Book::embedded().score(after);
        Some(known.unwrap_or_else(|| solver.solve(after)))
    };
    for (column, score) in scored(board, evaluate) {
        scores[usize::from(column.index())] = score;
    }
    scores
}

/// The columns of the standard board that keep the position's score, from the
/// left. Empty if the game is over.
///
/// ```
/// use connect4::{Board, Column, Shape, best_columns};
/// let best = best_columns(&Board::empty(Shape::STANDARD));
/// assert_eq!(best, [Column::from_number(4).unwrap()]);
/// ```
///
/// # Panics
///
/// If the board is not [`Shape::STANDARD`].
pub fn best_columns(board: &Board) -> Vec<Column> {
    let known = Book::embedded().best_columns(board);
    known.unwrap_or_else(|| solver(board).best_columns(board))
}

fn solver(board: &Board) -> Solver {
    assert_eq!(board.shape(), Shape::STANDARD, "use a Solver for other shapes");
    Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES)
        .expect("the standard board has 49 bits")
}
