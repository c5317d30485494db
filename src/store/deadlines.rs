//! What is due without an interaction.

use crate::game::{ChallengeId, GameId};

/// What is due without an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadline {
    /// A challenge expires.
    Challenge(ChallengeId),
    /// It is the computer's turn in a game.
    Computer(GameId),
    /// A turn's time runs out, or its player is to be reminded.
    TurnTimer(GameId),
}
