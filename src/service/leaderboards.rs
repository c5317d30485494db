//! Leaderboards.

use clock::Timestamp;

use super::{
    LeaderboardQuery, LeaderboardView, Reply, ReplyContent, ReplyMode, Service, UserRequest,
};
use crate::{
    game::{LeaderboardId, Refusal, Scope, SortBy},
    store::{PageCursor, StoreError},
};

/// The number of entries per page.
const PAGE_SIZE: u8 = 10;

/// By default, a leaderboard is sorted by rating once it has this many ranked
/// players.
const MIN_RANKED_PLAYERS: u64 = 3;

impl Service {
    pub(super) async fn leaderboard(
        &self,
        request: &UserRequest,
        now: Timestamp,
        query: LeaderboardQuery,
        mode: ReplyMode,
    ) -> Result<Reply, StoreError> {
        let scope = match (query.everywhere, request.location.guild) {
            (Some(false) | None, Some(guild)) => Scope::Guild(guild),
            (Some(true), _) | (None, None) => Scope::Global,
            (Some(false), None) => return Ok(Reply::refused(Refusal::OnlyInServers)),
        };
        let id = |sort_by| LeaderboardId { scope, period: query.period, sort_by };
        let sort_by = if let Some(sort_by) = query.sort_by {
            sort_by
        } else {
            let ranked = self.store.leaderboard_size(id(SortBy::Rating), now).await?;
            if ranked >= MIN_RANKED_PLAYERS { SortBy::Rating } else { SortBy::Wins }
        };
        let entries = self.store.leaderboard(id(sort_by), now, query.cursor, PAGE_SIZE).await?;
        let own_entry = self.store.leaderboard_entry(id(sort_by), now, request.actor.id).await?;
        let has_played = match sort_by {
            SortBy::Rating => self
                .store
                .leaderboard_entry(id(SortBy::Wins), now, request.actor.id)
                .await?
                .is_some(),
            SortBy::Wins => own_entry.is_some(),
        };
        Ok(Reply::new(ReplyContent::Leaderboard(LeaderboardView {
            leaderboard: id(sort_by),
            entries,
            user: request.actor.id,
            own_entry,
            has_played,
            guild: request.location.guild,
            mode,
        })))
    }
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
