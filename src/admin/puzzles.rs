//! Checks the attempts at daily puzzles.

use std::collections::HashMap;

use clock::Timestamp;
use connect4::Moves;

use super::check::integer;
use crate::{
    game::{PuzzleNumber, PuzzleProgress, PuzzleState},
    store::export_schema::ExportRow,
};

/// The attempts that were read so far, by player and puzzle.
#[derive(Default)]
pub(super) struct PuzzleAttempts(HashMap<(i64, i64), Attempt>);

struct Attempt {
    solved_at: Option<i64>,
    streak: Option<i64>,
}

impl PuzzleAttempts {
    /// Adds a row; an error says what is wrong with it.
    pub(super) fn add(&mut self, row: &ExportRow) -> Result<(), String> {
        let number = row["puzzle"].as_u64().and_then(|number| u32::try_from(number).ok());
        let number = number.and_then(PuzzleNumber::new).ok_or("there is no such puzzle")?;
        let tries: Moves =
            row["tries"].as_str().unwrap_or("?").parse().map_err(|error| format!("{error}"))?;
        let progress = PuzzleProgress::new(number.puzzle(), &tries)
            .ok_or("its tries are not of that puzzle")?;
        let attempt =
            Attempt { solved_at: row["solved_at"].as_i64(), streak: row["streak"].as_i64() };
        if attempt.solved_at.is_some() != (progress.state() == PuzzleState::Solved) {
            return Err("whether it is solved is not as its tries say".to_owned());
        }
        let started_at = row["started_at"].as_i64().map(Timestamp::from_milliseconds);
        let counts = attempt.solved_at.is_some_and(|solved_at| {
            number.still_counts(started_at, Timestamp::from_milliseconds(solved_at))
        });
        if attempt.streak.is_some() != counts {
            return Err("whether it counts for a streak is not as its time says".to_owned());
        }
        self.0.insert(key(row), attempt);
        Ok(())
    }

    /// What is wrong with a row of a puzzle's solvers; the attempts must have been added.
    pub(super) fn check_solver(&self, row: &ExportRow) -> Result<(), String> {
        let attempt = self.0.get(&key(row)).filter(|attempt| attempt.streak.is_some());
        let is_known = attempt.is_some_and(|it| it.solved_at == row["solved_at"].as_i64());
        if is_known { Ok(()) } else { Err("it was not solved on its day".to_owned()) }
    }

    /// Streaks that do not continue those of the day before, by player and puzzle.
    pub(super) fn wrong_streaks(&self) -> impl Iterator<Item = (i64, i64)> {
        let wrong = self.0.iter().filter(|((player, number), attempt)| {
            let before = self.0.get(&(*player, number - 1)).and_then(|it| it.streak);
            attempt.streak.is_some_and(|streak| streak != before.unwrap_or(0) + 1)
        });
        wrong.map(|(key, _)| *key)
    }
}

fn key(row: &ExportRow) -> (i64, i64) {
    (integer(row, "player_id"), integer(row, "puzzle"))
}
