//! Reviews of finished games: stored ones, and those made in advance.

use connect4::{GameScores, Review};

use crate::{
    errors,
    features::request::Service,
    game::{Game, GameResult},
    panics,
    store::StoreResult,
};

/// Reviews a game between people that has just ended before anybody asks, so that the answer is
/// there at once. Gives up if that takes long, and does nothing while another review runs or waits.
pub(crate) fn in_advance(service: &Service, ended: &Game) {
    let Some(time) = service.advance_review_timeout else { return };
    let is_called_off = ended.result().is_none_or(GameResult::is_called_off);
    let is_wanted = ended.players.are_people() && !is_called_off;
    if !is_wanted || !ended.config.shape.is_solved_quickly() {
        return;
    }
    let Some(handle) = service.searches.reviews.start_in_advance(ended) else { return };
    let give_up_at = service.clock.now().after(time);
    let (service, game) = (service.clone(), ended.clone());
    tokio::spawn(async move {
        let scores = tokio::select! {
            biased;
            scores = handle.scores => scores,
            () = service.clock.sleep_until(give_up_at) => {
                return service.searches.reviews.give_up_in_advance();
            }
        };
        // Logged by the panic hook.
        drop(panics::catch("review", save_or_log(&service, &game, scores)).await);
    });
}

/// Stores the scores of a review, and returns the review.
pub(crate) async fn save(
    service: &Service,
    game: &Game,
    scores: Option<GameScores>,
) -> StoreResult<Option<Review>> {
    let Some(scores) = scores else { return Ok(None) };
    match Review::new(&game.moves, &scores) {
        Ok(review) => {
            service.store.save_review(game.id, &scores).await?;
            Ok(Some(review))
        }
        Err(error) => {
            tracing::error!(game = game.id.0, %error, "a review does not fit its game");
            Ok(None)
        }
    }
}

/// Like [`save`]. Returns `None`, and logs why, if that fails.
pub(crate) async fn save_or_log(
    service: &Service,
    game: &Game,
    scores: Option<GameScores>,
) -> Option<Review> {
    save(service, game, scores).await.unwrap_or_else(|error| {
        let error = errors::with_causes(error);
        tracing::error!(game = game.id.0, error, "failed to store a review");
        None
    })
}
