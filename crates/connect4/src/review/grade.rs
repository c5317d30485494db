use std::fmt;

/// The quality of a move, by the points that it loses: the difference between what the best
/// column and the move are worth to people ([`Outcome::expected_points`](crate::Outcome::expected_points)).
///
/// ```
/// use connect4::{GameScores, Grade, Review, Shape};
/// // The first player has three in column 4, which the second does not block.
/// let scores = "ba0A0abdbbabbd0bBDCCBkgedefjDDIKKD0rrrkrrr";
/// let scores = GameScores::parse(Shape::STANDARD, scores)?;
/// let review = Review::new(&"414142".parse().unwrap(), &scores).unwrap();
/// assert_eq!(review.moves[5].grade, Grade::Blunder);
/// assert!(review.moves[3].grade < Grade::Mistake);
/// # Ok::<(), connect4::GameScoresError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Keeps the best score, as every forced move does.
    Best,
    /// Loses little.
    Good,
    /// Loses more, as a slip does that only many discs punish.
    Inaccuracy,
    /// Loses much, as a missed block does, or passes up a win with the next disc.
    Mistake,
    /// Loses even more, and an even game is out of reach: the opponent is about to win.
    Blunder,
}

impl Grade {
    /// All grades, the best first.
    pub const ALL: [Self; 5] =
        [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The grade, by the points alone, of a move that is not among the best.
    pub(super) const fn of(points_lost: f64) -> Self {
        match points_lost {
            ..0.1 => Self::Good,
            ..0.2 => Self::Inaccuracy,
            ..0.3 => Self::Mistake,
            _ => Self::Blunder,
        }
    }

    /// Whether it is a mistake or worse.
    pub const fn is_mistake(self) -> bool {
        matches!(self, Self::Mistake | Self::Blunder)
    }

    /// The lower-case name, as in `"best"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
