use super::{Asked, Ending, Game, Refusal, Version};

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
