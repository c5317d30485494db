//! Connections to either database, and what a transaction locks.

use std::time::Duration;

use sqlx::{PgConnection, SqliteConnection, pool::PoolOptions};

use crate::game::{ChannelId, GuildId, PlayerId};

/// What belongs to one of the databases.
#[derive(Clone, Copy, Debug)]
pub(super) enum Either<Sqlite, Postgres> {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

/// A connection to either database, possibly within a transaction.
pub(super) enum Connection<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

impl<Sqlite, Postgres> Either<Sqlite, Postgres>
where
    Sqlite: AsMut<SqliteConnection>,
    Postgres: AsMut<PgConnection>,
{
    pub(super) fn connection(&mut self) -> Connection<'_> {
        match self {
            Self::Sqlite(connection) => Connection::Sqlite(connection.as_mut()),
            Self::Postgres(connection) => Connection::Postgres(connection.as_mut()),
        }
    }
}

impl Connection<'_> {
    /// Chooses what is meant for this database.
    pub(super) fn choose<T>(&self, sqlite: T, postgres: T) -> T {
        match self {
            Self::Sqlite(_) => sqlite,
            Self::Postgres(_) => postgres,
        }
    }
}

/// How long an export waits for the one before it.
const EXPORT_TIMEOUT: Duration = Duration::from_mins(5);

/// How long the connection for exports is kept after one.
const EXPORT_IDLE_TIMEOUT: Duration = Duration::from_mins(1);

/// The options of the pool for exports: one reads at a time, by a connection of its own, since
/// each holds it for as long as it takes.
pub(super) fn export_pool_options<DB: sqlx::Database>() -> PoolOptions<DB> {
    PoolOptions::new()
        .max_connections(1)
        .acquire_timeout(EXPORT_TIMEOUT)
        .acquire_slow_threshold(EXPORT_TIMEOUT)
        .idle_timeout(EXPORT_IDLE_TIMEOUT)
}

/// What a transaction locks until it is committed. SQLite needs none of these, since
/// it has only one writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AdvisoryLock {
    /// A player's results, and the number of their games and challenges.
    Player(PlayerId),
    /// The number of games in a channel.
    Channel(ChannelId),
    /// A server's settings and seasons.
    Guild(GuildId),
    /// Like that, beside others that only read them.
    SharedGuild(GuildId),
    /// What is kept for a time only.
    CleanUp,
    /// The whole database.
    Exclusive,
}
