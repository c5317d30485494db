use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::Shape;

/// The strength of an [`Engine`](crate::Engine).
///
/// Parses from and displays as its lower-case name.
///
/// ```
/// use connect4::{Level, Shape};
/// assert_eq!("hard".parse(), Ok(Level::Hard));
/// assert!(Level::Perfect.plays_on(Shape::STANDARD));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Takes a win. Overlooks two threats in five upwards or along a row, and nine in
    /// ten along diagonals. Plays nearly at random otherwise, and sooner makes a threat.
    Easy,
    /// Takes a win. Overlooks one threat in twenty upwards or along a row, and one in
    /// three along diagonals. Makes a threat where it can, and otherwise extends its own
    /// lines, without looking ahead.
    Medium,
    /// Looks up to twelve plies ahead, and plays perfectly as soon as a search of
    /// limited size solves the position.
    Hard,
    /// Always keeps the position's exact score.
    Perfect,
}

/// The text is not the name of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a level is easy, medium, hard or perfect")]
pub struct LevelError;

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Perfect];

    /// Whether the level is available on boards of this shape. All levels are, except
    /// [`Level::Perfect`]: it needs one that [is solved quickly](Shape::is_solved_quickly).
    pub fn plays_on(self, shape: Shape) -> bool {
        self != Self::Perfect || shape.is_solved_quickly()
    }

    /// The lower-case name, as in `"easy"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Perfect => "perfect",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        Self::ALL.into_iter().find(|level| level.name() == text).ok_or(LevelError)
    }
}
