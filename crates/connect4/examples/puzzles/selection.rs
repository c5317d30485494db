//! Selects the puzzles of each weekday.

use std::collections::{BTreeMap, HashSet};

use anyhow::{Result, ensure};
use connect4::{BookKey, Difficulty, Puzzle};
use fastrand::Rng;

use crate::rules::after;

const WEEKS: usize = 522;

const SEED: u64 = 7;

/// Starts with numbers of discs within a range of this length count as alike.
const ALIKE_PLIES: usize = 6;

/// Puzzles for whole weeks, each weekday's from its band of difficulty.
pub(crate) fn select(candidates: &[Puzzle]) -> Result<Vec<Puzzle>> {
    let mut rng = Rng::with_seed(SEED);
    let mut seen = HashSet::new();
    let bands = (0..Difficulty::BAND_STARTS.len()).map(|band| {
        let mut selected = select_band(candidates, band, &mut seen, &mut rng);
        ensure!(selected.len() == WEEKS, "only {} puzzles in band {band}", selected.len());
        rng.shuffle(&mut selected);
        Ok(selected)
    });
    let bands: Vec<Vec<Puzzle>> = bands.collect::<Result<_>>()?;
    Ok((0..WEEKS).flat_map(|week| bands.iter().map(move |band| band[week].clone())).collect())
}

/// Puzzles of a band, taken in turn from groups that are alike in the length of the
/// solution, the seat to move, the number of discs on the board and the first column. No
/// position in which the player is to move, in one solution or another, occurs twice.
fn select_band(
    candidates: &[Puzzle],
    band: usize,
    seen: &mut HashSet<BookKey>,
    rng: &mut Rng,
) -> Vec<Puzzle> {
    let mut groups: BTreeMap<_, Vec<&Puzzle>> = BTreeMap::new();
    for puzzle in candidates.iter().filter(|puzzle| puzzle.difficulty().band() == band) {
        let plies = puzzle.start().columns().len();
        let first = puzzle.solution()[0];
        let group = (puzzle.players_discs(), puzzle.player().index(), plies / ALIKE_PLIES, first);
        groups.entry(group).or_default().push(puzzle);
    }
    for group in groups.values_mut() {
        rng.shuffle(group);
    }
    let mut selected = Vec::new();
    while selected.len() < WEEKS && !groups.is_empty() {
        groups.retain(|_, group| {
            let Some(puzzle) = group.pop() else { return false };
            let keys = turns(puzzle);
            if selected.len() < WEEKS && keys.iter().all(|key| !seen.contains(key)) {
                seen.extend(keys);
                selected.push(puzzle.clone());
            }
            true
        });
    }
    selected
}

/// The positions of the solution in which the player is to move.
fn turns(puzzle: &Puzzle) -> Vec<BookKey> {
    let mut board = puzzle.board();
    let mut keys = vec![BookKey::new(&board)];
    let (turns, _win) = puzzle.solution().as_chunks::<2>();
    for &[column, reply] in turns {
        board = after(&after(&board, column), reply);
        keys.push(BookKey::new(&board));
    }
    keys
}
