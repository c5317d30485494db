//! Reviews in the background, for people who train.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{Service, reviews};
use crate::{
    errors,
    game::{Game, GameId, MAX_TRAINING_REVIEWS_PER_DAY, PlayerId},
    panics::{self, Task},
    store::{SaveResult, StoreError},
};

/// How many games are loaded to find one that was not tried yet.
const CANDIDATES: u8 = 10;

/// The people whose games this process is reviewing. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(super) struct TrainingReviews(Arc<Mutex<HashSet<PlayerId>>>);

/// Reviews of a person's games, under way until this is dropped.
#[derive(Debug)]
struct TrainingReviewsGuard {
    player: PlayerId,
    all: TrainingReviews,
}

impl TrainingReviews {
    /// `None` if this person's are under way.
    fn begin(&self, player: PlayerId) -> Option<TrainingReviewsGuard> {
        self.lock().insert(player).then(|| TrainingReviewsGuard { player, all: self.clone() })
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<PlayerId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for TrainingReviewsGuard {
    fn drop(&mut self) {
        self.all.lock().remove(&self.player);
    }
}

/// Has a person's games reviewed, one after another, as many as a day allows. Returns whether
/// any are under way.
pub(super) async fn start(service: &Service, player: PlayerId) -> Result<bool, StoreError> {
    let Some(guard) = service.training_reviews.begin(player) else { return Ok(true) };
    let mut tried = HashSet::new();
    let Some(first) = take_next_game(service, player, &mut tried).await? else {
        return Ok(false);
    };
    let service = service.clone();
    tokio::spawn(async move {
        let _guard = guard;
        let reviewing = review_all(&service, player, first, tried);
        // A panic is logged by the panic hook.
        if let Ok(Err(error)) = panics::catch(Task::Review, reviewing).await {
            let error = errors::with_causes(error);
            tracing::warn!(error, "the reviews for somebody's training ended early");
        }
    });
    Ok(true)
}

async fn review_all(
    service: &Service,
    player: PlayerId,
    first: Game,
    mut tried: HashSet<GameId>,
) -> Result<(), StoreError> {
    let mut next = Some(first);
    while let Some(game) = next {
        let scores = service.searches.review_in_background(&game).await;
        reviews::save_review(service, &game, scores).await?;
        next = take_next_game(service, player, &mut tried).await?;
    }
    Ok(())
}

/// Takes the person's newest game that has no review and was not tried, and counts it, if the
/// day allows one more.
async fn take_next_game(
    service: &Service,
    player: PlayerId,
    tried: &mut HashSet<GameId>,
) -> Result<Option<Game>, StoreError> {
    let (day, limit) = (service.clock.now().day(), MAX_TRAINING_REVIEWS_PER_DAY);
    if service.store.training_reviews_on_day(player, day).await? >= limit {
        return Ok(None);
    }
    let games = service.store.unreviewed_games(player, CANDIDATES).await?;
    let Some(game) = games.into_iter().find(|game| !tried.contains(&game.id)) else {
        return Ok(None);
    };
    tried.insert(game.id);
    let counted = service.store.record_training_review(player, day, limit).await?;
    Ok(Some(game).filter(|_| counted == SaveResult::Saved))
}
