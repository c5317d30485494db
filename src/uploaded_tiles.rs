//! The tiles of boards as emoji of the application: their names, and how those that are uploaded
//! are written in messages.
//!
//! [Discord's rules](https://discord.com/developers/docs/resources/emoji#application-owned-emoji)

use std::{
    array,
    sync::{Arc, OnceLock},
};

use crate::theme::{Theme, Tile};

/// The number of emoji that the tiles of all themes take.
pub const EMOJI_COUNT: usize = Theme::ALL.len() * Tile::ALL.len();

/// The number of the first name. New art raises it above every name that was used: boards in
/// channels keep the emoji that they were drawn with.
const FIRST_NAME: usize = 52;

const LETTERS: &[u8; 26] = b"abcdefghijklmnopqrstuvwxyz";

const _: () = assert!(FIRST_NAME + EMOJI_COUNT <= 26 * 26, "there are no more names");

/// Two letters, as few as Discord accepts: a board has up to 63 tiles, and a message 2,000
/// characters.
fn name(index: usize) -> String {
    let number = FIRST_NAME + index;
    [number / 26, number % 26].map(|letter| char::from(LETTERS[letter])).iter().collect()
}

/// The tiles whose emoji Discord is known to have, as written in messages. Clones share all
/// state.
#[derive(Clone, Debug)]
pub struct UploadedTiles(Arc<[OnceLock<String>; EMOJI_COUNT]>);

impl Default for UploadedTiles {
    fn default() -> Self {
        Self(Arc::new(array::from_fn(|_| OnceLock::new())))
    }
}

impl UploadedTiles {
    /// How the tiles of a theme are written, by [`Tile::index`]. `None` unless all are known.
    pub fn markup(&self, theme: Theme) -> Option<[&str; Tile::ALL.len()]> {
        let first = theme.index() * Tile::ALL.len();
        let tiles = Tile::ALL.map(|tile| self.0[first + tile.index()].get().map(String::as_str));
        tiles.iter().all(Option::is_some).then(|| tiles.map(Option::unwrap_or_default))
    }

    /// Records the id of an emoji, if it is a tile's.
    pub fn record(&self, emoji: &str, id: u64) {
        if let Some(index) = (0..EMOJI_COUNT).find(|index| name(*index) == emoji) {
            self.0[index].get_or_init(|| format!("<:{emoji}:{id}>"));
        }
    }

    /// A tile whose emoji is unknown, with its name.
    pub fn next_unknown(&self) -> Option<(Theme, Tile, String)> {
        let index = self.0.iter().position(|markup| markup.get().is_none())?;
        let (theme, tile) = (index / Tile::ALL.len(), index % Tile::ALL.len());
        Some((Theme::ALL[theme], Tile::ALL[tile], name(index)))
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

    use super::*;

    #[test]
    fn each_tile_has_a_name_of_two_letters() {
        let names: BTreeSet<String> = (0..EMOJI_COUNT).map(name).collect();
        assert_eq!(names.len(), EMOJI_COUNT, "no two are equal: {names:?}");
        let is_valid =
            |name: &String| name.len() == 2 && name.bytes().all(|c| c.is_ascii_lowercase());
        assert!(names.iter().all(is_valid), "{names:?}");
    }

    /// Boards in channels show them for ever. New art gets new ones.
    #[test]
    fn released_names_stay() {
        assert_eq!([0, 6, 7, 34].map(name), ["ca", "cg", "ch", "di"]);
    }

    #[test]
    fn a_theme_is_written_once_all_its_tiles_are_known() {
        let (tiles, theme) = (UploadedTiles::default(), Theme::default());
        for index in 0..6 {
            tiles.record(&name(index), 7);
        }
        assert_eq!(tiles.markup(theme), None);
        tiles.record(&name(6), 8);
        let written = tiles.markup(theme).unwrap();
        assert_eq!((written[0], written[6]), ("<:ca:7>", "<:cg:8>"));
        tiles.record(&name(6), 9);
        let again = tiles.markup(theme).unwrap();
        assert_eq!(again[6], "<:cg:8>", "boards keep the first one");
    }
}
