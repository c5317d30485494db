use clock::Timestamp;

use super::PuzzleNumber;

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

/// The streak of a player who solves a puzzle: `None` on another day than its own. `before` is
/// the one up to the day before.
pub fn streak_after_solving(
    number: PuzzleNumber,
    solved_at: Timestamp,
    before: Option<u32>,
) -> Option<u32> {
    (PuzzleNumber::of_day(solved_at) == number).then(|| before.unwrap_or(0) + 1)
}
