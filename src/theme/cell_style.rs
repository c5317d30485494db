/// How cells are drawn on a game's boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellStyle {
    /// As tiles of the application, by these names.
    Tiles(TileName),
    /// As Unicode emoji.
    Unicode,
}

/// Which of a tile's two names stands in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TileName {
    /// One that screen readers can speak.
    Readable,
    /// One of two letters.
    Short,
}

impl TileName {
    /// The preferred one first.
    pub const ALL: [Self; 2] = [Self::Readable, Self::Short];
}

impl CellStyle {
    /// From the longest text to the shortest.
    pub const ALL: [Self; 3] =
        [Self::Tiles(TileName::Readable), Self::Tiles(TileName::Short), Self::Unicode];

    /// The name in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tiles(TileName::Readable) => "readable names",
            Self::Tiles(TileName::Short) => "short names",
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
