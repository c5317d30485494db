//! Databases filled with live games.

use std::{env, fmt, time::Duration};

use anyhow::{Context, Result};
use clock::Stopwatch;
use fourfall::store;
use sqlx::{
    AssertSqlSafe, Connection, PgConnection, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use tempfile::TempDir;

/// Inserts idle live games: three per server, one per channel, with deadlines in the far
/// future.
const FILL: [&str; 2] = [
    "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2 * {})
     INSERT INTO player (player_id, name) SELECT n, 'Somebody' FROM number",
    "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {})
     INSERT INTO game (
         guild_id, channel_id, first_player_id, second_player_id, board_columns, board_rows,
         connect, time_control, theme, moves, version, series_id, first_points, second_points,
         closed_offers, locale, started_at, moved_at, move_by, changed_by, token, token_expires_at,
         rated
     )
     SELECT n / 3 + 1, n, 2 * n - 1, 2 * n, 7, 6, 4, '1 day', 'classic', '44445536', 8, n, 0, 0,
         0, 'en-US', 0, 0, 5000000000000 + n, n, '', 0, 'yes'
     FROM number",
];

/// The row that a bare commit changes.
const CREATE_ROW: [&str; 2] = [
    "CREATE TABLE bare (id BIGINT PRIMARY KEY, changes BIGINT NOT NULL)",
    "INSERT INTO bare VALUES (1, 0)",
];
const UPDATE_ROW: &str = "UPDATE bare SET changes = changes + 1 WHERE id = 1";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseKind {
    Sqlite,
    Postgres,
}

impl DatabaseKind {
    /// Whether this machine can run it.
    pub(crate) fn is_available(self) -> bool {
        self == Self::Sqlite || server().is_some()
    }
}

#[expect(clippy::disallowed_methods, reason = "only benches and tests read this variable")]
fn server() -> Option<String> {
    env::var("TEST_POSTGRES_URL").ok().filter(|url| !url.is_empty())
}

impl fmt::Display for DatabaseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        })
    }
}

/// A database with live games in it.
#[derive(Debug)]
pub(crate) struct Database {
    pub(crate) address: String,
    pub(crate) live_games: u32,
    kind: DatabaseKind,
    /// Where bare commits go: on SQLite, a change by another process would empty the caches of
    /// the bot.
    commits: String,
    _folder: TempDir,
}

impl Database {
    /// Creates a database with `live_games` live games.
    pub(crate) async fn filled(kind: DatabaseKind, live_games: u32) -> Result<Self> {
        let mut database = Self::empty(kind, &live_games.to_string()).await?;
        // Runs the migrations.
        store::open(&database.address).await?.close().await;
        database.fill(live_games).await?;
        Ok(database)
    }

    /// Creates an empty database, of this name on the server.
    pub(crate) async fn empty(kind: DatabaseKind, name: &str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let address = match kind {
            DatabaseKind::Sqlite => format!("sqlite://{}/bench.db", folder.path().display()),
            DatabaseKind::Postgres => create_postgres(name).await?,
        };
        let commits = match kind {
            DatabaseKind::Sqlite => format!("sqlite://{}/commits.db", folder.path().display()),
            DatabaseKind::Postgres => address.clone(),
        };
        Ok(Self { address, live_games: 0, kind, commits, _folder: folder })
    }

    /// Adds live games to one that has its tables.
    pub(crate) async fn fill(&mut self, live_games: u32) -> Result<()> {
        self.live_games = live_games;
        let mut connection = self.connect(&self.address).await?;
        for statement in FILL {
            connection.execute(&statement.replace("{}", &live_games.to_string())).await?;
        }
        let mut commits = self.connect(&self.commits).await?;
        for statement in CREATE_ROW {
            commits.execute(statement).await?;
        }
        // Maintenance that would otherwise run at some point during the measurements.
        let maintenance: &[&str] = match self.kind {
            DatabaseKind::Sqlite => &["PRAGMA wal_checkpoint(TRUNCATE)"],
            DatabaseKind::Postgres => &["VACUUM ANALYZE", "CHECKPOINT"],
        };
        for statement in maintenance {
            connection.execute(statement).await?;
        }
        Ok(())
    }

    /// The total time of committed updates of one small row, one after each pause. The pauses
    /// leave threads and caches as cold as they are for a move.
    pub(crate) async fn time_bare_commits(&self, pauses: &[Duration]) -> Result<Duration> {
        let mut connection = self.connect(&self.commits).await?;
        connection.execute(UPDATE_ROW).await?;
        let mut total = Duration::ZERO;
        for pause in pauses {
            tokio::time::sleep(*pause).await;
            let stopwatch = Stopwatch::start();
            connection.execute(UPDATE_ROW).await?;
            total += stopwatch.elapsed();
        }
        Ok(total)
    }

    pub(crate) async fn execute(&self, statement: &str) -> Result<()> {
        self.connect(&self.address).await?.execute(statement).await
    }

    async fn connect(&self, address: &str) -> Result<DbConnection> {
        Ok(match self.kind {
            DatabaseKind::Sqlite => {
                let options: SqliteConnectOptions = address.parse()?;
                let options = options
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full);
                DbConnection::Sqlite(SqliteConnection::connect_with(&options).await?)
            }
            DatabaseKind::Postgres => DbConnection::Postgres(PgConnection::connect(address).await?),
        })
    }
}

/// Creates an empty database on the server, replacing that of an earlier run.
async fn create_postgres(name: &str) -> Result<String> {
    let server = server().context("TEST_POSTGRES_URL is not set")?;
    let name = format!("fourfall_bench_{name}");
    let mut connection = DbConnection::Postgres(PgConnection::connect(&server).await?);
    connection.execute(&format!("DROP DATABASE IF EXISTS {name}")).await?;
    connection.execute(&format!("CREATE DATABASE {name}")).await?;
    let (server, _) = server.rsplit_once('/').context("the URL names no database")?;
    Ok(format!("{server}/{name}"))
}

/// A connection to a database of either kind.
enum DbConnection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl DbConnection {
    async fn execute(&mut self, statement: &str) -> Result<()> {
        let text = AssertSqlSafe(statement.to_owned());
        match self {
            Self::Sqlite(connection) => sqlx::query(text).execute(connection).await.map(|_| ()),
            Self::Postgres(connection) => sqlx::query(text).execute(connection).await.map(|_| ()),
        }
        .map_err(Into::into)
    }
}
