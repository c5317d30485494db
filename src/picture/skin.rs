use connect4::Seat;

use super::colour::Colour;
use crate::theme::Theme;

/// The colours and shapes of a theme in pictures. They match the theme's emoji in
/// messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skin {
    pub(super) board: Colour,
    pub(super) hole: Colour,
    discs: [DiscStyle; 2],
}

/// The style of one seat's discs.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiscStyle {
    pub(super) shape: DiscShape,
    pub(super) colour: Colour,
    /// The colour of the square that replaces the disc in a winning line.
    pub(super) winning: Colour,
}

/// A disc's shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiscShape {
    Plain,
    EightBall,
    Cross,
    Ring,
}

const RED: Colour = Colour::hex(0xDD_2E44);
const BRIGHT_RED: Colour = RED.mixed(25, Colour::WHITE);
const YELLOW: Colour = Colour::hex(0xFD_CB58);
const BLUE: Colour = Colour::hex(0x55_ACEE);
const BLACK: Colour = Colour::hex(0x22_272B);
const GREEN: Colour = Colour::hex(0x77_B255);

/// The colours of the new moon emoji 🌑, which is the empty cell in messages.
const MOON: Colour = Colour::hex(0x66_757F);
const NIGHT: Colour = Colour::hex(0x23_292E);

impl Skin {
    pub(super) const fn of(theme: Theme) -> Self {
        let (red, blue, yellow) =
            (DiscStyle::plain(RED), DiscStyle::plain(BLUE), DiscStyle::plain(YELLOW));
        match theme {
            Theme::Classic => Self {
                board: Colour::hex(0x1F_62C9),
                hole: Colour::hex(0x12_3C80),
                discs: [red, yellow],
            },
            Theme::RedBlue => Self { board: MOON, hole: NIGHT, discs: [red, blue] },
            // A black disc is invisible in a dark hole.
            Theme::RedBlack => Self {
                board: MOON,
                hole: Colour::hex(0xB4_C1CB),
                discs: [red, DiscStyle { shape: DiscShape::EightBall, ..DiscStyle::plain(BLACK) }],
            },
            Theme::ColourBlind => Self { board: MOON, hole: NIGHT, discs: [yellow, blue] },
            // Thin shapes have to be brighter than discs, for users who see no red.
            Theme::Shapes => Self {
                board: MOON,
                hole: NIGHT,
                discs: [
                    DiscStyle { shape: DiscShape::Cross, colour: BRIGHT_RED, winning: GREEN },
                    DiscStyle { shape: DiscShape::Ring, colour: BRIGHT_RED, winning: RED },
                ],
            },
        }
    }

    pub(super) const fn disc(self, seat: Seat) -> DiscStyle {
        self.discs[seat.index()]
    }
}

impl DiscStyle {
    const fn plain(colour: Colour) -> Self {
        Self { shape: DiscShape::Plain, colour, winning: colour }
    }
}
