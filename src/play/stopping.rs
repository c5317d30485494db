use super::{Asked, Ending, Game, Refusal, Version};
use clock::Timestamp;
use connect4::Seat;

/// What becomes of a game that somebody leaves for good: they have resigned. The
/// interaction that changed it last stays noted.
pub fn leave(game: &Game, seat: Seat, at: Timestamp) -> Game {
    let mut after =
        Game { version: game.version.next(), ending: Some(Ending::Resigned(seat)), ..game.clone() };
    after.close(at);
    after
}

/// What becomes of a game whose place is given up: nobody won or lost.
pub fn abandon(game: &Game, at: Timestamp) -> Game {
    let mut after =
        Game { version: game.version.next(), ending: Some(Ending::Stopped), ..game.clone() };
    after.close(at);
    after
}

/// Decides that a game ends because a moderator says so. They were asked once
/// more, so the game must be as it was then.
pub fn stop(game: &Game, asked: &Asked<'_>, seen: Version) -> Result<Game, Refusal> {
    if let Some(over) = game.over() {
        return Err(over);
    }
    if seen != game.version {
        return Err(Refusal::OldBoard(game.whereabouts()));
    }
    let mut after = Game {
        version: game.version.next(),
        changed_by: asked.interaction,
        ending: Some(Ending::Stopped),
        ..game.clone()
    };
    after.close(asked.at);
    Ok(after)
}
