//! Statements for SQLite alone.

use crate::store::{games::game_query, results::count_results, running_time::late_turn};

pub(in crate::store) const COUNT_RESULTS: &str = count_results!(
    "value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, \
     value ->> 6, value ->> 7 FROM json_each($1) WHERE true"
);

/// Defers foreign key checks to the end of the transaction.
pub(in crate::store) const DEFER_REFERENCES: &str = "PRAGMA defer_foreign_keys = ON";

/// The columns of the table `$1`, in order, except generated ones.
pub(in crate::store) const COLUMNS: &str =
    "SELECT name FROM pragma_table_xinfo($1) WHERE hidden = 0 ORDER BY cid";

/// Whether the table of migrations exists: 1 or 0.
pub(in crate::store) const COUNT_MIGRATION_TABLES: &str =
    "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";

/// Games by a JSON array of their ids.
pub(super) const GAMES: &str =
    game_query!("WHERE game_id IN (SELECT CAST(value AS INTEGER) FROM json_each($1))");
/// Does what [`UPDATE_GAME`](crate::store::games::moves::UPDATE_GAME) does for many games: the
/// parameter is a JSON array of arrays, each with its parameters in the same order.
pub(super) const UPDATE_GAMES: &str = concat!(
    "UPDATE game SET version = change.value ->> 3, moved_at = change.value ->> 4, \
    move_by = CASE WHEN moves = change.value ->> 2 THEN move_by ELSE change.value ->> 5 + ",
    late_turn!("change.value ->> 7"),
    " END, \
    remind_at = CASE WHEN moves = change.value ->> 2 THEN remind_at ELSE change.value ->> 6 + ",
    late_turn!("change.value ->> 7"),
    " END, \
    moves = change.value ->> 2, offer = change.value ->> 8, offer_seat = change.value ->> 9, \
    closed_offers = change.value ->> 10, changed_by = change.value ->> 11, \
    message_id = CASE WHEN token = change.value ->> 13 \
    THEN coalesce(change.value ->> 12, message_id) ELSE change.value ->> 12 END, \
    token = change.value ->> 13, token_expires_at = change.value ->> 14, \
    reposted_by = change.value ->> 15, excused = change.value ->> 16, \
    board_pinged = change.value ->> 17, notice = change.value ->> 18 \
    FROM json_each($1) AS change \
    WHERE game_id = CAST(change.value ->> 0 AS INTEGER) AND version = change.value ->> 1 \
    AND result IS NULL"
);
/// The games whose changes were stored, for the parameter of [`UPDATE_GAMES`].
pub(super) const UPDATED_GAMES: &str = "\
    SELECT game_id FROM game, json_each($1) AS change \
    WHERE game_id = CAST(change.value ->> 0 AS INTEGER) AND version = change.value ->> 3 \
    AND changed_by = change.value ->> 11";
/// Copies a snapshot of the database into a new file.
pub(super) const BACK_UP: &str = "VACUUM INTO $1";
pub(super) const DELETE_TOKENS: [&str; 2] = [
    "UPDATE game SET token = '', token_expires_at = 0 WHERE token <> '' OR token_expires_at <> 0",
    "UPDATE challenge SET token = '', token_expires_at = 0 \
     WHERE token <> '' OR token_expires_at <> 0",
];

/// The first column is 1 if a lock was in the way.
pub(super) const TRUNCATE_LOG: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// A plain BEGIN takes the write lock only at the first write, and fails there without
/// waiting if it has read before and another process holds the lock.
pub(in crate::store) const BEGIN_IMMEDIATE: &str = "BEGIN IMMEDIATE";
/// The snapshot is that of the first read.
pub(in crate::store) const SNAPSHOT: &str = "BEGIN";
pub(super) const BEGIN_WITH_SAVEPOINT: &str = "BEGIN IMMEDIATE; SAVEPOINT write";
pub(super) const NEXT_SAVEPOINT: &str = "RELEASE write; SAVEPOINT write";
pub(super) const ROLL_BACK_AND_NEXT_SAVEPOINT: &str =
    "ROLLBACK TO write; RELEASE write; SAVEPOINT write";
pub(super) const COMMIT: &str = "RELEASE write; COMMIT";
pub(super) const ROLL_BACK_AND_COMMIT: &str = "ROLLBACK TO write; RELEASE write; COMMIT";
pub(super) const ROLL_BACK: &str = "ROLLBACK";
