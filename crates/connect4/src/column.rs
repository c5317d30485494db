use std::{fmt, str::FromStr};

use thiserror::Error;

/// A column of a board.
///
/// Notation numbers columns from 1, arrays from 0; this type keeps the two
/// apart. It parses from and displays as its number.
///
/// ```
/// use connect4::Column;
/// let column: Column = "4".parse()?;
/// assert_eq!((column.number(), column.index()), (4, 3));
/// # Ok::<(), connect4::ColumnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

/// The text is not a column number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a column is a digit from 1 to 9")]
pub struct ColumnError;

impl Column {
    /// The number of columns of the widest board.
    pub const MAX: u8 = 9;

    /// The column with this number, counted from 1 on the left. `None` for 0 and
    /// for numbers above [`Column::MAX`].
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1..=Self::MAX => Some(Self(number - 1)),
            _ => None,
        }
    }

    /// The column's number, counted from 1 on the left.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The column's array index, counted from 0 on the left.
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl FromStr for Column {
    type Err = ColumnError;

    fn from_str(text: &str) -> Result<Self, ColumnError> {
        match text.as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(Self(digit - b'1')),
            _ => Err(ColumnError),
        }
    }
}

/// One cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The cell's column.
    pub column: Column,
    /// The cell's row, counted from 0 at the bottom.
    pub row: u8,
}
