//! Stores changed games.

use super::{Service, reviews};
use crate::{
    errors,
    game::{Game, Version},
    store::{SaveResult, StoreError},
};

/// Stores a changed game and returns it; if it has ended, with what that changed: the ratings and
/// the winner's streak. Returns `None` if another change came first. A game between people that has
/// ended may be reviewed in advance.
pub(super) async fn save(
    service: &Service,
    expected: Version,
    after: Game,
) -> Result<Option<Game>, StoreError> {
    if service.store.save_game(expected, &after).await? == SaveResult::Conflict {
        return Ok(None);
    }
    if after.is_live() || !after.players.are_people() {
        return Ok(Some(after));
    }
    let ended = reload_ended(service, after).await;
    reviews::review_in_advance(service, &ended);
    Ok(Some(ended))
}

/// A stored game, with what its end changed. The end must be shown, even if that cannot be read.
async fn reload_ended(service: &Service, ended: Game) -> Game {
    match service.store.game(ended.id).await {
        Ok(stored) => stored.unwrap_or(ended),
        Err(error) => {
            let error = errors::with_causes(error);
            tracing::warn!(
                game = ended.id.0,
                error,
                "the rating changes and the streak of a game are not shown"
            );
            ended
        }
    }
}
