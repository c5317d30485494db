//! Reviews in the background, for people who train.

use std::{collections::HashSet, pin::pin, time::Duration};

use connect4::GameScores;

use super::{Service, reviews};
use crate::{
    errors,
    game::{Game, GameId, MAX_TRAINING_REVIEWS_PER_DAY, PlayerId},
    panics::{self, Task},
    store::{SaveResult, StoreError},
};

/// How many games are loaded to find one that was not tried yet.
const CANDIDATES: u8 = 10;

/// If a process has ended without a word, the reviews can go on after this time.
const LEASE_TIME: Duration = Duration::from_mins(2);

/// Whether there are games of a person to review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TrainingReviews {
    UnderWay,
    /// There are more, but not today.
    DayIsOver,
    NoneLeft,
}

/// Has a person's games reviewed, one after another, as many as a day allows, unless a
/// process does so already.
pub(super) async fn start(
    service: &Service,
    player: PlayerId,
) -> Result<TrainingReviews, StoreError> {
    let store = &service.store;
    if store.unreviewed_games(player, 1).await?.is_empty() {
        return Ok(TrainingReviews::NoneLeft);
    }
    let now = service.clock.now();
    let leased = store.lease_training_reviews(player, now, now.after(LEASE_TIME)).await?;
    if leased == SaveResult::Conflict {
        return Ok(TrainingReviews::UnderWay);
    }
    if store.training_reviews_on_day(player, now.day()).await? >= MAX_TRAINING_REVIEWS_PER_DAY {
        store.set_training_lease(player, None).await?;
        return Ok(TrainingReviews::DayIsOver);
    }
    tokio::spawn(review_and_log(service.clone(), player));
    Ok(TrainingReviews::UnderWay)
}

/// Reviews a person's games, and ends the lease.
async fn review_and_log(service: Service, player: PlayerId) {
    // A panic is logged by the panic hook.
    let reviewed =
        panics::catch(Task::Review, review_all(&service, player)).await.unwrap_or(Ok(()));
    let ended = service.store.set_training_lease(player, None).await;
    if let Err(error) = reviewed.and(ended) {
        let error = errors::with_causes(error);
        tracing::warn!(error, "the reviews for somebody's training ended early");
    }
}

async fn review_all(service: &Service, player: PlayerId) -> Result<(), StoreError> {
    let mut tried = HashSet::new();
    while let Some(game) = take_next_game(service, player, &mut tried).await? {
        let scores = review_leased(service, player, &game).await?;
        reviews::save_review(service, &game, scores).await?;
    }
    Ok(())
}

/// Reviews a game, and renews the lease meanwhile.
async fn review_leased(
    service: &Service,
    player: PlayerId,
    game: &Game,
) -> Result<Option<GameScores>, StoreError> {
    let mut review = pin!(service.searches.review_in_background(game));
    loop {
        let now = service.clock.now();
        service.store.set_training_lease(player, Some(now.after(LEASE_TIME))).await?;
        tokio::select! {
            biased;
            scores = &mut review => return Ok(scores),
            () = service.clock.sleep_until(now.after(LEASE_TIME / 2)) => {}
        }
    }
}

/// Takes the person's newest game that has no review and was not tried, and counts it, if the
/// day allows one more.
async fn take_next_game(
    service: &Service,
    player: PlayerId,
    tried: &mut HashSet<GameId>,
) -> Result<Option<Game>, StoreError> {
    let games = service.store.unreviewed_games(player, CANDIDATES).await?;
    let Some(game) = games.into_iter().find(|game| !tried.contains(&game.id)) else {
        return Ok(None);
    };
    tried.insert(game.id);
    let (day, limit) = (service.clock.now().day(), MAX_TRAINING_REVIEWS_PER_DAY);
    let counted = service.store.record_training_review(player, day, limit).await?;
    Ok(Some(game).filter(|_| counted == SaveResult::Saved))
}
