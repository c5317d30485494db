//! The entries of leaderboards: what results add to them is decided by
//! [`Standings`](crate::game::Standings).

use std::collections::HashMap;

use serde_json::Value;

use crate::{
    game::{Entry, EntryKey, EntryRating, GuildId, Period, PlayerId, Record, Scope, Season},
    store::{export_schema::ExportRow, prelude::*, values::scope_id},
};

struct StoredEntry {
    scope: i64,
    period: Period,
    player: PlayerId,
    entry: Entry,
}

from_columns!(StoredEntry { scope: "scope_id", period, player: "player_id", entry: .. });

from_columns!(Entry { period_number, record: .., rating: .. });

impl FromRow for Option<EntryRating> {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        let Some(value) = row.get("rating")? else { return Ok(None) };
        let (is_provisional, last_rated_at) = (row.get("provisional")?, row.get("last_rated_at")?);
        Ok(Some(EntryRating { value, is_provisional, last_rated_at }))
    }
}

/// The entries of two players on all leaderboards on which a result in a server counts.
pub(in crate::store) async fn of_pair(
    connection: &mut Connection<'_>,
    guild: Option<GuildId>,
    season: Option<Season>,
    [one, other]: [PlayerId; 2],
) -> StoreResult<HashMap<EntryKey, Entry>> {
    const ENTRIES: &str = "\
        SELECT scope_id, period, player_id, period_number, wins, losses, draws, rating, \
        provisional, last_rated_at FROM leaderboard_entry WHERE scope_id IN ($1, $2, $3, $4) \
        AND period IN ('all time', 'month', 'week') AND player_id IN ($5, $6)";
    let (guild, season) = (guild.map(Scope::Guild), season.map(Scope::Season));
    let scopes = [Some(Scope::Global), Some(Scope::Listed), guild, season];
    let entries = scopes.into_iter().fold(query(ENTRIES), Query::bind).bind(one).bind(other);
    let entries: Vec<StoredEntry> = entries.fetch_all(connection).await?;
    let keyed = entries.into_iter().filter_map(|StoredEntry { scope, period, player, entry }| {
        let scope = scopes.into_iter().flatten().find(|it| scope_id(*it) == scope)?;
        Some((EntryKey { scope, period, player }, entry))
    });
    Ok(keyed.collect())
}

/// Stores rows, given as a JSON array of objects in `$1`.
macro_rules! save_entries {
    ($rows:literal) => {
        concat!(
            "INSERT INTO leaderboard_entry (scope_id, period, player_id, period_number, wins, ",
            "losses, draws, rating, provisional, last_rated_at, wins_key, rating_key) SELECT ",
            "CAST(value ->> 'scope_id' AS BIGINT), value ->> 'period', ",
            "CAST(value ->> 'player_id' AS BIGINT), CAST(value ->> 'period_number' AS BIGINT), ",
            "CAST(value ->> 'wins' AS BIGINT), CAST(value ->> 'losses' AS BIGINT), ",
            "CAST(value ->> 'draws' AS BIGINT), CAST(value ->> 'rating' AS BIGINT), ",
            "CAST(value ->> 'provisional' AS BIGINT), CAST(value ->> 'last_rated_at' AS BIGINT), ",
            "CAST(value ->> 'wins_key' AS BIGINT), CAST(value ->> 'rating_key' AS BIGINT) FROM ",
            $rows,
            " WHERE true ON CONFLICT (scope_id, period, player_id) DO UPDATE SET ",
            "period_number = excluded.period_number, wins = excluded.wins, ",
            "losses = excluded.losses, draws = excluded.draws, rating = excluded.rating, ",
            "provisional = excluded.provisional, last_rated_at = excluded.last_rated_at, ",
            "wins_key = excluded.wins_key, rating_key = excluded.rating_key"
        )
    };
}

/// Stores entries.
pub(in crate::store) async fn save(
    connection: &mut Connection<'_>,
    entries: Vec<(EntryKey, Entry)>,
) -> StoreResult<()> {
    const SAVE_IN_SQLITE: &str = save_entries!("json_each($1)");
    const SAVE_IN_POSTGRES: &str =
        save_entries!("json_array_elements(CAST($1 AS json)) AS entry (value)");
    let rows = entries.into_iter().map(|(key, entry)| row(key, entry).into());
    let rows: Vec<Value> = rows.collect();
    if rows.is_empty() {
        return Ok(());
    }
    let rows = Value::from(rows).to_string();
    let save = query(connection.choose(SAVE_IN_SQLITE, SAVE_IN_POSTGRES)).bind(rows);
    save.execute(connection).await.map(drop)
}

/// An entry as the columns of its row.
fn row(EntryKey { scope, period, player }: EntryKey, entry: Entry) -> ExportRow {
    let Entry { period_number, record: Record { wins, losses, draws }, rating } = entry;
    let columns: [(&str, SqlValue); 12] = [
        ("scope_id", scope.into()),
        ("period", period.into()),
        ("player_id", player.into()),
        ("period_number", period_number.into()),
        ("wins", wins.into()),
        ("losses", losses.into()),
        ("draws", draws.into()),
        ("rating", rating.map(|it| it.value).into()),
        ("provisional", rating.is_some_and(|it| it.is_provisional).into()),
        ("last_rated_at", rating.and_then(|it| it.last_rated_at).into()),
        ("wins_key", entry.wins_key().into()),
        ("rating_key", entry.rating_key().into()),
    ];
    columns.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect()
}

/// Puts a player on the leaderboard of all servers, whose scope is `$1`.
pub(in crate::store) const LIST: &str = "\
    INSERT INTO leaderboard_entry \
    (scope_id, period, period_number, player_id, wins, losses, draws, rating, provisional, \
    last_rated_at, wins_key, rating_key) SELECT $1, period, period_number, player_id, wins, \
    losses, draws, rating, provisional, last_rated_at, wins_key, rating_key FROM leaderboard_entry \
    WHERE scope_id = 0 AND player_id = $2 ON CONFLICT DO NOTHING";

/// Takes a player off a leaderboard in all periods.
pub(in crate::store) const DELETE: &str =
    "DELETE FROM leaderboard_entry WHERE scope_id = $1 AND player_id = $2";
