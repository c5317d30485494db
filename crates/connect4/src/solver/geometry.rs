use num_traits::{One, PrimInt};

use crate::{Cell, Column, Shape};

/// The dimensions and bit masks of a board, with the layout of
/// [`Board::discs`](crate::Board::discs).
///
/// A trait, so that for the boards that are solved most they are constants that the
/// compiler folds into the search, and so that boards that fit into 64 bits use `u64`.
pub(crate) trait Geometry: Copy {
    /// A set of cells.
    type Bits: PrimInt;

    /// The precomputed values.
    fn dimensions(self) -> DynGeometry<Self::Bits>;

    /// The number of columns.
    #[inline(always)]
    fn columns(self) -> usize {
        self.dimensions().columns
    }

    /// The number of rows.
    #[inline(always)]
    fn rows(self) -> usize {
        self.dimensions().rows
    }

    /// The number of discs in a line that wins.
    #[inline(always)]
    fn connect(self) -> usize {
        self.dimensions().connect
    }

    /// The lowest cell of each column.
    #[inline(always)]
    fn bottom(self) -> Self::Bits {
        self.dimensions().bottom
    }

    /// All cells.
    #[inline(always)]
    fn board(self) -> Self::Bits {
        self.dimensions().board
    }

    /// The cells of the top row and every second row below: those of a player who
    /// plays follow-up, that is, always replies in the column just played.
    #[inline(always)]
    fn followup_cells(self) -> Self::Bits {
        self.dimensions().followup_cells
    }

    /// The number of bits from one column to the next: the rows and one bit that stays
    /// empty.
    #[inline(always)]
    fn stride(self) -> usize {
        self.rows() + 1
    }

    /// The number of cells.
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

    /// All bits of a column, including the one that stays empty.
    #[inline(always)]
    fn column(self, index: usize) -> Self::Bits {
        let one = Self::Bits::one();
        ((one << self.stride()) - one) << (index * self.stride())
    }

    /// The column of a cell.
    fn column_number(self, cell: Self::Bits) -> Column {
        let index = cell.trailing_zeros() as usize / self.stride();
        Column::from_number(index as u8 + 1).expect("no board is wider than nine columns")
    }

    /// The cell of a set of one.
    fn cell(self, cell: Self::Bits) -> Cell {
        let row = cell.trailing_zeros() as usize % self.stride();
        Cell { column: self.column_number(cell), row: row as u8 }
    }

    /// All bits of the column of a cell, as [`Geometry::column`].
    #[inline(always)]
    fn column_of(self, cell: Self::Bits) -> Self::Bits {
        self.column(cell.trailing_zeros() as usize / self.stride())
    }
}

/// The standard board, 7×6 with four in a row, as constants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standard;

const STANDARD: DynGeometry<u64> = DynGeometry::new(7, 6, 4).narrow();

impl Geometry for Standard {
    type Bits = u64;

    #[inline(always)]
    fn dimensions(self) -> DynGeometry<u64> {
        STANDARD
    }
}

/// 6×5 with four in a row, as constants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Small;

const SMALL: DynGeometry<u64> = DynGeometry::new(6, 5, 4).narrow();

impl Geometry for Small {
    type Bits = u64;

    #[inline(always)]
    fn dimensions(self) -> DynGeometry<u64> {
        SMALL
    }
}

/// Any board, with values computed at run time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DynGeometry<B> {
    columns: usize,
    rows: usize,
    connect: usize,
    bottom: B,
    board: B,
    followup_cells: B,
}

impl DynGeometry<u64> {
    /// The geometry of a shape; `None` if it does not fit into 64 bits.
    pub(crate) fn small(shape: Shape) -> Option<Self> {
        let wide = DynGeometry::from_shape(shape);
        (wide.columns * wide.stride() <= u64::BITS as usize).then(|| wide.narrow())
    }
}

impl DynGeometry<u128> {
    /// The geometry of a shape.
    pub(crate) fn from_shape(shape: Shape) -> Self {
        Self::new(
            usize::from(shape.columns()),
            usize::from(shape.rows()),
            usize::from(shape.connect()),
        )
    }

    const fn new(columns: usize, rows: usize, connect: usize) -> Self {
        let mut geometry = Self { columns, rows, connect, bottom: 0, board: 0, followup_cells: 0 };
        let mut column = 0;
        while column < columns {
            let bottom = column * (rows + 1);
            geometry.bottom |= 1 << bottom;
            let mut row = 0;
            while row < rows {
                let cell = 1 << (bottom + row);
                geometry.board |= cell;
                if (rows - row) % 2 == 1 {
                    geometry.followup_cells |= cell;
                }
                row += 1;
            }
            column += 1;
        }
        geometry
    }

    /// The same with 64 bits, for boards that fit.
    const fn narrow(self) -> DynGeometry<u64> {
        DynGeometry {
            columns: self.columns,
            rows: self.rows,
            connect: self.connect,
            bottom: self.bottom as u64,
            board: self.board as u64,
            followup_cells: self.followup_cells as u64,
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
