use connect4::Seat;

use super::{Game, GameResult};

/// The result of a finished game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerResult {
    Win,
    Loss,
    Draw,
}

impl PlayerResult {
    /// The result of a game for a seat. Returns `None` if the game is live or
    /// does not count.
    pub fn of(game: &Game, seat: Seat) -> Option<Self> {
        Self::of_result(game.result()?, seat)
    }

    /// The same, from the result alone. Returns `None` if it does not count.
    pub fn of_result(result: GameResult, seat: Seat) -> Option<Self> {
        if !result.counts() {
            return None;
        }
        Some(match result.winner() {
            Some(winner) if winner == seat => Self::Win,
            Some(_) => Self::Loss,
            None => Self::Draw,
        })
    }
}

/// Counts of wins, losses and draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub wins: u32,
    pub losses: u32,
    pub draws: u32,
}

impl Record {
    pub const fn add(&mut self, result: PlayerResult) {
        match result {
            PlayerResult::Win => self.wins += 1,
            PlayerResult::Loss => self.losses += 1,
            PlayerResult::Draw => self.draws += 1,
        }
    }

    /// The total number of games.
    pub const fn games(self) -> u32 {
        self.wins + self.losses + self.draws
    }
}
