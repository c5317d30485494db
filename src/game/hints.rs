//! Hints in games against the computer.

use connect4::Board;

use super::{Actor, Game, Refusal};

/// The turns in which a player took a hint: a bit for each, by the number of discs on the board.
/// The largest board has 63 cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HintedTurns(pub u64);

impl HintedTurns {
    /// The number of turns.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub const fn contains(self, turns: Self) -> bool {
        self.0 & turns.0 == turns.0
    }

    /// The current turn of a game alone.
    pub fn only(game: &Game) -> Self {
        Self(1 << game.moves.columns().len().min(62))
    }
}

/// Returns the position for a hint, if the user may have one.
pub fn hint(game: &Game, actor: &Actor<'_>) -> Result<Board, Refusal> {
    game.seat_of(actor.player.id).ok_or(Refusal::NotYourGame)?;
    if game.players.are_people() {
        return Err(Refusal::UnknownButton);
    }
    game.check_live()?;
    match game.computer_to_move() {
        Some(_) => Err(Refusal::ComputersTurn),
        None => Ok(game.board()),
    }
}
