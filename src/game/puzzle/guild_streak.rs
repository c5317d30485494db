//! On how many days in a row somebody in a server has solved the day's puzzle.

use super::PuzzleNumber;

/// What is stored of a server's streak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuildStreak {
    /// The last day on which somebody solved its puzzle.
    pub puzzle: PuzzleNumber,
    /// The days in a row up to that.
    pub days: u32,
    /// The days in a row up to the day before the last one that was missed, if that is the day before
    /// the streak began: a puzzle that was begun on its day may be solved just after it.
    pub earlier: u32,
    /// The most days in a row that there were.
    pub best: u32,
}

/// What is told of it on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuildStreakStatus {
    /// Up to that day, or the day before.
    Running(u32),
    /// It was over the day before.
    Broken { days: u32, best: u32 },
}

impl GuildStreak {
    /// The streak after somebody has solved a day's puzzle.
    pub fn after(before: Option<Self>, number: PuzzleNumber) -> Self {
        let Some(Self { puzzle, days, earlier, best }) = before else {
            return Self { puzzle: number, days: 1, earlier: 0, best: 1 };
        };
        let (days, earlier) = match number.get().checked_sub(puzzle.get()) {
            Some(0) => (days, earlier),
            Some(1) => (days + 1, earlier),
            Some(2) => (1, days),
            Some(_) => (1, 0),
            None if number.next() == puzzle && days == 1 => (earlier + 2, 0),
            None => (days, earlier),
        };
        Self { puzzle: puzzle.max(number), days, earlier, best: best.max(days) }
    }

    /// What the post of a puzzle tells.
    pub fn on_day_of(self, number: PuzzleNumber) -> Option<GuildStreakStatus> {
        match number.get().checked_sub(self.puzzle.get())? {
            0 | 1 if self.days > 1 => Some(GuildStreakStatus::Running(self.days)),
            2 if self.days > 1 => {
                Some(GuildStreakStatus::Broken { days: self.days, best: self.best })
            }
            _ => None,
        }
    }
}
