//! The rules of daily puzzles, written once more.

use std::collections::HashMap;

use connect4::Puzzles;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// For how long after its day a puzzle counts that was begun on it.
const GRACE: i64 = 10 * 60 * 1000;

/// The number of days from the start of 1970 to Monday, 5 January 2026.
const FIRST_DAY: i64 = 20_458;

/// What people have tried in the puzzles of the days.
#[derive(Debug, Default)]
pub(super) struct PuzzleModel {
    /// By person and day: the right and the wrong tries of the attempt.
    tries: HashMap<(usize, i64), Tries>,
    streaks: HashMap<usize, Streak>,
}

/// A person's streak.
#[derive(Clone, Copy, Debug)]
struct Streak {
    /// The last day whose puzzle was solved on it.
    last: i64,
    days: u32,
    /// The last day that was missed in it.
    missed: Option<i64>,
}

impl Streak {
    /// Whether it goes on with a day.
    fn reaches(self, day: i64) -> bool {
        let may_miss = self.days >= 3 && self.missed.is_none_or(|missed| self.last - missed >= 6);
        day == self.last + 1 || day == self.last + 2 && may_miss
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tries {
    pub(super) right: usize,
    pub(super) wrong: usize,
}

impl PuzzleModel {
    /// The day whose puzzle a person is about to solve: that of yesterday while it counts.
    pub(super) fn day(&self, by: usize, now: i64) -> i64 {
        let today = now.div_euclid(DAY);
        let yesterday = today - 1;
        let is_begun = self.tries.contains_key(&(by, yesterday));
        let counts = is_begun && self.right_column(by, yesterday).is_some();
        if counts && now.rem_euclid(DAY) < GRACE { yesterday } else { today }
    }

    /// The number of the puzzle of a day.
    pub(super) const fn number(day: i64) -> i64 {
        day - FIRST_DAY + 1
    }

    /// The right column of a person's turn in the puzzle of a day; `None` if it is over.
    pub(super) fn right_column(&self, by: usize, day: i64) -> Option<String> {
        let solution = solution(day);
        let tries = self.tries(by, day);
        let column = solution.get(tries.right).filter(|_| tries.wrong < 3)?;
        Some(column.clone())
    }

    pub(super) fn tries(&self, by: usize, day: i64) -> Tries {
        self.tries.get(&(by, day)).copied().unwrap_or_default()
    }

    /// Records a try in a turn that is not over.
    pub(super) fn record(&mut self, by: usize, day: i64, is_right: bool) {
        let tries = self.tries.entry((by, day)).or_default();
        if !is_right {
            tries.wrong += 1;
            return;
        }
        tries.right += 1;
        if tries.right == solution(day).len() {
            let before = self.streaks.get(&by).filter(|streak| streak.reaches(day));
            let days = before.map_or(1, |streak| streak.days + 1);
            let missed =
                before.and_then(|it| if it.last + 1 < day { Some(day - 1) } else { it.missed });
            self.streaks.insert(by, Streak { last: day, days, missed });
        }
    }

    /// The streak of a person who has solved the puzzle of a day.
    pub(super) fn streak_on(&self, by: usize, day: i64) -> Option<u32> {
        let streak = self.streaks.get(&by)?;
        (streak.last == day).then_some(streak.days)
    }

    /// Whether a person's streak ends with a day whose puzzle they do not solve.
    pub(super) fn ends_with(&self, by: usize, day: i64) -> bool {
        let ends = |it: &Streak| it.last < day && it.reaches(day) && !it.reaches(day + 1);
        self.streaks.get(&by).is_some_and(ends)
    }
}

/// The player's columns of the puzzle of a day.
pub(super) fn solution(day: i64) -> Vec<String> {
    let puzzles = Puzzles::embedded();
    let index = usize::try_from(day - FIRST_DAY).unwrap() % puzzles.len();
    let puzzle = puzzles.get(index).unwrap();
    puzzle.solution().iter().step_by(2).map(ToString::to_string).collect()
}
