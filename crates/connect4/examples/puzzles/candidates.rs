//! The puzzles found so far, as a text file: in the first line the number of games that were
//! searched, then for each puzzle a line with its start and its solution.

use std::{fmt::Write as _, path::PathBuf};

use anyhow::{Context, Result};
use connect4::{Difficulty, Moves, Puzzle, Shape};

pub(crate) struct Candidates {
    path: PathBuf,
    pub(crate) games: u64,
    pub(crate) puzzles: Vec<Puzzle>,
}

impl Candidates {
    /// Reads the file, if there is one.
    pub(crate) fn resume(path: PathBuf) -> Result<Self> {
        if !path.exists() {
            return Ok(Self { path, games: 0, puzzles: Vec::new() });
        }
        let text = std::fs::read_to_string(&path).context("reading the candidates")?;
        let (games, lines) = text.split_once('\n').context("the candidates have no first line")?;
        let games = games.parse().context("the first line is not a number")?;
        let puzzles = lines.lines().map(parse).collect::<Result<_>>()?;
        Ok(Self { path, games, puzzles })
    }

    /// Replaces the file atomically, so that it is complete whenever this stops.
    pub(crate) fn save(&self) -> Result<()> {
        let mut text = format!("{}\n", self.games);
        for puzzle in &self.puzzles {
            let solution: Moves = puzzle.solution().iter().copied().collect();
            writeln!(text, "{} {solution}", puzzle.start())?;
        }
        let new = self.path.with_extension("new");
        std::fs::write(&new, text)?;
        std::fs::rename(new, &self.path).context("saving the candidates")
    }
}

fn parse(line: &str) -> Result<Puzzle> {
    let (start, solution) = line.split_once(' ').context("a line has two fields")?;
    let (start, solution): (Moves, Moves) = (start.parse()?, solution.parse()?);
    let board = start.replay(Shape::STANDARD)?;
    let difficulty = Difficulty::measure(&board, solution.columns());
    Ok(Puzzle::new(start, solution, difficulty)?)
}
