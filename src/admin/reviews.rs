//! Checks reviews against the games that they are of, and training against the reviews.

use std::collections::{HashMap, HashSet};

use connect4::{GameScores, Moves, Review, Seat, Shape};

use super::check::{PlayerIds, integers};
use crate::{game::decisive_mistakes, store::export_schema::ExportRow};

/// Collects rows, in the order of the tables: games, reviews, positions of training.
#[derive(Default)]
pub(super) struct ReviewChecker {
    /// The finished games, by id.
    games: HashMap<i64, (Shape, Moves, PlayerIds)>,
    /// The player, game and ply of each decisive mistake.
    mistakes: HashSet<[i64; 3]>,
}

impl ReviewChecker {
    pub(super) fn add_finished(&mut self, game: i64, shape: Shape, moves: Moves, by: PlayerIds) {
        self.games.insert(game, (shape, moves, by));
    }

    /// Adds the scores that are stored as the review of a game. An error says what is wrong.
    pub(super) fn add_review(&mut self, game: i64, scores: &str) -> Result<(), String> {
        let (shape, moves, players) = self.games.get(&game).ok_or("the game has not ended")?;
        let scores = GameScores::parse(*shape, scores).map_err(|error| error.to_string())?;
        let review = Review::new(moves, &scores).map_err(|error| error.to_string())?;
        for (seat, player) in Seat::BOTH.into_iter().zip(players) {
            let Some(player) = *player else { continue };
            let plies = decisive_mistakes(&review, seat).into_iter();
            self.mistakes.extend(plies.map(|ply| [player, game, i64::from(ply)]));
        }
        Ok(())
    }

    /// An error unless the player of a position has made a mistake there.
    pub(super) fn check_position(&self, row: &ExportRow) -> Result<(), String> {
        let key @ [player, game, ply] = integers(row, ["player_id", "game_id", "ply"]);
        let is_mistake = self.mistakes.contains(&key);
        is_mistake
            .then_some(())
            .ok_or_else(|| format!("{player} made no mistake in game {game} at ply {ply}"))
    }
}
