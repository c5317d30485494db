use super::{
    canvas::{Align, Canvas},
    colour::Colour,
    look::{Disc, Form, Look},
};
use connect4::{Column, Seat};

/// What can be seen in one cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Hole,
    Disc(Seat),
    /// The disc that was dropped last.
    Newest(Seat),
    /// A disc in a winning line that is lit.
    Winning(Seat),
}

impl Piece {
    /// Everything that a cell can show.
    pub(super) const ALL: [Self; 7] = [
        Self::Hole,
        Self::Disc(Seat::First),
        Self::Disc(Seat::Second),
        Self::Newest(Seat::First),
        Self::Newest(Seat::Second),
        Self::Winning(Seat::First),
        Self::Winning(Seat::Second),
    ];

    /// The piece on a cell of the board, whose side is `size` pixels.
    pub(super) fn draw(self, look: Look, size: u16) -> Canvas {
        let mut cell = Cell { canvas: Canvas::new(size, size, look.board), size: size.into() };
        if let Self::Winning(seat) = self {
            cell.winning(look.disc(seat));
            return cell.canvas;
        }
        cell.hole(look.hole);
        match self {
            Self::Disc(seat) => cell.disc(look.disc(seat)),
            Self::Newest(seat) => {
                cell.disc(look.disc(seat));
                cell.mark();
            }
            Self::Hole | Self::Winning(_) => {}
        }
        cell.canvas
    }
}

/// What can be seen above a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Number(Column),
    /// Points at the column of the newest disc.
    Arrow,
}

impl Heading {
    /// The heading on a strip of the board.
    pub(super) fn draw(self, look: Look, width: u16, height: u16) -> Canvas {
        let mut canvas = Canvas::new(width, height, look.board);
        let centre = (f32::from(width) / 2.0, f32::from(height) / 2.0);
        match self {
            Self::Number(column) => {
                let colour = look.board.mixed(80, Colour::WHITE);
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

/// One cell while it is drawn. Its parts are measured in sides of the cell.
struct Cell {
    canvas: Canvas,
    size: f32,
}

impl Cell {
    fn hole(&mut self, colour: Colour) {
        self.circle(0.43, colour.mixed(30, Colour::hex(0)));
        // What is left of the first circle above this one is the hole's shadow.
        let lower = (self.size * 0.5, self.size * 0.515);
        self.canvas.circle(lower, self.size * 0.415, colour);
    }

    fn disc(&mut self, disc: Disc) {
        let Disc { form, colour, .. } = disc;
        match form {
            Form::Plain => self.ridged(colour),
            Form::EightBall => {
                self.circle(0.41, colour);
                self.circle(0.22, Colour::hex(0xE1_E8ED));
                let (centre, size) = (self.centre(), self.size * 0.36);
                self.canvas.text("8", centre, Align::Centre, size, colour);
            }
            Form::Cross => self.cross(0.21, colour),
            Form::Ring => self.ring(0.24, 0.12, colour),
        }
    }

    /// A disc as it is cast: with a rim, and a ring in its middle.
    fn ridged(&mut self, colour: Colour) {
        let darker = colour.mixed(16, Colour::hex(0));
        self.circle(0.41, darker);
        self.circle(0.37, colour);
        self.ring(0.24, 0.035, darker);
    }

    fn mark(&mut self) {
        self.ring(0.43, 0.06, Colour::WHITE);
    }

    fn winning(&mut self, disc: Disc) {
        self.square(0.46, 0.12, Colour::WHITE);
        self.square(0.40, 0.07, disc.winning);
        match disc.form {
            Form::Plain => {}
            Form::EightBall => self.square(0.22, 0.05, Colour::hex(0xE6_E7E8)),
            Form::Cross => self.cross(0.21, Colour::WHITE),
            Form::Ring => self.ring(0.24, 0.12, Colour::WHITE),
        }
    }

    fn cross(&mut self, reach: f32, colour: Colour) {
        let (near, far) = (self.size * (0.5 - reach), self.size * (0.5 + reach));
        self.canvas.line(&[(near, near), (far, far)], self.size * 0.13, colour);
        self.canvas.line(&[(near, far), (far, near)], self.size * 0.13, colour);
    }

    fn circle(&mut self, radius: f32, colour: Colour) {
        self.canvas.circle(self.centre(), self.size * radius, colour);
    }

    fn ring(&mut self, radius: f32, width: f32, colour: Colour) {
        self.canvas.ring(self.centre(), self.size * radius, self.size * width, colour);
    }

    fn square(&mut self, reach: f32, corner: f32, colour: Colour) {
        self.canvas.square(self.centre(), self.size * reach, self.size * corner, colour);
    }

    fn centre(&self) -> (f32, f32) {
        (self.size / 2.0, self.size / 2.0)
    }
}
