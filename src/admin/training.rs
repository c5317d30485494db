//! Checks training: each position is a mistake of its player by the stored review, and how far
//! they are with it follows from their tries.

use std::collections::{HashMap, HashSet};

use super::check::integer;
use crate::store::export_schema::ExportRow;

const DAY_MILLISECONDS: i64 = 24 * 60 * 60 * 1000;

/// After how many days a position comes again, by how many of its repetitions are over.
const PAUSES: [i64; 3] = [1, 3, 7];

/// Collects rows, in the order of the tables: games, reviews, positions, tries.
#[derive(Default)]
pub(super) struct TrainingCheck {
    games: HashMap<i64, PlayedGame>,
    /// Games with the plies at which half a point or more was given away.
    mistakes: HashSet<(i64, i64)>,
    positions: HashMap<[i64; 3], Progress>,
}

struct PlayedGame {
    players: [Option<i64>; 2],
    moves: String,
}

#[derive(Clone, Copy)]
struct Progress {
    repetition: i64,
    due_at: Option<i64>,
    tries: i64,
}

impl TrainingCheck {
    /// Adds a row of any table. Returns what is wrong with it.
    pub(super) fn add_row(&mut self, table: &str, row: &ExportRow) -> Result<(), String> {
        match table {
            "game" => {
                let players = ["first_player_id", "second_player_id"].map(|id| row[id].as_i64());
                let moves = row["moves"].as_str().unwrap_or_default().to_owned();
                self.games.insert(integer(row, "game_id"), PlayedGame { players, moves });
            }
            "review" => self.add_review(row),
            "training_game" => self.check_game(row)?,
            "training_position" => self.add_position(row)?,
            "training_try" => self.check_try(row)?,
            _ => {}
        }
        Ok(())
    }

    fn add_review(&mut self, row: &ExportRow) {
        let (id, scores) = (integer(row, "game_id"), row["scores"].as_str().unwrap_or_default());
        let Some(game) = self.games.get(&id).filter(|game| !game.moves.is_empty()) else { return };
        let width = (scores.len() / game.moves.len()).max(1);
        let plies = (0i64..).zip(scores.as_bytes().chunks(width)).zip(game.moves.bytes());
        let mistakes = plies.filter(|((_, scores), column)| is_mistake(scores, *column));
        self.mistakes.extend(mistakes.map(|((ply, _), _)| (id, ply)));
    }

    fn check_game(&self, row: &ExportRow) -> Result<(), String> {
        let (player, id) = (integer(row, "player_id"), integer(row, "game_id"));
        let took_part = self.games.get(&id).is_some_and(|it| it.players.contains(&Some(player)));
        took_part.then_some(()).ok_or_else(|| format!("{player} trains with game {id} of others"))
    }

    fn add_position(&mut self, row: &ExportRow) -> Result<(), String> {
        let key = ["player_id", "game_id", "ply"].map(|name| integer(row, name));
        let [player, id, ply] = key;
        let progress = Progress {
            repetition: integer(row, "repetition"),
            due_at: row["due_at"].as_i64(),
            tries: integer(row, "tries"),
        };
        self.positions.insert(key, progress);
        let players = self.games.get(&id).map(|game| game.players);
        let mover = players.and_then(|[first, second]| if ply % 2 == 0 { first } else { second });
        if mover != Some(player) || !self.mistakes.contains(&(id, ply)) {
            return Err(format!("{player} made no mistake in game {id} at ply {ply}"));
        }
        if !progress.is_possible() {
            return Err(format!("no tries lead {player} to this in game {id} at ply {ply}"));
        }
        Ok(())
    }

    /// Tries that are long over are gone. The last one says what the progress is.
    fn check_try(&self, row: &ExportRow) -> Result<(), String> {
        let [player, id, ply] = ["player_id", "game_id", "ply"].map(|name| integer(row, name));
        let (number, tried_at) = (integer(row, "number"), integer(row, "tried_at"));
        let progress = self.positions.get(&[player, id, ply]);
        let fits = progress.is_some_and(|progress| {
            number < progress.tries
                || number == progress.tries
                    && progress.follows(integer(row, "solved") == 1, tried_at)
        });
        let try_of = || format!("try {number} of {player} in game {id} at ply {ply} does not fit");
        fits.then_some(()).ok_or_else(try_of)
    }
}

impl Progress {
    fn is_possible(self) -> bool {
        match (self.tries, self.due_at) {
            (0, due_at) => self.repetition == 0 && due_at.is_some(),
            (tries, None) => (self.repetition, tries) == (0, 1) || self.is_over(),
            (tries, Some(_)) => self.repetition < 3 && tries > self.repetition,
        }
    }

    /// Whether it was failed, and all its repetitions are over.
    const fn is_over(self) -> bool {
        self.repetition == 3 && self.tries > 3
    }

    /// Whether this comes of a last try.
    fn follows(self, is_solved: bool, tried_at: i64) -> bool {
        let pause = usize::try_from(self.repetition).ok().and_then(|index| PAUSES.get(index));
        let due_at = pause.map(|days| tried_at + days * DAY_MILLISECONDS);
        match (is_solved, self.repetition) {
            (true, 0) => self.tries == 1 && self.due_at.is_none(),
            (true, _) => self.due_at == due_at,
            (false, _) => self.repetition == 0 && self.due_at == due_at,
        }
    }
}

/// Whether a move, as a digit, leads to less than the best column: a win (`A`, …), a draw (`0`)
/// or a loss (`a`, …).
fn is_mistake(scores: &[u8], column: u8) -> bool {
    let worth = |score: &u8| match score {
        b'A'..=b'Z' => Some(2),
        b'0' => Some(1),
        b'a'..=b'z' => Some(0),
        _ => None,
    };
    let best = scores.iter().filter_map(worth).max();
    let played = usize::from(column).checked_sub(usize::from(b'1'));
    played.and_then(|index| scores.get(index)).and_then(worth) < best
}
