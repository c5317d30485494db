//! Stores changed games.

use crate::{
    errors,
    features::shared::service::Service,
    game::{Game, Version},
    store::{SaveResult, StoreError},
};

/// Stores a changed game and returns it; if it has ended, with what that changed. Returns `None`
/// if another change came first.
pub(crate) async fn save(
    service: &Service,
    expected: Version,
    after: Game,
) -> Result<Option<Game>, StoreError> {
    if service.store.save_game(expected, &after).await? == SaveResult::Conflict {
        return Ok(None);
    }
    if after.is_live() {
        return Ok(Some(after));
    }
    Ok(Some(reload_ended(service, after).await))
}

/// A stored game, with what its end changed: the ratings and streaks. The end must be shown, even
/// if that cannot be read.
pub(crate) async fn reload_ended(service: &Service, ended: Game) -> Game {
    match service.store.game(ended.id).await {
        Ok(stored) => stored.unwrap_or(ended),
        Err(error) => {
            errors::warn_about!(
                error,
                game = ended.id.0,
                "what the end of a game changed is not shown"
            );
            ended
        }
    }
}
