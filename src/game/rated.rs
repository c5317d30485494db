use connect4::Shape;

use super::Players;

/// How many games between the same two players are rated per day (UTC). Keeps
/// players from raising their rating by repeatedly beating a willing friend.
pub const MAX_RATED_PER_DAY: u32 = 3;

/// Whether a game changes its players' ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rated {
    Yes,
    /// By choice, or because only games between two people on the standard
    /// board are rated.
    No,
    /// It would, but the two had already started [`MAX_RATED_PER_DAY`] rated
    /// games that day.
    DailyLimit,
}

impl Rated {
    /// Whether a game between two people is rated, given the choice and the
    /// board.
    pub fn between_people(requested: bool, shape: Shape) -> Self {
        if requested && shape == Shape::STANDARD { Self::Yes } else { Self::No }
    }

    /// The policy for a rematch, which may be on another day.
    #[must_use]
    pub const fn for_rematch(self) -> Self {
        match self {
            Self::Yes | Self::DailyLimit => Self::Yes,
            Self::No => Self::No,
        }
    }

    /// Applies the daily limit, given how many rated games the two have started
    /// that day.
    #[must_use]
    pub const fn with_daily_limit(self, rated_today: u32) -> Self {
        match self {
            Self::Yes if rated_today >= MAX_RATED_PER_DAY => Self::DailyLimit,
            other => other,
        }
    }
}

/// The effect of a game on a player's rating, rounded for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RatingChange {
    pub before: u16,
    pub after: u16,
}

impl Players {
    /// Whether both players are people.
    pub const fn are_people(&self) -> bool {
        matches!(self, Self::People(_))
    }
}
