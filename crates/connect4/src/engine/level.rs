use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::Shape;

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Takes a win, and overlooks every fifth threat.
    Easy,
    /// Overlooks no threat and looks a few discs ahead.
    Medium,
    /// Looks far ahead and plays the endgame without a mistake.
    Hard,
    /// Never gives away what it has.
    Perfect,
}

/// A text that names no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a level is easy, medium, hard or perfect")]
pub struct LevelError;

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Perfect];

    /// Whether the level keeps its promise on a board of this shape. All but the
    /// perfect one do everywhere; that one needs the opening book, or a board so
    /// small that it is solved in half a second from any position.
    pub fn plays_on(self, shape: Shape) -> bool {
        let small = shape.connect() == 4 && shape.cells() <= 30;
        self != Self::Perfect || shape == Shape::STANDARD || small
    }

    /// The name that commands and the database use.
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
