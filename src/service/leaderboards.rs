//! Leaderboards.

use super::{LeaderboardView, Reply, ReplyContent, context::RequestContext, reply::RequestError};
use crate::actions::LeaderboardQuery;
use crate::{
    game::{LeaderboardId, Refusal, Scope, SortBy},
    store::PageCursor,
};

/// The number of entries per page.
const PAGE_SIZE: u8 = 10;

/// By default, a leaderboard is sorted by rating once it has this many ranked
/// players.
const MIN_RANKED_PLAYERS: u64 = 3;

/// A page of a leaderboard.
pub(super) async fn leaderboard(
    ctx: RequestContext<'_>,
    query: LeaderboardQuery,
) -> Result<Reply, RequestError> {
    Ok(Reply::new(ReplyContent::Leaderboard(view(ctx, query).await?)))
}

/// A page of a leaderboard, for the user.
pub(super) async fn view(
    ctx: RequestContext<'_>,
    query: LeaderboardQuery,
) -> Result<LeaderboardView, RequestError> {
    let RequestContext { service, request, now } = ctx;
    let (store, user, guild) = (&service.store, request.user.id, request.place.location.guild);
    let scope = match (query.everywhere, guild) {
        (Some(false) | None, Some(guild)) => Scope::Guild(guild),
        (Some(true), _) | (None, None) => Scope::Global,
        (Some(false), None) => return Err(Refusal::OnlyInServers.into()),
    };
    let id = |sort_by| LeaderboardId { scope, period: query.period, sort_by };
    let sort_by = if let Some(sort_by) = query.sort_by {
        sort_by
    } else {
        let ranked = store.leaderboard_size(id(SortBy::Rating), now).await?;
        if ranked >= MIN_RANKED_PLAYERS { SortBy::Rating } else { SortBy::Wins }
    };
    let entries = store.leaderboard(id(sort_by), now, query.cursor, PAGE_SIZE).await?;
    let own_entry = store.leaderboard_entry(id(sort_by), now, user).await?;
    let has_played = match sort_by {
        SortBy::Rating => store.leaderboard_entry(id(SortBy::Wins), now, user).await?.is_some(),
        SortBy::Wins => own_entry.is_some(),
    };
    let leaderboard = id(sort_by);
    let cursor = query.cursor;
    let user = Some(user);
    Ok(LeaderboardView { leaderboard, cursor, entries, user, own_entry, has_played, guild })
}

impl LeaderboardQuery {
    /// The first page of a leaderboard.
    pub const fn top(leaderboard: LeaderboardId) -> Self {
        Self {
            everywhere: Some(matches!(leaderboard.scope, Scope::Global)),
            period: leaderboard.period,
            sort_by: Some(leaderboard.sort_by),
            cursor: PageCursor::First,
        }
    }
}
