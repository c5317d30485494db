use std::{fmt, str::FromStr};

use thiserror::Error;

/// A column of a board, counted from the left.
///
/// People and notation count columns from 1, arrays from 0; this type keeps the
/// two apart.
///
/// ```
/// use connect4::Column;
/// let column: Column = "4".parse()?;
/// assert_eq!((column.number(), column.index()), (4, 3));
/// # Ok::<(), connect4::ColumnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

/// A text that names no column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a column is a digit from 1 to 9")]
pub struct ColumnError;

impl Column {
    /// The most columns that any board has.
    pub const MAX: u8 = 9;

    /// The column with this number, counted from 1; none beyond
    /// [`Column::MOST`].
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1..=Self::MAX => Some(Self(number - 1)),
            _ => None,
        }
    }

    /// The number that people use, from 1.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The place in an array of columns, from 0.
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
    /// The column it is in.
    pub column: Column,
    /// Its height in that column, 0 at the bottom.
    pub row: u8,
}
