//! A statement of a debug build is explained when it first runs: it must use an index, so that its
//! cost does not grow with the tables.

use std::collections::HashSet;

use parking_lot::Mutex;
use sqlx::{AssertSqlSafe, SqliteConnection};

use super::sql;
use crate::store::{deletion, games, running_time};

/// What may read whole tables, since it seldom runs.
const EXCEPTIONS: [&[&str]; 3] = [
    &[
        games::load::COUNT_LIVE_GAMES,
        deletion::COUNT_LIVE_GAMES_IN_GUILD,
        running_time::BEGIN_RUNNING_TIME,
    ],
    &deletion::DELETE_GUILD,
    &sql::DELETE_TOKENS,
];

pub(in crate::store) async fn check_plan(text: &'static str, connection: &mut SqliteConnection) {
    static CHECKED: Mutex<Option<HashSet<&str>>> = Mutex::new(None);
    let is_exception = EXCEPTIONS.iter().any(|texts| texts.contains(&text));
    if is_exception || !CHECKED.lock().get_or_insert_default().insert(text) {
        return;
    }
    let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {text}"));
    let plan = sqlx::query_as::<_, (i64, i64, i64, String)>(explain).fetch_all(connection).await;
    // What cannot be explained fails when it runs.
    for (.., step) in plan.unwrap_or_default() {
        assert!(!reads_whole_table(&step, text), "{step}: {text}");
    }
}

/// Whether a step of a plan reads all rows of a table that grows, or builds an index for itself.
/// Subqueries are named in the text; what they return was limited by their own steps.
fn reads_whole_table(step: &str, text: &str) -> bool {
    let Some(scanned) = step.strip_prefix("SCAN ") else {
        return step.contains("AUTOMATIC");
    };
    let name = scanned.split(' ').next().unwrap_or_default();
    let is_small = SMALL_TABLES.contains(&name)
        || ["CONSTANT ROW", "VALUES CLAUSE", "VIRTUAL TABLE"].iter().any(|it| scanned.contains(it));
    !is_small && !text.contains(&format!(") AS {name}"))
}

const SMALL_TABLES: [&str; 3] = ["running_time", "sqlite_schema", "_sqlx_migrations"];
