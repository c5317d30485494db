//! What finished games add up to.

use async_trait::async_trait;
use clock::Timestamp;

use crate::{
    game::{self, LeaderboardId, PlayerId, Record, Statistics},
    rating::Rating,
    store::{
        database::Database,
        error::StoreError,
        history, leaderboards,
        pages::{
            HistoryCursor, HistoryPage, LeaderboardEntries, LeaderboardEntry, PageCursor, Viewer,
        },
        ratings::{self, RatingPoint},
        records,
        sql_store::SqlStore,
        statistics,
    },
};

#[async_trait]
pub trait ResultStore {
    /// A player's results of all time.
    async fn record(&self, scope: game::Scope, player: PlayerId) -> Result<Record, StoreError>;

    /// A player's results against one opponent in all servers.
    async fn record_versus(
        &self,
        player: PlayerId,
        opponent: PlayerId,
    ) -> Result<Record, StoreError>;

    /// A player's rating after their last rated game, if any.
    async fn rating(
        &self,
        scope: game::Scope,
        player: PlayerId,
    ) -> Result<Option<Rating>, StoreError>;

    /// A player's rating after each rated game, oldest first.
    async fn rating_points(
        &self,
        scope: game::Scope,
        player: PlayerId,
    ) -> Result<Vec<RatingPoint>, StoreError>;

    /// Statistics of a player's finished games.
    async fn statistics(&self, player: PlayerId) -> Result<Statistics, StoreError>;

    /// A page of those of a player's finished games that the viewer may see.
    async fn history(
        &self,
        player: PlayerId,
        viewer: Viewer,
        cursor: HistoryCursor,
        limit: u8,
    ) -> Result<HistoryPage, StoreError>;

    /// A page of a leaderboard in the current period. The first page if the requested
    /// one is empty.
    async fn leaderboard(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
        cursor: PageCursor,
        limit: u8,
    ) -> Result<LeaderboardEntries, StoreError>;

    /// A player's entry on a leaderboard in the current period.
    async fn leaderboard_entry(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
        player: PlayerId,
    ) -> Result<Option<LeaderboardEntry>, StoreError>;

    /// The number of entries on a leaderboard in the current period.
    async fn leaderboard_size(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
    ) -> Result<u64, StoreError>;
}

#[async_trait]
impl<D: Database> ResultStore for SqlStore<D> {
    async fn record(&self, scope: game::Scope, player: PlayerId) -> Result<Record, StoreError> {
        records::in_scope(&mut *self.reader().await?, scope, player).await
    }

    async fn record_versus(
        &self,
        player: PlayerId,
        opponent: PlayerId,
    ) -> Result<Record, StoreError> {
        records::versus(&mut *self.reader().await?, player, opponent).await
    }

    async fn rating(
        &self,
        scope: game::Scope,
        player: PlayerId,
    ) -> Result<Option<Rating>, StoreError> {
        ratings::rating(&mut *self.reader().await?, scope, player).await
    }

    async fn rating_points(
        &self,
        scope: game::Scope,
        player: PlayerId,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        ratings::rating_points(&mut *self.reader().await?, scope, player).await
    }

    async fn statistics(&self, player: PlayerId) -> Result<Statistics, StoreError> {
        statistics::statistics(&mut *self.reader().await?, player).await
    }

    async fn history(
        &self,
        player: PlayerId,
        viewer: Viewer,
        cursor: HistoryCursor,
        limit: u8,
    ) -> Result<HistoryPage, StoreError> {
        history::page(&mut *self.reader().await?, player, viewer, cursor, limit).await
    }

    async fn leaderboard(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
        cursor: PageCursor,
        limit: u8,
    ) -> Result<LeaderboardEntries, StoreError> {
        leaderboards::page(&mut *self.reader().await?, leaderboard, now, cursor, limit).await
    }

    async fn leaderboard_entry(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
        player: PlayerId,
    ) -> Result<Option<LeaderboardEntry>, StoreError> {
        leaderboards::entry(&mut *self.reader().await?, leaderboard, now, player).await
    }

    async fn leaderboard_size(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        leaderboards::size(&mut *self.reader().await?, leaderboard, now).await
    }
}
