//! Databases with many live games in them.

use std::{env, fmt, time::Duration};

use anyhow::{Context, Result};
use fourfall::store;
use sqlx::{
    AssertSqlSafe, Connection, PgConnection, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use tempfile::TempDir;

use crate::table::now;

/// What stores live games of people who do not move: three games in a server, one
/// in a channel, each due in a century.
const FILL: [&str; 3] = [
    "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2 * {})
     INSERT INTO player (player_id, name) SELECT n, 'Somebody' FROM number",
    "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {})
     INSERT INTO game (
         guild_id, channel_id, first_player_id, second_player_id, board_columns, board_rows,
         connect, time_control, theme, moves, version, series_id, first_points, second_points,
         declined, locale, started_at, moved_at, move_by, changed_by, token, token_expires_at,
         rated
     )
     SELECT n / 3 + 1, n, 2 * n - 1, 2 * n, 7, 6, 4, '1 day', 'classic', '44445536', 8, n, 0, 0,
         0, 'en-US', 0, 0, 5000000000000 + n, n, 'token', 0, 'yes'
     FROM number",
    "INSERT INTO live_seat (player_id, channel_id, game_id)
     SELECT first_player_id, channel_id, game_id FROM game
     UNION ALL SELECT second_player_id, channel_id, game_id FROM game",
];

/// What a bare commit changes.
const ROW: [&str; 2] = [
    "CREATE TABLE bare (id BIGINT PRIMARY KEY, changes BIGINT NOT NULL)",
    "INSERT INTO bare VALUES (1, 0)",
];
const CHANGE_ROW: &str = "UPDATE bare SET changes = changes + 1 WHERE id = 1";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sqlite,
    Postgres,
}

impl Kind {
    /// Whether it can be measured here.
    pub(crate) fn is_there(self) -> bool {
        self == Self::Sqlite || server().is_some()
    }
}

#[expect(clippy::disallowed_methods, reason = "what only benches and tests read")]
fn server() -> Option<String> {
    env::var("TEST_POSTGRES_URL").ok().filter(|url| !url.is_empty())
}

impl fmt::Display for Kind {
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
    kind: Kind,
    _folder: TempDir,
}

impl Database {
    /// Makes one, with that many live games.
    pub(crate) async fn filled(kind: Kind, live_games: u32) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let address = match kind {
            Kind::Sqlite => format!("sqlite://{}/bench.db", folder.path().display()),
            Kind::Postgres => new_in_postgres(live_games).await?,
        };
        // Makes the tables.
        store::open(&address).await?.close().await;
        let database = Self { address, live_games, kind, _folder: folder };
        let mut link = database.connect().await?;
        for statement in FILL {
            link.execute(&statement.replace("{}", &live_games.to_string())).await?;
        }
        for statement in ROW {
            link.execute(statement).await?;
        }
        // What the database would do by itself sooner or later, now.
        let tidy: &[&str] = match kind {
            Kind::Sqlite => &["PRAGMA wal_checkpoint(TRUNCATE)"],
            Kind::Postgres => &["VACUUM ANALYZE", "CHECKPOINT"],
        };
        for statement in tidy {
            link.execute(statement).await?;
        }
        Ok(database)
    }

    /// How long a change of a single small row takes until it is committed, with
    /// pauses in between, after which threads and caches are as cold as a move's.
    pub(crate) async fn bare_commits(&self, pauses: &[Duration]) -> Result<Duration> {
        let mut link = self.connect().await?;
        link.execute(CHANGE_ROW).await?;
        let mut taken = Duration::ZERO;
        for pause in pauses {
            tokio::time::sleep(*pause).await;
            let begun = now();
            link.execute(CHANGE_ROW).await?;
            taken += begun.elapsed();
        }
        Ok(taken)
    }

    async fn connect(&self) -> Result<Link> {
        Ok(match self.kind {
            Kind::Sqlite => {
                let options: SqliteConnectOptions = self.address.parse()?;
                let options = options
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full);
                Link::Sqlite(SqliteConnection::connect_with(&options).await?)
            }
            Kind::Postgres => Link::Postgres(PgConnection::connect(&self.address).await?),
        })
    }
}

/// Makes an empty database on the server, in place of one of an earlier run.
async fn new_in_postgres(live_games: u32) -> Result<String> {
    let server = server().context("no server")?;
    let name = format!("fourfall_bench_{live_games}");
    let mut link = Link::Postgres(PgConnection::connect(&server).await?);
    link.execute(&format!("DROP DATABASE IF EXISTS {name}")).await?;
    link.execute(&format!("CREATE DATABASE {name}")).await?;
    let (server, _) = server.rsplit_once('/').context("the address names no database")?;
    Ok(format!("{server}/{name}"))
}

/// A connection to a database of one of both kinds.
enum Link {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Link {
    async fn execute(&mut self, statement: &str) -> Result<()> {
        let text = AssertSqlSafe(statement.to_owned());
        match self {
            Self::Sqlite(connection) => sqlx::query(text).execute(connection).await.map(|_| ()),
            Self::Postgres(connection) => sqlx::query(text).execute(connection).await.map(|_| ()),
        }
        .map_err(Into::into)
    }
}
