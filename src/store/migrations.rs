//! The migrations, embedded in the binary. Append-only: a release opens what any earlier one has
//! written.

use std::borrow::Cow;

use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
};

/// Declares the version, the name and the file of each migration, which both databases have.
macro_rules! migrations {
    ($($version:literal $name:literal $file:literal)*) => {
        pub(super) fn sqlite() -> Migrator {
            migrator([$(
                ($version, $name, include_str!(concat!("../../migrations/sqlite/", $file))),
            )*])
        }

        pub(super) fn postgres() -> Migrator {
            migrator([$(
                ($version, $name, include_str!(concat!("../../migrations/postgres/", $file))),
            )*])
        }
    };
}

migrations! {
    1 "initial schema" "0001_initial_schema.sql"
    2 "puzzles and training" "0002_puzzles_and_training.sql"
    3 "applied interactions" "0003_applied_interactions.sql"
    4 "games and challenges" "0004_games_and_challenges.sql"
    5 "excused" "0005_excused.sql"
    6 "registrations" "0006_registrations.sql"
    7 "kept limits" "0007_kept_limits.sql"
    8 "trainees" "0008_trainees.sql"
    9 "running time" "0009_running_time.sql"
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
