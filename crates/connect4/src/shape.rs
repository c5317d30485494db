use std::fmt;

use thiserror::Error;

use crate::Column;

/// How large a board is, and how many discs in a row win on it.
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

/// Why there is no such board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// A side is shorter than one cell or longer than nine.
    #[error("a board has 1 to 9 columns and 1 to 9 rows")]
    Size,
    /// Neither four nor five in a row.
    #[error("four or five in a row win")]
    Connect,
    /// Neither side has room for a winning row.
    #[error("no winning row fits on the board")]
    TooSmall,
}

impl Shape {
    /// The board of the box: 7 columns, 6 rows, four in a row.
    pub const STANDARD: Self = Self { columns: 7, rows: 6, connect: 4 };

    /// The boards that people play on. Their names differ, so no two of them have
    /// the same size.
    pub const PLAYED: [Self; 5] = [
        Self::STANDARD,
        Self { columns: 8, rows: 7, connect: 4 },
        Self { columns: 9, rows: 7, connect: 4 },
        Self { columns: 6, rows: 5, connect: 4 },
        Self { columns: 9, rows: 6, connect: 5 },
    ];

    /// The board that people play on with this name, such as "7x6".
    pub fn from_name(name: &str) -> Option<Self> {
        Self::PLAYED.into_iter().find(|shape| shape.to_string() == name)
    }

    /// A board with these numbers of columns and rows, on which `connect` discs
    /// in a row win.
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

    /// How many discs in a row win.
    pub const fn connect(self) -> u8 {
        self.connect
    }

    /// The number of discs on a full board.
    pub const fn cells(self) -> u8 {
        self.columns * self.rows
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

/// Columns and rows: "7x6".
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}
