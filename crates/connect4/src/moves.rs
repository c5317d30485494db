use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{Board, Column, DropError, Shape};

/// The moves of a game, in order.
///
/// Parses from and displays as the column numbers, one digit for each move, which
/// is the notation of other solvers. Moves need not be legal; [`Moves::replay`] and
/// [`Moves::positions`] check them against a board.
///
/// ```
/// use connect4::{Moves, Shape};
/// let moves: Moves = "4453".parse()?;
/// assert_eq!(moves.to_string(), "4453");
/// assert_eq!(moves.replay(Shape::STANDARD).unwrap().plies(), 4);
/// # Ok::<(), connect4::MovesError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moves(Vec<Column>);

/// The text is not a list of column digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("moves are digits from 1 to 9")]
pub struct MovesError;

/// A move that is illegal on the given board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("move {ply} cannot be made: {reason}")]
pub struct ReplayError {
    /// The number of the move, counted from 1.
    pub ply: usize,
    /// Why the move is illegal.
    pub reason: DropError,
}

impl Moves {
    /// The columns, in the order of the moves.
    pub fn columns(&self) -> &[Column] {
        &self.0
    }

    /// Appends a move, without checking that it is legal.
    pub fn push(&mut self, column: Column) {
        self.0.push(column);
    }

    /// Keeps the first `plies` moves.
    pub fn truncate(&mut self, plies: usize) {
        self.0.truncate(plies);
    }

    /// The board before each move.
    ///
    /// # Errors
    ///
    /// If a move is illegal; the error names the first.
    pub fn positions(&self, shape: Shape) -> Result<Vec<Board>, ReplayError> {
        let mut board = Board::empty(shape);
        let mut positions = Vec::new();
        for &column in &self.0 {
            positions.push(board);
            let ply = positions.len();
            board = board.drop(column).map_err(|reason| ReplayError { ply, reason })?;
        }
        Ok(positions)
    }

    /// The board after all moves.
    ///
    /// # Errors
    ///
    /// If a move is illegal; the error names the first.
    pub fn replay(&self, shape: Shape) -> Result<Board, ReplayError> {
        self.0.iter().enumerate().try_fold(Board::empty(shape), |board, (index, &column)| {
            board.drop(column).map_err(|reason| ReplayError { ply: index + 1, reason })
        })
    }
}

impl FromIterator<Column> for Moves {
    fn from_iter<I: IntoIterator<Item = Column>>(columns: I) -> Self {
        Self(columns.into_iter().collect())
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|column| column.fmt(f))
    }
}

impl FromStr for Moves {
    type Err = MovesError;

    fn from_str(text: &str) -> Result<Self, MovesError> {
        text.bytes()
            .map(|digit| Column::from_number(digit.wrapping_sub(b'0')).ok_or(MovesError))
            .collect()
    }
}
