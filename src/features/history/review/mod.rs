//! Reviews: how good each move of a finished game was.

pub(crate) mod pages;

use std::time::Duration;

use futures_util::FutureExt as _;

use self::pages::ReviewView;
use crate::{
    actions::{ComponentAction, Navigation},
    computer::ReviewHandle,
    features::{
        flow::{public_views, reviews, visible_games::finished_game},
        request::{
            Command, CommandKind, MessageUpdate, PendingUpdates, RequestContext, RequestResult,
            Response,
        },
        views::{board, refusal},
    },
    game::{Game, GameId, Refusal},
    l10n,
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

/// Shows a game's review, at once if it is stored.
pub(crate) async fn review(ctx: RequestContext<'_>, id: GameId) -> RequestResult {
    let RequestContext { service, now, .. } = ctx;
    let game = reviewable_game(ctx, id).await?;
    if let Some(review) = service.store.review(&game).await? {
        return Ok(review_reply(ctx, &ReviewView::new(game, review, 0, ctx.user_id())));
    }
    let handle = service.searches.reviews.join(&game, || service.workloads.begin(ctx.user_id()))?;
    tokio::select! {
        biased;
        scores = handle.scores.clone() => {
            let review = reviews::save(service, &game, scores).await?;
            let review = review.ok_or(Refusal::ReviewFailed)?;
            Ok(review_reply(ctx, &ReviewView::new(game, review, 0, ctx.user_id())))
        }
        () = service.clock.sleep_until(now.after(REPLY_TIMEOUT)) => Ok(follow(ctx, game, handle)),
    }
}

/// Shows the progress of a review, then the review. The last update comes when that ends, or the
/// process stops.
fn follow(ctx: RequestContext<'_>, game: Game, handle: ReviewHandle) -> Response {
    let ReviewHandle { progress, mut scores } = handle;
    let (service, posted) = (ctx.service.clone(), ctx.posted_reply());
    let (audience, user) = (ctx.audience(), ctx.user_id());
    let (mut shown, mut checked_at) = (*progress.borrow(), service.clock.now());
    let reply = ctx.reply(|audience, _| pages::progress(shown, audience.locale));
    let pending_updates = PendingUpdates::new(move |deliver| {
        let follow = async move {
            let update = |body| deliver(MessageUpdate::ReplyChanged(posted.clone(), body));
            loop {
                tokio::select! {
                    biased;
                    scores = &mut scores => {
                        let review = reviews::save_or_log(&service, &game, scores).await;
                        return update(match review {
                            Some(review) => {
                                let view = ReviewView::new(game, review, 0, user);
                                service.fitting(audience, |audience, tiles| {
                                    pages::message(&view, audience, tiles)
                                })
                            }
                            None => refusal::ephemeral(audience, &Refusal::ReviewFailed),
                        });
                    }
                    () = service.stopping.cancelled() => {
                        return update(pages::interrupted(&game, audience.locale));
                    }
                    () = service.clock.sleep_until(checked_at.after(PROGRESS_INTERVAL)) => {}
                }
                checked_at = service.clock.now();
                let new = *progress.borrow();
                if new != shown {
                    shown = new;
                    update(pages::progress(shown, audience.locale));
                }
            }
        };
        follow.boxed()
    });
    reply.with_pending_updates(Some(pending_updates))
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
