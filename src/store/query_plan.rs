//! A statement of a debug build is explained when it first runs: it must use an index, so that its
//! cost does not grow with the tables.

use std::collections::BTreeSet;

use parking_lot::Mutex;
use sqlx::{AssertSqlSafe, SqliteConnection};

pub(in crate::store) async fn check_plan(text: &'static str, connection: &mut SqliteConnection) {
    static CHECKED: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
    if CHECKED.lock().contains(text) {
        return;
    }
    let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {text}"));
    let plan = sqlx::query_as::<_, (i64, i64, i64, String)>(explain).fetch_all(connection).await;
    // What cannot be explained fails when it runs.
    let Ok(plan) = plan else { return };
    let steps: Vec<String> = plan.into_iter().map(|(.., step)| step).collect();
    if let Some(step) = steps.iter().find(|step| reads_whole_table(step, &steps)) {
        panic!("{step}, without an index: {text}");
    }
    CHECKED.lock().insert(text);
}

/// Whether a step of a plan reads all rows of a table that grows, or builds an index for itself.
/// What subqueries return was limited by their own steps.
fn reads_whole_table(step: &str, plan: &[String]) -> bool {
    let Some((verb, table)) = step.split_once(' ') else { return false };
    let name = table.split(' ').next().unwrap_or_default();
    let is_subquery = ["CO-ROUTINE", "MATERIALIZE"]
        .iter()
        .any(|verb| plan.iter().any(|other| *other == format!("{verb} {name}")));
    let is_small = SMALL_TABLES.contains(&name)
        || ["CONSTANT ROW", "VALUES CLAUSE", "VIRTUAL TABLE"].iter().any(|it| table.contains(it));
    let is_limited = match verb {
        // By a condition, in brackets, or to the first or last entry of an index.
        "SEARCH" => {
            (table.contains('(') || table.contains(" INDEX ")) && !table.contains("AUTOMATIC")
        }
        "SCAN" => false,
        _ => true,
    };
    !is_limited && !is_small && !is_subquery
}

const SMALL_TABLES: [&str; 3] = ["running_time", "sqlite_schema", "_sqlx_migrations"];
