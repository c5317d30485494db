use clock::Timestamp;
use connect4::Seat;

use super::{Actor, Game, GameResult, Refusal, Version};

/// Ends a game whose player deletes their data: they resign. `changed_by` stays
/// the same.
pub fn forfeit(game: &Game, seat: Seat, now: Timestamp) -> Game {
    game.ended(GameResult::Resigned(seat), now)
}

/// Ends a game because its server's data is deleted. `changed_by` stays the same.
pub fn end_with_guild(game: &Game, now: Timestamp) -> Game {
    game.ended(GameResult::Interrupted, now)
}

/// Ends a game on behalf of a moderator, who resigns if they play in it. The game must not
/// have changed since the moderator was asked to confirm.
pub fn end_by_moderator(
    game: &Game,
    actor: &Actor<'_>,
    expected: Version,
) -> Result<Game, Refusal> {
    game.check_live()?;
    if expected != game.version {
        return Err(Refusal::OldBoard(game.board_location()));
    }
    let seat = game.seat_of(actor.player.id);
    let result = seat.map_or(GameResult::EndedByModerator, GameResult::Resigned);
    let mut after =
        Game { version: game.version.next(), changed_by: actor.interaction, ..game.clone() };
    after.end_with(result, actor.now.time);
    Ok(after)
}
