//! What finished games add up to.

use clock::Timestamp;

use crate::{
    game::{self, LeaderboardId, PlayerId, Record, Statistics},
    rating::Rating,
    store::{
        Store,
        error::StoreError,
        history, leaderboards,
        pages::{
            HistoryCursor, HistoryPage, LeaderboardEntries, LeaderboardEntry, PageCursor, Viewer,
        },
        ratings::{self, RatingPoint},
        records, statistics,
    },
};

impl Store {
    /// A player's results of all time.
    pub async fn record(&self, scope: game::Scope, player: PlayerId) -> Result<Record, StoreError> {
        records::in_scope(&mut self.reader().await?.connection(), scope, player).await
    }

    /// A player's results against one opponent in all servers.
    pub async fn record_versus(
        &self,
        player: PlayerId,
        opponent: PlayerId,
    ) -> Result<Record, StoreError> {
        records::versus(&mut self.reader().await?.connection(), player, opponent).await
    }

    /// A player's rating after their last rated game, if any.
    pub async fn rating(
        &self,
        scope: game::Scope,
        player: PlayerId,
    ) -> Result<Option<Rating>, StoreError> {
        ratings::rating(&mut self.reader().await?.connection(), scope, player).await
    }

    /// A player's rating after each rated game, oldest first.
    pub async fn rating_points(
        &self,
        scope: game::Scope,
        player: PlayerId,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        ratings::rating_points(&mut self.reader().await?.connection(), scope, player).await
    }

    /// Statistics of a player's finished games.
    pub async fn statistics(&self, player: PlayerId) -> Result<Statistics, StoreError> {
        statistics::statistics(&mut self.reader().await?.connection(), player).await
    }

    /// A page of those of a player's finished games that the viewer may see.
    pub async fn history(
        &self,
        player: PlayerId,
        viewer: Viewer,
        cursor: HistoryCursor,
        limit: u8,
    ) -> Result<HistoryPage, StoreError> {
        history::page(&mut self.reader().await?.connection(), player, viewer, cursor, limit).await
    }

    /// A page of a leaderboard in the current period. The first page if the requested
    /// one is empty.
    pub async fn leaderboard(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
        cursor: PageCursor,
        limit: u8,
    ) -> Result<LeaderboardEntries, StoreError> {
        leaderboards::page(&mut self.reader().await?.connection(), leaderboard, now, cursor, limit)
            .await
    }

    /// A player's entry on a leaderboard in the current period.
    pub async fn leaderboard_entry(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
        player: PlayerId,
    ) -> Result<Option<LeaderboardEntry>, StoreError> {
        leaderboards::entry(&mut self.reader().await?.connection(), leaderboard, now, player).await
    }

    /// The number of entries on a leaderboard in the current period.
    pub async fn leaderboard_size(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        leaderboards::size(&mut self.reader().await?.connection(), leaderboard, now).await
    }
}
