//! Stores changed games.

use super::{Service, review};
use crate::{
    errors,
    game::{Game, Version},
    store::{SaveResult, StoreError},
};

/// Stores a changed game and returns it; if it has ended, with what that changed. Returns `None`
/// if another change came first. A game between people that has ended may be reviewed in advance.
pub(super) async fn save(
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
    let ended = reload_ended(service, after).await;
    if ended.players.are_people() {
        review::review_in_advance(service, &ended);
    }
    Ok(Some(ended))
}

/// A stored game, with what its end changed: the ratings and streaks. The end must be shown, even
/// if that cannot be read.
pub(super) async fn reload_ended(service: &Service, ended: Game) -> Game {
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
