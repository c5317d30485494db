use std::collections::HashMap;

use connect4::{GameScores, Moves, Review, Shape};

/// Checks stored reviews against the games that they are of.
#[derive(Default)]
pub(super) struct ReviewChecker {
    /// The finished games, by id.
    games: HashMap<i64, (Shape, Moves)>,
}

impl ReviewChecker {
    pub(super) fn add_finished(&mut self, game: i64, shape: Shape, moves: Moves) {
        self.games.insert(game, (shape, moves));
    }

    /// Checks the scores that are stored as the review of a game.
    pub(super) fn check(&self, game: i64, scores: &str) -> Result<(), String> {
        let (shape, moves) = self.games.get(&game).ok_or("the game has not ended")?;
        let scores = GameScores::parse(*shape, scores).map_err(|error| error.to_string())?;
        Review::new(moves, &scores).map_err(|error| error.to_string())?;
        Ok(())
    }
}
