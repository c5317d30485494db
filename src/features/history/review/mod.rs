//! Reviews: how good each move of a finished game was.

pub(crate) mod pages;

use std::time::Duration;

use clock::Timestamp;
use connect4::GameScores;
use futures_util::stream;

use self::pages::ReviewView;
use crate::{
    actions::{ComponentAction, Navigation},
    computer::{ReviewHandle, ReviewProgress},
    features::{
        flow::{public_views, reviews, visible_games::finished_game},
        request::{
            Command, CommandKind, MessageUpdate, PendingUpdates, PostedReply, RequestContext,
            RequestResult, Response, Service,
        },
        views::{Audience, board, refusal},
    },
    game::{Game, GameId, PlayerId, Refusal},
    l10n,
    message::MessageBody,
};

pub(crate) const REVIEW: Command =
    Command::in_menu(CommandKind::MessageMenu, "Review", "review", l10n::button_review, |ctx| {
        Box::pin(async move { review(ctx, ctx.request.input.board()?).await })
    });

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
    audience: Audience,
    requested_by: PlayerId,
    /// The progress that was last shown.
    shown: ReviewProgress,
    /// When the progress was last checked.
    checked_at: Timestamp,
}

/// Shows a game's review, at once if it is stored.
pub(crate) async fn review(ctx: RequestContext<'_>, id: GameId) -> RequestResult {
    let RequestContext { service, now, .. } = ctx;
    let game = reviewable_game(ctx, id).await?;
    if let Some(review) = service.store.review(&game).await? {
        return Ok(review_reply(ctx, &ReviewView::new(game, review, 0, ctx.user_id())));
    }
    let handle = service.searches.reviews.join(&game, || service.workloads.begin(ctx.user_id()))?;
    let mut search = handle.scores.clone();
    tokio::select! {
        biased;
        scores = &mut search => {
            let review = reviews::save(service, &game, scores).await?;
            let review = review.ok_or(Refusal::ReviewFailed)?;
            Ok(review_reply(ctx, &ReviewView::new(game, review, 0, ctx.user_id())))
        }
        () = service.clock.sleep_until(now.after(REPLY_TIMEOUT)) => {
            let progress = *handle.progress.borrow();
            let pending = PendingReview {
                service: service.clone(),
                game,
                handle,
                reply: ctx.posted_reply(),
                audience: ctx.audience(),
                requested_by: ctx.user_id(),
                shown: progress,
                checked_at: service.clock.now(),
            };
            let pending_updates = PendingUpdates::new(stream::unfold(Some(pending), PendingReview::next));
            let reply = ctx.reply(|audience, _| pages::progress(progress, audience.locale));
            Ok(reply.with_pending_updates(Some(pending_updates)))
        }
    }
}

/// Navigates in a review.
pub(crate) async fn review_jump(
    ctx: RequestContext<'_>,
    id: GameId,
    ply: u8,
    navigation: Option<Navigation>,
) -> RequestResult {
    let mut view = stored_view(ctx, id, ply).await?;
    if let Some(navigation) = navigation {
        view.ply = view.target(navigation);
    }
    Ok(review_reply(ctx, &view).into_update())
}

/// A position of a review that is stored.
async fn stored_view(ctx: RequestContext<'_>, id: GameId, ply: u8) -> RequestResult<ReviewView> {
    let game = reviewable_game(ctx, id).await?;
    let review = ctx.service.store.review(&game).await?.ok_or(Refusal::ReviewFailed)?;
    let ply = usize::from(ply).min(review.moves.len());
    Ok(ReviewView::new(game, review, ply, ctx.user_id()))
}

async fn reviewable_game(ctx: RequestContext<'_>, id: GameId) -> RequestResult<Game> {
    let game = finished_game(ctx, id).await?;
    if game.config.shape.is_solved_quickly() {
        Ok(game)
    } else {
        Err(Refusal::ReviewNeedsOtherBoard.into())
    }
}

fn review_reply(ctx: RequestContext<'_>, view: &ReviewView) -> Response {
    ctx.reply(|audience, tiles| pages::message(view, audience, tiles))
}

/// Posts a move of a review, or its summary, for everyone.
pub(crate) async fn share(ctx: RequestContext<'_>, id: GameId, ply: u8) -> RequestResult {
    public_views::check(ctx)?;
    let view = stored_view(ctx, id, ply).await?;
    let locale = public_views::begin(ctx, ComponentAction::ShareReview(id, ply)).await?;
    let button = Some(board::review_button(id, locale));
    Ok(public_views::reply(ctx, locale, Some(&view.game), button, |audience, tiles| {
        pages::message(&view, audience, tiles)
    }))
}

impl PendingReview {
    /// The next update, which is the last one if it returns no review: when the review ends, or
    /// the process stops.
    async fn next(pending: Option<Self>) -> Option<(MessageUpdate, Option<Self>)> {
        let mut pending = pending?;
        let mut search = pending.handle.scores.clone();
        loop {
            let show_at = pending.checked_at.after(PROGRESS_INTERVAL);
            tokio::select! {
                biased;
                scores = &mut search => return Some((pending.finish(scores).await, None)),
                () = pending.service.stopped() => {
                    let interrupted = pages::interrupted(&pending.game, pending.audience.locale);
                    return Some((pending.update(interrupted), None));
                }
                () = pending.service.clock.sleep_until(show_at) => {}
            }
            pending.checked_at = pending.service.clock.now();
            let progress = *pending.handle.progress.borrow();
            if progress != pending.shown {
                pending.shown = progress;
                let progress = pages::progress(progress, pending.audience.locale);
                return Some((pending.update(progress), Some(pending)));
            }
        }
    }

    async fn finish(&self, scores: Option<GameScores>) -> MessageUpdate {
        let review = reviews::save_or_log(&self.service, &self.game, scores).await;
        self.update(match review {
            Some(review) => {
                let view = ReviewView::new(self.game.clone(), review, 0, self.requested_by);
                self.service.fitting(self.audience, |audience, tiles| {
                    pages::message(&view, audience, tiles)
                })
            }
            None => refusal::ephemeral(self.audience, &Refusal::ReviewFailed),
        })
    }

    fn update(&self, body: MessageBody) -> MessageUpdate {
        MessageUpdate::ReplyChanged(self.reply.clone(), body)
    }
}
