//! The entries of leaderboards: what results add to them is decided by
//! [`Standings`](crate::game::Standings).

use std::collections::HashMap;

use serde_json::Value;

use crate::{
    game::{Entry, EntryKey, EntryRating, GuildId, Period, PlayerId, Record, Scope, Season},
    store::{Connection, FromRow, Row, SqlValue, StoreResult, from_columns, query, scope_id},
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
    let scopes = [Scope::Global, Scope::Listed].into_iter();
    let scopes = scopes.chain(guild.map(Scope::Guild)).chain(season.map(Scope::Season));
    let scopes: HashMap<i64, Scope> = scopes.map(|scope| (scope_id(scope), scope)).collect();
    let entries = query(ENTRIES)
        .bind(Scope::Global)
        .bind(Scope::Listed)
        .bind(guild.map(Scope::Guild))
        .bind(season.map(Scope::Season))
        .bind(one)
        .bind(other);
    let entries: Vec<StoredEntry> = entries.fetch_all(connection).await?;
    let keyed = entries.into_iter().filter_map(|StoredEntry { scope, period, player, entry }| {
        Some((EntryKey { scope: *scopes.get(&scope)?, period, player }, entry))
    });
    Ok(keyed.collect())
}

/// Stores rows, given as a JSON array of arrays in `$1`.
macro_rules! save_entries {
    ($rows:literal) => {
        concat!(
            "INSERT INTO leaderboard_entry (scope_id, period, player_id, period_number, wins, ",
            "losses, draws, rating, provisional, last_rated_at) SELECT ",
            $rows,
            " ON CONFLICT (scope_id, period, player_id) DO UPDATE SET ",
            "period_number = excluded.period_number, wins = excluded.wins, ",
            "losses = excluded.losses, draws = excluded.draws, rating = excluded.rating, ",
            "provisional = excluded.provisional, last_rated_at = excluded.last_rated_at"
        )
    };
}

const SAVE_IN_SQLITE: &str = save_entries!(
    "value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, \
     value ->> 6, value ->> 7, value ->> 8, value ->> 9 FROM json_each($1) WHERE true"
);

const SAVE_IN_POSTGRES: &str = save_entries!(
    "CAST(value ->> 0 AS BIGINT), value ->> 1, CAST(value ->> 2 AS BIGINT), \
     CAST(value ->> 3 AS BIGINT), CAST(value ->> 4 AS BIGINT), CAST(value ->> 5 AS BIGINT), \
     CAST(value ->> 6 AS BIGINT), CAST(value ->> 7 AS BIGINT), CAST(value ->> 8 AS BIGINT), \
     CAST(value ->> 9 AS BIGINT) FROM json_array_elements(CAST($1 AS json)) AS entry (value)"
);

/// Stores some of these entries.
pub(in crate::store) async fn save(
    connection: &mut Connection<'_>,
    entries: &HashMap<EntryKey, Entry>,
    changed: impl IntoIterator<Item = EntryKey>,
) -> StoreResult<()> {
    let changed = changed.into_iter().filter_map(|key| Some((key, *entries.get(&key)?)));
    let rows: Vec<Value> = changed.map(|(key, entry)| row(key, entry)).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let rows = Value::from(rows).to_string();
    let save = query(connection.choose(SAVE_IN_SQLITE, SAVE_IN_POSTGRES)).bind(rows);
    save.execute(connection).await.map(drop)
}

fn row(EntryKey { scope, period, player }: EntryKey, entry: Entry) -> Value {
    let Entry { period_number, record: Record { wins, losses, draws }, rating } = entry;
    let values: [SqlValue; 10] = [
        scope.into(),
        period.into(),
        player.into(),
        period_number.into(),
        wins.into(),
        losses.into(),
        draws.into(),
        rating.map(|it| it.value).into(),
        rating.is_some_and(|it| it.is_provisional).into(),
        rating.and_then(|it| it.last_rated_at).into(),
    ];
    values.map(Value::from).into_iter().collect()
}

/// Puts a player on the leaderboard of all servers.
pub(in crate::store) const LIST: &str = "\
    INSERT INTO leaderboard_entry \
    (scope_id, period, period_number, player_id, wins, losses, draws, rating, \
    provisional, last_rated_at) SELECT -1, period, period_number, player_id, wins, losses, draws, \
    rating, provisional, last_rated_at FROM leaderboard_entry \
    WHERE scope_id = 0 AND player_id = $1 ON CONFLICT DO NOTHING";

/// Takes a player off it.
pub(in crate::store) const UNLIST: &str =
    "DELETE FROM leaderboard_entry WHERE scope_id = -1 AND player_id = $1";

/// Takes a player off a leaderboard in all periods.
pub(in crate::store) const DELETE: &str =
    "DELETE FROM leaderboard_entry WHERE scope_id = $1 AND player_id = $2";
