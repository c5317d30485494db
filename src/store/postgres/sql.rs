//! Statements for PostgreSQL alone.

use crate::store::results::count_results;

pub(in crate::store) const COUNT_RESULTS: &str = count_results!(
    "CAST(value ->> 0 AS BIGINT), value ->> 1, CAST(value ->> 2 AS BIGINT), \
     CAST(value ->> 3 AS BIGINT), CAST(value ->> 4 AS BIGINT), CAST(value ->> 5 AS BIGINT), \
     CAST(value ->> 6 AS BIGINT), CAST(value ->> 7 AS BIGINT) \
     FROM json_array_elements(CAST($1 AS json)) AS result (value)"
);

/// Defers foreign key checks to the end of the transaction.
pub(in crate::store) const DEFER_REFERENCES: &str = "SET CONSTRAINTS ALL DEFERRED";

/// Deletes what only this database keeps of the server `$1`.
pub(in crate::store) const DELETE_GUILD: [&str; 2] = [
    "DELETE FROM leaderboard_change WHERE scope_id = $1",
    "DELETE FROM leaderboard_total WHERE scope_id = $1",
];

/// The columns of the table `$1`, in order, except generated ones.
pub(in crate::store) const COLUMNS: &str = "\
    SELECT CAST(attname AS TEXT) FROM pg_attribute WHERE attrelid = to_regclass($1) \
    AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum";

/// Advances the id sequences past explicitly inserted ids.
pub(in crate::store) const RENUMBER: [&str; 2] = [
    "SELECT setval(pg_get_serial_sequence('game', 'game_id'), \
     coalesce(max(game_id), 0) + 1, false) FROM game",
    "SELECT setval(pg_get_serial_sequence('challenge', 'challenge_id'), \
     coalesce(max(challenge_id), 0) + 1, false) FROM challenge",
];

/// Whether the table of migrations exists: 1 or 0.
pub(in crate::store) const COUNT_MIGRATION_TABLES: &str = "\
    SELECT count(*) FROM pg_tables WHERE tablename = '_sqlx_migrations' \
    AND schemaname = ANY (current_schemas(false))";

/// Cleans up what only this database keeps, like [`CLEAN_UP`](crate::store::clean_up).
pub(in crate::store) const CLEAN_UP: [&str; 2] = [ADD_UP_COUNTS, DELETE_EMPTY_COUNTS];

/// Adds changes of leaderboard counts to the totals. Each is small, so there are ten times as
/// many as of other things.
const ADD_UP_COUNTS: &str = "\
    WITH change AS MATERIALIZED (SELECT ctid AS place, * FROM leaderboard_change LIMIT 10 * $2), \
    added AS (INSERT INTO leaderboard_total \
    (scope_id, period, period_number, ordered_by, shift, prefix, players) \
    SELECT scope_id, period, period_number, ordered_by, shift, \
    sort_key >> CAST(shift AS INTEGER) AS prefix, sum(players) \
    FROM change CROSS JOIN (VALUES (CAST(0 AS BIGINT)), (20), (40)) AS cut (shift) \
    WHERE ordered_by = 'wins' OR shift = 40 \
    GROUP BY scope_id, period, period_number, ordered_by, shift, prefix HAVING sum(players) <> 0 \
    ON CONFLICT (scope_id, period, period_number, ordered_by, shift, prefix) \
    DO UPDATE SET players = leaderboard_total.players + excluded.players) \
    DELETE FROM leaderboard_change WHERE ctid = ANY (ARRAY(SELECT place FROM change))";
const DELETE_EMPTY_COUNTS: &str = "\
    DELETE FROM leaderboard_total WHERE players = 0 \
    AND (scope_id, period, period_number, ordered_by, shift, prefix) IN \
    (SELECT scope_id, period, period_number, ordered_by, shift, prefix \
    FROM leaderboard_total WHERE players = 0 LIMIT $2)";

/// At the default isolation level, each statement would see a snapshot of its own.
pub(in crate::store) const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// The settings with which a power cut loses what was committed.
pub(in crate::store) const VOLATILE_SETTINGS: &str = "\
    SELECT name FROM pg_settings WHERE setting = 'off' \
    AND name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name";
