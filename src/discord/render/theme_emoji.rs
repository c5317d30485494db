//! The emoji of each theme.

use connect4::Seat;

use crate::theme::Theme;

/// The emoji of a theme. Empty cells are visible on Discord's dark background as well
/// as on the light one, which plain black or white circles are not.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThemeEmoji {
    pub(super) empty: &'static str,
    discs: [&'static str; 2],
    winning: [&'static str; 2],
}

impl ThemeEmoji {
    pub(super) const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Classic => {
                Self { empty: "🔵", discs: ["🔴", "🟡"], winning: ["🟥", "🟨"] }
            }
            Theme::RedBlue => {
                Self { empty: "🌑", discs: ["🔴", "🔵"], winning: ["🟥", "🟦"] }
            }
            // A plain black circle is invisible on a dark background.
            Theme::RedBlack => {
                Self { empty: "🌑", discs: ["🔴", "🎱"], winning: ["🟥", "🔲"] }
            }
            // The colours differ in brightness too.
            Theme::ColourBlind => {
                Self { empty: "🌑", discs: ["🟡", "🔵"], winning: ["🟨", "🟦"] }
            }
            Theme::Shapes => {
                Self { empty: "🌑", discs: ["❌", "⭕"], winning: ["❎", "🅾️"] }
            }
        }
    }

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
            let empty = colour(ThemeEmoji::of(theme).empty);
            for background in BACKGROUNDS {
                let contrast = contrast(&empty, background);
                assert!(contrast >= 2.5, "{theme:?} on {background}: {contrast}");
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
            let ThemeEmoji { empty, discs, winning } = ThemeEmoji::of(theme);
            let all: BTreeSet<&str> = [empty].into_iter().chain(discs).chain(winning).collect();
            assert_eq!(all.len(), 5, "{theme:?}");
        }
    }

    #[test]
    fn the_colour_blind_theme_differs_in_brightness() {
        let ThemeEmoji { empty, discs, .. } = ThemeEmoji::of(Theme::ColourBlind);
        let [empty, one, other] = [empty, discs[0], discs[1]].map(colour);
        for (one, other) in [(&empty, &one), (&empty, &other), (&one, &other)] {
            assert!(contrast(one, other) >= 1.5, "{one} and {other}");
        }
    }
}
