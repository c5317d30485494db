//! The languages that Fourfall speaks, as plain values.

/// A language that every sentence exists in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Locale {
    /// American English: also what everybody gets whose language is missing.
    #[default]
    EnglishUs,
}

impl Locale {
    /// All languages.
    pub const ALL: [Self; 1] = [Self::EnglishUs];

    /// The language's tag, as [Discord writes it](https://discord.com/developers/docs/reference#locales).
    pub const fn tag(self) -> &'static str {
        match self {
            Self::EnglishUs => "en-US",
        }
    }

    /// The language with this tag, or the one that is nearest to it.
    pub fn nearest(tag: &str) -> Self {
        Self::ALL.into_iter().find(|locale| locale.tag() == tag).unwrap_or_default()
    }
}
