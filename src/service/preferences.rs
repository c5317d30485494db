//! What a user has chosen, whom they have blocked, and what is stored about them.

use super::{
    MessageUpdate, PreferencesAction, PreferencesView, PrivacyReply, Reply, ReplyContent,
    challenges, context::RequestContext, reply::RequestError,
};
use crate::{
    game::{PlayerId, Refusal},
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
    Ok(Reply::new(ReplyContent::Preferences(Box::new(view))))
}

pub(super) async fn press(
    ctx: RequestContext<'_>,
    action: PreferencesAction,
) -> Result<Reply, RequestError> {
    let (store, actor, by) = (&ctx.service.store, &ctx.request.user, ctx.interaction());
    let page = match action {
        PreferencesAction::OpenPage(page) => page,
        PreferencesAction::OpenData => return Ok(data(PrivacyReply::About)),
        PreferencesAction::AskDelete => return Ok(data(PrivacyReply::ConfirmDelete)),
        PreferencesAction::Set(preference) => {
            store.change_preference(by, actor, preference).await?;
            0
        }
        PreferencesAction::Unblock(player) => {
            store.unblock(by, actor.id, player).await?;
            0
        }
        PreferencesAction::Block(player) => {
            let updates = store_blocks(ctx, &[player]).await?;
            if store.is_blocked(player, actor.id).await? {
                return Ok(Reply::update(ReplyContent::Blocked(player)).with_updates(updates));
            }
            // Delivered twice: the block was lifted since, or it was never one.
            0
        }
    };
    preferences(ctx, page).await.map(Reply::as_update)
}

fn data(reply: PrivacyReply) -> Reply {
    Reply::update(ReplyContent::Privacy(reply))
}

/// Blocks the people who were chosen in `/preferences`.
pub(super) async fn block(
    ctx: RequestContext<'_>,
    players: &[PlayerId],
) -> Result<Reply, RequestError> {
    let updates = store_blocks(ctx, players).await?;
    let reply = preferences(ctx, u32::MAX).await?;
    Ok(reply.as_update().with_updates(updates))
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
