use super::{Actor, Game, GameResult, Refusal, Version};

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
    Ok(Game { changed_by: actor.interaction, ..game.ended(result, actor.now.time) })
}
