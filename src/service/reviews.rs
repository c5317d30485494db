//! Reviews: what each move of a finished game gave away.

use std::time::Duration;

use futures_util::FutureExt;

use super::{
    Answer, How, Jump, Late, Notice, Progress, Reply, Request, ReviewNews, Reviewed, Reviewing,
    Service,
};
use crate::{
    locale::Locale,
    play::{Game, GameId, Place, Posting, Refusal},
    store::StoreError,
};
use clock::Timestamp;
use connect4::{GameScores, Review, Shape};

/// How long an answer waits for a review. Discord waits three seconds for it.
const WAIT: Duration = Duration::from_millis(1_500);

/// How often at most the progress of a review is shown.
const SHOW_EVERY: Duration = Duration::from_secs(1);

/// A review that was promised, and where it is to be shown.
struct Promise {
    service: Service,
    game: Game,
    reviewing: Reviewing,
    posting: Posting,
    place: Place,
    reader: Locale,
    /// What was shown last.
    shown: Progress,
    /// When that, or that there was nothing new, was decided.
    shown_at: Timestamp,
}

impl Service {
    /// Shows a game's review, at once if it is stored.
    pub(super) async fn review(
        &self,
        request: &Request,
        at: Timestamp,
        id: GameId,
    ) -> Result<Reply, StoreError> {
        let game = match self.reviewable(request, at, id).await? {
            Ok(game) => game,
            Err(refusal) => return Ok(Reply::refused(refusal)),
        };
        if let Some(review) = self.stored_review(&game).await? {
            return Ok(shown(game, review, 0, How::Post));
        }
        let reviewing = self.reviewing(&game);
        let mut finding = reviewing.clone().scores().boxed();
        tokio::select! {
            biased;
            found = &mut finding => match self.judged(&game, found).await? {
                Some(review) => Ok(shown(game, review, 0, How::Post)),
                None => Ok(Reply::refused(Refusal::ReviewFailed)),
            },
            () = self.clock.sleep_until(at.after(WAIT)) => {
                let progress = *reviewing.progress().borrow();
                let promise = Promise {
                    service: self.clone(),
                    game,
                    reviewing,
                    posting: request.posting(at, How::Post),
                    place: request.place,
                    reader: request.locale,
                    shown: progress,
                    shown_at: self.clock.now(),
                };
                Ok(Reply::of(Answer::Reviewing(progress)).later(Some(promise.late())))
            }
        }
    }

    /// Goes on through a review.
    pub(super) async fn review_jump(
        &self,
        request: &Request,
        at: Timestamp,
        (id, from, jump): (GameId, u8, Option<Jump>),
    ) -> Result<Reply, StoreError> {
        let game = match self.reviewable(request, at, id).await? {
            Ok(game) => game,
            Err(refusal) => return Ok(Reply::refused(refusal)),
        };
        let Some(review) = self.stored_review(&game).await? else {
            return Ok(Reply::refused(Refusal::ReviewFailed));
        };
        let moves = review.moves.len();
        let ply = jump.map_or(usize::from(from), |jump| jump.from(from.into(), moves)).min(moves);
        Ok(shown(game, review, ply, How::Update))
    }

    async fn reviewable(
        &self,
        request: &Request,
        at: Timestamp,
        id: GameId,
    ) -> Result<Result<Game, Refusal>, StoreError> {
        Ok(self.finished_game(request, at, id).await?.and_then(|game| {
            if game.setup.shape != Shape::STANDARD {
                Err(Refusal::ReviewBoard)
            } else if game.moves.columns().is_empty() {
                Err(Refusal::NothingToReview)
            } else {
                Ok(game)
            }
        }))
    }

    async fn stored_review(&self, game: &Game) -> Result<Option<Review>, StoreError> {
        let scores = self.store.review(game.id).await?;
        Ok(scores.and_then(|scores| judge(game, &scores)))
    }

    /// The review by scores that were found, which are stored for the next time.
    async fn judged(
        &self,
        game: &Game,
        found: Option<GameScores>,
    ) -> Result<Option<Review>, StoreError> {
        let Some(scores) = found else { return Ok(None) };
        self.store.save_review(game.id, &scores).await?;
        Ok(judge(game, &scores))
    }
}

fn shown(game: Game, review: Review, ply: usize, how: How) -> Reply {
    Reply::of(Answer::Review(Box::new(Reviewed { game, review, ply }), how))
}

fn judge(game: &Game, scores: &GameScores) -> Option<Review> {
    Review::of(&game.moves, scores)
        .inspect_err(|error| tracing::error!(game = game.id.0, %error, "a review makes no sense"))
        .ok()
}

impl Promise {
    /// What comes next: the review, or how far it has come.
    fn late(self) -> Late {
        Late::new(self.next().boxed())
    }

    async fn next(mut self) -> Option<(Notice, Option<Late>)> {
        let mut finding = self.reviewing.clone().scores().boxed();
        loop {
            let show_at = self.shown_at.after(SHOW_EVERY);
            tokio::select! {
                biased;
                found = &mut finding => return Some((self.end(found).await, None)),
                () = self.service.clock.sleep_until(show_at) => {}
            }
            self.shown_at = self.service.clock.now();
            let progress = *self.reviewing.progress().borrow();
            if progress != self.shown {
                self.shown = progress;
                let notice = self.notice(ReviewNews::Progress(progress));
                return Some((notice, Some(self.late())));
            }
        }
    }

    async fn end(&self, found: Option<GameScores>) -> Notice {
        let review = match self.service.judged(&self.game, found).await {
            Ok(review) => review,
            Err(error) => {
                let error = format!("{:#}", anyhow::Error::new(error));
                tracing::error!(game = self.game.id.0, error, "a review was not stored");
                None
            }
        };
        let game = self.game.clone();
        self.notice(match review {
            Some(review) => ReviewNews::Done(Box::new(Reviewed { game, review, ply: 0 })),
            None => ReviewNews::Failed,
        })
    }

    fn notice(&self, news: ReviewNews) -> Notice {
        let (posting, place, reader) = (self.posting.clone(), self.place, self.reader);
        Notice::Review { posting, place, reader, news }
    }
}
