use thiserror::Error;

use crate::{Cell, Column, Direction, Seat, Shape, WinningLine};

/// A position: the discs of both seats on a board.
///
/// A small `Copy` value; [`Board::drop`] returns the next position. It displays as its rows, and
/// parses from them. Each seat's
/// discs are a bitboard, column by column from the bottom left, with one empty
/// bit above each column. That bit keeps lines from running over the edge into
/// the next column ([Fhourstones' layout](https://tromp.github.io/c4/c4.html)).
///
/// ```
/// use connect4::{Board, BoardState, Column, Seat, Shape};
/// let column = Column::from_number(4).unwrap();
/// let board = Board::empty(Shape::STANDARD).drop(column)?;
/// assert_eq!(board.to_move(), Seat::Second);
/// assert_eq!(board.state(), BoardState::InProgress);
/// # Ok::<(), connect4::DropError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) shape: Shape,
    pub(crate) discs: [u128; 2],
    pub(crate) last: Option<Cell>,
}

/// Whether a game is over, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardState {
    /// Nobody has won, and a column is open.
    InProgress,
    /// The last disc completed a line of this seat.
    Won(Seat),
    /// The board is full and nobody has won.
    Drawn,
}

/// Why a disc cannot be dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DropError {
    /// The column is full.
    #[error("column {0} is full")]
    ColumnFull(Column),
    /// The board has fewer columns.
    #[error("there is no column {0}")]
    NoSuchColumn(Column),
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}

impl Board {
    /// The empty board of a shape.
    pub const fn empty(shape: Shape) -> Self {
        Self { shape, discs: [0; 2], last: None }
    }

    /// The board's size and winning length.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of discs on the board.
    pub const fn plies(&self) -> u32 {
        (self.discs[0] | self.discs[1]).count_ones()
    }

    /// The seat that moves next, or would if the game were not over.
    pub const fn to_move(&self) -> Seat {
        if self.plies().is_multiple_of(2) { Seat::First } else { Seat::Second }
    }

    /// The cell of the last disc; `None` on an empty board, and if the board was parsed from a text
    /// that does not say it.
    pub const fn last(&self) -> Option<Cell> {
        self.last
    }

    /// The discs of one seat as a bitboard: cell (column, row) is bit
    /// `column × (rows + 1) + row`, both counted from 0 at the bottom left.
    pub const fn discs(&self, seat: Seat) -> u128 {
        self.discs[seat.index()]
    }

    /// The seat whose disc is in a cell; `None` if the cell is empty.
    pub const fn disc(&self, cell: Cell) -> Option<Seat> {
        let bit = self.bit(cell);
        if self.discs[0] & bit != 0 {
            Some(Seat::First)
        } else if self.discs[1] & bit != 0 {
            Some(Seat::Second)
        } else {
            None
        }
    }

    /// Whether a column is full. A column that the board does not have counts as
    /// full.
    pub fn is_full(&self, column: Column) -> bool {
        self.height(column) >= self.shape.rows()
    }

    /// The columns that are not full, from the left. Empty if the game is over.
    pub fn open_columns(&self) -> impl Iterator<Item = Column> {
        let open = self.state() == BoardState::InProgress;
        self.shape.column_iter().filter(move |&column| open && !self.is_full(column))
    }

    /// The position after the seat to move dropped a disc into `column`.
    ///
    /// # Errors
    ///
    /// If the game is over, or the column is full or not on the board.
    pub fn drop(self, column: Column) -> Result<Self, DropError> {
        if self.state() != BoardState::InProgress {
            return Err(DropError::GameOver);
        }
        if !self.shape.contains(column) {
            return Err(DropError::NoSuchColumn(column));
        }
        if self.is_full(column) {
            return Err(DropError::ColumnFull(column));
        }
        let cell = Cell { column, row: self.height(column) };
        let mut after = Self { last: Some(cell), ..self };
        after.discs[self.to_move().index()] |= self.bit(cell);
        Ok(after)
    }

    /// Whether the game is over, and how it ended.
    pub fn state(&self) -> BoardState {
        let last_mover = self.to_move().other();
        if has_line(self.discs(last_mover), self.shape) {
            BoardState::Won(last_mover)
        } else if self.plies() == u32::from(self.shape.cells()) {
            BoardState::Drawn
        } else {
            BoardState::InProgress
        }
    }

    /// The winning lines, each through the last disc. One disc can complete
    /// several, and a line can be longer than [`Shape::connect`]. Empty if nobody
    /// won, or [`Board::last`] is unknown.
    pub fn winning_lines(&self) -> Vec<WinningLine> {
        let Some(last) = self.last else { return Vec::new() };
        Direction::ALL
            .into_iter()
            .map(|direction| WinningLine { direction, cells: self.run_through(last, direction) })
            .filter(|line| line.cells.len() >= usize::from(self.shape.connect()))
            .collect()
    }

    /// The longest run of one seat's discs through an occupied cell, from the left
    /// (or the bottom).
    fn run_through(&self, cell: Cell, direction: Direction) -> Vec<Cell> {
        let seat = self.disc(cell);
        let walk = |forward: bool| {
            std::iter::successors(Some(cell), move |&cell| {
                self.neighbour(cell, direction, forward).filter(|&next| self.disc(next) == seat)
            })
        };
        let mut cells: Vec<Cell> = walk(false).skip(1).collect();
        cells.reverse();
        cells.extend(walk(true));
        cells
    }

    fn neighbour(&self, cell: Cell, direction: Direction, forward: bool) -> Option<Cell> {
        let (right, up) = match direction {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        };
        let sign = if forward { 1 } else { -1 };
        let column = cell.column.number().checked_add_signed(sign * right)?;
        let column = Column::from_number(column).filter(|&column| self.shape.contains(column))?;
        let row = cell.row.checked_add_signed(sign * up)?;
        (row < self.shape.rows()).then_some(Cell { column, row })
    }

    pub(crate) fn height(&self, column: Column) -> u8 {
        if !self.shape.contains(column) {
            return self.shape.rows();
        }
        let bottom = column.index() * (self.shape.rows() + 1);
        let discs = (self.discs[0] | self.discs[1]) >> bottom;
        u8::try_from(discs.trailing_ones()).expect("the bit above a column is never set")
    }

    pub(crate) const fn bit(&self, cell: Cell) -> u128 {
        1 << (cell.column.index() * (self.shape.rows() + 1) + cell.row)
    }
}

/// Whether `discs` contain a winning line in any direction.
///
/// Each round keeps the discs that have a disc `round` steps further along; those
/// left after `connect - 1` rounds start a line.
pub(crate) fn has_line(discs: u128, shape: Shape) -> bool {
    let stride = shape.rows() + 1;
    [1, stride, stride - 1, stride + 1].into_iter().any(|step| {
        let mut starts = discs;
        for round in 1..shape.connect() {
            starts &= discs >> (round * step);
        }
        starts != 0
    })
}
