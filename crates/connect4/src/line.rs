use crate::{Cell, Column};

/// The direction of a line of discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From left to right, in one row.
    Horizontal,
    /// From bottom to top, in one column.
    Vertical,
    /// From the lower left to the upper right.
    Rising,
    /// From the upper left to the lower right.
    Falling,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Self; 4] = [Self::Vertical, Self::Horizontal, Self::Rising, Self::Falling];
}

/// Adjacent discs of one seat in one direction, at least as many as
/// [`Shape::connect`](crate::Shape::connect).
///
/// ```
/// use connect4::{Direction, Moves, Shape};
/// let board = "1122334".parse::<Moves>()?.replay(Shape::STANDARD).unwrap();
/// let lines = board.winning_lines();
/// assert_eq!(lines.len(), 1);
/// assert_eq!(lines[0].direction, Direction::Horizontal);
/// assert_eq!((lines[0].start().number(), lines[0].end().number()), (1, 4));
/// # Ok::<(), connect4::MovesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningLine {
    /// The line's direction.
    pub direction: Direction,
    /// The line's cells from left to right, or from bottom to top if it is
    /// vertical.
    pub cells: Vec<Cell>,
}

impl WinningLine {
    /// The column of the first cell, which is the leftmost.
    ///
    /// # Panics
    ///
    /// If the line has no cells. Those of
    /// [`Board::winning_lines`](crate::Board::winning_lines) have at least four.
    pub fn start(&self) -> Column {
        self.cells.first().expect("a line has at least four cells").column
    }

    /// The column of the last cell, which is the rightmost.
    ///
    /// # Panics
    ///
    /// As [`WinningLine::start`] does.
    pub fn end(&self) -> Column {
        self.cells.last().expect("a line has at least four cells").column
    }
}
