//! Statements that only PostgreSQL understands.

use crate::store::{dialect::Dialect, sql::count_results};

pub(super) const DIALECT: Dialect = Dialect {
    count_results: count_results!(
        "CAST(value ->> 0 AS BIGINT), value ->> 1, CAST(value ->> 2 AS BIGINT), \
         CAST(value ->> 3 AS BIGINT), CAST(value ->> 4 AS BIGINT), CAST(value ->> 5 AS BIGINT), \
         CAST(value ->> 6 AS BIGINT) FROM json_array_elements(CAST($1 AS json)) AS result (value)"
    ),
    defer_references: "SET CONSTRAINTS ALL DEFERRED",
    renumber: &[
        "SELECT setval(pg_get_serial_sequence('game', 'game_id'), \
         coalesce(max(game_id), 0) + 1, false) FROM game",
        "SELECT setval(pg_get_serial_sequence('challenge', 'challenge_id'), \
         coalesce(max(challenge_id), 0) + 1, false) FROM challenge",
    ],
    count_migration_tables: "SELECT count(*) FROM pg_tables WHERE tablename = '_sqlx_migrations' \
         AND schemaname = ANY (current_schemas(false))",
};

/// At the default isolation level, each statement would see a snapshot of its own.
pub(in crate::store) const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
