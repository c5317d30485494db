//! Checks that queries use an index, so that their cost does not grow with the tables.

use sqlx::AssertSqlSafe;

use super::{
    SqliteDatabase,
    sql::{DIALECT, GAMES, UPDATE_GAMES, UPDATED_GAMES},
};
use crate::store::sql::{self, ANONYMIZE_PLAYER, CLEAN_UP, DELETE_PLAYER};

/// What interactions and the scheduler run. Operator commands and startup may scan whole
/// tables.
const STATEMENTS: [&str; 85] = [
    sql::CHALLENGE,
    sql::CHALLENGE_BY_INTERACTION,
    sql::BLOCK,
    sql::BLOCKED,
    sql::CLEAN_UP_COOLDOWNS,
    sql::COOLDOWN,
    sql::COOLDOWNS_OF_PLAYER,
    sql::COUNT_RATED_GAMES_BY_OPPONENT,
    sql::RETAINED_LIMIT,
    sql::RETAIN_LIMIT,
    sql::TAKE_RETAINED_LIMIT,
    sql::ADD_TO_COOLDOWN,
    sql::DELETE_RETAINED_LIMITS,
    sql::COUNT_BLOCKS,
    sql::COUNT_BLOCKS_BETWEEN,
    sql::DELETE_BLOCK,
    sql::NOTIFICATIONS,
    sql::OPPONENT_CHOICES,
    sql::COUNT_IN_COOLDOWN,
    sql::END_COOLDOWNS,
    sql::LIVE_SEAT,
    sql::CANCEL_CHALLENGES_IN_CHANNEL,
    sql::END_CHALLENGES_BETWEEN,
    sql::DELETE_DEADLINE,
    sql::DUE_DEADLINES,
    sql::COUNT_RESULTS_OF_PAIR,
    sql::END_CHALLENGE,
    sql::END_GAME,
    sql::END_POSITION,
    sql::START_CONTEXT,
    sql::SAVE_RATINGS,
    sql::FREE_SLOT,
    sql::GAME,
    sql::GAMES_AFTER,
    sql::GAMES_BEFORE,
    sql::COUNT_GAMES_IN_CHANNEL,
    sql::GAME_BY_INTERACTION,
    sql::GAME_OF_PAIR,
    sql::GAME_BY_CHALLENGE,
    sql::INSERT_CHALLENGE,
    sql::INSERT_DEADLINE_ONCE,
    sql::INSERT_GAME,
    sql::PLAYER_EXISTS,
    sql::IS_SAVED,
    sql::LAST_GAME,
    sql::RECORD_BOARD_MESSAGE,
    sql::RECORD_CHALLENGE_MESSAGE,
    sql::LIVE_GAME,
    sql::LIVE_GAMES,
    sql::LIVE_GAMES_IN_GUILD,
    sql::NEXT_DEADLINE,
    sql::OLDEST_DUE,
    sql::RECORD_HEARTBEAT,
    sql::RECORD_RATING_CHANGES,
    sql::RECORD_ABANDONED,
    sql::RECORD_REMINDER,
    sql::RECORD_FAILED_LOOKUP,
    sql::COUNT_LIVE_GAMES_BETWEEN_PEOPLE,
    sql::FINISHED_GAMES,
    sql::PLAYER,
    sql::LIVE_SEATS_IN_CHANNEL,
    sql::POSTPONE,
    sql::POSTPONE_TURN_TIMER,
    sql::COUNT_RATED_GAMES,
    sql::RATING,
    sql::RATINGS,
    sql::RATING_POINTS,
    sql::RECORD,
    sql::REVIEW,
    sql::SAVE_PLAYER,
    sql::INSERT_UNKNOWN_PLAYER,
    sql::SAVE_NICKNAME,
    sql::DELETE_NICKNAME,
    sql::SETTINGS,
    sql::LEADERBOARD_BACKWARD_BY_RATING,
    sql::LEADERBOARD_BACKWARD_BY_WINS,
    sql::COUNT_ENTRIES_BEFORE,
    sql::LEADERBOARD_BY_RATING,
    sql::LEADERBOARD_BY_WINS,
    sql::COUNT_ENTRIES,
    sql::LEADERBOARD_ENTRY_BY_RATING,
    sql::LEADERBOARD_ENTRY_BY_WINS,
    sql::UPDATE_GAME,
    sql::PENDING_CHALLENGES,
    sql::PENDING_CHALLENGES_OF_PLAYER,
];

/// Tables that grow with the number of games and players.
const LARGE_TABLES: [&str; 18] = [
    "block",
    "challenge_cooldown",
    "retained_limit",
    "game",
    "challenge",
    "player",
    "nickname",
    "first_nickname",
    "second_nickname",
    "challenger_nickname",
    "opponent_nickname",
    "live_seat",
    "deadline",
    "rating",
    "rating_change",
    "leaderboard_entry",
    "leaderboard_count",
    "review",
];

/// Whether a step of a plan scans a whole table or index.
fn is_full_scan(step: &str) -> bool {
    LARGE_TABLES.iter().any(|table| {
        let without_index = format!("SEARCH {table}");
        let whole = format!("SCAN {table}");
        step == without_index || step == whole || step.starts_with(&format!("{whole} USING"))
    })
}

#[tokio::test]
async fn no_gameplay_statement_scans_a_whole_table() {
    let directory = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/plans.db", directory.path().display());
    let file = SqliteDatabase::open(&url, true).await.unwrap();
    let sqlite_only = [GAMES, UPDATE_GAMES, UPDATED_GAMES, DIALECT.count_results];
    let statements = STATEMENTS
        .into_iter()
        .chain(sqlite_only)
        .chain(DELETE_PLAYER)
        .chain(ANONYMIZE_PLAYER)
        .chain(CLEAN_UP);
    let mut count = 0;
    for statement in statements {
        let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
        let steps: Vec<(i64, i64, i64, String)> =
            sqlx::query_as(explain).fetch_all(&file.read_pool).await.unwrap();
        for (.., step) in &steps {
            assert!(!is_full_scan(step), "{step}: {statement}");
        }
        count += steps.len();
    }
    assert!(count > 100, "only {count} steps were checked");
}
