use crate::{Board, Book, Column, Score, Shape, Solver, successors::scored};

/// What a position of the standard board is worth to the one to move, from the
/// opening book or else by search. If the game is over there, what its end is
/// worth to the one who would move.
///
/// ```
/// use connect4::{Moves, Score, Shape, solve};
/// let board = "2252576253462244111563365343671351441".parse::<Moves>()?;
/// let board = board.replay(Shape::STANDARD).unwrap();
/// assert_eq!(solve(&board), Score::new(-1));
/// # Ok::<(), connect4::MovesError>(())
/// ```
///
/// Takes up to some seconds beyond the book. A [`Solver`] remembers what it
/// learned, and is for other boards too.
///
/// # Panics
///
/// If the board is not the standard one, 7×6 with four in a row.
pub fn solve(board: &Board) -> Score {
    Book::embedded().score(board).unwrap_or_else(|| solver(board).solve(board))
}

/// The score of each column of the standard board, for the one who drops in it;
/// none where no disc fits.
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
/// As [`solve`] does.
pub fn analyse(board: &Board) -> [Option<Score>; 7] {
    let mut solver = solver(board);
    let mut scores = [None; 7];
    let worth = |after: &Board| {
        let known = Book::embedded().score(after);
        Some(known.unwrap_or_else(|| solver.solve(after)))
    };
    for (column, score) in scored(board, worth) {
        scores[usize::from(column.index())] = score;
    }
    scores
}

/// The columns of the standard board that keep the position's score, from the
/// left; none if the game is over.
///
/// ```
/// use connect4::{Board, Column, Shape, best_columns};
/// let best = best_columns(&Board::empty(Shape::STANDARD));
/// assert_eq!(best, [Column::from_number(4).unwrap()]);
/// ```
///
/// # Panics
///
/// As [`solve`] does.
pub fn best_columns(board: &Board) -> Vec<Column> {
    let known = Book::embedded().best_columns(board);
    known.unwrap_or_else(|| solver(board).best_columns(board))
}

fn solver(board: &Board) -> Solver {
    assert_eq!(board.shape(), Shape::STANDARD, "a solver of its own is for other boards");
    Solver::new(Shape::STANDARD, Solver::DEFAULT_TABLE_BYTES)
        .expect("the standard board has 49 bits")
}
