//! The tiles of boards as emoji of the application: their names, and their ids as far as they
//! are known.
//!
//! [Discord's rules](https://discord.com/developers/docs/resources/emoji#application-owned-emoji)

use std::sync::{Arc, LazyLock, OnceLock};

use serenity::all::EmojiId;

use crate::theme::{CellStyle, Theme, Tile};

/// The version of the tiles' art. It is part of their names, so that boards that were drawn with
/// an earlier one keep it. Raise it when [`tile_picture`](crate::picture::tile_picture) draws
/// something else.
const ART_VERSION: u8 = 1;

/// No version of the art has more distinct tiles.
const MAX_TILES: usize = 36;

/// The longest id of an emoji, in digits.
const MAX_ID_LENGTH: usize = 19;

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
        TILES.iter().position(|known| known.readable_name == name).unwrap_or_default()
    };
    Theme::ALL.into_iter().map(|theme| Tile::ALL.map(|tile| index(theme, tile))).collect()
});

/// "`blue_empty_1`" or "`grey_red_last_1`"; without the board where it is the default one.
fn readable_name(theme: Theme, tile: Tile) -> String {
    let board = theme.board().name;
    let disc = |seat| {
        let disc = theme.disc(seat).name;
        let is_default = board == Theme::default().board().name;
        if is_default { disc.to_owned() } else { format!("{board}_{disc}") }
    };
    let name = match tile {
        Tile::Empty => format!("{board}_empty"),
        Tile::Disc(seat) => disc(seat),
        Tile::LastMove(seat) => format!("{}_last", disc(seat)),
        Tile::Winning(seat) => format!("{}_won", disc(seat)),
    };
    format!("{name}_{ART_VERSION}")
}

/// Two letters, different for each version of the art: "`aa`".
fn short_name(index: usize) -> String {
    let number = usize::from(ART_VERSION - 1) * MAX_TILES + index;
    let letter = |number: usize| {
        u32::try_from(number % 26 + 10).ok().and_then(|digit| char::from_digit(digit, 36))
    };
    [number / 26, number].into_iter().filter_map(letter).collect()
}

impl DistinctTile {
    /// The name as an emoji. `None` for Unicode.
    fn name(&self, style: CellStyle) -> Option<&str> {
        match style {
            CellStyle::ReadableNames => Some(&self.readable_name),
            CellStyle::ShortNames => Some(&self.short_name),
            CellStyle::Unicode => None,
        }
    }
}

/// The tiles' emoji that Discord is known to have. Clones share all state.
#[derive(Clone, Debug)]
pub(super) struct TileEmoji(Arc<[KnownEmoji]>);

/// A distinct tile's emoji, as written in messages.
#[derive(Debug, Default)]
struct KnownEmoji {
    readable: OnceLock<String>,
    short: OnceLock<String>,
}

impl Default for TileEmoji {
    fn default() -> Self {
        Self(TILES.iter().map(|_| KnownEmoji::default()).collect())
    }
}

impl KnownEmoji {
    /// `None` for Unicode.
    const fn written(&self, style: CellStyle) -> Option<&OnceLock<String>> {
        match style {
            CellStyle::ReadableNames => Some(&self.readable),
            CellStyle::ShortNames => Some(&self.short),
            CellStyle::Unicode => None,
        }
    }
}

impl TileEmoji {
    /// How the tiles of a theme are written, by [`Tile::index`]. `None` unless all are known.
    pub(super) fn written(
        &self,
        theme: Theme,
        style: CellStyle,
    ) -> Option<[&str; Tile::ALL.len()]> {
        let tiles = Tile::ALL.map(|tile| {
            if style == CellStyle::Unicode {
                return Some(tile.emoji(theme));
            }
            let index = INDICES[theme.index()][tile.index()];
            self.0[index].written(style)?.get().map(String::as_str)
        });
        tiles.iter().all(Option::is_some).then(|| tiles.map(Option::unwrap_or_default))
    }

    /// Records the id of an emoji, if it is a tile's.
    pub(super) fn record(&self, name: &str, id: EmojiId) {
        for (tile, known) in TILES.iter().zip(&*self.0) {
            for style in CellStyle::ALL {
                if tile.name(style) == Some(name)
                    && let Some(written) = known.written(style)
                {
                    written.get_or_init(|| format!("<:{name}:{id}>"));
                }
            }
        }
    }

    /// The tiles of which an emoji is unknown, with its name.
    pub(super) fn unknown(&self) -> impl Iterator<Item = (&'static DistinctTile, &'static str)> {
        TILES.iter().zip(&*self.0).flat_map(|(tile, known)| {
            CellStyle::ALL.into_iter().filter_map(move |style| {
                let is_unknown = known.written(style)?.get().is_none();
                tile.name(style).filter(|_| is_unknown).map(|name| (tile, name))
            })
        })
    }
}

/// The most characters that a theme's tile takes in a message.
pub(super) fn max_length(theme: Theme, style: CellStyle) -> usize {
    let length = |tile: Tile| {
        let distinct = &TILES[INDICES[theme.index()][tile.index()]];
        let name = distinct.name(style).map(str::len);
        name.map_or_else(
            || tile.emoji(theme).chars().count(),
            |name| name + "<::>".len() + MAX_ID_LENGTH,
        )
    };
    Tile::ALL.into_iter().map(length).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_tile_has_two_names_that_discord_accepts() {
        assert!(TILES.len() <= MAX_TILES, "{}", TILES.len());
        let is_valid = |name: &str| {
            let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            is_word && (2..=32).contains(&name.len())
        };
        let names: BTreeSet<&str> =
            TILES.iter().flat_map(|it| [it.readable_name.as_str(), &it.short_name]).collect();
        assert_eq!(names.len(), 2 * TILES.len(), "no two are equal: {names:?}");
        assert!(names.iter().all(|name| is_valid(name)), "{names:?}");
        assert!(TILES.iter().all(|tile| tile.short_name.len() == 2), "{names:?}");
    }

    #[test]
    fn the_names_of_a_version_never_change() {
        let names = |index: usize| [&*TILES[index].readable_name, &*TILES[index].short_name];
        assert_eq!(ART_VERSION, 1, "boards in channels show the tiles of version 1");
        assert_eq!(names(0), ["blue_empty_1", "aa"]);
        assert_eq!(names(6), ["yellow_won_1", "ag"]);
        assert_eq!(names(7), ["grey_empty_1", "ah"]);
        assert_eq!(names(29), ["grey_ring_won_1", "bd"]);
    }

    #[test]
    fn a_theme_is_written_once_all_its_tiles_are_known() {
        let (emoji, theme) = (TileEmoji::default(), Theme::default());
        let last = &TILES[6].short_name;
        for tile in &TILES[..6] {
            emoji.record(&tile.short_name, EmojiId::new(7));
        }
        assert_eq!(emoji.written(theme, CellStyle::ShortNames), None);
        emoji.record(last, EmojiId::new(8));
        let written = emoji.written(theme, CellStyle::ShortNames).unwrap();
        assert_eq!((written[0], written[6]), ("<:aa:7>", "<:ag:8>"));
        assert_eq!(emoji.written(theme, CellStyle::ReadableNames), None);
        emoji.record(last, EmojiId::new(9));
        let again = emoji.written(theme, CellStyle::ShortNames).unwrap();
        assert_eq!(again[6], "<:ag:8>", "boards keep the first one");
    }
}
