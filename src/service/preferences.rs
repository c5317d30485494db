//! What a user has chosen, whom they have blocked, and what is stored about them.

use super::{
    MessageUpdate, PreferencesView, Reply, challenges, context::RequestContext, render,
    reply::RequestError,
};
use crate::{
    game::{PlayerId, Preference, Refusal},
    locale::Locale,
    message::MessageBody,
    store::{Constraint, StoreError},
};

/// The number of blocked people on a page: as many as a select menu can have.
const PAGE_SIZE: u8 = 25;

/// Shows what the user has chosen, and a page of the people whom they have blocked.
pub(super) async fn preferences(ctx: RequestContext<'_>, page: u32) -> Result<Reply, RequestError> {
    let (store, user) = (&ctx.service.store, ctx.user_id());
    let view = PreferencesView {
        preferences: store.preferences(user).await?,
        blocked: store.blocked(user, page, PAGE_SIZE).await?,
    };
    Ok(ctx.reply(|audience, _| render::preferences::render(&view, audience.locale)))
}

/// Changes what the user has chosen.
pub(super) async fn set(
    ctx: RequestContext<'_>,
    preference: Preference,
) -> Result<Reply, RequestError> {
    let (store, user) = (&ctx.service.store, &ctx.request.user);
    store.change_preference(ctx.interaction(), user, preference).await?;
    preferences(ctx, 0).await.map(Reply::as_update)
}

pub(super) async fn unblock(
    ctx: RequestContext<'_>,
    player: PlayerId,
) -> Result<Reply, RequestError> {
    ctx.service.store.unblock(ctx.interaction(), ctx.user_id(), player).await?;
    preferences(ctx, 0).await.map(Reply::as_update)
}

/// Blocks somebody whose challenge the user has declined.
pub(super) async fn block_challenger(
    ctx: RequestContext<'_>,
    player: PlayerId,
) -> Result<Reply, RequestError> {
    let updates = store_blocks(ctx, &[player]).await?;
    if ctx.service.store.is_blocked(player, ctx.user_id()).await? {
        let reply = ctx.reply(|audience, _| render::preferences::blocked(player, audience.locale));
        return Ok(reply.as_update().with_updates(updates));
    }
    // Delivered twice: the block was lifted since, or it was never one.
    preferences(ctx, 0).await.map(Reply::as_update)
}

/// Blocks the people who were chosen in `/preferences`.
pub(super) async fn block_chosen(ctx: RequestContext<'_>) -> Result<Reply, RequestError> {
    let players: Vec<_> = ctx.request.chosen.users.iter().map(|user| user.player.id).collect();
    let updates = store_blocks(ctx, &players).await?;
    let reply = preferences(ctx, u32::MAX).await?;
    Ok(reply.as_update().with_updates(updates))
}

/// Shows what is stored about people, asks whether to delete it, or says that it is kept.
pub(super) fn data(ctx: RequestContext<'_>, render: fn(Locale) -> MessageBody) -> Reply {
    ctx.reply(|audience, _| render(audience.locale)).as_update()
}

/// Returns the updates of the challenges that end by the block.
async fn store_blocks(
    ctx: RequestContext<'_>,
    players: &[PlayerId],
) -> Result<Vec<MessageUpdate>, RequestError> {
    let RequestContext { service, request, now } = ctx;
    let by = ctx.interaction();
    let others: Vec<_> =
        players.iter().copied().filter(|&player| player != request.user.id).collect();
    let blocked = service.store.block(&request.user, &others, by, now).await;
    match blocked {
        Ok(ended) => Ok(challenges::over_updates(service, ended).await),
        Err(StoreError::ConstraintViolated(Constraint::Blocks)) => {
            Err(Refusal::TooManyBlocks.into())
        }
        Err(error) => Err(error.into()),
    }
}
