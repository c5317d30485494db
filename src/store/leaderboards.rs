//! Leaderboards, paginated by keyset. Places and players are counted up to [`MAX_COUNTED`], so that
//! a page costs as much wherever it is, and however many players there are.

use std::slice;

use clock::Timestamp;

use crate::{
    game::{
        LAST_MEDAL, LeaderboardId, MAX_COUNTED, Player, PlayerId, Record, Scope, Season, SortBy,
    },
    store::{database::Store, prelude::*, row::player},
};

/// A player's entry on a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderboardEntry {
    /// From 1, exact up to [`MAX_COUNTED`]: one more stands for all beyond. Entries with equal keys
    /// share the best of their ranks.
    pub rank: u64,
    pub sort_key: SortKey,
    /// `None` where a season that has ended keeps the place of somebody who is hidden.
    pub player: Option<Player>,
    /// The player's results in the period.
    pub record: Record,
    /// The rating after the last rated game in the period.
    pub rating: Option<u16>,
    /// Whether that is too uncertain to be ranked among the others.
    pub is_provisional: bool,
    /// Whether it is one of the first three places that have a medal.
    pub has_medal: bool,
}

/// The position of an entry on a leaderboard, for keyset pagination. Opaque to
/// everything but the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SortKey {
    /// The column that the leaderboard is sorted by, the smallest first.
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
    /// The number of entries on all pages, exact up to [`MAX_COUNTED`].
    pub total: u64,
    /// Whether there are better entries.
    pub more_before: bool,
    /// Whether there are worse entries.
    pub more_after: bool,
}

impl LeaderboardEntries {
    /// Whom the page shows, or shows as deleted.
    pub fn players(&self) -> Vec<&Player> {
        self.entries.iter().filter_map(|entry| entry.player.as_ref()).collect()
    }

    /// Whom the page names.
    pub fn names(&self) -> Vec<PlayerId> {
        let named = self.players().into_iter().map(|player| player.id);
        named.filter(|player| !player.is_deleted()).collect()
    }
}

/// A query with this key that the leaderboard is sorted by.
macro_rules! by_key {
    ($sort_by:expr, $query:ident $(, $argument:literal)*) => {
        match $sort_by {
            SortBy::Wins => $query!("wins_key" $(, $argument)*),
            SortBy::Rating => $query!("rating_key" $(, $argument)*),
        }
    };
}

/// Whom managers have hidden is on no leaderboard of the server `$4`, and has no name on that of a
/// season that has ended, where `$5` is NULL.
macro_rules! entry_query {
    ($key:literal $(, $rest:literal)+) => {
        concat!(
            "SELECT leaderboard_entry.player_id AS player_id, CAST($4 AS BIGINT) AS guild_id, ",
            "player.name AS name, nickname.name AS nickname, ",
            "wins, losses, draws, rating, provisional, medal, tie_breaker, ",
            "CAST(CASE WHEN leaderboard_entry.player_id IN (SELECT player_id FROM hidden_player ",
            "WHERE guild_id = $4) THEN 1 ELSE 0 END AS BIGINT) AS hidden, ",
            $key,
            " AS sort_key FROM leaderboard_entry ",
            "JOIN player ON player.player_id = leaderboard_entry.player_id ",
            "LEFT JOIN nickname ON nickname.player_id = leaderboard_entry.player_id ",
            "AND nickname.guild_id = $4 ",
            "WHERE scope_id = $1 AND period = $2 AND period_number = $3 AND ",
            "leaderboard_entry.player_id NOT IN ",
            "(SELECT player_id FROM hidden_player WHERE guild_id = $5) AND ",
            $key
            $(, $rest)+
        )
    };
}

/// The entry of the player `$6`, if it is sorted.
macro_rules! own_query {
    ($key:literal) => {
        entry_query!($key, " IS NOT NULL AND leaderboard_entry.player_id = $6")
    };
}

/// At most `$8` entries from the key in `$6` and `$7` on. The first condition, which follows from
/// the second, lets PostgreSQL use the index.
macro_rules! page_query {
    ($key:literal, $compared:literal, $order:literal) => {
        entry_query!(
            $key,
            " IS NOT NULL AND (",
            $key,
            ", tie_breaker) ",
            $compared,
            " ($6, $7) ORDER BY ",
            $key,
            " ",
            $order,
            ", tie_breaker ",
            $order,
            " LIMIT $8"
        )
    };
}

/// Counts at most `$6` entries before the key in `$7` and `$8`, and how many of those have a better
/// key than `$7`.
macro_rules! count_query {
    ($key:literal) => {
        concat!(
            "SELECT CAST(count(*) AS BIGINT), ",
            "CAST(count(*) FILTER (WHERE sort_key < $7) AS BIGINT) FROM (SELECT ",
            $key,
            " AS sort_key FROM leaderboard_entry ",
            "WHERE scope_id = $1 AND period = $2 AND period_number = $3 AND ",
            "player_id NOT IN (SELECT player_id FROM hidden_player WHERE guild_id = $5) AND (",
            $key,
            ", tie_breaker) < ($7, $8) ORDER BY ",
            $key,
            ", tie_breaker LIMIT $6) AS counted"
        )
    };
}

/// A leaderboard in its current period.
#[derive(Clone, Copy)]
struct CurrentLeaderboard {
    id: LeaderboardId,
    now: Timestamp,
}

impl CurrentLeaderboard {
    /// A statement whose first parameters are the leaderboard, its period, the server whose names
    /// it shows, and the one whose hidden people it leaves out.
    fn query(self, text: &'static str) -> Query {
        let LeaderboardId { scope, period, .. } = self.id;
        let guild = scope.guild();
        query(text)
            .bind(scope)
            .bind(period)
            .bind(period.number_at(self.now))
            .bind(guild)
            .bind(guild.filter(|_| !scope.is_over()))
    }

    /// The entries from a key on.
    fn entries_from(self, SortKey { key, tie_breaker }: SortKey, limit: u8) -> Query {
        let query = self.query(by_key!(self.id.sort_by, page_query, ">=", ""));
        query.bind(key).bind(tie_breaker).bind(limit)
    }

    /// The entries before a key, backward.
    fn entries_before(self, SortKey { key, tie_breaker }: SortKey, limit: u8) -> Query {
        let query = self.query(by_key!(self.id.sort_by, page_query, "<", "DESC"));
        query.bind(key).bind(tie_breaker).bind(limit)
    }

    /// How many entries come before one, and how many of those have a better key.
    fn count_before(self, SortKey { key, tie_breaker }: SortKey) -> Query {
        let query = self.query(by_key!(self.id.sort_by, count_query));
        query.bind(BEYOND).bind(key).bind(tie_breaker)
    }

    /// Ranks the entries of a page, and returns how many come before. Only ties with the first entry
    /// may begin on an earlier page.
    async fn rank_entries(
        self,
        connection: &mut Connection<'_>,
        entries: &mut [LeaderboardEntry],
    ) -> StoreResult<u64> {
        let Some(first) = entries.first() else { return Ok(0) };
        let (before, better): (u64, u64) =
            self.count_before(first.sort_key).fetch_one(connection).await?;
        let (mut rank, mut key) = (better + 1, first.sort_key.key);
        for (position, entry) in (before + 1..).zip(entries) {
            if entry.sort_key.key != key {
                (rank, key) = (position, entry.sort_key.key);
            }
            entry.rank = rank.min(BEYOND);
        }
        Ok(before)
    }

    /// Gives ranked entries their medals. Those of a season that has ended are stored, and belong to
    /// its final board.
    async fn award_medals(
        self,
        connection: &mut Connection<'_>,
        entries: &mut [LeaderboardEntry],
    ) -> StoreResult<()> {
        if let Scope::Season(season @ Season { ended_at: Some(_), .. }) = self.id.scope {
            let is_final = self.id == season.final_board();
            for entry in entries {
                entry.has_medal &= is_final;
            }
            return Ok(());
        }
        let mut entries: Vec<_> = entries.iter_mut().filter(|it| it.rank <= LAST_MEDAL).collect();
        if entries.is_empty() {
            return Ok(());
        }
        // At most two entries rank above the last medal.
        let mut is_earned = Vec::new();
        for entry in self.entries_from(START, 2).fetch_all::<LeaderboardEntry>(connection).await? {
            is_earned.push((entry.sort_key, self.is_medal_earned(connection, &entry).await?));
        }
        for entry in &mut entries {
            let mut above = is_earned.iter().zip(1..entry.rank);
            entry.has_medal = above.all(|((_, is_earned), _)| *is_earned)
                && match is_earned.iter().find(|(key, _)| *key == entry.sort_key) {
                    Some((_, is_earned)) => *is_earned,
                    None => self.is_medal_earned(connection, entry).await?,
                };
        }
        Ok(())
    }

    async fn is_medal_earned(
        self,
        connection: &mut Connection<'_>,
        LeaderboardEntry { player, record, .. }: &LeaderboardEntry,
    ) -> StoreResult<bool> {
        let Some(player) = player.as_ref().filter(|_| record.wins > 0) else { return Ok(false) };
        let one = self.opponent(player.id, PlayerId(0)).fetch_optional(connection).await?;
        let Some(one) = one else { return Ok(false) };
        let other: Option<PlayerId> =
            self.opponent(player.id, one).fetch_optional(connection).await?;
        Ok(other.is_some())
    }

    /// Somebody whom a player has met in the games that the leaderboard is of, other than this one. Who
    /// has deleted their data is nobody.
    fn opponent(self, player: PlayerId, except: PlayerId) -> Query {
        macro_rules! opponent {
            ($player:literal, $opponent:literal) => {
                concat!(
                    "SELECT * FROM (SELECT ",
                    $opponent,
                    " AS opponent_id FROM game WHERE ",
                    $player,
                    " = $1 AND ",
                    $opponent,
                    " > 0 AND ",
                    $opponent,
                    " <> $5 AND ended_at >= $3 AND counts = 'yes' AND result_number > ",
                    "coalesce((SELECT reset_record.result_number FROM reset_record ",
                    "WHERE reset_record.guild_id = $2 AND player_id = $1), 0) ",
                    "AND ($2 IS NULL OR guild_id = $2) AND ($4 IS NULL OR season_id = $4) ",
                    "ORDER BY result_number DESC LIMIT 1) AS last"
                )
            };
        }
        const OPPONENT: &str = concat!(
            opponent!("first_player_id", "second_player_id"),
            " UNION ALL ",
            opponent!("second_player_id", "first_player_id"),
            " LIMIT 1"
        );
        let LeaderboardId { scope, period, .. } = self.id;
        let season = match scope {
            Scope::Season(season) => Some(season.id),
            _ => None,
        };
        let opponent = query(OPPONENT).bind(player).bind(scope.guild());
        opponent.bind(period.began_at(self.now)).bind(season).bind(except)
    }
}

/// The rank of all entries beyond those that are counted.
const BEYOND: u64 = MAX_COUNTED as u64 + 1;

/// Sorts before every entry.
const START: SortKey = SortKey { key: 0, tie_breaker: 0 };

/// Sorts after every entry.
const END: SortKey = SortKey { key: i64::MAX, tie_breaker: i64::MAX };

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
        page(&mut self.reader().await?.connection(), leaderboard, now, cursor, limit).await
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
        let text = by_key!(leaderboard.id.sort_by, own_query);
        let scope = leaderboard.id.scope.of_games();
        let own = CurrentLeaderboard { id: LeaderboardId { scope, ..leaderboard.id }, now };
        let entry: Option<LeaderboardEntry> =
            own.query(text).bind(player).fetch_optional(connection).await?;
        let Some(entry) = entry else { return Ok(None) };
        let (_, better): (u64, u64) =
            leaderboard.count_before(entry.sort_key).fetch_one(connection).await?;
        let mut entry = LeaderboardEntry { rank: BEYOND.min(better + 1), ..entry };
        // Who is not listed has no medal there.
        if scope == leaderboard.id.scope {
            leaderboard.award_medals(connection, slice::from_mut(&mut entry)).await?;
        }
        Ok(Some(entry))
    }
}

/// A page of a leaderboard in the current period. The first page if the requested one is empty.
pub(in crate::store) async fn page(
    connection: &mut Connection<'_>,
    leaderboard: LeaderboardId,
    now: Timestamp,
    cursor: PageCursor,
    limit: u8,
) -> StoreResult<LeaderboardEntries> {
    let leaderboard = CurrentLeaderboard { id: leaderboard, now };
    let start = match cursor {
        PageCursor::First => START,
        PageCursor::From(entry) => entry,
        PageCursor::After(entry) => {
            SortKey { tie_breaker: entry.tie_breaker.saturating_add(1), ..entry }
        }
        PageCursor::Before(entry) => {
            let before: Vec<LeaderboardEntry> =
                leaderboard.entries_before(entry, limit).fetch_all(connection).await?;
            before.last().map_or(START, |it| it.sort_key)
        }
    };
    let mut rows: Vec<LeaderboardEntry> =
        leaderboard.entries_from(start, limit + 1).fetch_all(connection).await?;
    if rows.is_empty() && cursor != PageCursor::First {
        rows = leaderboard.entries_from(START, limit + 1).fetch_all(connection).await?;
    }
    let more_after = rows.len() > usize::from(limit);
    rows.truncate(limit.into());
    let before = leaderboard.rank_entries(connection, &mut rows).await?;
    leaderboard.award_medals(connection, &mut rows).await?;
    let (total, _): (u64, u64) = leaderboard.count_before(END).fetch_one(connection).await?;
    Ok(LeaderboardEntries { entries: rows, total, more_before: before > 0, more_after })
}

/// An entry, with the rank missing.
impl FromRow for LeaderboardEntry {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let player = player(row, ["player_id", "name", "nickname"], row.get("guild_id")?)?;
        Ok(Self {
            rank: 0,
            sort_key: SortKey { key: row.get("sort_key")?, tie_breaker: row.get("tie_breaker")? },
            player: if row.get("hidden")? { None } else { player },
            record: Record::from_row(row)?,
            rating: row.get("rating")?,
            is_provisional: row.get("provisional")?,
            has_medal: row.get::<Option<i64>>("medal")?.is_some(),
        })
    }
}
