//! Board themes: all that a theme is, as plain values. Its name in each language is the text
//! `theme-<name>` in `src/l10n/locales`.

use connect4::{Board, Cell, Column, Seat, WinningLine};

named_enum! {
    /// A board's theme. Custom ids store positions in the list of all. `CONTRIBUTING.md` says what
    /// else a new one needs.
    #[derive(Default)]
    pub enum Theme {
        #[default]
        Classic = "classic",
        RedBlue = "red-blue",
        RedBlack = "red-black",
        /// For colour-blind users: the colours differ in brightness too.
        ColourBlind = "colour-blind",
        Shapes = "shapes",
    }
}

// Empty cells are visible on Discord's dark background as well as on the light one, which
// plain black or white circles are not.
const BLUE_BOARD: BoardStyle =
    BoardStyle { empty_emoji: "🔵", colour: 0x1F_62C9, hole: 0x12_3C80 };
const GREY_BOARD: BoardStyle =
    BoardStyle { empty_emoji: "🌑", colour: 0x66_757F, hole: 0x23_292E };
// A black disc is invisible in a dark hole.
const LIGHT_BOARD: BoardStyle =
    BoardStyle { empty_emoji: "🔵", colour: 0x1F_62C9, hole: 0xC4_D8F5 };

const RED: DiscStyle = DiscStyle::plain("🔴", "🟥", 0xDD_2E44);
const YELLOW: DiscStyle = DiscStyle::plain("🟡", "🟨", 0xFD_CB58);
const BLUE: DiscStyle = DiscStyle::plain("🔵", "🟦", 0x55_ACEE);
// A plain black circle is invisible on a dark background.
const BLACK: DiscStyle = DiscStyle::plain("🌑", "🔲", 0x22_272B);
// Thin shapes have to be brighter than discs, for users who see no red.
const CROSS: DiscStyle =
    DiscStyle { shape: DiscShape::Cross, ..DiscStyle::plain("❌", "❎", 0xFF_5A66) };
const RING: DiscStyle =
    DiscStyle { shape: DiscShape::Ring, ..DiscStyle::plain("🔘", "💠", 0x55_ACEE) };

/// What a board looks like. Colours are `0xRRGGBB`, for pictures.
#[derive(Clone, Copy, Debug)]
pub struct BoardStyle {
    /// An empty cell in messages.
    pub empty_emoji: &'static str,
    pub colour: u32,
    pub hole: u32,
}

/// What a seat's discs look like. Colours are `0xRRGGBB`, for pictures; they match the emoji.
#[derive(Clone, Copy, Debug)]
pub struct DiscStyle {
    pub emoji: &'static str,
    /// A disc in a winning line.
    pub winning_emoji: &'static str,
    pub shape: DiscShape,
    pub colour: u32,
}

/// A disc's shape in pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscShape {
    Plain,
    Cross,
    Ring,
}

impl Theme {
    /// What boards look like, and the discs of the first and the second seat.
    const fn styles(self) -> (BoardStyle, [DiscStyle; 2]) {
        match self {
            Self::Classic => (BLUE_BOARD, [RED, YELLOW]),
            Self::RedBlue => (GREY_BOARD, [RED, BLUE]),
            Self::RedBlack => (LIGHT_BOARD, [RED, BLACK]),
            Self::ColourBlind => (GREY_BOARD, [YELLOW, BLUE]),
            Self::Shapes => (GREY_BOARD, [CROSS, RING]),
        }
    }

    pub const fn board(self) -> BoardStyle {
        self.styles().0
    }

    pub const fn disc(self, seat: Seat) -> DiscStyle {
        self.styles().1[seat.index()]
    }

    /// The first theme in which a tile looks the same: headings do on boards of one colour.
    #[must_use]
    pub fn first_with(self, tile: Tile) -> Self {
        let is_same = |other: &Self| other.board().colour == self.board().colour;
        Self::ALL.into_iter().find(is_same).filter(|_| tile.is_heading()).unwrap_or(self)
    }
}

/// The tiles of all themes, but those that look the same only once.
pub fn distinct_tiles() -> impl Iterator<Item = (Theme, Tile)> {
    let all = Theme::ALL.into_iter().flat_map(|theme| Tile::ALL.map(|tile| (theme, tile)));
    all.filter(|&(theme, tile)| theme.first_with(tile) == theme)
}

impl DiscStyle {
    const fn plain(emoji: &'static str, winning_emoji: &'static str, colour: u32) -> Self {
        Self { emoji, winning_emoji, shape: DiscShape::Plain, colour }
    }
}

/// A part of a board in messages: the contents of a cell, a heading above a column, or a disc
/// beside text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    Empty,
    Disc(Seat),
    /// The disc of the last move.
    LastMove(Seat),
    /// A disc in a highlighted winning line.
    Winning(Seat),
    Number(Column),
    /// Points at the column of the last move.
    LastColumn,
    /// Marks a column that is, or would have been, among the best.
    GoodColumn,
    /// A disc beside text, without the board.
    InText(Seat),
}

impl Tile {
    /// The contents of cells.
    pub const CELLS: [Self; 7] = [
        Self::Empty,
        Self::Disc(Seat::First),
        Self::Disc(Seat::Second),
        Self::LastMove(Seat::First),
        Self::LastMove(Seat::Second),
        Self::Winning(Seat::First),
        Self::Winning(Seat::Second),
    ];

    /// How many tiles boards have: the first ones of all.
    pub const ON_BOARD: usize = Self::CELLS.len() + KEYCAPS.len() + 2;

    /// All tiles: those of cells, then the headings, then the discs beside text.
    pub const ALL: [Self; Self::ON_BOARD + Seat::BOTH.len()] = {
        let mut all = [Self::GoodColumn; _];
        let (cells, numbers) = all.split_at_mut(Self::CELLS.len());
        cells.copy_from_slice(&Self::CELLS);
        let mut index = 0;
        while let Some(column) = Column::from_number(index + 1) {
            numbers[index as usize] = Self::Number(column);
            index += 1;
        }
        numbers[index as usize] = Self::LastColumn;
        all[Self::ON_BOARD] = Self::InText(Seat::First);
        all[Self::ON_BOARD + 1] = Self::InText(Seat::Second);
        all
    };

    /// The contents of a board's cell, with these lines highlighted.
    pub fn of(board: &Board, cell: Cell, lines: &[WinningLine]) -> Self {
        match board.disc(cell) {
            None => Self::Empty,
            Some(seat) if lines.iter().any(|line| line.cells.contains(&cell)) => {
                Self::Winning(seat)
            }
            Some(seat) if board.last() == Some(cell) => Self::LastMove(seat),
            Some(seat) => Self::Disc(seat),
        }
    }

    /// The position in [`Self::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Self::Empty => 0,
            Self::Disc(seat) => 1 + seat.index(),
            Self::LastMove(seat) => 3 + seat.index(),
            Self::Winning(seat) => 5 + seat.index(),
            Self::Number(column) => Self::CELLS.len() + column.index() as usize,
            Self::LastColumn => Self::ON_BOARD - 2,
            Self::GoodColumn => Self::ON_BOARD - 1,
            Self::InText(seat) => Self::ON_BOARD + seat.index(),
        }
    }

    /// Whether it stands above a column.
    pub const fn is_heading(self) -> bool {
        matches!(self, Self::Number(_) | Self::LastColumn | Self::GoodColumn)
    }

    /// The Unicode emoji that stands for the tile.
    pub const fn unicode(self, theme: Theme) -> &'static str {
        match self {
            Self::Empty => theme.board().empty_emoji,
            Self::Disc(seat) | Self::LastMove(seat) | Self::InText(seat) => theme.disc(seat).emoji,
            Self::Winning(seat) => theme.disc(seat).winning_emoji,
            Self::Number(column) => KEYCAPS[column.index() as usize],
            Self::LastColumn => "🔽",
            Self::GoodColumn => "✅",
        }
    }
}

const KEYCAPS: [&str; Column::MAX as usize] =
    ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣"];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use twemoji_assets::svg::SvgTwemojiAsset;

    use super::*;

    /// Discord's backgrounds, dark and light.
    const BACKGROUNDS: [&str; 2] = ["313338", "ffffff"];

    /// [Relative luminance](https://www.w3.org/TR/WCAG21/#dfn-relative-luminance),
    /// from 0 to 1.
    fn luminance(colour: &str) -> f64 {
        let channel = |index: usize| {
            let value = u8::from_str_radix(&colour[index..index + 2], 16).unwrap();
            let share = f64::from(value) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
    }

    /// The contrast ratio of two colours, from 1 to 21, rounded to tenths.
    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
        (contrast * 10.0).round() / 10.0
    }

    /// The main colour of an emoji in Twemoji, which Discord uses.
    fn colour(emoji: &str) -> String {
        let drawing = SvgTwemojiAsset::from_emoji(emoji).unwrap().to_string();
        let (_, rest) = drawing.split_once("fill=\"#").unwrap();
        let colour: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
        assert_eq!(colour.len(), 6, "{emoji}");
        colour
    }

    #[test]
    fn empty_cells_are_visible_on_dark_and_light_backgrounds() {
        for theme in Theme::ALL {
            let empty = colour(theme.board().empty_emoji);
            for background in BACKGROUNDS {
                let contrast = contrast(&empty, background);
                assert!(contrast >= 2.5, "{} on {background}: {contrast}", theme.name());
            }
        }
        assert!(
            contrast(&colour("⚫"), BACKGROUNDS[0]) < 1.5,
            "black is invisible on a dark background"
        );
    }

    #[test]
    fn all_emoji_of_a_theme_differ() {
        for theme in Theme::ALL {
            let discs = Seat::BOTH.map(|seat| theme.disc(seat));
            let emoji = discs.iter().flat_map(|disc| [disc.emoji, disc.winning_emoji]);
            let all: BTreeSet<&str> = emoji.chain([theme.board().empty_emoji]).collect();
            assert_eq!(all.len(), 5, "{}", theme.name());
        }
    }

    #[test]
    fn the_colour_blind_theme_differs_in_brightness() {
        let theme = Theme::ColourBlind;
        let [one, other] = Seat::BOTH.map(|seat| colour(theme.disc(seat).emoji));
        let empty = colour(theme.board().empty_emoji);
        for (one, other) in [(&empty, &one), (&empty, &other), (&one, &other)] {
            assert!(contrast(one, other) >= 1.5, "{one} and {other}");
        }
    }

    #[test]
    fn a_theme_is_found_by_its_name_alone() {
        for theme in Theme::ALL {
            assert_eq!(theme.name().parse::<Theme>(), Ok(theme));
        }
        assert!("Classic".parse::<Theme>().is_err());
    }

    #[test]
    fn boards_of_one_colour_share_their_headings() {
        let [classic, red_blue, red_black, ..] = Theme::ALL;
        let shown = |theme: Theme| theme.first_with(Tile::LastColumn);
        assert_eq!([red_blue, red_black].map(shown), [red_blue, classic]);
        assert_eq!(red_black.first_with(Tile::Empty), red_black);
    }

    #[test]
    fn each_tile_has_its_place_in_the_list() {
        for (index, tile) in Tile::ALL.into_iter().enumerate() {
            assert_eq!(tile.index(), index);
        }
    }
}
