use std::fmt;

use crate::Score;

/// What a move did to what its mover had.
///
/// A win, a draw and a loss are half a point apart. Where the half points stay,
/// what counts is how many discs later the mover wins, or how many sooner the
/// other does.
///
/// ```
/// use connect4::{Grade, Score};
/// assert_eq!(Grade::of(Score::new(5), Score::new(5)), Grade::Best);
/// assert_eq!(Grade::of(Score::new(5), Score::new(2)), Grade::Good);
/// assert_eq!(Grade::of(Score::new(5), Score::new(1)), Grade::Inaccuracy);
/// assert_eq!(Grade::of(Score::new(5), Score::DRAW), Grade::Mistake);
/// assert_eq!(Grade::of(Score::new(5), Score::new(-1)), Grade::Blunder);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Kept all there was. A move without a choice always does.
    Best,
    /// Wins up to three discs later than possible, or loses so much sooner.
    Good,
    /// Wins still later, or loses still sooner.
    Inaccuracy,
    /// Gave away half a point: made a win a draw, or a draw a loss.
    Mistake,
    /// Gave away the whole point: made a win a loss.
    Blunder,
}

/// As many discs as a good move may lose.
const GOOD_TO: u8 = 3;

impl Grade {
    /// All grades, the best first.
    pub const ALL: [Self; 5] =
        [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The grade of a move, given the best score that its mover could have kept,
    /// and the one that it kept.
    pub const fn of(before: Score, after: Score) -> Self {
        match half_points(before).saturating_sub(half_points(after)) {
            ..=0 => Self::of_delay(before.value().abs_diff(after.value())),
            1 => Self::Mistake,
            2.. => Self::Blunder,
        }
    }

    const fn of_delay(discs: u8) -> Self {
        match discs {
            0 => Self::Best,
            1..=GOOD_TO => Self::Good,
            _ => Self::Inaccuracy,
        }
    }

    /// Whether it gave away half a point or more.
    pub const fn is_decisive(self) -> bool {
        matches!(self, Self::Mistake | Self::Blunder)
    }

    /// The name in lower case.
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

/// What a position is worth without its distance: 2 if won, 1 if drawn.
const fn half_points(score: Score) -> i8 {
    score.value().signum() + 1
}
