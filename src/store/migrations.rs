//! The migrations, embedded in the binary, and which of them a database has had. Append-only: a
//! release opens what any earlier one has written.

use std::borrow::Cow;

use sqlx::{
    SqlSafeStr,
    migrate::{Migration, MigrationType, Migrator},
};

use crate::store::{error::SchemaError, prelude::*};

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
    10 "listed players" "0010_listed_players.sql"
    11 "fair wins" "0011_fair_wins.sql"
    12 "time zones" "0012_time_zones.sql"
    13 "standing messages" "0013_standing_messages.sql"
    14 "seasons" "0014_seasons.sql"
    15 "owed messages" "0015_owed_messages.sql"
    16 "entries" "0016_entries.sql"
    17 "mistakes of people" "0017_mistakes_of_people.sql"
    18 "solvers of a month" "0018_solvers_of_a_month.sql"
    19 "channel discs" "0019_channel_discs.sql"
    20 "due columns" "0020_due_columns.sql"
}

/// The version of the schema of this program, which both databases have.
pub fn schema_version() -> i64 {
    latest_version(&sqlite())
}

fn migrator(migrations: impl IntoIterator<Item = (i64, &'static str, &'static str)>) -> Migrator {
    let migrations = migrations.into_iter().map(|(version, name, sql)| {
        let sql = sql.into_sql_str();
        Migration::new(version, Cow::Borrowed(name), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(migrations.collect())
}

/// Fails if the database is read-only; changes nothing.
pub(super) const WRITE_PROBE: &str = "DELETE FROM applied_interaction WHERE interaction_id IS NULL";

/// The version and the checksum of each of a database's migrations, oldest first. Never empty.
#[derive(Clone, Debug)]
pub(super) struct Schema(Vec<(i64, Vec<u8>)>);

const APPLIED_MIGRATIONS: &str = "SELECT version, checksum FROM _sqlx_migrations ORDER BY version";

impl Schema {
    /// Reads the schema of a database that is being opened, or `None` if it has no tables.
    pub(super) async fn read(connection: &mut Connection<'_>) -> StoreResult<Option<Self>> {
        Self::read_migrations(connection).await.map_err(StoreError::while_opening)
    }

    async fn read_migrations(connection: &mut Connection<'_>) -> StoreResult<Option<Self>> {
        let count = connection.choose(
            "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'",
            "SELECT count(*) FROM pg_tables WHERE tablename = '_sqlx_migrations' \
             AND schemaname = ANY (current_schemas(false))",
        );
        let tables: u32 = query(count).fetch_one(connection).await?;
        if tables == 0 {
            return Ok(None);
        }
        let applied: Vec<_> = query(APPLIED_MIGRATIONS).fetch_all(connection).await?;
        Ok((!applied.is_empty()).then_some(Self(applied)))
    }

    /// The version of the last migration.
    pub(super) fn version(&self) -> i64 {
        self.0.last().map_or(0, |(version, _)| *version)
    }

    /// Fails unless the schema is exactly that of this program.
    pub(super) fn check(&self, migrator: &Migrator) -> Result<(), SchemaError> {
        self.check_can_migrate(migrator)?;
        let (found, known) = (self.version(), latest_version(migrator));
        if found < known { Err(SchemaError::Older { found, known }) } else { Ok(()) }
    }

    /// Fails unless this program's migrations lead on from the schema.
    pub(super) fn check_can_migrate(&self, migrator: &Migrator) -> Result<(), SchemaError> {
        let (found, known) = (self.version(), latest_version(migrator));
        if found > known {
            return Err(SchemaError::Newer { found, known });
        }
        let is_known = |(version, checksum): &(i64, Vec<u8>)| {
            migrator.iter().any(|it| it.version == *version && *it.checksum == *checksum.as_slice())
        };
        match self.0.iter().find(|applied| !is_known(applied)) {
            Some(_) => Err(SchemaError::Different { version: found }),
            None => Ok(()),
        }
    }
}

fn latest_version(migrator: &Migrator) -> i64 {
    migrator.iter().map(|migration| migration.version).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The migrations up to a version. Those of another `build` have other texts.
    fn program(version: i64, build: &'static str) -> Migrator {
        migrator((1..=version).map(|version| (version, "test", build)))
    }

    fn schema(version: i64, build: &'static str) -> Schema {
        let migrator = program(version, build);
        let applied = migrator.iter().map(|it| (it.version, it.checksum.to_vec()));
        Schema(applied.collect())
    }

    #[test]
    fn only_the_programs_own_schema_can_be_read() {
        let program = program(2, "released");
        assert_eq!(schema(2, "released").check(&program), Ok(()));
        let older = SchemaError::Older { found: 1, known: 2 };
        assert_eq!(schema(1, "released").check(&program), Err(older));
        let newer = SchemaError::Newer { found: 3, known: 2 };
        assert_eq!(schema(3, "released").check(&program), Err(newer));
        let different = SchemaError::Different { version: 2 };
        assert_eq!(schema(2, "other").check(&program), Err(different));
    }

    #[test]
    fn an_older_schema_can_be_migrated() {
        let program = program(2, "released");
        assert_eq!(schema(1, "released").check_can_migrate(&program), Ok(()));
        assert_eq!(schema(2, "released").check_can_migrate(&program), Ok(()));
        assert!(schema(1, "other").check_can_migrate(&program).is_err());
        assert!(schema(3, "released").check_can_migrate(&program).is_err());
    }
}
