//! Board themes, as plain values. How they are drawn is defined elsewhere.

/// A board's theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// The classic blue board, with red and yellow discs.
    #[default]
    Classic,
    RedBlue,
    RedBlack,
    /// Discs in two colours that colour-blind users can tell apart.
    ColourBlind,
    /// Discs that differ in shape.
    Shapes,
}

impl Theme {
    /// All themes. Append only: custom ids store indices into this list.
    pub const ALL: [Self; 5] =
        [Self::Classic, Self::RedBlue, Self::RedBlack, Self::ColourBlind, Self::Shapes];

    /// The name in commands and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::RedBlue => "red-blue",
            Self::RedBlack => "red-black",
            Self::ColourBlind => "colour-blind",
            Self::Shapes => "shapes",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }
}
