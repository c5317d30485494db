//! How SQLite finds what statements ask for: by an index, however much there is.

use sqlx::AssertSqlSafe;

use super::{
    SqliteFile,
    sql::{DIALECT, GAMES, UPDATE_GAMES, UPDATED_GAMES},
};
use crate::store::sql::{self, FORGET_PLAYER, REPLACE_PLAYER};

/// What presses, commands and the sweeper run. What an operator asks for may read
/// whole tables, and so may what is done once at the start.
const STATEMENTS: [&str; 57] = [
    sql::CHALLENGE,
    sql::CHALLENGE_MADE_BY,
    sql::DECLINED_AT,
    sql::DELETE_DEADLINE,
    sql::DELETE_SEATS,
    sql::DUE,
    sql::ENDINGS_BETWEEN,
    sql::END_CHALLENGE,
    sql::END_GAME,
    sql::FREE_SLOT,
    sql::GAME,
    sql::GAMES_AFTER,
    sql::GAMES_BEFORE,
    sql::GAMES_IN_CHANNEL,
    sql::GAME_BEGUN_BY,
    sql::GAME_OF_CHALLENGE,
    sql::INSERT_CHALLENGE,
    sql::INSERT_DEADLINE_ONCE,
    sql::INSERT_GAME,
    sql::INSERT_SEAT,
    sql::IS_PLAYER,
    sql::IS_SAVED,
    sql::LAST_GAME,
    sql::LEARN_BOARD,
    sql::LEARN_CHALLENGE,
    sql::LIVE_GAME,
    sql::LIVE_GAMES,
    sql::LIVE_GAMES_IN_GUILD,
    sql::NEXT_DEADLINE,
    sql::NOTE_RATING_CHANGES,
    sql::NOTE_REMINDED,
    sql::NUMBER_RESULT,
    sql::PEOPLES_LIVE_GAMES,
    sql::PLAYED,
    sql::PLAYER,
    sql::PLAYING_IN,
    sql::PUT_OFF,
    sql::PUT_OFF_CLOCK,
    sql::RANK_RATINGS,
    sql::RATED_SINCE,
    sql::RATING,
    sql::RATINGS,
    sql::RATING_POINTS,
    sql::RECORD,
    sql::REVIEW,
    sql::SAVE_PLAYER,
    sql::SETTINGS,
    sql::STANDINGS_BACK_BY_RATING,
    sql::STANDINGS_BACK_BY_WINS,
    sql::STANDINGS_BEFORE,
    sql::STANDINGS_BY_RATING,
    sql::STANDINGS_BY_WINS,
    sql::STANDINGS_TOTAL,
    sql::STANDING_BY_RATING,
    sql::STANDING_BY_WINS,
    sql::UPDATE_GAME,
    sql::WAITING_WITH,
];

/// Tables that grow with the number of games and players.
const LARGE: [&str; 10] = [
    "game",
    "challenge",
    "player",
    "live_seat",
    "deadline",
    "rating",
    "rating_change",
    "standing",
    "standing_count",
    "review",
];

/// Whether a step of a plan reads a table, or one of its indexes, from one end to
/// the other.
fn reads_all(step: &str) -> bool {
    LARGE.iter().any(|table| {
        let without_index = format!("SEARCH {table}");
        let whole = format!("SCAN {table}");
        step == without_index || step == whole || step.starts_with(&format!("{whole} USING"))
    })
}

#[tokio::test]
async fn no_statement_of_play_reads_a_whole_table() {
    let folder = tempfile::tempdir().unwrap();
    let address = format!("sqlite://{}/plans.db", folder.path().display());
    let file = SqliteFile::open(&address, true).await.unwrap();
    let own = [GAMES, UPDATE_GAMES, UPDATED_GAMES, DIALECT.count_results];
    let statements = STATEMENTS.into_iter().chain(own).chain(FORGET_PLAYER).chain(REPLACE_PLAYER);
    let mut count = 0;
    for statement in statements {
        let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
        let steps: Vec<(i64, i64, i64, String)> =
            sqlx::query_as(explain).fetch_all(&file.readers).await.unwrap();
        for (.., step) in &steps {
            assert!(!reads_all(step), "{step}: {statement}");
        }
        count += steps.len();
    }
    assert!(count > 100, "only {count} steps were looked at");
}
