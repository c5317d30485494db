//! Which puzzle a day has, until when it counts, and on which days in a row it was solved.

use std::{fmt, time::Duration};

use clock::Timestamp;
use connect4::{Puzzle, Puzzles};

/// The number of a daily puzzle: 1 on Monday, 5 January 2026 (UTC), then one for each day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleNumber(u32);

/// The days from the start of 1970 to the day before the first puzzle.
const DAYS_BEFORE: i64 = 20_457;

/// For how long after its day a puzzle that was begun on it still counts.
const GRACE: Duration = Duration::from_mins(10);

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

    pub(in crate::game) const fn is_of_monday(self) -> bool {
        self.stars() == 1
    }

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

impl fmt::Display for PuzzleNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A puzzle that a player has solved on its day, with their streak by then.
pub type SolvedDay = (PuzzleNumber, u32);

/// A streak of so many days survives a missed day.
const SURVIVING_STREAK: u32 = 3;

/// How many of the last solved days say how a streak goes on: of seven days one may be missed.
pub const STREAK_MEMORY: u8 = 6;

/// On how many days in a row a player has solved the day's puzzle, without those that were missed
/// in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleStreak {
    /// They never have.
    Never,
    /// Up to today or yesterday.
    Running(u32),
    /// Up to the day before yesterday: it survives, since a missed day is free.
    Survived(u32),
    /// Up to an earlier day.
    Over(u32),
}

impl PuzzleStreak {
    /// The streak on a day. `solved` are the last days up to it, the latest first, as many as
    /// [`STREAK_MEMORY`] if there are.
    pub fn on_day_of(today: PuzzleNumber, solved: &[SolvedDay]) -> Self {
        let Some(&(last, days)) = solved.first() else { return Self::Never };
        match today.0.saturating_sub(last.0) {
            0 | 1 => Self::Running(days),
            2 if survives_missed_day(solved) => Self::Survived(days),
            _ => Self::Over(days),
        }
    }
}

/// Whether the day after the last solved one may be missed: none of the six days before it was,
/// unless the streak began later.
fn survives_missed_day(solved: &[SolvedDay]) -> bool {
    let Some(&(last, days @ SURVIVING_STREAK..)) = solved.first() else { return false };
    let before = days.min(STREAK_MEMORY.into()) - 1;
    let earliest = solved.get(before as usize);
    earliest.is_some_and(|(earliest, _)| last.0.abs_diff(earliest.0) == before)
}

/// The streak of a player who solves a puzzle: `None` if it no longer counts. `solved` are the last
/// days before it, as for [`PuzzleStreak::on_day_of`].
pub fn streak_after_solving(
    number: PuzzleNumber,
    started_at: Timestamp,
    solved_at: Timestamp,
    solved: &[SolvedDay],
) -> Option<u32> {
    let before = match PuzzleStreak::on_day_of(number, solved) {
        PuzzleStreak::Running(days) | PuzzleStreak::Survived(days) => days,
        PuzzleStreak::Never | PuzzleStreak::Over(_) => 0,
    };
    number.still_counts(Some(started_at), solved_at).then_some(before + 1)
}
