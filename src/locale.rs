//! The supported locales, as plain values.

/// A language with a complete translation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Locale {
    /// American English, the fallback for all other languages.
    #[default]
    EnglishUs,
    German,
    French,
    /// Spanish, for both Spain and Latin America.
    Spanish,
    PortugueseBr,
    Japanese,
    Hindi,
}

impl Locale {
    /// All locales. Append only: custom ids store indices into this list.
    pub const ALL: [Self; 7] = [
        Self::EnglishUs,
        Self::German,
        Self::French,
        Self::Spanish,
        Self::PortugueseBr,
        Self::Japanese,
        Self::Hindi,
    ];

    /// The locale's tag, as [Discord writes
    /// it](https://discord.com/developers/docs/reference#locales).
    pub const fn tag(self) -> &'static str {
        self.tags()[0]
    }

    /// All of Discord's tags that map to this locale, its own first.
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

    /// The locale for one of Discord's tags, or English if there is none.
    pub fn nearest(tag: &str) -> Self {
        Self::ALL.into_iter().find(|locale| locale.tags().contains(&tag)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_maps_to_its_locale() {
        for locale in Locale::ALL {
            assert!(locale.tags().contains(&locale.tag()));
            for tag in locale.tags() {
                assert_eq!(Locale::nearest(tag), locale, "{tag}");
            }
        }
    }

    #[test]
    fn unknown_tags_fall_back_to_english() {
        for tag in ["", "pl", "de-AT", "no tag"] {
            assert_eq!(Locale::nearest(tag), Locale::EnglishUs, "{tag}");
        }
    }
}
