use std::{fmt, time::Duration};

use clock::Timestamp;
use connect4::{Puzzle, Puzzles};

/// The number of a daily puzzle: 1 on Monday, 5 January 2026 (UTC), then one for each day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleNumber(u32);

/// The days from the start of 1970 to the day before the first puzzle.
const DAYS_BEFORE: i64 = 20_457;

impl PuzzleNumber {
    /// The stars on Sundays.
    pub const MAX_STARS: u32 = 7;

    /// `None` for 0.
    pub const fn new(number: u32) -> Option<Self> {
        if number == 0 { None } else { Some(Self(number)) }
    }

    pub const fn get(self) -> u32 {
        self.0
    }

    /// The puzzle of the day (UTC); the first one before there was any.
    pub fn of_day(now: Timestamp) -> Self {
        Self(u32::try_from(now.day() - DAYS_BEFORE).unwrap_or(0).max(1))
    }

    /// When its day begins.
    pub fn begins_at(self) -> Timestamp {
        Timestamp::of_day(DAYS_BEFORE + i64::from(self.0))
    }

    /// When the next puzzle's day begins.
    pub fn ends_at(self) -> Timestamp {
        self.begins_at().after(Duration::from_hours(24))
    }

    /// `None` if it is the first one.
    pub const fn previous(self) -> Option<Self> {
        Self::new(self.0 - 1)
    }

    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// The puzzle. After the last one they begin anew.
    pub fn puzzle(self) -> Puzzle {
        let puzzles = Puzzles::embedded();
        puzzles.get((self.0 as usize - 1) % puzzles.len()).expect("there is a puzzle")
    }

    /// How hard it is, in stars: from 1 on Mondays to 7 on Sundays.
    pub const fn stars(self) -> u32 {
        (self.0 - 1) % Self::MAX_STARS + 1
    }
}

impl fmt::Display for PuzzleNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
