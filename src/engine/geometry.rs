use num_traits::{One, PrimInt};

use crate::rules::{Column, Shape};

/// The numbers and masks of a board, its cells as bits like those of
/// [`Board::discs`](crate::rules::Board::discs).
///
/// A trait, so that those of the standard board are constants that the compiler
/// folds into the search, and so that most boards need no more than 64 bits.
pub(super) trait Geometry: Copy {
    /// A set of cells.
    type Bits: PrimInt;

    /// Columns of the board.
    fn columns(self) -> usize;
    /// Rows of the board.
    fn rows(self) -> usize;
    /// Discs in a row that win.
    fn connect(self) -> usize;
    /// The lowest cell of each column.
    fn bottom(self) -> Self::Bits;
    /// Every cell.
    fn board(self) -> Self::Bits;
    /// The cells of the top row, and every second one below each: those that a
    /// player gets who always answers in the column just played.
    fn answers(self) -> Self::Bits;

    /// Bits from one column to the next: the rows, and one that stays empty.
    #[inline(always)]
    fn side(self) -> usize {
        self.rows() + 1
    }

    /// Cells of the board.
    #[inline(always)]
    fn cells(self) -> usize {
        self.columns() * self.rows()
    }

    /// The columns from the middle outwards.
    #[inline(always)]
    fn middle_out(self) -> impl Iterator<Item = usize> {
        let columns = self.columns();
        (0..columns).map(move |rank| {
            if rank % 2 == columns % 2 {
                (columns - 1 - rank) / 2
            } else {
                usize::midpoint(columns, rank)
            }
        })
    }

    /// All bits of a column, the empty one too.
    #[inline(always)]
    fn column(self, index: usize) -> Self::Bits {
        let one = Self::Bits::one();
        ((one << self.side()) - one) << (index * self.side())
    }

    /// The column of a cell.
    fn column_number(self, cell: Self::Bits) -> Column {
        let index = cell.trailing_zeros() as usize / self.side();
        Column::from_number(index as u8 + 1).expect("no board is wider than nine columns")
    }

    /// All bits of the column of a cell.
    #[inline(always)]
    fn column_of(self, cell: Self::Bits) -> Self::Bits {
        self.column(cell.trailing_zeros() as usize / self.side())
    }
}

/// The board of the box, 7×6 with four in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standard;

const STANDARD: Measured<u64> = Measured::standard();

impl Geometry for Standard {
    type Bits = u64;

    #[inline(always)]
    fn columns(self) -> usize {
        STANDARD.columns
    }
    #[inline(always)]
    fn rows(self) -> usize {
        STANDARD.rows
    }
    #[inline(always)]
    fn connect(self) -> usize {
        STANDARD.connect
    }
    #[inline(always)]
    fn bottom(self) -> u64 {
        STANDARD.bottom
    }
    #[inline(always)]
    fn board(self) -> u64 {
        STANDARD.board
    }
    #[inline(always)]
    fn answers(self) -> u64 {
        STANDARD.answers
    }
}

/// Any board, measured when it is needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured<B> {
    columns: usize,
    rows: usize,
    connect: usize,
    bottom: B,
    board: B,
    answers: B,
}

impl Measured<u64> {
    /// The geometry of a shape, if 64 bits are enough.
    pub(super) fn small(shape: Shape) -> Option<Self> {
        let wide = Measured::of(shape);
        let bits = |set| u64::try_from(set).ok();
        (wide.columns * wide.side() <= u64::BITS as usize).then_some(())?;
        Some(Self {
            columns: wide.columns,
            rows: wide.rows,
            connect: wide.connect,
            bottom: bits(wide.bottom)?,
            board: bits(wide.board)?,
            answers: bits(wide.answers)?,
        })
    }

    const fn standard() -> Self {
        let wide = Measured::measure(7, 6, 4);
        Self {
            columns: wide.columns,
            rows: wide.rows,
            connect: wide.connect,
            bottom: wide.bottom as u64,
            board: wide.board as u64,
            answers: wide.answers as u64,
        }
    }
}

impl Measured<u128> {
    /// The geometry of a shape.
    pub(super) fn of(shape: Shape) -> Self {
        Self::measure(
            usize::from(shape.columns()),
            usize::from(shape.rows()),
            usize::from(shape.connect()),
        )
    }

    const fn measure(columns: usize, rows: usize, connect: usize) -> Self {
        let mut measured = Self { columns, rows, connect, bottom: 0, board: 0, answers: 0 };
        let mut column = 0;
        while column < columns {
            let foot = column * (rows + 1);
            measured.bottom |= 1 << foot;
            let mut row = 0;
            while row < rows {
                let cell = 1 << (foot + row);
                measured.board |= cell;
                if (rows - row) % 2 == 1 {
                    measured.answers |= cell;
                }
                row += 1;
            }
            column += 1;
        }
        measured
    }
}

impl<B: PrimInt> Geometry for Measured<B> {
    type Bits = B;

    #[inline(always)]
    fn columns(self) -> usize {
        self.columns
    }
    #[inline(always)]
    fn rows(self) -> usize {
        self.rows
    }
    #[inline(always)]
    fn connect(self) -> usize {
        self.connect
    }
    #[inline(always)]
    fn bottom(self) -> B {
        self.bottom
    }
    #[inline(always)]
    fn board(self) -> B {
        self.board
    }
    #[inline(always)]
    fn answers(self) -> B {
        self.answers
    }
}
