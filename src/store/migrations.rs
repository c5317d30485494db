//! The migrations, embedded in the binary. Append-only: a release opens what any earlier one has
//! written.

use std::borrow::Cow;

use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
};

/// The version, name and SQL of each migration of a database. Both databases have the
/// same versions and names.
macro_rules! migrations {
    ($database:literal) => {
        [
            (
                1,
                "initial schema",
                include_str!(concat!("../../migrations/", $database, "/0001_initial_schema.sql")),
            ),
            (
                2,
                "puzzles and training",
                include_str!(concat!(
                    "../../migrations/",
                    $database,
                    "/0002_puzzles_and_training.sql"
                )),
            ),
            (
                3,
                "applied interactions",
                include_str!(concat!(
                    "../../migrations/",
                    $database,
                    "/0003_applied_interactions.sql"
                )),
            ),
            (
                4,
                "games and challenges",
                include_str!(concat!(
                    "../../migrations/",
                    $database,
                    "/0004_games_and_challenges.sql"
                )),
            ),
            (
                5,
                "excused",
                include_str!(concat!("../../migrations/", $database, "/0005_excused.sql")),
            ),
            (
                6,
                "registrations",
                include_str!(concat!("../../migrations/", $database, "/0006_registrations.sql")),
            ),
            (
                7,
                "kept limits",
                include_str!(concat!("../../migrations/", $database, "/0007_kept_limits.sql")),
            ),
            (
                8,
                "trainees",
                include_str!(concat!("../../migrations/", $database, "/0008_trainees.sql")),
            ),
            (
                9,
                "running time",
                include_str!(concat!("../../migrations/", $database, "/0009_running_time.sql")),
            ),
        ]
    };
}

pub(super) fn sqlite() -> Migrator {
    migrator(migrations!("sqlite"))
}

pub(super) fn postgres() -> Migrator {
    migrator(migrations!("postgres"))
}

fn migrator<const N: usize>(migrations: [(i64, &'static str, &'static str); N]) -> Migrator {
    let migrations = migrations.into_iter().map(|(version, name, sql)| {
        let sql = sql.into_sql_str();
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(migrations.collect())
}

/// Fails if the database is read-only; changes nothing.
pub(super) const WRITE_PROBE: &str = "DELETE FROM deadline WHERE subject_id IS NULL";
