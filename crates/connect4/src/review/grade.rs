use std::fmt;

use crate::Score;

/// The quality of a move, by the exact scores before and after it.
///
/// A win, a draw and a loss are worth 1, ½ and 0 points. Among moves that keep these
/// points, what counts is by how many discs they delay the mover's win or hasten the
/// opponent's.
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
    /// Keeps the best score, as every forced move does.
    Best,
    /// Wins up to three discs later than possible, or loses up to three sooner.
    Good,
    /// Wins more than three discs later than possible, or loses more than three sooner.
    Inaccuracy,
    /// Gives away half a point: turns a win into a draw, or a draw into a loss.
    Mistake,
    /// Gives away the whole point: turns a win into a loss.
    Blunder,
}

/// The maximum delay, in discs, of a good move.
const MAX_GOOD_DELAY: u8 = 3;

impl Grade {
    /// All grades, the best first.
    pub const ALL: [Self; 5] =
        [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The grade of a move. `before` is the best score that the mover could keep and
    /// `after` the score that the move keeps, both from the mover's point of view.
    pub const fn of(before: Score, after: Score) -> Self {
        match half_points(before).saturating_sub(half_points(after)) {
            ..=0 => Self::from_delay(before.value().abs_diff(after.value())),
            1 => Self::Mistake,
            2.. => Self::Blunder,
        }
    }

    const fn from_delay(discs: u8) -> Self {
        match discs {
            0 => Self::Best,
            1..=MAX_GOOD_DELAY => Self::Good,
            _ => Self::Inaccuracy,
        }
    }

    /// Whether the move gives away half a point or more.
    pub const fn is_decisive(self) -> bool {
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

/// The half points of a score: 2 for a win, 1 for a draw, 0 for a loss.
const fn half_points(score: Score) -> i8 {
    score.value().signum() + 1
}
