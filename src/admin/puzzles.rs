//! Checks the attempts at daily puzzles.

use std::collections::HashMap;

use clock::Timestamp;
use connect4::Moves;

use super::check::integers;
use crate::{
    game::{PuzzleNumber, PuzzleProgress, PuzzleState, streak_after_solving},
    store::export_schema::ExportRow,
};

/// The streaks that were read so far, by player and puzzle.
#[derive(Default)]
pub(super) struct PuzzleStreaks(HashMap<[i64; 2], u32>);

impl PuzzleStreaks {
    /// Adds an attempt, after those of the player at earlier puzzles. An error says what is wrong
    /// with it.
    pub(super) fn add(&mut self, row: &ExportRow) -> Result<(), String> {
        let [player, puzzle, started_at] = integers(row, ["player_id", "puzzle", "started_at"]);
        let number = u32::try_from(puzzle).ok().and_then(PuzzleNumber::new);
        let number = number.ok_or("there is no such puzzle")?;
        let tries: Moves =
            row["tries"].as_str().unwrap_or("?").parse().map_err(|error| format!("{error}"))?;
        let progress = PuzzleProgress::new(number.puzzle(), &tries)
            .ok_or("its tries are not of that puzzle")?;
        let solved_at = row["solved_at"].as_i64().map(Timestamp::from_milliseconds);
        if solved_at.is_some() != (progress.state() == PuzzleState::Solved) {
            return Err("whether it is solved is not as its tries say".to_owned());
        }
        let streak = row["streak"].as_u64().and_then(|it| u32::try_from(it).ok());
        self.0.extend(streak.map(|it| ([player, puzzle], it)));
        let before = self.0.get(&[player, puzzle - 1]).copied();
        let started_at = Timestamp::from_milliseconds(started_at);
        let expected =
            solved_at.and_then(|at| streak_after_solving(number, started_at, at, before));
        if streak != expected {
            return Err(format!("its streak is {streak:?}, and should be {expected:?}"));
        }
        Ok(())
    }
}
