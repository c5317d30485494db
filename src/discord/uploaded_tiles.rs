//! The tiles of boards as emoji of the application: their names, and how those that are uploaded
//! are written in messages.
//!
//! [Discord's rules](https://discord.com/developers/docs/resources/emoji#application-owned-emoji)

use std::sync::{Arc, LazyLock, OnceLock};

use serenity::all::EmojiId;

use crate::theme::{Theme, Tile, TileName};

/// The version of the tiles' art. It is part of their names, so that boards that were drawn with
/// an earlier one keep it.
const ART_VERSION: usize = 1;

/// How many short names each version may have.
const SHORT_NAMES: usize = 52;

// Two letters make 676 names.
const _: () = assert!(ART_VERSION * SHORT_NAMES <= 26 * 26, "there are no more short names");

/// The most digits of an emoji's id.
const ID_LENGTH: usize = 19;

/// A tile that looks like no other one.
#[derive(Debug)]
pub(super) struct DistinctTile {
    pub(super) theme: Theme,
    pub(super) tile: Tile,
    readable_name: String,
    short_name: String,
}

/// All distinct tiles, those of the default theme first. Some themes share tiles.
static TILES: LazyLock<Vec<DistinctTile>> = LazyLock::new(|| {
    let mut tiles: Vec<DistinctTile> = Vec::new();
    for (theme, tile) in Theme::ALL.into_iter().flat_map(|theme| Tile::ALL.map(|it| (theme, it))) {
        let readable_name = readable_name(theme, tile);
        if tiles.iter().all(|known| known.readable_name != readable_name) {
            let short_name = short_name(tiles.len());
            tiles.push(DistinctTile { theme, tile, readable_name, short_name });
        }
    }
    tiles
});

/// For each theme and tile, the index of the distinct tile.
static INDICES: LazyLock<Vec<[usize; Tile::ALL.len()]>> = LazyLock::new(|| {
    let index = |theme, tile| {
        let name = readable_name(theme, tile);
        TILES.iter().position(|known| known.readable_name == name).expect("it is in the list")
    };
    Theme::ALL.into_iter().map(|theme| Tile::ALL.map(|tile| index(theme, tile))).collect()
});

/// The number of emoji that all tiles take.
pub fn emoji_count() -> usize {
    TILES.len() * TileName::ALL.len()
}

/// "`blue_empty_1`", "`red_1`" or "`grey_red_last_1`".
fn readable_name(theme: Theme, tile: Tile) -> String {
    format!("{}_{ART_VERSION}", tile.name(theme))
}

/// Two letters, different for each version of the art: "`aa`".
fn short_name(index: usize) -> String {
    let number = (ART_VERSION - 1) * SHORT_NAMES + index;
    let letter = |number: usize| u8::try_from(number % 26).map(|it| char::from(b'a' + it));
    [number / 26, number].into_iter().flat_map(letter).collect()
}

impl DistinctTile {
    fn name(&self, name: TileName) -> &str {
        match name {
            TileName::Readable => &self.readable_name,
            TileName::Short => &self.short_name,
        }
    }
}

/// The tiles whose emoji Discord is known to have. Clones share all state.
#[derive(Clone, Debug)]
pub(super) struct UploadedTiles(Arc<[TileMarkup]>);

/// A distinct tile's emoji, as written in messages.
#[derive(Debug, Default)]
struct TileMarkup {
    readable: OnceLock<String>,
    short: OnceLock<String>,
}

impl Default for UploadedTiles {
    fn default() -> Self {
        Self(TILES.iter().map(|_| TileMarkup::default()).collect())
    }
}

impl TileMarkup {
    const fn by(&self, name: TileName) -> &OnceLock<String> {
        match name {
            TileName::Readable => &self.readable,
            TileName::Short => &self.short,
        }
    }
}

impl UploadedTiles {
    /// How the tiles of a theme are written, by [`Tile::index`]. `None` unless all are known.
    pub(super) fn markup(&self, theme: Theme, name: TileName) -> Option<[&str; Tile::ALL.len()]> {
        let indices = INDICES[theme.index()];
        let tiles = indices.map(|index| self.0[index].by(name).get().map(String::as_str));
        tiles.iter().all(Option::is_some).then(|| tiles.map(Option::unwrap_or_default))
    }

    /// Records the id of an emoji, if it is a tile's.
    pub(super) fn record(&self, name: &str, id: EmojiId) {
        for (tile, markup) in TILES.iter().zip(&*self.0) {
            for tile_name in TileName::ALL.into_iter().filter(|it| tile.name(*it) == name) {
                markup.by(tile_name).get_or_init(|| format!("<:{name}:{id}>"));
            }
        }
    }

    /// A tile of which an emoji is unknown, with its name.
    pub(super) fn next_unknown(&self) -> Option<(&'static DistinctTile, &'static str)> {
        TILES.iter().zip(&*self.0).find_map(|(tile, markup)| {
            let unknown = TileName::ALL.into_iter().find(|name| markup.by(*name).get().is_none());
            unknown.map(|name| (tile, tile.name(name)))
        })
    }
}

/// The most characters that a theme's tile takes in a message.
pub(super) fn max_markup_length(theme: Theme, tile: Tile, name: TileName) -> usize {
    let distinct = &TILES[INDICES[theme.index()][tile.index()]];
    "<::>".len() + distinct.name(name).len() + ID_LENGTH
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::picture::tile_picture;

    #[test]
    fn each_tile_has_two_names_that_discord_accepts() {
        assert!(TILES.len() <= SHORT_NAMES, "{} need more short names", TILES.len());
        let is_valid = |name: &str| {
            let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            is_word && (2..=32).contains(&name.len())
        };
        let names: BTreeSet<&str> =
            TILES.iter().flat_map(|it| [it.readable_name.as_str(), &it.short_name]).collect();
        assert_eq!(names.len(), emoji_count(), "no two are equal: {names:?}");
        assert!(names.iter().all(|name| is_valid(name)), "{names:?}");
        assert!(TILES.iter().all(|tile| tile.short_name.len() == 2), "{names:?}");
    }

    #[test]
    fn tiles_of_one_name_look_the_same() {
        for (theme, indices) in Theme::ALL.into_iter().zip(&*INDICES) {
            for (tile, index) in Tile::ALL.into_iter().zip(indices) {
                let shared = &TILES[*index];
                let same = tile_picture(tile, theme) == tile_picture(shared.tile, shared.theme);
                assert!(same, "{} in {}", shared.readable_name, theme.name());
            }
        }
    }

    /// Boards in channels show them for ever. New art gets new ones, by another version.
    #[test]
    fn released_names_stay() {
        let names = |index: usize| [&*TILES[index].readable_name, &*TILES[index].short_name];
        assert_eq!(ART_VERSION, 1);
        assert_eq!(names(0), ["blue_empty_1", "aa"]);
        assert_eq!(names(6), ["yellow_won_1", "ag"]);
        assert_eq!(names(7), ["grey_empty_1", "ah"]);
        assert_eq!(names(29), ["grey_ring_won_1", "bd"]);
    }

    #[test]
    fn a_theme_is_written_once_all_its_tiles_are_known() {
        let (tiles, theme) = (UploadedTiles::default(), Theme::default());
        let last = &TILES[6].short_name;
        for tile in &TILES[..6] {
            tiles.record(&tile.short_name, EmojiId::new(7));
        }
        assert_eq!(tiles.markup(theme, TileName::Short), None);
        tiles.record(last, EmojiId::new(8));
        let written = tiles.markup(theme, TileName::Short).unwrap();
        assert_eq!((written[0], written[6]), ("<:aa:7>", "<:ag:8>"));
        assert_eq!(tiles.markup(theme, TileName::Readable), None);
        tiles.record(last, EmojiId::new(9));
        let again = tiles.markup(theme, TileName::Short).unwrap();
        assert_eq!(again[6], "<:ag:8>", "boards keep the first one");
    }
}
