//! Who is excused for being late if a game's channel is gone.
//!
//! Otherwise somebody could win by removing the channel or the bot, or avoid a loss by it. What
//! players could have removed is stored when they act, since it cannot be asked for later.

use super::{Game, PlayerId};

impl Game {
    /// Records what a player's interaction tells: whether they would be excused if the channel
    /// were gone.
    pub fn record_excuse(&mut self, player: PlayerId, is_excused: bool) {
        if !self.is_live() || !self.players.are_people() {
            return;
        }
        if let Some(seat) = self.seat_of(player) {
            self.excused_if_gone[seat.index()] = is_excused;
        }
    }

    /// Whether the player to move is excused if the channel is gone. Before both have moved, the
    /// game is called off anyway.
    pub fn is_excusable(&self) -> bool {
        self.both_have_moved()
            && self.to_move().is_some_and(|seat| self.excused_if_gone[seat.index()])
    }
}
