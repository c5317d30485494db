//! Leaderboards, paginated by keyset.

use clock::Timestamp;

use crate::{
    game::{LeaderboardId, PlayerId, SortBy},
    store::{
        LeaderboardEntries, LeaderboardEntry, PageCursor, SortKey, StoreError,
        query::{DbConnection, query},
        rows::{self, LeaderboardRow},
        sql,
    },
};

/// The query parameters of a leaderboard in its current period.
#[derive(Clone, Copy)]
struct LeaderboardKey {
    scope: i64,
    period: &'static str,
    period_number: i64,
    order: SortBy,
}

impl LeaderboardKey {
    fn of(leaderboard: LeaderboardId, now: Timestamp) -> Self {
        Self {
            scope: rows::scope_id(leaderboard.scope),
            period: leaderboard.period.name(),
            period_number: leaderboard.period.number_at(now),
            order: leaderboard.sort_by,
        }
    }
}

/// Sorts before every entry.
const START: SortKey = SortKey { key: 0, tie_breaker: 0 };

pub(in crate::store) async fn page(
    connection: &mut impl DbConnection,
    leaderboard: LeaderboardId,
    now: Timestamp,
    cursor: PageCursor,
    limit: u8,
) -> Result<LeaderboardEntries, StoreError> {
    let key = LeaderboardKey::of(leaderboard, now);
    let mut rows = match cursor {
        PageCursor::First => {
            read(connection, key, ScanDirection::Forward, START, limit + 1).await?
        }
        PageCursor::From(entry) => {
            read(connection, key, ScanDirection::Forward, entry, limit + 1).await?
        }
        PageCursor::After(entry) => {
            let tie_breaker = entry.tie_breaker.saturating_add(1);
            let next = SortKey { tie_breaker, ..entry };
            read(connection, key, ScanDirection::Forward, next, limit + 1).await?
        }
        PageCursor::Before(entry) => {
            let mut rows = read(connection, key, ScanDirection::Backward, entry, limit).await?;
            rows.reverse();
            let page_start = rows.first().map_or(START, LeaderboardRow::sort_key);
            read(connection, key, ScanDirection::Forward, page_start, limit + 1).await?
        }
    };
    if rows.is_empty() && cursor != PageCursor::First {
        rows = read(connection, key, ScanDirection::Forward, START, limit + 1).await?;
    }
    let more_after = rows.len() > usize::from(limit);
    rows.truncate(limit.into());
    let more_before = match rows.first() {
        Some(first) => {
            !read(connection, key, ScanDirection::Backward, first.sort_key(), 1).await?.is_empty()
        }
        None => false,
    };
    let entries = rank_entries(connection, key, rows).await?;
    Ok(LeaderboardEntries {
        entries,
        total: total(connection, key).await?,
        more_before,
        more_after,
    })
}

pub(in crate::store) async fn entry(
    connection: &mut impl DbConnection,
    leaderboard: LeaderboardId,
    now: Timestamp,
    player: PlayerId,
) -> Result<Option<LeaderboardEntry>, StoreError> {
    let key = LeaderboardKey::of(leaderboard, now);
    let text = match key.order {
        SortBy::Wins => sql::LEADERBOARD_ENTRY_BY_WINS,
        SortBy::Rating => sql::LEADERBOARD_ENTRY_BY_RATING,
    };
    let row: Option<LeaderboardRow> = query(text)
        .bind(key.scope)
        .bind(key.period)
        .bind(key.period_number)
        .bind(player.0.cast_signed())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let rank = rank(connection, key, row.key()).await?;
    row.into_entry(rank).map(Some)
}

pub(in crate::store) async fn size(
    connection: &mut impl DbConnection,
    leaderboard: LeaderboardId,
    now: Timestamp,
) -> Result<u64, StoreError> {
    total(connection, LeaderboardKey::of(leaderboard, now)).await
}

/// Ranks the entries of a page. Entries with equal keys share the best of their ranks.
///
/// Only ties with the first entry may begin on an earlier page, so at most two ranks are
/// queried: of the first entry, and of the first one with another key.
async fn rank_entries(
    connection: &mut impl DbConnection,
    key: LeaderboardKey,
    rows: Vec<LeaderboardRow>,
) -> Result<Vec<LeaderboardEntry>, StoreError> {
    let mut entries: Vec<LeaderboardEntry> = Vec::with_capacity(rows.len());
    let mut next_rank = None;
    for row in rows {
        let rank = match (entries.last(), next_rank) {
            (Some(above), _) if above.sort_key.key == row.key() => above.rank,
            (Some(_), Some(rank)) => rank,
            _ => rank(connection, key, row.key()).await?,
        };
        if !entries.is_empty() && next_rank.is_none() && entries[0].sort_key.key != row.key() {
            next_rank = Some(rank);
        }
        next_rank = next_rank.map(|rank| rank + 1);
        entries.push(row.into_entry(rank)?);
    }
    Ok(entries)
}

#[derive(Clone, Copy)]
enum ScanDirection {
    /// From a key on, inclusive.
    Forward,
    /// Backward from a key, exclusive.
    Backward,
}

async fn read(
    connection: &mut impl DbConnection,
    key: LeaderboardKey,
    direction: ScanDirection,
    start: SortKey,
    limit: u8,
) -> Result<Vec<LeaderboardRow>, StoreError> {
    let text = match (key.order, direction) {
        (SortBy::Wins, ScanDirection::Forward) => sql::LEADERBOARD_BY_WINS,
        (SortBy::Wins, ScanDirection::Backward) => sql::LEADERBOARD_BACKWARD_BY_WINS,
        (SortBy::Rating, ScanDirection::Forward) => sql::LEADERBOARD_BY_RATING,
        (SortBy::Rating, ScanDirection::Backward) => sql::LEADERBOARD_BACKWARD_BY_RATING,
    };
    query(text)
        .bind(key.scope)
        .bind(key.period)
        .bind(key.period_number)
        .bind(start.key)
        .bind(start.tie_breaker)
        .bind(i64::from(limit))
        .fetch_all(&mut *connection)
        .await
}

async fn total(connection: &mut impl DbConnection, key: LeaderboardKey) -> Result<u64, StoreError> {
    let total: i64 = query(sql::COUNT_ENTRIES)
        .bind(key.scope)
        .bind(key.period)
        .bind(key.period_number)
        .bind(key.order.name())
        .fetch_scalar(&mut *connection)
        .await?;
    Ok(total.cast_unsigned())
}

async fn rank(
    connection: &mut impl DbConnection,
    key: LeaderboardKey,
    sort_key: i64,
) -> Result<u64, StoreError> {
    let before: i64 = query(sql::COUNT_ENTRIES_BEFORE)
        .bind(key.scope)
        .bind(key.period)
        .bind(key.period_number)
        .bind(key.order.name())
        .bind(sort_key)
        .fetch_scalar(&mut *connection)
        .await?;
    Ok(before.cast_unsigned() + 1)
}
