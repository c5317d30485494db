use num_traits::{One, PrimInt};

use crate::{Column, Shape};

/// The numbers and masks of a board, its cells as bits like those of
/// [`Board::discs`](crate::Board::discs).
///
/// A trait, so that those of the standard board are constants that the compiler
/// folds into the search, and so that most boards need no more than 64 bits.
pub(crate) trait Geometry: Copy {
    /// A set of cells.
    type Bits: PrimInt;

    /// All of them.
    fn dimensions(self) -> DynGeometry<Self::Bits>;

    /// Columns of the board.
    #[inline(always)]
    fn columns(self) -> usize {
        self.dimensions().columns
    }

    /// Rows of the board.
    #[inline(always)]
    fn rows(self) -> usize {
        self.dimensions().rows
    }

    /// Discs in a row that win.
    #[inline(always)]
    fn connect(self) -> usize {
        self.dimensions().connect
    }

    /// The lowest cell of each column.
    #[inline(always)]
    fn bottom(self) -> Self::Bits {
        self.dimensions().bottom
    }

    /// Every cell.
    #[inline(always)]
    fn board(self) -> Self::Bits {
        self.dimensions().board
    }

    /// The cells of the top row, and every second one below each: those that a
    /// player gets who always answers in the column just played.
    #[inline(always)]
    fn followup_cells(self) -> Self::Bits {
        self.dimensions().answers
    }

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
pub(crate) struct Standard;

const STANDARD: DynGeometry<u64> = DynGeometry::measure(7, 6, 4).narrow();

impl Geometry for Standard {
    type Bits = u64;

    #[inline(always)]
    fn dimensions(self) -> DynGeometry<u64> {
        STANDARD
    }
}

/// Any board, measured when it is needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DynGeometry<B> {
    columns: usize,
    rows: usize,
    connect: usize,
    bottom: B,
    board: B,
    answers: B,
}

impl DynGeometry<u64> {
    /// The geometry of a shape, if 64 bits are enough.
    pub(crate) fn small(shape: Shape) -> Option<Self> {
        let wide = DynGeometry::of(shape);
        (wide.columns * wide.side() <= u64::BITS as usize).then(|| wide.narrow())
    }
}

impl DynGeometry<u128> {
    /// The geometry of a shape.
    pub(crate) fn of(shape: Shape) -> Self {
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

    /// The same of a board that 64 bits are enough for.
    const fn narrow(self) -> DynGeometry<u64> {
        DynGeometry {
            columns: self.columns,
            rows: self.rows,
            connect: self.connect,
            bottom: self.bottom as u64,
            board: self.board as u64,
            answers: self.answers as u64,
        }
    }
}

impl<B: PrimInt> Geometry for DynGeometry<B> {
    type Bits = B;

    #[inline(always)]
    fn dimensions(self) -> Self {
        self
    }
}
