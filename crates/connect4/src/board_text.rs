//! Boards as text.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{Board, Cell, Column, Seat, Shape, ShapeError, board::has_line};

/// What begins the text of a board on which not four in a row win.
const CONNECT: &str = "connect ";

/// Why a text is not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BoardTextError {
    /// There is no board of this size.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The rows have different lengths.
    #[error("the rows have different lengths")]
    Row,
    /// The character stands for nothing.
    #[error("a cell is `.`, `x` or `o`, not {0:?}")]
    Character(char),
    /// A disc has an empty cell below it.
    #[error("a disc floats")]
    Floating,
    /// The seats have not dropped their discs in turn.
    #[error("the second player has as many discs as the first, or one fewer")]
    Turns,
    /// There is more than one capital, or it is no disc that can have been the last.
    #[error("the capital is not the last disc")]
    Last,
    /// No disc can have been the last, since the game was over before.
    #[error("the game was over before the last disc")]
    Over,
}

/// Displays as one line for each row, from the top: `x` and `o` are discs of the first and the
/// second seat, `.` is an empty cell, and the last disc is a capital. Before them stands a line
/// `connect 5` if five in a row win.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.shape();
        if shape.connect() != Shape::STANDARD.connect() {
            writeln!(f, "{CONNECT}{}", shape.connect())?;
        }
        for row in (0..shape.rows()).rev() {
            let cells = shape.column_iter().map(|column| Cell { column, row });
            let text = cells.map(|cell| {
                let is_last = self.last() == Some(cell);
                match (self.disc(cell), is_last) {
                    (None, _) => '.',
                    (Some(Seat::First), false) => 'x',
                    (Some(Seat::First), true) => 'X',
                    (Some(Seat::Second), false) => 'o',
                    (Some(Seat::Second), true) => 'O',
                }
            });
            writeln!(f, "{}", text.collect::<String>())?;
        }
        Ok(())
    }
}

/// Parses what [`Board`] displays as. Blanks at both ends of a line and empty lines are left out.
/// Without a capital, [`Board::last`] is unknown.
///
/// ```
/// use connect4::{Board, Seat};
/// let board: Board = "
///     .......
///     .......
///     .......
///     .......
///     ...o...
///     ...xX..
/// "
/// .parse()?;
/// assert_eq!((board.plies(), board.to_move()), (3, Seat::Second));
/// # Ok::<(), connect4::BoardTextError>(())
/// ```
impl FromStr for Board {
    type Err = BoardTextError;

    fn from_str(text: &str) -> Result<Self, BoardTextError> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
        let connect = lines.next_if(|line| line.starts_with(CONNECT));
        let connect = connect.map_or(Ok(Shape::STANDARD.connect()), |line| {
            line[CONNECT.len()..].parse().map_err(|_| ShapeError::Connect)
        })?;
        let rows: Vec<Vec<char>> = lines.map(|line| line.chars().collect()).collect();
        let columns = rows.first().map_or(0, Vec::len);
        let size = |length: usize| u8::try_from(length).map_err(|_| ShapeError::Size);
        let shape = Shape::new(size(columns)?, size(rows.len())?, connect)?;
        if rows.iter().any(|row| row.len() != columns) {
            return Err(BoardTextError::Row);
        }
        let mut board = Self::empty(shape);
        for (row, line) in (0..).zip(rows.iter().rev()) {
            for (column, &character) in shape.column_iter().zip(line) {
                board.place(Cell { column, row }, character)?;
            }
        }
        board.check_last()?;
        Ok(board)
    }
}

impl Board {
    /// Adds what a character says of a cell to the rows below it and the cells before it.
    fn place(&mut self, cell: Cell, character: char) -> Result<(), BoardTextError> {
        let seat = match character {
            '.' => return Ok(()),
            'x' | 'X' => Seat::First,
            'o' | 'O' => Seat::Second,
            other => return Err(BoardTextError::Character(other)),
        };
        if cell.row > 0 && self.disc(Cell { row: cell.row - 1, ..cell }).is_none() {
            return Err(BoardTextError::Floating);
        }
        self.discs[seat.index()] |= self.bit(cell);
        if character.is_ascii_uppercase() && self.last.replace(cell).is_some() {
            return Err(BoardTextError::Last);
        }
        Ok(())
    }

    /// Fails unless the discs can have been dropped in turn, with the last one, if it is known, at
    /// the end.
    fn check_last(&self) -> Result<(), BoardTextError> {
        let [first, second] = self.discs.map(u128::count_ones);
        if first != second && first != second + 1 {
            return Err(BoardTextError::Turns);
        }
        if self.plies() == 0 {
            return Ok(());
        }
        let mover = self.to_move().other();
        let can_be_last = |&cell: &Cell| {
            let is_top = self.height(cell.column) == cell.row + 1;
            is_top && self.disc(cell) == Some(mover)
        };
        if self.last.is_some_and(|cell| !can_be_last(&cell)) {
            return Err(BoardTextError::Last);
        }
        let tops = self.shape.column_iter().filter_map(|column: Column| {
            let row = self.height(column).checked_sub(1)?;
            Some(Cell { column, row })
        });
        let candidates =
            tops.filter(can_be_last).filter(|&it| self.last.is_none_or(|last| last == it));
        let mut befores = candidates.map(|cell| self.discs.map(|discs| discs & !self.bit(cell)));
        let was_open = |discs: [u128; 2]| discs.iter().all(|&it| !has_line(it, self.shape));
        if befores.any(was_open) { Ok(()) } else { Err(BoardTextError::Over) }
    }
}
