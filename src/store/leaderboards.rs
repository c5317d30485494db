//! Leaderboards, paginated by keyset.
//!
//! A rank is a sum of kept counts, at most a few thousand however many players there are. Triggers
//! keep the counts, so that no code path can forget them.

use clock::Timestamp;

use crate::{
    game::{LeaderboardId, OPPONENTS_FOR_MEDAL, Player, PlayerId, Record, SortBy},
    store::{Connection, FromRow, Query, Row, Store, StoreResult, query, row::player},
};

use self::ScanDirection::{Backward, Forward};

/// A player's entry on a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderboardEntry {
    /// From 1. Entries with equal keys share the best of their ranks.
    pub rank: u64,
    pub sort_key: SortKey,
    pub player: Player,
    /// The player's results in the period.
    pub record: Record,
    /// How many people they have met in it, counted up to
    /// [`OPPONENTS_FOR_MEDAL`].
    pub opponents: u8,
    /// The rating after the last rated game in the period.
    pub rating: Option<u16>,
    /// Whether that is too uncertain to be ranked.
    pub is_provisional: bool,
}

impl LeaderboardEntry {
    /// Whether it is one of the first three places, of who has won, and met enough people.
    pub const fn has_medal(&self) -> bool {
        self.rank <= 3 && self.record.wins > 0 && self.opponents >= OPPONENTS_FOR_MEDAL
    }
}

/// The position of an entry on a leaderboard, for keyset pagination. Opaque to
/// everything but the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SortKey {
    /// The generated column that the leaderboard is sorted by, best first.
    pub key: i64,
    /// Sorts entries with equal keys. Random: a button that holds it names nobody.
    pub tie_breaker: i64,
}

/// Which page of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageCursor {
    First,
    /// Starts with this entry.
    From(SortKey),
    /// Starts after this entry.
    After(SortKey),
    /// Ends before this entry.
    Before(SortKey),
}

/// A page of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderboardEntries {
    /// Best first.
    pub entries: Vec<LeaderboardEntry>,
    /// The number of entries on all pages.
    pub total: u64,
    /// Whether there are better entries.
    pub more_before: bool,
    /// Whether there are worse entries.
    pub more_after: bool,
}

macro_rules! leaderboard_query {
    ($key:literal, $condition:literal) => {
        concat!(
            "SELECT leaderboard_entry.player_id AS player_id, CAST($4 AS BIGINT) AS guild_id, ",
            "player.name AS name, nickname.name AS nickname, ",
            "wins, losses, draws, opponents, rating, provisional, tie_breaker, ",
            $key,
            " AS sort_key FROM leaderboard_entry ",
            "JOIN player ON player.player_id = leaderboard_entry.player_id ",
            "LEFT JOIN nickname ON nickname.player_id = leaderboard_entry.player_id ",
            "AND nickname.guild_id = $4 ",
            "WHERE scope_id = $1 AND period = $2 AND period_number = $3 AND ",
            $condition
        )
    };
}

#[derive(Clone, Copy)]
enum ScanDirection {
    /// From a key on, inclusive.
    Forward,
    /// Backward from a key, exclusive.
    Backward,
}

/// Every entry is counted once at each shift, so the coarsest counts suffice.
const COUNT_ENTRIES: &str = "\
    SELECT CAST(coalesce(sum(players), 0) AS BIGINT) FROM leaderboard_count \
    WHERE scope_id = $1 AND period = $2 AND period_number = $3 AND ordered_by = $4 AND shift = 40";

/// Counts the entries before a key: those with a smaller 20-bit prefix, those with the
/// same prefix and a smaller 40-bit prefix, and so on.
const COUNT_ENTRIES_BEFORE: &str = "\
    SELECT CAST(coalesce(sum(players), 0) AS BIGINT) FROM (\
    SELECT players FROM leaderboard_count WHERE scope_id = $1 AND period = $2 \
    AND period_number = $3 AND ordered_by = $4 AND shift = 40 AND prefix < ($5 >> 40) UNION ALL \
    SELECT players FROM leaderboard_count WHERE scope_id = $1 AND period = $2 \
    AND period_number = $3 AND ordered_by = $4 AND shift = 20 \
    AND prefix >= ($5 >> 40) << 20 AND prefix < ($5 >> 20) UNION ALL \
    SELECT players FROM leaderboard_count WHERE scope_id = $1 AND period = $2 \
    AND period_number = $3 AND ordered_by = $4 AND shift = 0 \
    AND prefix >= ($5 >> 20) << 20 AND prefix < $5) AS better";

/// A leaderboard in its current period.
#[derive(Clone, Copy)]
struct CurrentLeaderboard {
    id: LeaderboardId,
    now: Timestamp,
}

impl CurrentLeaderboard {
    /// A statement whose first parameters are the leaderboard and its period.
    fn query(self, text: &'static str) -> Query {
        let LeaderboardId { scope, period, .. } = self.id;
        query(text).bind(scope).bind(period).bind(period.number_at(self.now))
    }

    /// A [`leaderboard_query!`].
    fn query_entries(self, text: &'static str) -> Query {
        self.query(text).bind(self.id.scope.guild())
    }

    async fn read(
        self,
        connection: &mut Connection<'_>,
        direction: ScanDirection,
        start: SortKey,
        limit: u8,
    ) -> StoreResult<Vec<LeaderboardEntry>> {
        let text = match (self.id.sort_by, direction) {
            (SortBy::Wins, Forward) => leaderboard_query!(
                "wins_key",
                "(wins_key, tie_breaker) >= ($5, $6) ORDER BY wins_key, tie_breaker LIMIT $7"
            ),
            (SortBy::Wins, Backward) => leaderboard_query!(
                "wins_key",
                "(wins_key, tie_breaker) < ($5, $6) \
                 ORDER BY wins_key DESC, tie_breaker DESC LIMIT $7"
            ),
            (SortBy::Rating, Forward) => leaderboard_query!(
                "rating_key",
                "rating IS NOT NULL AND (rating_key, tie_breaker) >= ($5, $6) \
                 ORDER BY rating_key, tie_breaker LIMIT $7"
            ),
            (SortBy::Rating, Backward) => leaderboard_query!(
                "rating_key",
                "rating IS NOT NULL AND (rating_key, tie_breaker) < ($5, $6) \
                 ORDER BY rating_key DESC, tie_breaker DESC LIMIT $7"
            ),
        };
        let query = self.query_entries(text).bind(start.key).bind(start.tie_breaker).bind(limit);
        query.fetch_all(connection).await
    }

    async fn total(self, connection: &mut Connection<'_>) -> StoreResult<u64> {
        self.query(COUNT_ENTRIES).bind(self.id.sort_by).fetch_one(connection).await
    }

    async fn rank(self, connection: &mut Connection<'_>, sort_key: i64) -> StoreResult<u64> {
        let query = self.query(COUNT_ENTRIES_BEFORE).bind(self.id.sort_by).bind(sort_key);
        Ok(query.fetch_one::<u64>(connection).await? + 1)
    }

    /// Ranks the entries of a page. Entries with equal keys share the best of their ranks.
    ///
    /// Only ties with the first entry may begin on an earlier page, so at most two ranks are
    /// queried: of the first entry, and of the first one with another key.
    async fn rank_entries(
        self,
        connection: &mut Connection<'_>,
        entries: &mut [LeaderboardEntry],
    ) -> StoreResult<()> {
        let mut next_rank = None;
        for index in 0..entries.len() {
            let above = index.checked_sub(1).map(|above| &entries[above]);
            let sort_key = entries[index].sort_key.key;
            let rank = match (above, next_rank) {
                (Some(above), _) if above.sort_key.key == sort_key => above.rank,
                (Some(_), Some(rank)) => rank,
                _ => self.rank(connection, sort_key).await?,
            };
            if index > 0 && next_rank.is_none() && entries[0].sort_key.key != sort_key {
                next_rank = Some(rank);
            }
            next_rank = next_rank.map(|rank| rank + 1);
            entries[index].rank = rank;
        }
        Ok(())
    }
}

/// Sorts before every entry.
const START: SortKey = SortKey { key: 0, tie_breaker: 0 };

impl Store {
    /// A page of a leaderboard in the current period. The first page if the requested
    /// one is empty.
    pub async fn leaderboard(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
        cursor: PageCursor,
        limit: u8,
    ) -> StoreResult<LeaderboardEntries> {
        let mut reader = self.reader().await?;
        let connection = &mut reader.connection();
        let leaderboard = CurrentLeaderboard { id: leaderboard, now };
        let start = match cursor {
            PageCursor::First => START,
            PageCursor::From(entry) => entry,
            PageCursor::After(entry) => {
                SortKey { tie_breaker: entry.tie_breaker.saturating_add(1), ..entry }
            }
            PageCursor::Before(entry) => {
                let before = leaderboard.read(connection, Backward, entry, limit).await?;
                before.last().map_or(START, |it| it.sort_key)
            }
        };
        let mut rows = leaderboard.read(connection, Forward, start, limit + 1).await?;
        if rows.is_empty() && cursor != PageCursor::First {
            rows = leaderboard.read(connection, Forward, START, limit + 1).await?;
        }
        let more_after = rows.len() > usize::from(limit);
        rows.truncate(limit.into());
        let more_before = match rows.first() {
            Some(first) => {
                !leaderboard.read(connection, Backward, first.sort_key, 1).await?.is_empty()
            }
            None => false,
        };
        leaderboard.rank_entries(connection, &mut rows).await?;
        Ok(LeaderboardEntries {
            entries: rows,
            total: leaderboard.total(connection).await?,
            more_before,
            more_after,
        })
    }

    /// A player's entry on a leaderboard in the current period; on that of all servers, also of a
    /// player who is not listed, with the rank that they would have.
    pub async fn leaderboard_entry(
        &self,
        leaderboard: LeaderboardId,
        now: Timestamp,
        player: PlayerId,
    ) -> StoreResult<Option<LeaderboardEntry>> {
        let mut reader = self.reader().await?;
        let connection = &mut reader.connection();
        let leaderboard = CurrentLeaderboard { id: leaderboard, now };
        let text = match leaderboard.id.sort_by {
            SortBy::Wins => leaderboard_query!("wins_key", "leaderboard_entry.player_id = $5"),
            SortBy::Rating => leaderboard_query!(
                "rating_key",
                "rating IS NOT NULL AND leaderboard_entry.player_id = $5"
            ),
        };
        let scope = leaderboard.id.scope.of_games();
        let own = CurrentLeaderboard { id: LeaderboardId { scope, ..leaderboard.id }, now };
        let entry: Option<LeaderboardEntry> =
            own.query_entries(text).bind(player).fetch_optional(connection).await?;
        let Some(entry) = entry else { return Ok(None) };
        let rank = leaderboard.rank(connection, entry.sort_key.key).await?;
        Ok(Some(LeaderboardEntry { rank, ..entry }))
    }
}

/// Puts a player on the leaderboard of all servers.
pub(in crate::store) const LIST: &str = "\
    INSERT INTO leaderboard_entry \
    (scope_id, period, period_number, player_id, wins, losses, draws, opponents, rating, \
    provisional, last_rated_at) SELECT -1, period, period_number, player_id, wins, losses, draws, \
    opponents, rating, provisional, last_rated_at FROM leaderboard_entry \
    WHERE scope_id = 0 AND player_id = $1 ON CONFLICT DO NOTHING";

/// Takes a player off it.
pub(in crate::store) const UNLIST: &str =
    "DELETE FROM leaderboard_entry WHERE scope_id = -1 AND player_id = $1";

/// An entry, with the rank missing.
impl FromRow for LeaderboardEntry {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let player = player(row, ["player_id", "name", "nickname"], row.get("guild_id")?)?;
        Ok(Self {
            rank: 0,
            sort_key: SortKey { key: row.get("sort_key")?, tie_breaker: row.get("tie_breaker")? },
            player: player.ok_or_else(|| row.corrupt("player_id", "nobody"))?,
            record: Record::from_row(row)?,
            opponents: row.get("opponents")?,
            rating: row.get("rating")?,
            is_provisional: row.get("provisional")?,
        })
    }
}
