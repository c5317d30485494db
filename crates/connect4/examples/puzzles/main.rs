//! Finds the puzzles that are compiled into the crate, `src/daily.puzzles`.
//!
//! ```text
//! cargo run --release -p connect4 --example puzzles
//! ```
//!
//! Searches games that the levels play against each other, each numbered game for the
//! puzzle with the longest solution, and selects from what it found. Saves after every
//! round, in `target/puzzles.candidates`, and resumes from there, so it can be stopped at
//! any time. The result is always the same. It takes some six minutes on two cores.
//! There is one thread for each core. At last it prints the table of `ENGINE.md`.

#![expect(clippy::print_stdout, reason = "a command-line tool")]

mod candidates;
mod game;
mod rules;
mod search;
mod selection;
mod table;

use std::{
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use anyhow::{Context, Result};
use connect4::{Puzzle, Puzzles};
use indicatif::{ProgressBar, ProgressStyle};

use self::{candidates::Candidates, search::PuzzleSearch};

/// The number of games to search.
const GAMES: u64 = 400_000;

/// The number of games between two saves.
const ROUND: u64 = 5_000;

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut candidates = Candidates::resume(root.join("../../target/puzzles.candidates"))?;
    search_games(&mut candidates)?;
    let puzzles = selection::select(&candidates.puzzles)?;
    let bytes = Puzzles::encode(&puzzles);
    let path = root.join("src/daily.puzzles");
    let new = path.with_extension("new");
    std::fs::write(&new, &bytes)?;
    std::fs::rename(new, &path).context("saving the puzzles")?;
    println!(
        "{} puzzles of {} found, {} bytes\n",
        puzzles.len(),
        candidates.puzzles.len(),
        bytes.len()
    );
    table::print(&puzzles);
    Ok(())
}

fn search_games(candidates: &mut Candidates) -> Result<()> {
    let bar = ProgressBar::new(GAMES).with_position(candidates.games);
    bar.set_style(ProgressStyle::with_template(
        "{msg} {wide_bar} {pos}/{len} games, {elapsed_precise}, {eta} left",
    )?);
    while candidates.games < GAMES {
        let end = (candidates.games + ROUND).min(GAMES);
        let mut found = search_round(candidates.games, end, &bar)?;
        found.sort_by_key(|&(number, _)| number);
        candidates.puzzles.extend(found.into_iter().map(|(_, puzzle)| puzzle));
        candidates.games = end;
        candidates.save()?;
        bar.set_message(format!("{} puzzles", candidates.puzzles.len()));
    }
    bar.finish();
    Ok(())
}

/// The puzzles in the games from `start` up to but not including `end`, each with the
/// number of its game, in any order.
fn search_round(start: u64, end: u64, bar: &ProgressBar) -> Result<Vec<(u64, Puzzle)>> {
    let threads = thread::available_parallelism()?.get();
    let (next, found) = (AtomicU64::new(start), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut search = PuzzleSearch::new();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= end {
                        return;
                    }
                    if let Some(puzzle) = search.longest(&game::play(number), number) {
                        found.lock().expect("no thread panicked").push((number, puzzle));
                    }
                    bar.inc(1);
                }
            });
        }
    });
    Ok(found.into_inner().expect("no thread panicked"))
}
