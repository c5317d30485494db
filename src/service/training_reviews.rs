//! Reviews in the background, for people who train. Each process counts for itself: two that review
//! the same game do no harm.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use parking_lot::Mutex;

use super::{Service, review};
use crate::{
    errors,
    game::{Game, GameId, MAX_TRAINING_REVIEWS_PER_DAY, PlayerId},
    panics,
    store::StoreError,
};

/// How many games are loaded to find one that was not tried yet.
const CANDIDATES: u8 = 10;

/// Whether there are games of a person to review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TrainingReviews {
    UnderWay,
    /// There are more, but not today.
    DayIsOver,
    NoneLeft,
}

/// Who had games reviewed today, by this process. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(super) struct Reviewed(Arc<Mutex<HashMap<PlayerId, ReviewDay>>>);

#[derive(Clone, Copy, Debug)]
struct ReviewDay {
    /// In days since 1970.
    day: i64,
    reviews: u32,
    is_under_way: bool,
}

/// The reviews for a person are under way until this is dropped.
#[derive(Debug)]
struct UnderWay {
    player: PlayerId,
    reviewed: Reviewed,
}

impl Reviewed {
    /// Begins the reviews for a person, unless they are under way or the day allows no more.
    fn begin(&self, player: PlayerId, day: i64) -> Result<UnderWay, TrainingReviews> {
        let mut reviewed = self.0.lock();
        reviewed.retain(|_, it| it.is_under_way || it.day == day);
        let new = ReviewDay { day, reviews: 0, is_under_way: false };
        let today = reviewed.entry(player).or_insert(new);
        if today.is_under_way {
            return Err(TrainingReviews::UnderWay);
        }
        if today.reviews >= MAX_TRAINING_REVIEWS_PER_DAY {
            return Err(TrainingReviews::DayIsOver);
        }
        today.is_under_way = true;
        Ok(UnderWay { player, reviewed: self.clone() })
    }
}

impl UnderWay {
    /// Counts a review, if the day allows one more.
    fn count(&self, day: i64) -> bool {
        let mut reviewed = self.reviewed.0.lock();
        let Some(today) = reviewed.get_mut(&self.player) else { return false };
        if today.day != day {
            *today = ReviewDay { day, reviews: 0, ..*today };
        }
        let is_allowed = today.reviews < MAX_TRAINING_REVIEWS_PER_DAY;
        today.reviews += u32::from(is_allowed);
        is_allowed
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        if let Some(today) = self.reviewed.0.lock().get_mut(&self.player) {
            today.is_under_way = false;
        }
    }
}

/// Has a person's games reviewed, one after another, as many as a day allows, unless that is under
/// way already.
pub(super) async fn start(
    service: &Service,
    player: PlayerId,
) -> Result<TrainingReviews, StoreError> {
    if service.store.unreviewed_games(player, 1).await?.is_empty() {
        return Ok(TrainingReviews::NoneLeft);
    }
    match service.reviewed.begin(player, service.clock.now().day()) {
        Ok(under_way) => {
            tokio::spawn(review_and_log(service.clone(), under_way));
            Ok(TrainingReviews::UnderWay)
        }
        Err(reviews) => Ok(reviews),
    }
}

async fn review_and_log(service: Service, under_way: UnderWay) {
    // A panic is logged by the panic hook.
    let reviewed = panics::catch("review", review_all(&service, &under_way)).await;
    if let Ok(Err(error)) = reviewed {
        errors::warn_about!(error, "the reviews for somebody's training ended early");
    }
}

async fn review_all(service: &Service, under_way: &UnderWay) -> Result<(), StoreError> {
    let mut tried = HashSet::new();
    while let Some(game) = next_game(service, under_way.player, &mut tried).await? {
        if !under_way.count(service.clock.now().day()) {
            break;
        }
        let scores = service.searches.review_in_background(&game).await;
        review::save_review(service, &game, scores).await?;
    }
    Ok(())
}

/// The person's newest game that has no review and was not tried.
async fn next_game(
    service: &Service,
    player: PlayerId,
    tried: &mut HashSet<GameId>,
) -> Result<Option<Game>, StoreError> {
    let games = service.store.unreviewed_games(player, CANDIDATES).await?;
    Ok(games.into_iter().find(|game| tried.insert(game.id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_persons_games_are_reviewed_once_at_a_time() {
        let (reviewed, ann, ben) = (Reviewed::default(), PlayerId(1), PlayerId(2));
        let first = reviewed.begin(ann, 0).unwrap();
        assert_eq!(reviewed.begin(ann, 0).unwrap_err(), TrainingReviews::UnderWay);
        assert!(reviewed.begin(ben, 0).is_ok());
        drop(first);
        assert!(reviewed.begin(ann, 0).is_ok());
    }

    #[test]
    fn a_day_allows_so_many_reviews() {
        let (reviewed, ann) = (Reviewed::default(), PlayerId(1));
        let under_way = reviewed.begin(ann, 0).unwrap();
        let counted = (0..20).filter(|_| under_way.count(0)).count();
        assert_eq!(u32::try_from(counted), Ok(MAX_TRAINING_REVIEWS_PER_DAY));
        // The last one may still be under way.
        assert_eq!(reviewed.begin(ann, 0).unwrap_err(), TrainingReviews::UnderWay);
        drop(under_way);
        assert_eq!(reviewed.begin(ann, 0).unwrap_err(), TrainingReviews::DayIsOver);
        assert!(reviewed.begin(ann, 1).unwrap().count(1), "the next day");
    }
}
