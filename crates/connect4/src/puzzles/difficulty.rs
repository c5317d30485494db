use crate::{Board, Column, Engine, Level, successors::after};

/// How hard a puzzle is, in points.
///
/// Each of the player's discs counts [`Difficulty::TRIES`] points, and one more for each
/// try of [`Level::Easy`] and [`Level::Medium`] that chooses another column there. Each
/// level tries as often, with other seeds. So the number grows with the length of the
/// solution, with every disc that does not suggest itself, and with every wrong one that
/// does.
///
/// ```
/// use connect4::{Difficulty, Puzzles};
/// let [monday, sunday] = [0, 6].map(|index| Puzzles::embedded().get(index).unwrap());
/// assert!(monday.difficulty() < sunday.difficulty());
/// assert_eq!(monday.difficulty().band(), 0);
/// assert_eq!(sunday.difficulty().band(), 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Difficulty(u16);

impl Difficulty {
    /// How often each level tries to find each disc.
    pub const TRIES: u16 = 20;

    /// The least points of each band, from the easiest, which is for Mondays, to the
    /// hardest, which is for Sundays.
    pub const BAND_STARTS: [u16; 7] = [0, 60, 80, 106, 140, 175, 235];

    /// A difficulty of this many points.
    pub const fn new(points: u16) -> Self {
        Self(points)
    }

    /// The difficulty of a variation that starts at `board`, with the player and the opponent
    /// taking turns. Takes less than a millisecond.
    ///
    /// # Panics
    ///
    /// If a disc of the variation cannot be dropped.
    pub fn measure(board: &Board, variation: &[Column]) -> Self {
        let mut engine = Engine::new();
        let mut board = *board;
        let mut points = 0;
        for (index, &column) in variation.iter().enumerate() {
            if index % 2 == 0 {
                points += Self::TRIES;
                for level in [Level::Easy, Level::Medium] {
                    points += misses(&mut engine, &board, level, column);
                }
            }
            board = after(&board, column);
        }
        Self(points)
    }

    /// The number of points.
    pub const fn points(self) -> u16 {
        self.0
    }

    /// The band in which the difficulty is, from 0 to 6.
    pub fn band(self) -> usize {
        Self::BAND_STARTS.iter().rposition(|&start| start <= self.0).unwrap_or(0)
    }
}

/// How many tries of a level choose another column.
fn misses(engine: &mut Engine, board: &Board, level: Level, column: Column) -> u16 {
    (0..Difficulty::TRIES)
        .map(|seed| u16::from(engine.choose(board, level, seed.into()) != Some(column)))
        .sum()
}
