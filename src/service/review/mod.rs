//! Reviews: how good each move of a finished game was.

pub(super) mod message;

use self::message::ReviewView;
use clock::Timestamp;
use connect4::{GameScores, Review};
use futures_util::{FutureExt as _, stream};
use std::time::Duration;

use crate::{
    actions::{ComponentAction, Navigation},
    errors,
    game::{Game, GameId, GameResult, PlayerId, Refusal},
    l10n,
    message::Button,
    panics,
    service::{
        MessageUpdate, PendingUpdates, PostedReply, ReviewProgress, ReviewUpdate, Service,
        computer::ReviewHandle,
        context::RequestContext,
        history, public_views,
        reply::{Reply, RequestError},
    },
    store::StoreError,
};

/// How long a reply waits for a review. Discord waits three seconds for a
/// response.
const REPLY_TIMEOUT: Duration = Duration::from_millis(1_500);

/// The minimum interval between two updates of a review's progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// A review in progress, and the reply that will show it.
struct PendingReview {
    service: Service,
    game: Game,
    handle: ReviewHandle,
    reply: PostedReply,
    requested_by: PlayerId,
    /// The progress that was last shown.
    shown: ReviewProgress,
    /// When the progress was last checked.
    checked_at: Timestamp,
}

/// Shows a game's review, at once if it is stored.
pub(super) async fn review(ctx: RequestContext<'_>, id: GameId) -> Result<Reply, RequestError> {
    let RequestContext { service, now, .. } = ctx;
    let game = reviewable_game(ctx, id).await?;
    if let Some(review) = stored_review(service, &game).await? {
        return Ok(review_reply(ctx, &ReviewView::new(game, review, 0, ctx.user_id())));
    }
    let begin = || service.workloads.begin(ctx.user_id());
    let handle = service.searches.review(&game, begin)?;
    let mut search = handle.clone().scores().boxed();
    tokio::select! {
        biased;
        scores = &mut search => {
            let review = save_review(service, &game, scores).await?;
            let review = review.ok_or(Refusal::ReviewFailed)?;
            Ok(review_reply(ctx, &ReviewView::new(game, review, 0, ctx.user_id())))
        }
        () = service.clock.sleep_until(now.after(REPLY_TIMEOUT)) => {
            let progress = *handle.progress().borrow();
            let pending = PendingReview {
                service: service.clone(),
                game,
                handle,
                reply: ctx.posted_reply(),
                requested_by: ctx.user_id(),
                shown: progress,
                checked_at: service.clock.now(),
            };
            let pending_updates = PendingUpdates::new(stream::unfold(Some(pending), PendingReview::next));
            let reply = ctx.reply(|audience, _| message::progress(progress, audience.locale));
            Ok(reply.with_pending_updates(Some(pending_updates)))
        }
    }
}

/// Navigates in a review.
pub(super) async fn review_jump(
    ctx: RequestContext<'_>,
    id: GameId,
    ply: u8,
    navigation: Option<Navigation>,
) -> Result<Reply, RequestError> {
    let mut view = stored_view(ctx, id, ply).await?;
    let moves = view.review.moves.len();
    if let Some(navigation) = navigation {
        view.ply = navigation.target(view.ply, moves);
    }
    Ok(review_reply(ctx, &view).into_update())
}

/// A position of a review that is stored.
async fn stored_view(
    ctx: RequestContext<'_>,
    id: GameId,
    ply: u8,
) -> Result<ReviewView, RequestError> {
    let game = reviewable_game(ctx, id).await?;
    let review = stored_review(ctx.service, &game).await?.ok_or(Refusal::ReviewFailed)?;
    let ply = usize::from(ply).min(review.moves.len());
    Ok(ReviewView::new(game, review, ply, ctx.user_id()))
}

async fn reviewable_game(ctx: RequestContext<'_>, id: GameId) -> Result<Game, RequestError> {
    let game = history::finished_game(ctx, id).await?;
    if game.config.shape.is_solved_quickly() {
        Ok(game)
    } else {
        Err(Refusal::ReviewNeedsOtherBoard.into())
    }
}

/// Reviews a game that has just ended before anybody asks, so that the answer is there at
/// once. Gives up if that takes long, and does nothing while another review runs or waits.
pub(super) fn review_in_advance(service: &Service, ended: &Game) {
    let Some(time) = service.advance_review_timeout else { return };
    let is_called_off = ended.result().is_none_or(GameResult::is_called_off);
    if is_called_off || !ended.config.shape.is_solved_quickly() {
        return;
    }
    let Some(handle) = service.searches.review_in_advance(ended) else { return };
    let give_up_at = service.clock.now().after(time);
    let (service, game) = (service.clone(), ended.clone());
    tokio::spawn(async move {
        let scores = tokio::select! {
            biased;
            scores = handle.scores() => scores,
            () = service.clock.sleep_until(give_up_at) => {
                return service.searches.give_up_review_in_advance();
            }
        };
        let saving = save_review_or_log(&service, &game, scores);
        // Logged by the panic hook.
        drop(panics::catch("review", saving).await);
    });
}

pub(super) async fn stored_review(
    service: &Service,
    game: &Game,
) -> Result<Option<Review>, StoreError> {
    let scores = service.store.review(game.id, game.config.shape).await?;
    Ok(scores.and_then(|scores| build_review(game, &scores)))
}

/// Stores the scores of a review, and returns the review.
pub(super) async fn save_review(
    service: &Service,
    game: &Game,
    scores: Option<GameScores>,
) -> Result<Option<Review>, StoreError> {
    let Some(scores) = scores else { return Ok(None) };
    service.store.save_review(game.id, &scores).await?;
    Ok(build_review(game, &scores))
}

/// Like [`save_review`]. Returns `None`, and logs why, if that fails.
async fn save_review_or_log(
    service: &Service,
    game: &Game,
    scores: Option<GameScores>,
) -> Option<Review> {
    save_review(service, game, scores).await.unwrap_or_else(|error| {
        let error = errors::with_causes(error);
        tracing::error!(game = game.id.0, error, "failed to store a review");
        None
    })
}

fn review_reply(ctx: RequestContext<'_>, view: &ReviewView) -> Reply {
    ctx.reply(|audience, tiles| message::message(view, audience, tiles))
}

/// Posts a move of a review, or its summary, for everyone.
pub(super) async fn share(
    ctx: RequestContext<'_>,
    id: GameId,
    ply: u8,
) -> Result<Reply, RequestError> {
    public_views::check(ctx)?;
    let view = stored_view(ctx, id, ply).await?;
    let locale = public_views::begin(ctx, ComponentAction::ShareReview(id, ply), None).await?;
    let button = Button::secondary(ComponentAction::Review(id), l10n::button_review(locale));
    let button = history::others_may_see(ctx.request, &view.game).then_some(button);
    Ok(public_views::reply(ctx, locale, Some(&view.game), button, |audience, tiles| {
        message::message(&view, audience, tiles)
    }))
}

fn build_review(game: &Game, scores: &GameScores) -> Option<Review> {
    Review::new(&game.moves, scores)
        .inspect_err(|error| tracing::error!(game = game.id.0, %error, "the stored scores do not fit the game"))
        .ok()
}

impl PendingReview {
    /// The next update, which is the last one if it returns no review: when the review ends, or
    /// the process stops.
    async fn next(pending: Option<Self>) -> Option<(MessageUpdate, Option<Self>)> {
        let mut pending = pending?;
        let mut search = pending.handle.clone().scores().boxed();
        loop {
            let show_at = pending.checked_at.after(PROGRESS_INTERVAL);
            tokio::select! {
                biased;
                scores = &mut search => return Some((pending.finish(scores).await, None)),
                () = pending.service.stopped() => {
                    let update = ReviewUpdate::Interrupted(pending.game.id);
                    return Some((pending.update(update), None));
                }
                () = pending.service.clock.sleep_until(show_at) => {}
            }
            pending.checked_at = pending.service.clock.now();
            let progress = *pending.handle.progress().borrow();
            if progress != pending.shown {
                pending.shown = progress;
                return Some((pending.update(ReviewUpdate::Progress(progress)), Some(pending)));
            }
        }
    }

    async fn finish(&self, scores: Option<GameScores>) -> MessageUpdate {
        let review = save_review_or_log(&self.service, &self.game, scores).await;
        let game = self.game.clone();
        self.update(match review {
            Some(review) => {
                ReviewUpdate::Done(Box::new(ReviewView::new(game, review, 0, self.requested_by)))
            }
            None => ReviewUpdate::Failed,
        })
    }

    fn update(&self, update: ReviewUpdate) -> MessageUpdate {
        MessageUpdate::Review { reply: self.reply.clone(), update }
    }
}
