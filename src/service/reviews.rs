//! Reviews: how good each move of a finished game was.

use std::time::Duration;

use clock::Timestamp;
use connect4::{GameScores, Review, Shape};
use futures_util::FutureExt;

use super::{
    FollowUps, MessageUpdate, Navigation, Reply, ReplyContent, ReplyMode, ReviewHandle,
    ReviewProgress, ReviewUpdate, ReviewView, Service, UserRequest,
};
use crate::{
    errors,
    game::{Game, GameId, Location, MessageHandle, Refusal},
    locale::Locale,
    store::StoreError,
};

/// How long a reply waits for a review. Discord waits three seconds for a
/// response.
const REPLY_TIMEOUT: Duration = Duration::from_millis(1_500);

/// The minimum interval between two updates of a review's progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// A review in progress, and the message that will show it.
struct PendingReview {
    service: Service,
    game: Game,
    handle: ReviewHandle,
    message: MessageHandle,
    location: Location,
    locale: Locale,
    /// The progress that was last shown.
    shown: ReviewProgress,
    /// When the progress was last checked.
    checked_at: Timestamp,
}

impl Service {
    /// Shows a game's review, at once if it is stored.
    pub(super) async fn review(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        let game = match self.reviewable_game(request, now, id).await? {
            Ok(game) => game,
            Err(refusal) => return Ok(Reply::refused(refusal)),
        };
        if let Some(review) = self.stored_review(&game).await? {
            return Ok(review_reply(game, review, 0, ReplyMode::Post));
        }
        let handle = match self.review_handle(&game, request.actor.id) {
            Ok(handle) => handle,
            Err(refusal) => return Ok(Reply::refused(refusal)),
        };
        let mut search = handle.clone().scores().boxed();
        tokio::select! {
            biased;
            scores = &mut search => match self.save_review(&game, scores).await? {
                Some(review) => Ok(review_reply(game, review, 0, ReplyMode::Post)),
                None => Ok(Reply::refused(Refusal::ReviewFailed)),
            },
            () = self.clock.sleep_until(now.after(REPLY_TIMEOUT)) => {
                let progress = *handle.progress().borrow();
                let pending = PendingReview {
                    service: self.clone(),
                    game,
                    handle,
                    message: request.message_handle(now, ReplyMode::Post),
                    location: request.location,
                    locale: request.locale,
                    shown: progress,
                    checked_at: self.clock.now(),
                };
                Ok(Reply::new(ReplyContent::ReviewPending(progress)).with_follow_ups(Some(pending.into_follow_ups())))
            }
        }
    }

    /// Navigates in a review.
    pub(super) async fn review_jump(
        &self,
        request: &UserRequest,
        now: Timestamp,
        (id, ply, navigation): (GameId, u8, Option<Navigation>),
    ) -> Result<Reply, StoreError> {
        let game = match self.reviewable_game(request, now, id).await? {
            Ok(game) => game,
            Err(refusal) => return Ok(Reply::refused(refusal)),
        };
        let Some(review) = self.stored_review(&game).await? else {
            return Ok(Reply::refused(Refusal::ReviewFailed));
        };
        let moves = review.moves.len();
        let ply = navigation
            .map_or(usize::from(ply), |navigation| navigation.target(ply.into(), moves))
            .min(moves);
        Ok(review_reply(game, review, ply, ReplyMode::Update))
    }

    async fn reviewable_game(
        &self,
        request: &UserRequest,
        now: Timestamp,
        id: GameId,
    ) -> Result<Result<Game, Refusal>, StoreError> {
        Ok(self.finished_game(request, now, id).await?.and_then(|game| {
            if game.config.shape == Shape::STANDARD {
                Ok(game)
            } else {
                Err(Refusal::ReviewNeedsStandardBoard)
            }
        }))
    }

    async fn stored_review(&self, game: &Game) -> Result<Option<Review>, StoreError> {
        let scores = self.store.review(game.id).await?;
        Ok(scores.and_then(|scores| build_review(game, &scores)))
    }

    /// Stores the scores of a review, and returns the review.
    async fn save_review(
        &self,
        game: &Game,
        scores: Option<GameScores>,
    ) -> Result<Option<Review>, StoreError> {
        let Some(scores) = scores else { return Ok(None) };
        self.store.save_review(game.id, &scores).await?;
        Ok(build_review(game, &scores))
    }
}

fn review_reply(game: Game, review: Review, ply: usize, mode: ReplyMode) -> Reply {
    Reply::new(ReplyContent::Review(Box::new(ReviewView { game, review, ply }), mode))
}

fn build_review(game: &Game, scores: &GameScores) -> Option<Review> {
    Review::new(&game.moves, scores)
        .inspect_err(|error| tracing::error!(game = game.id.0, %error, "the stored scores do not fit the game"))
        .ok()
}

impl PendingReview {
    /// The follow-ups: progress, then the review.
    fn into_follow_ups(self) -> FollowUps {
        FollowUps::new(self.next().boxed())
    }

    async fn next(mut self) -> Option<(MessageUpdate, Option<FollowUps>)> {
        let mut search = self.handle.clone().scores().boxed();
        loop {
            let show_at = self.checked_at.after(PROGRESS_INTERVAL);
            tokio::select! {
                biased;
                scores = &mut search => return Some((self.finish(scores).await, None)),
                () = self.service.clock.sleep_until(show_at) => {}
            }
            self.checked_at = self.service.clock.now();
            let progress = *self.handle.progress().borrow();
            if progress != self.shown {
                self.shown = progress;
                let update = self.update(ReviewUpdate::Progress(progress));
                return Some((update, Some(self.into_follow_ups())));
            }
        }
    }

    async fn finish(&self, scores: Option<GameScores>) -> MessageUpdate {
        let review = match self.service.save_review(&self.game, scores).await {
            Ok(review) => review,
            Err(error) => {
                let error = errors::with_causes(error);
                tracing::error!(game = self.game.id.0, error, "failed to store a review");
                None
            }
        };
        let game = self.game.clone();
        self.update(match review {
            Some(review) => ReviewUpdate::Done(Box::new(ReviewView { game, review, ply: 0 })),
            None => ReviewUpdate::Failed,
        })
    }

    fn update(&self, update: ReviewUpdate) -> MessageUpdate {
        let (message, location, locale) = (self.message.clone(), self.location, self.locale);
        MessageUpdate::Review { message, location, locale, update }
    }
}
