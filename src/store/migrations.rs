//! The migrations, embedded in the binary, and which of them a database has had. Append-only from 1.0
//! on: a release opens what any earlier one has written.

use std::borrow::Cow;

use data_encoding::HEXLOWER;
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
}

/// The version of the schema of this program, which both databases have.
pub fn schema_version() -> i64 {
    latest_version(&applied_by(&sqlite()))
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

/// The version and the checksum of a migration.
type AppliedMigration = (i64, Vec<u8>);

/// The schema of a database.
#[derive(Clone, Debug)]
pub(super) struct Schema {
    /// Oldest first. Never empty.
    applied: Vec<AppliedMigration>,
    /// Those of this program.
    known: Vec<AppliedMigration>,
    /// Whether these stand for all migrations before 1.0, which have made the same schema.
    is_before_1_0: bool,
}

/// Migrations are numbered from 1; other programs' often by their date.
const LAST_POSSIBLE: i64 = 9_999;

/// The version of the last schema before 1.0, which is that of 1.0, and the checksums of the migrations
/// to it, of SQLite and of PostgreSQL, in hexadecimal digits.
const LAST_BEFORE_1_0: i64 = 20;
const LAST_CHECKSUMS: [&str; 2] = [
    "707317b0f9dead7317f77792efd8fd525b46d7bc490df73260a2a63edef6fa3837eefdb76f41e2d023f52ecc4d6ae0e1",
    "60cd9f025901cba37cdb3af5e1f213b2f7e926f87de9a7ece0e7b05296210cbaa2a80edad847d0305dd38500d2034be2",
];

const FORGET_LATER: &str = "DELETE FROM _sqlx_migrations WHERE version > $1";

/// For SQLite and PostgreSQL.
const ADOPT: [&str; 2] = [
    "UPDATE _sqlx_migrations SET checksum = unhex($2) WHERE version = $1",
    "UPDATE _sqlx_migrations SET checksum = decode($2, 'hex') WHERE version = $1",
];

const APPLIED_MIGRATIONS: &str = "SELECT version, checksum FROM _sqlx_migrations ORDER BY version";

impl Schema {
    /// Reads the schema of a database that is being opened, or `None` if it has no tables.
    pub(super) async fn read(connection: &mut Connection<'_>) -> StoreResult<Option<Self>> {
        let count = connection.choose(
            "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'",
            "SELECT count(*) FROM pg_tables WHERE tablename = '_sqlx_migrations' \
             AND schemaname = ANY (current_schemas(false))",
        );
        let tables: u32 =
            query(count).fetch_one(connection).await.map_err(StoreError::while_opening)?;
        if tables == 0 {
            return Ok(None);
        }
        let applied = query(APPLIED_MIGRATIONS).fetch_all(connection).await;
        let applied: Vec<AppliedMigration> = applied.map_err(StoreError::while_opening)?;
        let known = applied_by(&connection.choose(sqlite(), postgres()));
        let checksum = connection.choose(LAST_CHECKSUMS[0], LAST_CHECKSUMS[1]);
        let is_before_1_0 = applied.last().is_some_and(|(version, found)| {
            *version == LAST_BEFORE_1_0 && HEXLOWER.encode(found) == checksum
        });
        let applied = if is_before_1_0 { known[..1].to_vec() } else { applied };
        Ok((!applied.is_empty()).then_some(Self { applied, known, is_before_1_0 }))
    }

    /// Fails unless this program's migrations can be run on a database that is being opened. Must be
    /// part of a transaction.
    pub(super) async fn prepare(connection: &mut Connection<'_>) -> StoreResult<()> {
        if let Some(schema) = Self::read(connection).await? {
            schema.check_can_migrate().map_err(StoreError::Schema)?;
            return schema.adopt(connection).await.map_err(StoreError::while_opening);
        }
        tracing::info!("the database is new and empty");
        Ok(())
    }

    /// Gives a database of the last version before 1.0 the version of 1.0.
    async fn adopt(&self, connection: &mut Connection<'_>) -> StoreResult<()> {
        let initial = self.applied.first().filter(|_| self.is_before_1_0);
        let Some((version, checksum)) = initial else { return Ok(()) };
        query(FORGET_LATER).bind(*version).execute(connection).await?;
        let adopt = query(connection.choose(ADOPT[0], ADOPT[1])).bind(*version);
        adopt.bind(HEXLOWER.encode(checksum)).execute(connection).await.map(drop)
    }

    /// The version of the last migration.
    pub(super) fn version(&self) -> i64 {
        latest_version(&self.applied)
    }

    /// Fails unless the schema is exactly that of this program.
    pub(super) fn check(&self) -> Result<(), SchemaError> {
        self.check_can_migrate()?;
        let (found, known) = (self.version(), latest_version(&self.known));
        if found < known { Err(SchemaError::Older { found, known }) } else { Ok(()) }
    }

    /// Fails unless this program's migrations lead on from the schema.
    pub(super) fn check_can_migrate(&self) -> Result<(), SchemaError> {
        let versions = || self.applied.iter().map(|(version, _)| *version);
        if versions().next() != Some(1) || versions().any(|version| version > LAST_POSSIBLE) {
            return Err(SchemaError::OtherProgram);
        }
        if self.applied.first() != self.known.first() {
            return Err(SchemaError::Before1_0);
        }
        let (found, known) = (self.version(), latest_version(&self.known));
        if found > known {
            return Err(SchemaError::Newer { found, known });
        }
        if self.applied.iter().all(|applied| self.known.contains(applied)) {
            Ok(())
        } else {
            Err(SchemaError::Different { version: found })
        }
    }
}

/// What a database has had after all migrations.
fn applied_by(migrator: &Migrator) -> Vec<AppliedMigration> {
    migrator.iter().map(|it| (it.version, it.checksum.to_vec())).collect()
}

fn latest_version(applied: &[AppliedMigration]) -> i64 {
    applied.last().map_or(0, |(version, _)| *version)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The migrations up to a version. Those of another `build` have other texts.
    fn migrations(version: i64, build: &'static str) -> Vec<AppliedMigration> {
        applied_by(&migrator((1..=version).map(|version| (version, "test", build))))
    }

    /// A schema, as a program with two migrations sees it.
    fn schema(version: i64, build: &'static str) -> Schema {
        let known = migrations(2, "released");
        Schema { applied: migrations(version, build), known, is_before_1_0: false }
    }

    #[test]
    fn only_the_programs_own_schema_can_be_read() {
        assert_eq!(schema(2, "released").check(), Ok(()));
        let older = SchemaError::Older { found: 1, known: 2 };
        assert_eq!(schema(1, "released").check(), Err(older));
        let newer = SchemaError::Newer { found: 3, known: 2 };
        assert_eq!(schema(3, "released").check(), Err(newer));
        assert_eq!(schema(2, "other").check(), Err(SchemaError::Before1_0));
        let mut different = schema(2, "released");
        different.applied[1].1.clear();
        assert_eq!(different.check(), Err(SchemaError::Different { version: 2 }));
    }

    #[test]
    fn an_older_schema_can_be_migrated() {
        assert_eq!(schema(1, "released").check_can_migrate(), Ok(()));
        assert_eq!(schema(2, "released").check_can_migrate(), Ok(()));
        assert!(schema(1, "other").check_can_migrate().is_err());
        assert!(schema(3, "released").check_can_migrate().is_err());
    }
}
