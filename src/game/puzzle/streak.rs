use std::time::Duration;

use clock::Timestamp;

use super::PuzzleNumber;

/// For how long after its day a puzzle that was begun on it still counts.
const GRACE: Duration = Duration::from_mins(10);

/// On how many days in a row a player has solved the day's puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleStreak {
    /// They never have.
    Never,
    /// Up to today or yesterday.
    Running(u32),
    /// Up to an earlier day.
    Over(u32),
}

impl PuzzleStreak {
    /// `last` is the last puzzle that the player solved on its day, with the streak up to it.
    pub fn on_day_of(today: PuzzleNumber, last: Option<(PuzzleNumber, u32)>) -> Self {
        match last {
            None => Self::Never,
            Some((number, days)) if number.next() >= today => Self::Running(days),
            Some((_, days)) => Self::Over(days),
        }
    }
}

impl PuzzleNumber {
    /// Whether the first try was made on its day.
    pub fn is_begun_on_its_day(self, started_at: Option<Timestamp>) -> bool {
        started_at.is_some_and(|at| Self::of_day(at) == self)
    }

    /// Until when it counts as solved on its day: until that is over, or a little longer for a
    /// player who began on it.
    pub fn counts_until(self, started_at: Option<Timestamp>) -> Timestamp {
        let grace = if self.is_begun_on_its_day(started_at) { GRACE } else { Duration::ZERO };
        self.ends_at().after(grace)
    }

    /// Whether it counts as solved on its day if it is solved by now.
    pub fn still_counts(self, started_at: Option<Timestamp>, now: Timestamp) -> bool {
        self <= Self::of_day(now) && now < self.counts_until(started_at)
    }
}

/// The streak of a player who solves a puzzle: `None` if it no longer counts. `before` is the one
/// up to the day before.
pub fn streak_after_solving(
    number: PuzzleNumber,
    started_at: Timestamp,
    solved_at: Timestamp,
    before: Option<u32>,
) -> Option<u32> {
    number.still_counts(Some(started_at), solved_at).then(|| before.unwrap_or(0) + 1)
}
