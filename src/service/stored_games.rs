//! Stores changed games.

use super::Service;
use crate::{
    errors,
    game::{Game, Rated, Version},
    store::{SaveResult, StoreError},
};

/// Stores a changed game and returns it, with the rating changes if it has
/// ended. Returns `None` if another change came first.
pub(super) async fn save(
    service: &Service,
    expected: Version,
    after: Game,
) -> Result<Option<Game>, StoreError> {
    if service.store.save_game(expected, &after).await? == SaveResult::Conflict {
        return Ok(None);
    }
    if after.is_live() || after.config.rated != Rated::Yes {
        return Ok(Some(after));
    }
    Ok(Some(with_rating_changes(service, after).await))
}

/// A stored game, with its rating changes. What ended it must be shown, even if they cannot be
/// read.
async fn with_rating_changes(service: &Service, ended: Game) -> Game {
    match service.store.game(ended.id).await {
        Ok(stored) => stored.unwrap_or(ended),
        Err(error) => {
            let error = errors::with_causes(error);
            tracing::warn!(game = ended.id.0, error, "the rating changes of a game are not shown");
            ended
        }
    }
}
