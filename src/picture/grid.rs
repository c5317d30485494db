//! The grid of a board in a picture.

use connect4::{Board, Cell, Column, Shape};

use super::{canvas::Canvas, colour::Colour, palette::Palette, tile};
use crate::theme::{Theme, Tile};

/// The margin around the cells, in pixels.
const MARGIN: u16 = 12;

/// The height of the column numbers, in pixels.
const HEADING_HEIGHT: u16 = 36;

/// The largest width of all cells together, in pixels.
const MAX_WIDTH: u16 = 400;

/// Draws positions of one board. Each kind of cell is drawn once, as a tile, and then
/// copied.
pub(super) struct Grid {
    shape: Shape,
    pub(super) palette: Palette,
    background: u8,
    tiles: [Vec<u8>; Tile::CELLS.len()],
    numbers: Vec<Vec<u8>>,
    arrow: Vec<u8>,
}

impl Grid {
    pub(super) fn new(shape: Shape, theme: Theme) -> Self {
        let cell = cell_size(shape);
        let background = Canvas::new(1, 1, Colour::hex(theme.board().colour));
        let tiles = Tile::CELLS.map(|tile| tile::cell(tile, theme, cell));
        let heading = |heading| tile::heading(heading, theme, [cell, HEADING_HEIGHT], 1.0);
        let numbers: Vec<Canvas> =
            shape.column_iter().map(|column| heading(Tile::Number(column))).collect();
        let arrow = heading(Tile::LastColumn);
        let palette = Palette::of([&background, &arrow].into_iter().chain(&tiles).chain(&numbers));
        Self {
            shape,
            background: palette.indices(&background)[0],
            tiles: tiles.each_ref().map(|tile| palette.indices(tile)),
            numbers: numbers.iter().map(|number| palette.indices(number)).collect(),
            arrow: palette.indices(&arrow),
            palette,
        }
    }

    /// The picture's width in pixels.
    pub(super) fn width(&self) -> u16 {
        2 * MARGIN + u16::from(self.shape.columns()) * cell_size(self.shape)
    }

    /// The picture's height in pixels.
    pub(super) fn height(&self) -> u16 {
        HEADING_HEIGHT + u16::from(self.shape.rows()) * cell_size(self.shape) + MARGIN
    }

    /// Draws a position as palette indices, row by row. `highlight` says whether to
    /// highlight winning lines.
    pub(super) fn draw(&self, board: &Board, highlight: bool) -> Vec<u8> {
        let lines = if highlight { board.winning_lines() } else { Vec::new() };
        let mut pixels =
            vec![self.background; usize::from(self.width()) * usize::from(self.height())];
        for column in self.shape.column_iter() {
            let is_last_move = board.last().is_some_and(|last| last.column == column);
            let heading =
                if is_last_move { &self.arrow } else { &self.numbers[usize::from(column.index())] };
            self.copy(heading, (left(self.shape, column), 0), &mut pixels);
            for row in 0..self.shape.rows() {
                let cell = Cell { column, row };
                let tile = Tile::of(board, cell, &lines);
                self.copy(&self.tiles[tile.index()], corner(self.shape, cell), &mut pixels);
            }
        }
        pixels
    }

    fn copy(&self, tile: &[u8], (x, y): (u16, u16), pixels: &mut [u8]) {
        let rows = pixels.chunks_exact_mut(self.width().into()).skip(y.into());
        let side = usize::from(cell_size(self.shape));
        for (row, tile_row) in rows.zip(tile.chunks_exact(side)) {
            row[usize::from(x)..][..side].copy_from_slice(tile_row);
        }
    }
}

/// The top left pixel of a cell.
pub(super) fn corner(shape: Shape, cell: Cell) -> (u16, u16) {
    let rows_above = u16::from(shape.rows() - 1 - cell.row);
    (left(shape, cell.column), HEADING_HEIGHT + rows_above * cell_size(shape))
}

/// The side of a cell, in pixels.
pub(super) fn cell_size(shape: Shape) -> u16 {
    // Even, so that a circle's centre lies between two pixels.
    MAX_WIDTH / u16::from(shape.columns()) / 2 * 2
}

fn left(shape: Shape, column: Column) -> u16 {
    MARGIN + u16::from(column.index()) * cell_size(shape)
}
