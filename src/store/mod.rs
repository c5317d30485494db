//! Persistent storage of games, challenges, leaderboards, ratings, settings and
//! deadlines.
//!
//! One trait, [`Store`], implemented for SQLite and PostgreSQL. It enforces the
//! uniqueness that concurrent requests would break. It knows neither the rules of the
//! game, nor what users see, nor Discord.

mod applied_interactions;
mod blocks;
mod challenges;
mod clean_up;
mod database;
mod deadlines;
mod deletion;
mod dialect;
mod error;
mod export;
pub mod export_schema;
mod games;
mod history;
mod inspection;
mod kept_limits;
mod latency;
mod leaderboards;
mod messages;
mod migrations;
mod open;
mod operations;
mod opponent_choices;
mod pages;
mod players;
mod postgres;
mod preferences;
mod puzzle_schedules;
mod puzzles;
mod query;
mod ratings;
mod read_only;
mod read_shortage;
mod records;
mod results;
mod reviews;
mod row;
mod running_time;
mod save_result;
mod schema;
mod scope;
mod settings;
mod sql_store;
mod sqlite;
mod statistics;
mod store_trait;
mod training;
mod turn_timers;

pub use self::{
    deadlines::Deadline,
    deletion::DeletionResult,
    error::{Constraint, FileError, SchemaError, StoreError},
    games::RecentEnd,
    inspection::{DatabaseInspection, inspect, is_in_memory, sqlite_file},
    messages::MessageOwner,
    open::{open, open_existing},
    operations::{
        ChallengeStore, DeadlineStore, GameStore, MaintenanceStore, PeopleStore, PrivacyStore,
        PuzzleStore, ResultStore, ReviewStore, TrainingStore,
    },
    pages::{
        BlockedPage, BlockedPlayer, HistoryCursor, HistoryPage, LeaderboardEntries,
        LeaderboardEntry, PageCursor, SortKey, Viewer,
    },
    puzzle_schedules::PuzzlePostResult,
    puzzles::{PuzzleSolvers, PuzzleTry},
    ratings::RatingPoint,
    read_only::{ReadOnlyStore, open_read_only},
    running_time::{Beat, StoredRunningTime},
    save_result::SaveResult,
    sqlite::{check_writable as check_sqlite_file, folder as sqlite_folder},
    store_trait::{ExportSource, Store},
};
pub(crate) use self::{
    games::{game_result, parse_moves},
    row::shape,
};
