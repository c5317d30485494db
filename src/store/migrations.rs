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

/// The schema of a database.
#[derive(Clone, Debug)]
pub(super) struct Schema {
    /// The version and the checksum of each migration, oldest first. Never empty.
    applied: Vec<(i64, Vec<u8>)>,
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
        let applied: Vec<(i64, Vec<u8>)> = query(APPLIED_MIGRATIONS).fetch_all(connection).await?;
        let checksum = connection.choose(LAST_CHECKSUMS[0], LAST_CHECKSUMS[1]);
        let is_before_1_0 = applied.last().is_some_and(|(version, found)| {
            *version == LAST_BEFORE_1_0 && HEXLOWER.encode(found) == checksum
        });
        let applied = if is_before_1_0 {
            vec![initial(&connection.choose(sqlite(), postgres()))]
        } else {
            applied
        };
        Ok((!applied.is_empty()).then_some(Self { applied, is_before_1_0 }))
    }

    /// Gives a database of the last version before 1.0 the version of 1.0. Must be part of a
    /// transaction.
    pub(super) async fn adopt(&self, connection: &mut Connection<'_>) -> StoreResult<()> {
        let initial = self.applied.first().filter(|_| self.is_before_1_0);
        let Some((version, checksum)) = initial else { return Ok(()) };
        let forget = query(FORGET_LATER).bind(*version);
        forget.execute(connection).await.map_err(StoreError::while_opening)?;
        let adopt = query(connection.choose(ADOPT[0], ADOPT[1]));
        let adopt = adopt.bind(*version).bind(HEXLOWER.encode(checksum));
        adopt.execute(connection).await.map(drop).map_err(StoreError::while_opening)
    }

    /// The version of the last migration.
    pub(super) fn version(&self) -> i64 {
        self.applied.last().map_or(0, |(version, _)| *version)
    }

    /// Fails unless the schema is exactly that of this program.
    pub(super) fn check(&self, migrator: &Migrator) -> Result<(), SchemaError> {
        self.check_can_migrate(migrator)?;
        let (found, known) = (self.version(), latest_version(migrator));
        if found < known { Err(SchemaError::Older { found, known }) } else { Ok(()) }
    }

    /// Fails unless this program's migrations lead on from the schema.
    pub(super) fn check_can_migrate(&self, migrator: &Migrator) -> Result<(), SchemaError> {
        let versions = || self.applied.iter().map(|(version, _)| *version);
        if versions().next() != Some(1) || versions().any(|version| version > LAST_POSSIBLE) {
            return Err(SchemaError::OtherProgram);
        }
        if self.applied.first() != Some(&initial(migrator)) {
            return Err(SchemaError::Before1_0);
        }
        let (found, known) = (self.version(), latest_version(migrator));
        if found > known {
            return Err(SchemaError::Newer { found, known });
        }
        let is_known = |(version, checksum): &(i64, Vec<u8>)| {
            migrator.iter().any(|it| it.version == *version && *it.checksum == *checksum.as_slice())
        };
        match self.applied.iter().find(|applied| !is_known(applied)) {
            Some(_) => Err(SchemaError::Different { version: found }),
            None => Ok(()),
        }
    }
}

/// The version and the checksum of the first migration.
fn initial(migrator: &Migrator) -> (i64, Vec<u8>) {
    let first = migrator.iter().next().expect("there are migrations");
    (first.version, first.checksum.to_vec())
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
        let applied = migrator.iter().map(|it| (it.version, it.checksum.to_vec())).collect();
        Schema { applied, is_before_1_0: false }
    }

    #[test]
    fn only_the_programs_own_schema_can_be_read() {
        let program = program(2, "released");
        assert_eq!(schema(2, "released").check(&program), Ok(()));
        let older = SchemaError::Older { found: 1, known: 2 };
        assert_eq!(schema(1, "released").check(&program), Err(older));
        let newer = SchemaError::Newer { found: 3, known: 2 };
        assert_eq!(schema(3, "released").check(&program), Err(newer));
        assert_eq!(schema(2, "other").check(&program), Err(SchemaError::Before1_0));
        let mut different = schema(2, "released");
        different.applied[1].1.clear();
        let error = SchemaError::Different { version: 2 };
        assert_eq!(different.check(&program), Err(error));
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
