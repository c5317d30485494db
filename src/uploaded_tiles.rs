//! The tiles of boards as emoji of the application: their names, and how those that are uploaded
//! are written in messages.
//!
//! [Discord's rules](https://discord.com/developers/docs/resources/emoji#application-owned-emoji)

use std::{
    array,
    sync::{Arc, OnceLock},
};

use connect4::Seat;

use crate::theme::{self, Theme, Tile};

/// The number of the first name. New art raises it above every name that was used: boards in
/// channels keep the emoji that they were drawn with.
const FIRST_NAME: usize = 87;

/// How many names there are.
const NAMES: usize = 26 * 26;

const LETTERS: &[u8; 26] = b"abcdefghijklmnopqrstuvwxyz";

const COUNT: usize = Theme::ALL.len() * Tile::ALL.len();

const _: () = assert!(FIRST_NAME + COUNT <= NAMES, "there are no more names");

fn index(theme: Theme, tile: Tile) -> usize {
    theme.first_with(tile) as usize * Tile::ALL.len() + tile.index()
}

/// The name of one of the [distinct tiles](theme::distinct_tiles): two letters, as few as Discord
/// accepts, since a board has up to 72 tiles, and a message 2,000 characters.
fn name(theme: Theme, tile: Tile) -> String {
    let number = match tile.index().checked_sub(Tile::ON_BOARD) {
        None => FIRST_NAME + theme as usize * Tile::ON_BOARD + tile.index(),
        // From the end, so that those of another theme go on from both sides.
        Some(seat) => NAMES - 1 - theme as usize * Seat::BOTH.len() - seat,
    };
    [number / 26, number % 26].map(|letter| char::from(LETTERS[letter])).iter().collect()
}

/// The tiles whose emoji Discord is known to have, as written in messages. Clones share what is
/// known.
#[derive(Clone, Debug)]
pub struct UploadedTiles {
    known: Arc<[OnceLock<String>; COUNT]>,
    /// Whether only cells are drawn with them, which takes fewer characters.
    cells_only: bool,
}

impl Default for UploadedTiles {
    fn default() -> Self {
        Self { known: Arc::new(array::from_fn(|_| OnceLock::new())), cells_only: false }
    }
}

impl UploadedTiles {
    /// The same tiles, for cells only.
    #[must_use]
    pub fn cells_only(&self) -> Self {
        Self { cells_only: true, ..self.clone() }
    }

    /// Whether a theme is drawn with tiles, which it is once all are known.
    pub fn are_known(&self, theme: Theme) -> bool {
        Tile::ALL.iter().all(|tile| self.known[index(theme, *tile)].get().is_some())
    }

    /// How the tiles of a theme are written, by [`Tile::index`].
    pub fn symbols(&self, theme: Theme) -> [&str; Tile::ALL.len()] {
        let are_known = self.are_known(theme);
        Tile::ALL.map(|tile| {
            let is_drawn = are_known && (!self.cells_only || tile.index() < Tile::CELLS.len());
            let known = self.known[index(theme, tile)].get().filter(|_| is_drawn);
            known.map_or(tile.unicode(theme), String::as_str)
        })
    }

    /// How a seat's disc is written outside the board.
    pub fn disc(&self, theme: Theme, seat: Seat) -> String {
        self.symbols(theme)[Tile::InText(seat).index()].to_owned()
    }

    /// Records the id of an emoji, if it is a tile's.
    pub fn record(&self, emoji: &str, id: u64) {
        let is_named_so = |(theme, tile): &(_, _)| name(*theme, *tile) == emoji;
        if let Some((theme, tile)) = theme::distinct_tiles().find(is_named_so) {
            self.known[index(theme, tile)].get_or_init(|| format!("<:{emoji}:{id}>"));
        }
    }

    /// A tile whose emoji is unknown, with its name.
    pub fn next_unknown(&self) -> Option<(Theme, Tile, String)> {
        let is_unknown = |(theme, tile): &(_, _)| self.known[index(*theme, *tile)].get().is_none();
        let (theme, tile) = theme::distinct_tiles().find(is_unknown)?;
        Some((theme, tile, name(theme, tile)))
    }

    /// All tiles, with the longest ids.
    #[cfg(test)]
    pub fn all_known() -> Self {
        let tiles = Self::default();
        while let Some((.., name)) = tiles.next_unknown() {
            tiles.record(&name, 9_000_000_000_000_000_000);
        }
        tiles
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use connect4::Column;

    use super::*;

    #[test]
    fn each_tile_has_a_name_of_two_letters() {
        let names: BTreeSet<String> =
            theme::distinct_tiles().map(|(theme, tile)| name(theme, tile)).collect();
        assert_eq!(names.len(), theme::distinct_tiles().count(), "no two are equal: {names:?}");
        let is_valid =
            |name: &String| name.len() == 2 && name.bytes().all(|c| c.is_ascii_lowercase());
        assert!(names.iter().all(is_valid), "{names:?}");
    }

    /// Boards in channels show them for ever. New art gets new ones.
    #[test]
    fn released_names_stay() {
        let [classic, red_blue, ..] = Theme::ALL;
        let released = [
            (classic, Tile::Empty, "dj"),
            (classic, Tile::Winning(Seat::Second), "dp"),
            (classic, Tile::Number(Column::from_number(1).unwrap()), "dq"),
            (red_blue, Tile::LastColumn, "er"),
            (classic, Tile::InText(Seat::First), "zz"),
            (red_blue, Tile::InText(Seat::Second), "zw"),
        ];
        for (theme, tile, expected) in released {
            assert_eq!(name(theme, tile), expected, "{tile:?}");
        }
    }

    #[test]
    fn a_theme_is_written_once_all_its_tiles_are_known() {
        let (tiles, theme) = (UploadedTiles::default(), Theme::default());
        let ([rest @ .., last], good) = (Tile::ALL, Tile::GoodColumn.index());
        for tile in rest {
            tiles.record(&name(theme, tile), 7);
        }
        assert_eq!((tiles.symbols(theme)[0], tiles.symbols(theme)[good]), ("🔵", "✅"));
        tiles.record(&name(theme, last), 8);
        assert_eq!((tiles.symbols(theme)[0], tiles.symbols(theme)[good]), ("<:dj:7>", "<:ea:7>"));
        tiles.record("ea", 9);
        assert_eq!(tiles.symbols(theme)[good], "<:ea:7>", "boards keep the first one");
        let cells = tiles.cells_only();
        assert_eq!((cells.symbols(theme)[0], cells.symbols(theme)[good]), ("<:dj:7>", "✅"));
        let disc = |tiles: &UploadedTiles| tiles.disc(theme, Seat::First);
        assert_eq!([disc(&tiles), disc(&cells)], ["<:zz:7>", "🔴"]);
    }
}
