//! Games without a time limit whose player to move has stopped playing.
//!
//! An abandoned turn is one whose deadline was removed. So time in which nobody could move does not
//! count for it either, and a board shows that the win can be claimed without knowing the time.

use std::time::Duration;

use clock::Timestamp;
use connect4::Seat;

use super::{Game, GameResult, Now, Refusal, TimeControl, Turn, TurnDeadline};

/// How long a turn without a time limit may take before it counts as abandoned.
pub const ABANDONED_AFTER: Duration = Duration::from_hours(24 * 7);

impl Game {
    /// The seat that may claim the win, since the other player has abandoned the game.
    pub fn claimant(&self) -> Option<Seat> {
        let is_abandoned = self.becomes_claimable() && self.turn.deadline.move_by.is_none();
        self.to_move().filter(|_| is_abandoned).map(Seat::other)
    }

    /// Whether the game ended when its last turn had taken so long that it counts as abandoned.
    pub fn ended_abandoned(&self) -> bool {
        self.end.is_some_and(|end| end.at.since(self.turn.began_at) >= ABANDONED_AFTER)
    }

    /// Whether the win can be claimed once the turn is abandoned. If not, the game is called off
    /// then.
    pub fn becomes_claimable(&self) -> bool {
        self.config.time_control == TimeControl::None
            && self.players.are_people()
            && self.both_have_moved()
            && self.is_live()
    }
}

/// The game once its turn counts as abandoned, so that the win can be claimed, in the same
/// version; or its end, if the loss of the channel excuses the player to move. Returns `None`
/// before that, and for a game that [`time_out`](super::time_out) ends instead.
pub fn mark_abandoned(game: &Game, now: Now, is_channel_gone: bool) -> Option<Game> {
    let is_due = game.turn.deadline.move_by.is_some_and(|move_by| move_by <= now.running);
    if !is_due || !game.becomes_claimable() {
        return None;
    }
    if is_channel_gone && game.is_excusable() {
        return Some(game.ended(GameResult::Interrupted, now.time));
    }
    let turn = Turn { deadline: TurnDeadline::default(), ..game.turn };
    Some(Game { turn, ..game.clone() })
}

/// Ends an abandoned game as a win of the seat that claims it.
pub(super) fn claim(game: &mut Game, seat: Seat, now: Timestamp) -> Result<(), Refusal> {
    let claimant = game.claimant().ok_or(Refusal::NothingToClaim)?;
    if let Some(player) = game.participant(claimant).person().filter(|_| claimant != seat) {
        return Err(Refusal::NotYourClaim(player.clone()));
    }
    game.end_with(GameResult::Claimed(seat), now);
    Ok(())
}
