//! Limits on posting the board again by the player who waits, which makes the other's buttons
//! stale.

use std::time::Duration;

use connect4::Seat;

use super::{Game, InteractionId, Refusal, state};

/// How long the player who waits must wait before they post the board once more in a turn.
const REPOST_COOLDOWN: Duration = Duration::from_secs(30);

impl Game {
    /// Whether the other player of this seat is a person who has to move.
    fn waits_for_person(&self, seat: Seat) -> bool {
        self.players.are_people() && self.to_move() == Some(seat.other())
    }
}

/// Checks whether the player in a seat may post the board again, and records it if the other
/// one is to move.
pub(super) fn repost(game: &mut Game, seat: Seat, by: InteractionId) -> Result<(), Refusal> {
    if !game.waits_for_person(seat) {
        return Ok(());
    }
    let is_lost = |last: InteractionId| {
        state::is_lost(game.board_message.message, last.created_at(), by.created_at())
    };
    if let Some(last) = game.turn.reposted_by.filter(|&last| !is_lost(last)) {
        let again_at = last.created_at().after(REPOST_COOLDOWN);
        if by.created_at() < again_at {
            return Err(Refusal::RepostedRecently(again_at));
        }
    }
    game.turn.reposted_by = Some(by);
    Ok(())
}
