use super::{Ending, Game};
use connect4::Seat;

/// What a finished game was for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It was won.
    Win,
    /// It was lost.
    Loss,
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// What `game` was for the player in `seat`; nothing while it goes on, or if
    /// it does not count.
    pub fn of(game: &Game, seat: Seat) -> Option<Self> {
        Self::of_ending(game.ending?, seat)
    }

    /// What such an ending is for the player in `seat`; nothing if it does not
    /// count.
    pub fn of_ending(ending: Ending, seat: Seat) -> Option<Self> {
        if !ending.is_result() {
            return None;
        }
        Some(match ending.winner() {
            Some(winner) if winner == seat => Self::Win,
            Some(_) => Self::Loss,
            None => Self::Draw,
        })
    }
}

/// Finished games, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games that nobody won.
    pub draws: u32,
}

impl Record {
    /// Adds a finished game.
    pub const fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Loss => self.losses += 1,
            Outcome::Draw => self.draws += 1,
        }
    }

    /// All finished games.
    pub const fn games(self) -> u32 {
        self.wins + self.losses + self.draws
    }
}
