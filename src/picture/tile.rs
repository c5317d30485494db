//! Tiles of a board, as pictures of their own.

use super::{
    canvas::{Align, Canvas},
    colour::Colour,
};
use crate::theme::{DiscShape, DiscStyle, Theme, Tile};

/// The side of a tile's picture, in pixels.
const PICTURE_SIZE: u16 = 128;

/// How much larger a heading is drawn as a tile, which messages show small, than in a GIF.
const HEADING_SCALE: f32 = 4.5;

const GOOD_COLOUR: Colour = Colour::hex(0x3B_A55D);

/// Draws a tile as a PNG with sides of 128 pixels. Side by side, tiles make a board.
pub fn tile_picture(tile: Tile, theme: Theme) -> Vec<u8> {
    let picture = if tile.is_heading() {
        heading(tile, theme, [PICTURE_SIZE; 2], HEADING_SCALE)
    } else {
        cell(tile, theme, PICTURE_SIZE)
    };
    picture.to_png()
}

/// Draws what is shown above a column, so many pixels wide and high.
pub(super) fn heading(tile: Tile, theme: Theme, size: [u16; 2], scale: f32) -> Canvas {
    let board = Colour::hex(theme.board().colour);
    let mut canvas = Canvas::new(size[0], size[1], board);
    let [x, y] = size.map(|side| f32::from(side) / 2.0);
    let at = |(right, down): (f32, f32)| (x + right * scale, y + down * scale);
    match tile {
        Tile::Number(column) => {
            let colour = board.mixed(80, Colour::WHITE);
            canvas.text(&column.to_string(), (x, y), Align::Centre, 19.0 * scale, colour);
        }
        Tile::GoodColumn => {
            canvas.circle((x, y), 12.0 * scale, GOOD_COLOUR);
            let check = [(-5.5, 0.5), (-1.5, 4.5), (5.5, -4.0)].map(at);
            canvas.line(&check, 3.0 * scale, Colour::WHITE);
        }
        _ => {
            let corners = [(-8.0, -5.0), (8.0, -5.0), (0.0, 6.0)].map(at);
            canvas.area(&corners, Colour::WHITE, u8::MAX);
        }
    }
    canvas
}

/// Draws the contents of a cell with sides of `size` pixels. A disc beside text has the hole
/// around it, so that it is visible on any background.
pub(super) fn cell(tile: Tile, theme: Theme, size: u16) -> Canvas {
    let board = theme.board();
    let canvas = match tile {
        Tile::InText(_) => Canvas::transparent(size, size),
        _ => Canvas::new(size, size, Colour::hex(board.colour)),
    };
    let mut cell = CellCanvas { canvas, size: size.into() };
    cell.hole(Colour::hex(board.hole));
    match tile {
        Tile::Disc(seat) | Tile::InText(seat) => cell.disc(theme.disc(seat)),
        Tile::LastMove(seat) => {
            cell.disc(theme.disc(seat));
            cell.ring(0.43, 0.06, Colour::WHITE);
        }
        Tile::Winning(seat) => cell.winning(theme.disc(seat)),
        _ => {}
    }
    cell.canvas
}

/// Draws one cell. Lengths are fractions of the cell's side.
struct CellCanvas {
    canvas: Canvas,
    size: f32,
}

impl CellCanvas {
    fn hole(&mut self, colour: Colour) {
        self.circle(0.43, colour.mixed(30, Colour::BLACK));
        // The part of the first circle that remains visible is the hole's shadow.
        let lower = (self.size * 0.5, self.size * 0.515);
        self.canvas.circle(lower, self.size * 0.415, colour);
    }

    fn disc(&mut self, disc: DiscStyle) {
        let colour = Colour::hex(disc.colour);
        match disc.shape {
            DiscShape::Plain => self.ridged(colour),
            DiscShape::Cross => self.cross(0.22, colour),
            DiscShape::Ring => self.ring(0.26, 0.14, colour),
        }
    }

    /// A disc with a rim, and a ring in the middle.
    fn ridged(&mut self, colour: Colour) {
        let shade = colour.shade();
        self.circle(0.41, shade);
        self.circle(0.37, colour);
        self.ring(0.24, 0.035, shade);
    }

    /// The disc in a white medal, which lines up with its neighbours in any direction.
    fn winning(&mut self, disc: DiscStyle) {
        let colour = Colour::hex(disc.colour);
        self.circle(0.49, Colour::WHITE);
        match disc.shape {
            DiscShape::Plain => {
                self.circle(0.37, colour);
                self.circle(0.14, Colour::WHITE);
            }
            // Thin shapes have to be darker on white.
            DiscShape::Cross => self.cross(0.23, colour.mixed(25, Colour::BLACK)),
            DiscShape::Ring => self.ring(0.26, 0.15, colour.mixed(30, Colour::BLACK)),
        }
    }

    fn cross(&mut self, half_side: f32, colour: Colour) {
        let (near, far) = (self.size * (0.5 - half_side), self.size * (0.5 + half_side));
        self.canvas.line(&[(near, near), (far, far)], self.size * 0.15, colour);
        self.canvas.line(&[(near, far), (far, near)], self.size * 0.15, colour);
    }

    fn circle(&mut self, radius: f32, colour: Colour) {
        self.canvas.circle(self.centre(), self.size * radius, colour);
    }

    fn ring(&mut self, radius: f32, width: f32, colour: Colour) {
        self.canvas.ring(self.centre(), self.size * radius, self.size * width, colour);
    }

    fn centre(&self) -> (f32, f32) {
        (self.size / 2.0, self.size / 2.0)
    }
}
