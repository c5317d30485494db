use super::Game;
use crate::rules::Seat;

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
        let ending = game.ending.filter(|ending| ending.is_result())?;
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
    /// All finished games.
    pub const fn games(self) -> u32 {
        self.wins + self.losses + self.draws
    }
}
