use super::{
    canvas::Canvas,
    look::Look,
    palette::Palette,
    piece::{Heading, Piece},
};
use connect4::{Board, Cell, Column, Shape};

/// Around the cells, in pixels.
const MARGIN: u16 = 12;

/// The strip with the numbers of the columns, in pixels.
const HEADING: u16 = 36;

/// How wide all cells are together, at most, in pixels.
const WIDTH: u16 = 400;

/// Draws positions on one board: what a cell can show is drawn once, and then
/// copied wherever it is seen.
pub(super) struct Grid {
    shape: Shape,
    palette: Palette,
    ground: u8,
    pieces: [Vec<u8>; Piece::ALL.len()],
    numbers: Vec<Vec<u8>>,
    arrow: Vec<u8>,
}

impl Grid {
    pub(super) fn new(shape: Shape, look: Look) -> Self {
        let cell = cell_size(shape);
        let ground = Canvas::new(1, 1, look.board);
        let pieces = Piece::ALL.map(|piece| piece.draw(look, cell));
        let heading = |heading: Heading| heading.draw(look, cell, HEADING);
        let numbers: Vec<Canvas> =
            shape.column_iter().map(|column| heading(Heading::Number(column))).collect();
        let arrow = heading(Heading::Arrow);
        let palette = Palette::of([&ground, &arrow].into_iter().chain(&pieces).chain(&numbers));
        Self {
            shape,
            ground: palette.numbers(&ground)[0],
            pieces: pieces.each_ref().map(|piece| palette.numbers(piece)),
            numbers: numbers.iter().map(|number| palette.numbers(number)).collect(),
            arrow: palette.numbers(&arrow),
            palette,
        }
    }

    pub(super) const fn palette(&self) -> &Palette {
        &self.palette
    }

    /// In pixels.
    pub(super) fn width(&self) -> u16 {
        width(self.shape)
    }

    /// In pixels.
    pub(super) fn height(&self) -> u16 {
        HEADING + u16::from(self.shape.rows()) * cell_size(self.shape) + MARGIN
    }

    /// A position, as numbers of the palette, row by row. Its winning lines are
    /// lit or look as any other discs.
    pub(super) fn draw(&self, board: &Board, lit: bool) -> Vec<u8> {
        let lit: Vec<Cell> = if lit {
            board.winning_lines().into_iter().flat_map(|line| line.cells).collect()
        } else {
            Vec::new()
        };
        let mut pixels = vec![self.ground; usize::from(self.width()) * usize::from(self.height())];
        for column in self.shape.column_iter() {
            let newest = board.last().is_some_and(|last| last.column == column);
            let heading =
                if newest { &self.arrow } else { &self.numbers[usize::from(column.index())] };
            self.copy(heading, (left(self.shape, column), 0), &mut pixels);
            for row in 0..self.shape.rows() {
                let cell = Cell { column, row };
                let piece = piece(board, cell, lit.contains(&cell));
                let at = Piece::ALL.iter().position(|&known| known == piece).unwrap_or_default();
                self.copy(&self.pieces[at], corner(self.shape, cell), &mut pixels);
            }
        }
        pixels
    }

    fn copy(&self, tile: &[u8], (x, y): (u16, u16), pixels: &mut [u8]) {
        let rows = pixels.chunks_exact_mut(self.width().into()).skip(y.into());
        let side = usize::from(cell_size(self.shape));
        for (row, part) in rows.zip(tile.chunks_exact(side)) {
            row[usize::from(x)..][..side].copy_from_slice(part);
        }
    }
}

/// The top left pixel of a cell.
pub(super) fn corner(shape: Shape, cell: Cell) -> (u16, u16) {
    let above = u16::from(shape.rows() - 1 - cell.row);
    (left(shape, cell.column), HEADING + above * cell_size(shape))
}

/// The side of a cell, in pixels.
pub(super) fn cell_size(shape: Shape) -> u16 {
    // Even, so that a circle has its centre between two pixels, and is round.
    WIDTH / u16::from(shape.columns()) / 2 * 2
}

fn width(shape: Shape) -> u16 {
    2 * MARGIN + u16::from(shape.columns()) * cell_size(shape)
}

fn left(shape: Shape, column: Column) -> u16 {
    MARGIN + u16::from(column.index()) * cell_size(shape)
}

fn piece(board: &Board, cell: Cell, lit: bool) -> Piece {
    match board.disc(cell) {
        None => Piece::Hole,
        Some(seat) if lit => Piece::Winning(seat),
        Some(seat) if board.last() == Some(cell) => Piece::Newest(seat),
        Some(seat) => Piece::Disc(seat),
    }
}
