//! The supported locales, as plain values.

named_enum! {
    /// A language with a complete translation, by its tag, as [Discord writes
    /// it](https://discord.com/developers/docs/reference#locales).
    #[derive(Default)]
    pub enum Locale {
        /// American English, the fallback for all other languages.
        #[default]
        EnglishUs = "en-US",
        German = "de",
        French = "fr",
        /// Spanish, for both Spain and Latin America.
        Spanish = "es-ES",
        PortugueseBr = "pt-BR",
        Japanese = "ja",
        Hindi = "hi",
    }
}

impl Locale {
    /// The locale's tag.
    pub const fn tag(self) -> &'static str {
        self.name()
    }

    /// All of Discord's tags that map to this locale, its own first.
    pub fn tags(self) -> impl Iterator<Item = &'static str> {
        let other = match self {
            Self::EnglishUs => Some("en-GB"),
            Self::Spanish => Some("es-419"),
            _ => None,
        };
        [self.tag()].into_iter().chain(other)
    }

    /// The locale for one of Discord's tags, or English if there is none.
    pub fn nearest(tag: &str) -> Self {
        Self::ALL.into_iter().find(|locale| locale.tags().any(|it| it == tag)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_maps_to_its_locale() {
        for locale in Locale::ALL {
            assert_eq!(locale.tags().next(), Some(locale.tag()));
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
