//! Stores changed games.

use crate::{
    features::shared::Service,
    game::{Game, Version},
    store::StoreResult,
};

/// Stores a changed game and returns it; if it has ended, with what that changed. Returns `None`
/// if another change came first.
pub(crate) async fn save(
    service: &Service,
    expected: Version,
    after: &Game,
) -> StoreResult<Option<Game>> {
    let saved = service.store.save_game(expected, after).await?;
    if saved.as_ref().is_some_and(|game| !game.is_live()) {
        // Leaderboards that stay show the result.
        service.new_deadline.notify_one();
    }
    Ok(saved)
}
