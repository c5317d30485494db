//! Daily puzzles: positions with a forced win in which every disc of the player's is the
//! only one that wins.

mod difficulty;
mod format;
mod puzzle;

use std::{borrow::Cow, sync::LazyLock};

use thiserror::Error;

pub use self::{
    difficulty::Difficulty,
    puzzle::{Puzzle, PuzzleError},
};

/// A list of puzzles, one for each day.
///
/// ```
/// use connect4::Puzzles;
/// let puzzles = Puzzles::embedded();
/// let wednesday = puzzles.get(7 + 2).unwrap();
/// assert!(wednesday.players_discs() >= 2);
/// assert!(puzzles.get(puzzles.len()).is_none());
/// ```
#[derive(Debug)]
pub struct Puzzles {
    bytes: Cow<'static, [u8]>,
}

/// Why bytes cannot be read as puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PuzzlesError {
    /// The magic number is missing.
    #[error("these are not puzzles")]
    NotPuzzles,
    /// The bytes are truncated, the checksum does not match, or a puzzle's moves are
    /// illegal or do not win.
    #[error("the puzzles are damaged")]
    Damaged,
}

static EMBEDDED: LazyLock<Puzzles> = LazyLock::new(|| {
    Puzzles::parse(Cow::Borrowed(include_bytes!("../daily.puzzles")))
        .expect("tests parse these puzzles")
});

impl Puzzles {
    /// The puzzles that are compiled into the crate: ten years of them, as 522 weeks
    /// from Monday to Sunday. They are checked on first use, which takes some ten
    /// milliseconds.
    ///
    /// In each position the player can force a win. At each of the player's turns
    /// exactly one column wins, and all others give the win away; the opponent's replies
    /// are among those that hold out longest. The first disc neither wins nor blocks a
    /// win of the opponent's with the next disc. No position or mirror image occurs
    /// twice.
    ///
    /// The puzzle at `index` is in the [band](Difficulty::band) `index % 7`.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// Reads puzzles, as [`Puzzles::encode`] writes them.
    ///
    /// # Errors
    ///
    /// If the bytes are not puzzles, or are damaged.
    pub fn parse(bytes: Cow<'static, [u8]>) -> Result<Self, PuzzlesError> {
        if !format::has_magic(&bytes) {
            return Err(PuzzlesError::NotPuzzles);
        }
        let is_valid = format::is_intact(&bytes)
            && format::records(&bytes).all(|record| format::puzzle(record).is_some());
        if is_valid { Ok(Self { bytes }) } else { Err(PuzzlesError::Damaged) }
    }

    /// Writes a list of puzzles. The format is described in `src/puzzles/format.rs`.
    pub fn encode<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>) -> Vec<u8> {
        format::encode(puzzles)
    }

    /// The puzzle of a day, counted from 0; `None` if there are not as many.
    pub fn get(&self, index: usize) -> Option<Puzzle> {
        format::records(&self.bytes).nth(index).map(decode)
    }

    /// All puzzles, in order.
    pub fn iter(&self) -> impl Iterator<Item = Puzzle> {
        format::records(&self.bytes).map(decode)
    }

    /// The number of puzzles.
    pub fn len(&self) -> usize {
        format::len(&self.bytes)
    }

    /// Whether there are no puzzles.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn decode(record: &[u8]) -> Puzzle {
    format::puzzle(record).expect("each record is checked when the puzzles are parsed")
}
