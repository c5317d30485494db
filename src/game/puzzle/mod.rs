//! The puzzle of each day, UTC: what a player tries in it, and on which days in a row they have
//! solved it.
//!
//! Of its course only the tries are stored: what was right, how many lives are left and whether the puzzle is
//! solved follow from them and the solution.

mod guild_streak;
mod number;
mod progress;
mod schedule;

use clock::Timestamp;
use connect4::Moves;

pub(super) use schedule::post_delay;

pub use self::{
    guild_streak::{GuildStreak, GuildStreakStatus},
    number::{PuzzleNumber, PuzzleStreak, STREAK_MEMORY, SolvedDay, streak_after_solving},
    progress::{PUZZLE_LIVES, PuzzleProgress, PuzzleState, reason_for_solution},
    schedule::PuzzleSchedule,
};

/// What a player has tried in a puzzle. By default nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleAttempt {
    /// The columns that were tried, in order.
    pub tries: Moves,
    /// When the first try was made.
    pub started_at: Option<Timestamp>,
    /// The [streak](PuzzleStreak) up to this puzzle. `None` unless it was solved on its day, or
    /// [soon after](PuzzleNumber::counts_until).
    pub streak: Option<u32>,
}

impl PuzzleAttempt {
    pub const fn is_solved_on_its_day(&self) -> bool {
        self.streak.is_some()
    }
}
