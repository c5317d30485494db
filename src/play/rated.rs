use super::Players;
use connect4::Shape;

/// How many games that two begin within one day (UTC) are rated, so that nobody
/// lifts their rating by playing a willing friend over and over.
pub const MOST_RATED_A_DAY: u32 = 3;

/// Whether a game changes its players' ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rated {
    /// It does.
    Yes,
    /// It does not: that was wished for, or it is no game of two people on the
    /// standard board.
    No,
    /// It would, but the two had begun [`MOST_RATED_A_DAY`] rated ones that day.
    EnoughToday,
}

impl Rated {
    /// Whether a game of two people on such a board is rated, if they wish so.
    pub fn among_people(wished: bool, shape: Shape) -> Self {
        if wished && shape == Shape::STANDARD { Self::Yes } else { Self::No }
    }

    /// The same for another game of the same two, some other day perhaps.
    #[must_use]
    pub const fn again(self) -> Self {
        match self {
            Self::Yes | Self::EnoughToday => Self::Yes,
            Self::No => Self::No,
        }
    }

    /// The same once it is known how many rated games the two have begun that
    /// day.
    #[must_use]
    pub const fn after(self, begun_today: u32) -> Self {
        match self {
            Self::Yes if begun_today >= MOST_RATED_A_DAY => Self::EnoughToday,
            other => other,
        }
    }
}

/// What a game did to a player's rating, as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RatingChange {
    /// Before the game.
    pub before: u16,
    /// After it.
    pub after: u16,
}

impl Players {
    /// Whether both are people.
    pub const fn are_people(&self) -> bool {
        matches!(self, Self::People(_))
    }
}
