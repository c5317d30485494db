//! The looks that a board can have, as plain values. What they are drawn with
//! is known elsewhere.

/// What a board and its discs look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// The blue board of the box, with red and yellow discs.
    #[default]
    Classic,
    /// Red and blue discs.
    RedBlue,
    /// Red and black discs.
    RedBlack,
    /// Discs in two colours that everybody can tell apart.
    ColourBlind,
    /// Discs that differ in shape and need no colour.
    Shapes,
}

impl Theme {
    /// All themes. The list only ever grows at its end, since buttons carry
    /// places in it.
    pub const ALL: [Self; 5] =
        [Self::Classic, Self::RedBlue, Self::RedBlack, Self::ColourBlind, Self::Shapes];

    /// The name that commands and the database use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::RedBlue => "red-blue",
            Self::RedBlack => "red-black",
            Self::ColourBlind => "colour-blind",
            Self::Shapes => "shapes",
        }
    }

    /// The theme with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }
}
