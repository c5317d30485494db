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

/// After a process has ended without a word, another one goes on as soon as this is over.
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
    if store.training_reviews_on_day(player, now.day()).await? >= MAX_TRAINING_REVIEWS_PER_DAY {
        return Ok(TrainingReviews::DayIsOver);
    }
    let leased = store.lease_training_reviews(player, now, now.after(LEASE_TIME)).await?;
    if leased == SaveResult::Saved {
        let service = service.clone();
        tokio::spawn(async move {
            let reviewing = review_all(&service, player);
            // A panic is logged by the panic hook.
            if let Ok(Err(error)) = panics::catch(Task::Review, reviewing).await {
                let error = errors::with_causes(error);
                tracing::warn!(error, "the reviews for somebody's training ended early");
            }
        });
    }
    Ok(TrainingReviews::UnderWay)
}

async fn review_all(service: &Service, player: PlayerId) -> Result<(), StoreError> {
    let mut tried = HashSet::new();
    while let Some(game) = take_next_game(service, player, &mut tried).await? {
        let scores = review_leased(service, player, &game).await?;
        reviews::save_review(service, &game, scores).await?;
    }
    service.store.set_training_lease(player, None).await
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
