/// With which emoji cells are drawn on a game's boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CellStyle {
    /// Tiles of the application, by names that screen readers can speak.
    ReadableNames,
    /// The same tiles, by names of two letters.
    ShortNames,
    #[default]
    Unicode,
}

impl CellStyle {
    /// From the longest text to the shortest.
    pub const ALL: [Self; 3] = [Self::ReadableNames, Self::ShortNames, Self::Unicode];

    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ReadableNames => "readable names",
            Self::ShortNames => "short names",
            Self::Unicode => "unicode",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.name() == name)
    }

    /// This one, and those whose text is shorter.
    pub fn and_shorter(self) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().skip_while(move |style| *style != self)
    }
}
