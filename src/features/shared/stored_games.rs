//! Stores changed games.

use crate::{
    errors,
    features::shared::Service,
    game::{Game, Version},
    store::{SaveResult, StoreResult},
};

/// Stores a changed game and returns it; if it has ended, with what that changed. Returns `None`
/// if another change came first.
pub(crate) async fn save(
    service: &Service,
    expected: Version,
    after: Game,
) -> StoreResult<Option<Game>> {
    if service.store.save_game(expected, &after).await? == SaveResult::Conflict {
        return Ok(None);
    }
    Ok(Some(if after.is_live() { after } else { reload_ended(service, after).await }))
}

/// A stored game that has ended, with what that changed: the ratings and streaks. The end must be
/// shown, even if that cannot be read.
pub(crate) async fn reload_ended(service: &Service, game: Game) -> Game {
    // Leaderboards that stay show the result.
    service.new_deadline.notify_one();
    match service.store.game(game.id).await {
        Ok(stored) => stored.unwrap_or(game),
        Err(error) => {
            errors::warn_about!(
                error,
                game = game.id.0,
                "what the end of a game changed is not shown"
            );
            game
        }
    }
}
