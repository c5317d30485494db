//! The languages that Fourfall speaks, as plain values.

/// A language that every sentence exists in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Locale {
    /// American English: also what everybody gets whose language is missing.
    #[default]
    EnglishUs,
    /// German.
    German,
    /// French.
    French,
    /// Spanish, for Spain and Latin America alike.
    Spanish,
    /// Brazilian Portuguese.
    PortugueseBr,
    /// Japanese.
    Japanese,
    /// Hindi.
    Hindi,
}

impl Locale {
    /// All languages. The list only ever grows at its end, since buttons carry
    /// places in it.
    pub const ALL: [Self; 7] = [
        Self::EnglishUs,
        Self::German,
        Self::French,
        Self::Spanish,
        Self::PortugueseBr,
        Self::Japanese,
        Self::Hindi,
    ];

    /// The language's tag, as [Discord writes it](https://discord.com/developers/docs/reference#locales).
    pub const fn tag(self) -> &'static str {
        match self {
            Self::EnglishUs => "en-US",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es-ES",
            Self::PortugueseBr => "pt-BR",
            Self::Japanese => "ja",
            Self::Hindi => "hi",
        }
    }

    /// All of Discord's tags for whose speakers this language is the nearest.
    pub const fn tags(self) -> &'static [&'static str] {
        match self {
            Self::EnglishUs => &["en-US", "en-GB"],
            Self::German => &["de"],
            Self::French => &["fr"],
            Self::Spanish => &["es-ES", "es-419"],
            Self::PortugueseBr => &["pt-BR"],
            Self::Japanese => &["ja"],
            Self::Hindi => &["hi"],
        }
    }

    /// The language with this tag, or the one that is nearest to it.
    pub fn nearest(tag: &str) -> Self {
        Self::ALL.into_iter().find(|locale| locale.tags().contains(&tag)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_found_by_each_of_its_tags() {
        for locale in Locale::ALL {
            assert!(locale.tags().contains(&locale.tag()));
            for tag in locale.tags() {
                assert_eq!(Locale::nearest(tag), locale, "{tag}");
            }
        }
    }

    #[test]
    fn who_speaks_something_else_gets_english() {
        for tag in ["", "pl", "de-AT", "no tag"] {
            assert_eq!(Locale::nearest(tag), Locale::EnglishUs, "{tag}");
        }
    }
}
