use super::colour::Colour;
use crate::theme::Theme;
use connect4::Seat;

/// What a theme's board and discs are drawn with. Colours and forms are those of
/// the emoji that the same theme has in messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) board: Colour,
    pub(super) hole: Colour,
    discs: [Disc; 2],
}

/// One seat's discs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Disc {
    pub(super) form: Form,
    pub(super) colour: Colour,
    /// The square that takes the disc's place in a winning line.
    pub(super) winning: Colour,
}

/// What a disc looks like, its colour apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
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

/// The moon of the emoji, and its night.
const MOON: Colour = Colour::hex(0x66_757F);
const NIGHT: Colour = Colour::hex(0x23_292E);

impl Look {
    /// The look of a theme.
    pub(super) const fn of(theme: Theme) -> Self {
        let (red, blue, yellow) = (Disc::plain(RED), Disc::plain(BLUE), Disc::plain(YELLOW));
        match theme {
            Theme::Classic => Self {
                board: Colour::hex(0x1F_62C9),
                hole: Colour::hex(0x12_3C80),
                discs: [red, yellow],
            },
            Theme::RedBlue => Self { board: MOON, hole: NIGHT, discs: [red, blue] },
            // A black disc is not seen in a dark hole.
            Theme::RedBlack => Self {
                board: MOON,
                hole: Colour::hex(0xB4_C1CB),
                discs: [red, Disc { form: Form::EightBall, ..Disc::plain(BLACK) }],
            },
            Theme::ColourBlind => Self { board: MOON, hole: NIGHT, discs: [yellow, blue] },
            // Thin forms have to be brighter than discs, for those who see no red.
            Theme::Shapes => Self {
                board: MOON,
                hole: NIGHT,
                discs: [
                    Disc { form: Form::Cross, colour: BRIGHT_RED, winning: GREEN },
                    Disc { form: Form::Ring, colour: BRIGHT_RED, winning: RED },
                ],
            },
        }
    }

    /// A seat's disc.
    pub(super) const fn disc(self, seat: Seat) -> Disc {
        self.discs[seat.index()]
    }
}

impl Disc {
    const fn plain(colour: Colour) -> Self {
        Self { form: Form::Plain, colour, winning: colour }
    }
}
