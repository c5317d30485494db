//! Reviews in the background, for people who train. Each process counts for itself: two that review
//! the same game do no harm.

use std::collections::HashSet;

use crate::{
    errors,
    features::shared::{
        reviews,
        service::Service,
        training_reviews::{TrainingReviews, UnderWay},
    },
    game::{Game, GameId, PlayerId},
    panics,
    store::StoreError,
};

/// How many games are loaded to find one that was not tried yet.
const CANDIDATES: u8 = 10;

/// Has a person's games reviewed, one after another, as many as a day allows, unless that is under
/// way already.
pub(crate) async fn start(
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
        let scores = service.searches.reviews.in_background(&game).await;
        reviews::save(service, &game, scores).await?;
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
