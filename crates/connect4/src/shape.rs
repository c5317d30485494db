use std::fmt;

use thiserror::Error;

use crate::Column;

/// The size of a board and the number of discs in a line that wins: 1 to 9
/// columns, 1 to 9 rows, and four or five in a row.
///
/// Displays as columns and rows, for example `7x6`.
///
/// ```
/// use connect4::Shape;
/// let shape = Shape::new(9, 6, 5)?;
/// assert_eq!((shape.columns(), shape.rows(), shape.connect()), (9, 6, 5));
/// assert!(Shape::new(10, 6, 4).is_err());
/// # Ok::<(), connect4::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    columns: u8,
    rows: u8,
    connect: u8,
}

/// Why a shape is not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// The number of columns or rows is not between 1 and 9.
    #[error("a board has 1 to 9 columns and 1 to 9 rows")]
    Size,
    /// The winning length is neither four nor five.
    #[error("four or five in a row win")]
    Connect,
    /// The winning length exceeds both the columns and the rows.
    #[error("no winning line fits on the board")]
    TooSmall,
}

impl Shape {
    /// The classic board: 7 columns, 6 rows, four in a row.
    pub const STANDARD: Self = Self { columns: 7, rows: 6, connect: 4 };

    /// Common variants, the standard board first. No two of them have the same
    /// size, so their displayed names differ.
    pub const VARIANTS: [Self; 5] = [
        Self::STANDARD,
        Self { columns: 8, rows: 7, connect: 4 },
        Self { columns: 9, rows: 7, connect: 4 },
        Self { columns: 6, rows: 5, connect: 4 },
        Self { columns: 9, rows: 6, connect: 5 },
    ];

    /// The one of [`Shape::VARIANTS`] with this displayed name.
    ///
    /// ```
    /// use connect4::Shape;
    /// assert_eq!(Shape::from_name("7x6"), Some(Shape::STANDARD));
    /// assert_eq!(Shape::from_name("5x4"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::VARIANTS.into_iter().find(|shape| shape.to_string() == name)
    }

    /// A board of `columns` × `rows` cells on which `connect` discs in a line win.
    ///
    /// # Errors
    ///
    /// If there are not 1 to 9 columns and 1 to 9 rows, `connect` is not 4 or 5, or
    /// no line of that length fits on the board.
    pub const fn new(columns: u8, rows: u8, connect: u8) -> Result<Self, ShapeError> {
        if columns == 0 || columns > 9 || rows == 0 || rows > 9 {
            return Err(ShapeError::Size);
        }
        if connect != 4 && connect != 5 {
            return Err(ShapeError::Connect);
        }
        if connect > columns && connect > rows {
            return Err(ShapeError::TooSmall);
        }
        Ok(Self { columns, rows, connect })
    }

    /// The number of columns.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// The number of rows.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// The number of discs in a line that wins.
    pub const fn connect(self) -> u8 {
        self.connect
    }

    /// The number of cells: columns times rows.
    pub const fn cells(self) -> u8 {
        self.columns * self.rows
    }

    /// Whether a solver finds the exact score of any position within seconds: on the
    /// standard board, of which it has an opening book, and within half a second on boards
    /// with four in a row and at most 30 cells. Of [`Shape::VARIANTS`], these are 7×6 and
    /// 6×5.
    ///
    /// ```
    /// use connect4::Shape;
    /// assert!(Shape::STANDARD.is_solved_quickly());
    /// assert!(!Shape::new(8, 7, 4)?.is_solved_quickly());
    /// # Ok::<(), connect4::ShapeError>(())
    /// ```
    pub fn is_solved_quickly(self) -> bool {
        self == Self::STANDARD || (self.connect == 4 && self.cells() <= 30)
    }

    /// Every column of the board, from the left.
    pub fn column_iter(self) -> impl DoubleEndedIterator<Item = Column> {
        (1..=self.columns).filter_map(Column::from_number)
    }

    /// Whether the board has this column.
    pub const fn contains(self, column: Column) -> bool {
        column.index() < self.columns
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}
