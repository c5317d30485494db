//! Checks that queries use an index, so that their cost does not grow with the tables.

use std::{fs, path::Path};

use sqlx::AssertSqlSafe;

use super::{
    database::SqliteDatabase,
    sql::{COUNT_RESULTS, GAMES, UPDATE_GAMES, UPDATED_GAMES},
};
use crate::store::{
    applied_interactions, blocks, challenges, clean_up, deadlines, deletion, games, history,
    kept_limits, leaderboards, messages, opponent_choices, players, preferences, puzzle_schedules,
    puzzles, ratings, records, results, reviews, running_time, settings, statistics, training,
    turn_timers,
};

/// What interactions and the scheduler run. Operator commands and startup may scan whole
/// tables.
const STATEMENTS: &[&str] = &[
    kept_limits::COOLDOWN,
    kept_limits::COUNT_IN_COOLDOWN,
    kept_limits::END_COOLDOWN,
    kept_limits::KEEP_PUZZLE,
    kept_limits::KEEP_RATED_GAMES,
    puzzles::RESTORE_PUZZLE_ATTEMPT,
    applied_interactions::RECORD_APPLIED_INTERACTION,
    blocks::BLOCKED,
    blocks::COUNT_BLOCKS,
    blocks::DELETE_BLOCK,
    blocks::INSERT_BLOCK,
    challenges::context::COUNT_GAMES_IN_CHANNEL,
    challenges::context::LIVE_GAMES_OF_TWO,
    challenges::context::PENDING_CHALLENGES,
    challenges::create::CHALLENGE_ALLOWED,
    challenges::create::CREATE_CONTEXT,
    challenges::create::INSERT_CHALLENGE,
    challenges::end::END_CHALLENGE,
    challenges::end::END_CHALLENGES_BETWEEN,
    challenges::end::RECORD_CHALLENGE_SHOWN,
    challenges::load::CHALLENGE,
    challenges::load::CHALLENGE_BY_INTERACTION,
    challenges::load::PENDING_CHALLENGES_OF_PLAYER,
    clean_up::CLEAN_UP_APPLIED_INTERACTIONS,
    clean_up::CLEAN_UP_PUZZLE_SOLVERS,
    clean_up::CLEAN_UP_TRIES,
    deadlines::DELETE_DEADLINE,
    deadlines::DUE_DEADLINES,
    deadlines::INSERT_COMPUTER_TURN,
    deadlines::INSERT_EXPIRY,
    deadlines::NEXT_DEADLINE,
    deadlines::OLDEST_DUE,
    deadlines::POSTPONE,
    games::load::GAME,
    games::load::GAME_BY_CHALLENGE,
    games::load::GAME_BY_INTERACTION,
    games::load::LAST_GAME,
    games::load::RECENT_ENDS,
    games::load::LIVE_GAMES_IN_CHANNEL,
    games::load::LIVE_GAMES,
    games::load::LIVE_GAMES_IN_GUILD,
    games::save::END_GAME,
    games::save::END_POSITION,
    games::save::IS_SAVED,
    games::save::RECORD_HINTS,
    games::save::UPDATE_GAME,
    games::save::UPDATE_POSITION,
    games::start::INSERT_GAME,
    games::start::START_CONTEXT,
    history::GAMES_AFTER,
    history::GAMES_BEFORE,
    history::RESULT_OF_GAME,
    leaderboards::COUNT_ENTRIES,
    leaderboards::COUNT_ENTRIES_BEFORE,
    leaderboards::LEADERBOARD_BACKWARD_BY_RATING,
    leaderboards::LEADERBOARD_BACKWARD_BY_WINS,
    leaderboards::LEADERBOARD_BY_RATING,
    leaderboards::LEADERBOARD_BY_WINS,
    leaderboards::LEADERBOARD_ENTRY_BY_RATING,
    leaderboards::LEADERBOARD_ENTRY_BY_WINS,
    messages::FORGET_REMINDER_MESSAGE,
    messages::FORGET_BOARD_TOKEN,
    messages::FORGET_CHALLENGE_TOKEN,
    messages::RECORD_BOARD_MESSAGE,
    messages::RECORD_CHALLENGE_MESSAGE,
    messages::RECORD_REMINDER_MESSAGE,
    messages::SAVE_BOARD_MESSAGE,
    preferences::PREFERENCES,
    preferences::SAVE_PREFERENCES,
    opponent_choices::BLOCK,
    opponent_choices::OPPONENT_CHOICES,
    players::DELETE_NICKNAME,
    players::INSERT_UNKNOWN_PLAYER,
    players::PLAYER,
    players::PLAYER_EXISTS,
    players::SAVE_NICKNAME,
    players::SAVE_PLAYER,
    puzzle_schedules::LEASE_PUZZLE_POST,
    puzzle_schedules::POSTPONE_PUZZLE_POST,
    puzzle_schedules::PUZZLE_SCHEDULE,
    puzzle_schedules::RECORD_PUZZLE_POST,
    puzzle_schedules::SAVE_PUZZLE_CHANNEL,
    puzzle_schedules::SAVE_PUZZLE_HOUR,
    puzzles::BEGIN_PUZZLE,
    puzzles::CONTINUE_PUZZLE_STREAK,
    puzzles::COUNT_PUZZLE_SOLVERS,
    puzzles::PUZZLE_ATTEMPT,
    puzzles::PUZZLE_SOLVERS,
    puzzles::IS_PUZZLE_SOLVER,
    puzzles::LAST_PUZZLE_STREAK,
    puzzles::RECORD_PUZZLE_SOLVER,
    puzzles::SAVE_PUZZLE_TRY,
    ratings::RATING,
    ratings::RATINGS,
    ratings::RATING_POINTS,
    ratings::RECORD_RATING_CHANGES,
    ratings::SAVE_RATINGS,
    records::COUNT_RESULTS_OF_PAIR,
    records::RECORD,
    results::COUNT_STREAKS,
    reviews::REVIEW,
    reviews::REVIEWS_OF_LAST_GAMES,
    reviews::SAVE_REVIEW,
    running_time::COUNT_RUNNING_TIME,
    settings::SAVE_SETTINGS,
    settings::SETTINGS,
    statistics::FINISHED_GAMES,
    training::COUNT_SOLVED,
    training::DUE_REPETITION,
    training::INSERT_TRAINEE,
    training::INSERT_TRAINING_GAME,
    training::INSERT_TRAINING_POSITION,
    training::INSERT_TRY,
    training::HAS_FINISHED_GAME,
    training::NEW_OPENING,
    training::NEW_POSITION,
    training::NEXT_DUE,
    training::POSITION,
    training::POSITION_OF_GAME,
    training::SAVE_PROGRESS,
    training::UNREVIEWED_GAMES,
    training::UNTRAINED_GAMES,
    turn_timers::POSTPONE_TURN_TIMER,
    turn_timers::RECORD_ABANDONED,
    turn_timers::MARK_REMINDED,
];

/// What may read a whole table: operator commands, startup, and tables of a few rows. Names, as
/// the test finds them.
const UNCHECKED: &[&str] = &[
    "INSERT_PROBE",
    "DELETE_PROBE",
    "APPLIED_MIGRATIONS",
    "COUNT_LIVE_GAMES",
    "COUNT_LIVE_GAMES_IN_GUILD",
    "WRITE_PROBE",
    "RUNNING_TIME",
    "BEGIN_RUNNING_TIME",
];

/// Tables that grow with the number of games and players.
const LARGE_TABLES: [&str; 27] = [
    "applied_interaction",
    "block",
    "kept_limit",
    "game",
    "challenge",
    "player",
    "nickname",
    "first_nickname",
    "second_nickname",
    "challenger_nickname",
    "opponent_nickname",
    "deadline",
    "rating",
    "rating_change",
    "leaderboard_entry",
    "leaderboard_count",
    "review",
    "puzzle_attempt",
    "puzzle_solver",
    "puzzle_schedule",
    "trainee",
    "training_game",
    "training_position",
    "training_try",
    // Aliases.
    "earlier_game",
    "earlier_result",
    "cooldown",
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
    let sqlite_only = [GAMES, UPDATE_GAMES, UPDATED_GAMES, COUNT_RESULTS];
    let statements = STATEMENTS
        .iter()
        .copied()
        .chain(sqlite_only)
        .chain(deletion::DELETE_PLAYER)
        .chain(deletion::ANONYMIZE_PLAYER)
        .chain(clean_up::CLEAN_UP);
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

#[test]
fn every_statement_is_checked_or_may_scan() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store");
    let this = include_str!("query_plan_tests.rs");
    let mut names = Vec::new();
    for folder in ["", "challenges", "games"] {
        for file in fs::read_dir(sources.join(folder)).unwrap() {
            let path = file.unwrap().path();
            if path.is_file() {
                names.extend(statement_names(&fs::read_to_string(path).unwrap()));
            }
        }
    }
    assert!(names.len() > 80, "only {} statements were found", names.len());
    names.retain(|name| {
        let is_listed = this.contains(&format!("::{name},"));
        !is_listed && !UNCHECKED.contains(&name.as_str())
    });
    assert_eq!(names, [""; 0], "add them to STATEMENTS, or to UNCHECKED");
}

/// The names of the constants that are one statement of SQL.
fn statement_names(source: &str) -> Vec<String> {
    let constants = source.split("const ").skip(1);
    let statements = constants.filter_map(|constant| {
        let (name, value) = constant.split_once(": &str =")?;
        let value = value.split_once(';').map_or(value, |(value, _)| value);
        let verbs = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH ", "game_query!", "!("];
        verbs.iter().any(|verb| value.contains(verb)).then(|| name.to_owned())
    });
    statements.collect()
}
