use connect4::{Column, Seat};

use super::{
    canvas::{Align, Canvas},
    colour::Colour,
};
use crate::theme::{DiscShape, DiscStyle, Theme};

/// The contents of one cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tile {
    Hole,
    Disc(Seat),
    /// The disc of the last move.
    LastMove(Seat),
    /// A disc in a highlighted winning line.
    Winning(Seat),
}

impl Tile {
    pub(super) const ALL: [Self; 7] = [
        Self::Hole,
        Self::Disc(Seat::First),
        Self::Disc(Seat::Second),
        Self::LastMove(Seat::First),
        Self::LastMove(Seat::Second),
        Self::Winning(Seat::First),
        Self::Winning(Seat::Second),
    ];

    /// Draws a cell with sides of `size` pixels.
    pub(super) fn draw(self, theme: Theme, size: u16) -> Canvas {
        let board = theme.board();
        let canvas = Canvas::new(size, size, Colour::hex(board.colour));
        let mut cell = CellCanvas { canvas, size: size.into() };
        if let Self::Winning(seat) = self {
            cell.winning(theme.disc(seat));
            return cell.canvas;
        }
        cell.hole(Colour::hex(board.hole));
        match self {
            Self::Disc(seat) => cell.disc(theme.disc(seat)),
            Self::LastMove(seat) => {
                cell.disc(theme.disc(seat));
                cell.last_move_mark();
            }
            Self::Hole | Self::Winning(_) => {}
        }
        cell.canvas
    }
}

/// What is shown above a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Number(Column),
    /// Points at the column of the last move.
    Arrow,
}

impl Heading {
    /// Draws the heading on the board's background.
    pub(super) fn draw(self, theme: Theme, width: u16, height: u16) -> Canvas {
        let board = Colour::hex(theme.board().colour);
        let mut canvas = Canvas::new(width, height, board);
        let centre = (f32::from(width) / 2.0, f32::from(height) / 2.0);
        match self {
            Self::Number(column) => {
                let colour = board.mixed(80, Colour::WHITE);
                canvas.text(&column.to_string(), centre, Align::Centre, 19.0, colour);
            }
            Self::Arrow => {
                let (x, y) = centre;
                let corners = [(x - 8.0, y - 5.0), (x + 8.0, y - 5.0), (x, y + 6.0)];
                canvas.area(&corners, Colour::WHITE, u8::MAX);
            }
        }
        canvas
    }
}

/// Draws one cell. Lengths are fractions of the cell's side.
struct CellCanvas {
    canvas: Canvas,
    size: f32,
}

impl CellCanvas {
    fn hole(&mut self, colour: Colour) {
        self.circle(0.43, colour.mixed(30, Colour::hex(0)));
        // The part of the first circle that remains visible is the hole's shadow.
        let lower = (self.size * 0.5, self.size * 0.515);
        self.canvas.circle(lower, self.size * 0.415, colour);
    }

    fn disc(&mut self, disc: DiscStyle) {
        let colour = Colour::hex(disc.colour);
        match disc.shape {
            DiscShape::Plain => self.ridged(colour),
            DiscShape::EightBall => {
                self.circle(0.41, colour);
                self.circle(0.22, Colour::hex(0xE1_E8ED));
                let (centre, size) = (self.centre(), self.size * 0.36);
                self.canvas.text("8", centre, Align::Centre, size, colour);
            }
            DiscShape::Cross => self.cross(0.21, colour),
            DiscShape::Ring => self.ring(0.24, 0.12, colour),
        }
    }

    /// A disc with a rim, and a ring in the middle.
    fn ridged(&mut self, colour: Colour) {
        let darker = colour.mixed(16, Colour::hex(0));
        self.circle(0.41, darker);
        self.circle(0.37, colour);
        self.ring(0.24, 0.035, darker);
    }

    fn last_move_mark(&mut self) {
        self.ring(0.43, 0.06, Colour::WHITE);
    }

    fn winning(&mut self, disc: DiscStyle) {
        self.square(0.46, 0.12, Colour::WHITE);
        self.square(0.40, 0.07, Colour::hex(disc.winning_colour));
        match disc.shape {
            DiscShape::Plain => {}
            DiscShape::EightBall => self.square(0.22, 0.05, Colour::hex(0xE6_E7E8)),
            DiscShape::Cross => self.cross(0.21, Colour::WHITE),
            DiscShape::Ring => self.ring(0.24, 0.12, Colour::WHITE),
        }
    }

    fn cross(&mut self, half_side: f32, colour: Colour) {
        let (near, far) = (self.size * (0.5 - half_side), self.size * (0.5 + half_side));
        self.canvas.line(&[(near, near), (far, far)], self.size * 0.13, colour);
        self.canvas.line(&[(near, far), (far, near)], self.size * 0.13, colour);
    }

    fn circle(&mut self, radius: f32, colour: Colour) {
        self.canvas.circle(self.centre(), self.size * radius, colour);
    }

    fn ring(&mut self, radius: f32, width: f32, colour: Colour) {
        self.canvas.ring(self.centre(), self.size * radius, self.size * width, colour);
    }

    fn square(&mut self, half_side: f32, corner: f32, colour: Colour) {
        self.canvas.square(self.centre(), self.size * half_side, self.size * corner, colour);
    }

    fn centre(&self) -> (f32, f32) {
        (self.size / 2.0, self.size / 2.0)
    }
}
