//! What the themes are drawn with.

use crate::theme::Theme;
use connect4::Seat;

/// The emoji of a theme. No disc's name is needed to tell them apart: an empty
/// cell is seen on Discord's dark background as well as on the light one, where
/// a black or a white one could not be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) empty: &'static str,
    discs: [&'static str; 2],
    winning: [&'static str; 2],
}

impl Look {
    /// The look of a theme.
    pub(super) const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Classic => {
                Self { empty: "🔵", discs: ["🔴", "🟡"], winning: ["🟥", "🟨"] }
            }
            Theme::RedBlue => {
                Self { empty: "🌑", discs: ["🔴", "🔵"], winning: ["🟥", "🟦"] }
            }
            // A plain black disc is not seen on a dark background.
            Theme::RedBlack => {
                Self { empty: "🌑", discs: ["🔴", "🎱"], winning: ["🟥", "🔲"] }
            }
            // They differ in brightness too.
            Theme::ColourBlind => {
                Self { empty: "🌑", discs: ["🟡", "🔵"], winning: ["🟨", "🟦"] }
            }
            Theme::Shapes => {
                Self { empty: "🌑", discs: ["❌", "⭕"], winning: ["❎", "🅾️"] }
            }
        }
    }

    /// A seat's disc.
    pub(super) const fn disc(self, seat: Seat) -> &'static str {
        self.discs[seat.index()]
    }

    /// A seat's disc in a winning line.
    pub(super) const fn winning_disc(self, seat: Seat) -> &'static str {
        self.winning[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use twemoji_assets::svg::SvgTwemojiAsset;

    use super::*;

    /// Discord's backgrounds, dark and light.
    const BACKGROUNDS: [&str; 2] = ["313338", "ffffff"];

    /// [How bright a colour is](https://www.w3.org/TR/WCAG21/#dfn-relative-luminance),
    /// from 0 to 1.
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let value = u8::from_str_radix(&colour[at..at + 2], 16).unwrap();
            let share = f64::from(value) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(0) + 0.7152 * part(2) + 0.0722 * part(4)
    }

    /// How well one colour is seen on another, from 1 to 21, in tenths.
    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
        (contrast * 10.0).round() / 10.0
    }

    /// The colour that an emoji is mostly of, in the drawings that Discord uses.
    fn colour(emoji: &str) -> String {
        let drawing = SvgTwemojiAsset::from_emoji(emoji).unwrap().to_string();
        let (_, rest) = drawing.split_once("fill=\"#").unwrap();
        let colour: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
        assert_eq!(colour.len(), 6, "{emoji}");
        colour
    }

    #[test]
    fn empty_cells_are_seen_on_dark_and_on_light() {
        for theme in Theme::ALL {
            let empty = colour(Look::of(theme).empty);
            for background in BACKGROUNDS {
                let contrast = contrast(&empty, background);
                assert!(contrast >= 2.5, "{theme:?} on {background}: {contrast}");
            }
        }
        assert!(contrast(&colour("⚫"), BACKGROUNDS[0]) < 1.5, "which is why none is black");
    }

    #[test]
    fn a_themes_emoji_all_differ() {
        for theme in Theme::ALL {
            let Look { empty, discs, winning } = Look::of(theme);
            let all: BTreeSet<&str> = [empty].into_iter().chain(discs).chain(winning).collect();
            assert_eq!(all.len(), 5, "{theme:?}");
        }
    }

    #[test]
    fn the_colour_blind_theme_differs_in_brightness() {
        let Look { empty, discs, .. } = Look::of(Theme::ColourBlind);
        let [empty, one, other] = [empty, discs[0], discs[1]].map(colour);
        for (one, other) in [(&empty, &one), (&empty, &other), (&one, &other)] {
            assert!(contrast(one, other) >= 1.5, "{one} and {other}");
        }
    }
}
