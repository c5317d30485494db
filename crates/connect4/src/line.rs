use crate::{Cell, Column};

/// The way in which a line of discs runs.
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

/// Discs of one seat in a row, at least as many as win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningLine {
    /// How it runs.
    pub direction: Direction,
    /// Its cells, from the left (a vertical one from the bottom).
    pub cells: Vec<Cell>,
}

impl WinningLine {
    /// The column of its first cell: the leftmost.
    pub fn start(&self) -> Column {
        self.cells.first().expect("a line has at least four cells").column
    }

    /// The column of its last cell: the rightmost.
    pub fn end(&self) -> Column {
        self.cells.last().expect("a line has at least four cells").column
    }
}
