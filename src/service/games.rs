//! The user's live games.

use super::{
    MessageUpdate,
    context::RequestContext,
    moves::{self, ActionOutcome, ActionSource},
    render::{self, games::GamesView},
    reply::{Reply, RequestError},
};
use crate::{
    game::{Action, ExpectedVersion, Game, GameId},
    store::StoreError,
};

/// The number of games per page: with links and the longest names, more would
/// not fit into a message.
const PAGE_SIZE: u32 = 5;

/// A page of the user's live games, from 0.
pub(super) async fn games(ctx: RequestContext<'_>, page: u32) -> Result<Reply, RequestError> {
    let page = games_page(ctx, page, None).await?;
    Ok(games_reply(ctx, &page))
}

/// Claims the win of a game in the user's list. If that is refused, the list is outdated.
pub(super) async fn claim_listed(
    ctx: RequestContext<'_>,
    id: GameId,
) -> Result<Reply, RequestError> {
    let game = moves::load(ctx, id).await?;
    let source = ActionSource::List(ExpectedVersion::Newest);
    match moves::try_action(ctx, game, source, Action::Claim).await? {
        ActionOutcome::Applied(applied) => games_after_end(ctx, applied.game).await,
        ActionOutcome::Duplicate(_) => games(ctx, 0).await.map(Reply::into_update),
        ActionOutcome::Refused(refusal, _) => {
            let list = games_page(ctx, 0, None).await?;
            Ok(games_reply(ctx, &list).beside(ctx.refused(&refusal)))
        }
    }
}

/// The list after one of its games was resigned or claimed.
pub(super) async fn games_after_end(
    ctx: RequestContext<'_>,
    game: Game,
) -> Result<Reply, RequestError> {
    let page = games_page(ctx, 0, Some(game.clone())).await?;
    let updates = vec![MessageUpdate::BoardChanged(game)];
    Ok(games_reply(ctx, &page).into_update().with_updates(updates))
}

fn games_reply(ctx: RequestContext<'_>, page: &GamesView) -> Reply {
    let now = ctx.service.displayed_now();
    ctx.reply(|audience, _| render::games::list(page, audience, now))
}

async fn games_page(
    ctx: RequestContext<'_>,
    page: u32,
    ended: Option<Game>,
) -> Result<GamesView, StoreError> {
    let user = ctx.user_id();
    let games = ctx.service.store.live_games(user).await?;
    let pages = page_count(games.len());
    let page = page.min(pages - 1);
    let skip = (page * PAGE_SIZE) as usize;
    let games = games.into_iter().skip(skip).take(PAGE_SIZE as usize).collect();
    Ok(GamesView { user, games, page, pages, ended })
}

fn page_count(games: usize) -> u32 {
    u32::try_from(games.div_ceil(PAGE_SIZE as usize)).unwrap_or(u32::MAX).max(1)
}
