//! Persistent storage: games, challenges, results, puzzles, training, settings and deadlines.
//!
//! [`Store`] is a file of SQLite or a database of PostgreSQL. It applies
//! the rules of [`game`](crate::game) to what only a transaction knows, such as how many games a
//! player has. It knows neither what users see, nor Discord.

mod blocks;
mod challenges;
mod clean_up;
mod connection;
mod database;
mod deadlines;
mod deletion;
mod entries;
mod error;
mod export;
pub mod export_schema;
mod game_rows;
mod games;
mod hidden_players;
mod history;
mod inspection;
mod kept_limits;
mod leaderboards;
mod messages;
mod migrations;
mod players;
mod postgres;
mod prelude;
mod puzzle_solvers;
mod puzzles;
mod query;
#[cfg(debug_assertions)]
mod query_plan;
mod results;
mod reviews;
mod row;
mod running_time;
mod season_results;
mod seasons;
mod settings;
mod sqlite;
mod standing_messages;
mod statistics;
mod training;
mod transaction;
mod values;
mod week;

pub use self::{
    blocks::{BlockedPage, BlockedPlayer},
    database::{Store, open, open_existing},
    deadlines::Deadline,
    deletion::DeletionResult,
    error::{Constraint, FileError, SchemaError, StoreError, StoreResult},
    export::{ExportSource, RowVisitor},
    games::{ChannelResults, RecentEnd},
    hidden_players::PersonChange,
    history::{HistoryCursor, HistoryPage, Viewer},
    inspection::{DatabaseInspection, ReadOnlyStore, inspect, open_read_only},
    leaderboards::{LeaderboardEntries, LeaderboardEntry, PageCursor, SortKey},
    messages::MessageOwner,
    migrations::schema_version,
    puzzle_solvers::{PuzzleRank, PuzzleResult, PuzzleSolver, PuzzleSolvers, SolverOrder},
    puzzles::PuzzleTry,
    query::SaveResult,
    running_time::{Beat, StoredRunningTime},
    seasons::Medal,
    sqlite::{
        check_log as check_sqlite_log, check_writable as check_sqlite_file, file as sqlite_file,
        folder as sqlite_folder, is_in_memory,
    },
    transaction::Change,
    week::WeekFacts,
};
pub(crate) use self::{
    game_rows::parse_moves,
    row::{FromRow, Row},
};
