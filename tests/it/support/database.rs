//! Databases for tests: an SQLite file each, or a database each on the PostgreSQL
//! server that `TEST_POSTGRES_URL` names.

use std::path::PathBuf;

use reqwest::Url;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tempfile::TempDir;

use super::cable::Cable;

/// A database of a test's own, gone when the test is over.
#[derive(Debug)]
pub(crate) enum TestDatabase {
    /// A file in a folder.
    File(TempDir),
    /// On a server.
    Server { server: String, name: String, cable: Option<Cable> },
}

/// The server that tests may use, if there is one.
#[expect(clippy::disallowed_methods, reason = "what only tests read")]
fn server() -> Option<String> {
    std::env::var("TEST_POSTGRES_URL").ok().filter(|url| !url.is_empty())
}

fn address_on(server: &str, name: &str) -> Url {
    let mut url = Url::parse(server).unwrap();
    url.set_path(name);
    url
}

impl TestDatabase {
    /// A new one, where tests are to have theirs.
    pub(crate) async fn new() -> Self {
        match Self::on_a_server().await {
            Some(database) => database,
            None => Self::file(),
        }
    }

    /// A new one on a server, if there is one.
    pub(crate) async fn on_a_server() -> Option<Self> {
        let server = server()?;
        let name = format!("fourfall_test_{:016x}", fastrand::u64(..));
        let mut connection = PgConnection::connect(&server).await.unwrap();
        // Nobody is ever connected to that template.
        let make = format!("CREATE DATABASE {name} TEMPLATE template0");
        sqlx::raw_sql(AssertSqlSafe(make)).execute(&mut connection).await.unwrap();
        Some(Self::Server { server, name, cable: None })
    }

    /// The same, with a network before it that can be broken.
    pub(crate) async fn behind_a_cable() -> Option<(Self, Cable)> {
        let mut database = Self::on_a_server().await?;
        let Self::Server { server, cable, .. } = &mut database else {
            unreachable!("it is on a server");
        };
        let url = Url::parse(server).unwrap();
        let host = (url.host_str().unwrap(), url.port().unwrap_or(5432));
        let address = tokio::net::lookup_host(host).await.unwrap().next().unwrap();
        let new = Cable::to(address).await;
        *cable = Some(new.clone());
        Some((database, new))
    }

    /// A new SQLite file, wherever others are.
    pub(crate) fn file() -> Self {
        Self::File(tempfile::tempdir().unwrap())
    }

    /// Its address, as in `DATABASE_URL`.
    pub(crate) fn address(&self) -> String {
        match self {
            Self::File(_) => format!("sqlite://{}", self.path().display()),
            Self::Server { server, name, cable } => {
                let mut url = address_on(server, name);
                if let Some(cable) = cable {
                    url.set_ip_host(cable.address.ip()).unwrap();
                    url.set_port(Some(cable.address.port())).unwrap();
                }
                url.into()
            }
        }
    }

    /// The file.
    pub(crate) fn path(&self) -> PathBuf {
        match self {
            Self::File(folder) => folder.path().join("fourfall.db"),
            Self::Server { .. } => panic!("this is about files"),
        }
    }

    /// Whether the bot has ever opened it.
    pub(crate) async fn has_tables(&self) -> bool {
        match self {
            Self::File(_) => self.path().exists(),
            Self::Server { .. } => {
                let tables = "SELECT count(*) FROM pg_tables WHERE tablename = 'challenge'";
                self.sql().await.number(tables).await > 0
            }
        }
    }

    /// A connection past the store.
    pub(crate) async fn sql(&self) -> Sql {
        match self {
            Self::File(_) => Sql::Sqlite(SqliteConnection::connect(&self.address()).await.unwrap()),
            Self::Server { server, name, .. } => {
                let address = address_on(server, name).to_string();
                Sql::Postgres(PgConnection::connect(&address).await.unwrap())
            }
        }
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let Self::Server { server, name, .. } = self else { return };
        let (server, drop) =
            (server.clone(), format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        let work = async move {
            let mut connection = PgConnection::connect(&server).await?;
            sqlx::raw_sql(AssertSqlSafe(drop)).execute(&mut connection).await
        };
        // A test's own runtime waits for nothing any more.
        let thread = std::thread::spawn(|| {
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap()
                .block_on(work)
        });
        let dropped = thread.join().expect("it does not panic");
        assert!(std::thread::panicking() || dropped.is_ok(), "{dropped:?}");
    }
}

/// A connection to either kind of database.
#[derive(Debug)]
pub(crate) enum Sql {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Sql {
    pub(crate) async fn run(&mut self, text: &str) {
        let query = sqlx::raw_sql(AssertSqlSafe(text.to_owned()));
        match self {
            Self::Sqlite(connection) => query.execute(connection).await.map(drop),
            Self::Postgres(connection) => query.execute(connection).await.map(drop),
        }
        .unwrap();
    }

    /// The one text that a query finds.
    pub(crate) async fn text(&mut self, text: &str) -> String {
        let text = AssertSqlSafe(text.to_owned());
        match self {
            Self::Sqlite(connection) => sqlx::query_scalar(text).fetch_one(connection).await,
            Self::Postgres(connection) => sqlx::query_scalar(text).fetch_one(connection).await,
        }
        .unwrap()
    }

    /// The one number that a query finds.
    pub(crate) async fn number(&mut self, text: &'static str) -> i64 {
        match self {
            Self::Sqlite(connection) => sqlx::query_scalar(text).fetch_one(connection).await,
            Self::Postgres(connection) => sqlx::query_scalar(text).fetch_one(connection).await,
        }
        .unwrap()
    }

    /// All columns that the database does not work out itself, by table.
    pub(crate) async fn columns(&mut self) -> Vec<(String, String)> {
        match self {
            Self::Sqlite(connection) => {
                let text = "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_xinfo(m.name) c \
                    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' \
                    AND m.name NOT LIKE '\\_sqlx%' ESCAPE '\\' AND c.hidden = 0";
                sqlx::query_as(text).fetch_all(connection).await
            }
            Self::Postgres(connection) => {
                let text = "SELECT CAST(table_name AS text), CAST(column_name AS text) \
                    FROM information_schema.columns WHERE table_schema = 'public' \
                    AND table_name NOT LIKE '\\_sqlx%' AND is_generated = 'NEVER'";
                sqlx::query_as(text).fetch_all(connection).await
            }
        }
        .unwrap()
    }

    /// Keeps everybody else from writing, until [`Sql::unlock`].
    pub(crate) async fn lock(&mut self) {
        let text = match self {
            Self::Sqlite(_) => "BEGIN IMMEDIATE",
            Self::Postgres(_) => "BEGIN; LOCK TABLE game IN EXCLUSIVE MODE",
        };
        self.run(text).await;
    }

    pub(crate) async fn unlock(&mut self) {
        self.run("ROLLBACK").await;
    }
}

/// Says something even where a test passes, unlike `eprintln!`.
pub(crate) fn note(said: &str) {
    use std::io::Write as _;

    let mut error_stream = std::io::stderr();
    writeln!(error_stream, "\nnote: {said}").unwrap();
}

/// Which databases were tested is said, not left to be guessed.
#[tokio::test]
async fn it_is_said_whether_postgresql_was_tested() {
    let database = TestDatabase::new().await;
    fourfall::store::open(&database.address()).await.unwrap().close().await;
    let mut sql = database.sql().await;
    if server().is_some() {
        assert!(sql.text("SELECT version()").await.starts_with("PostgreSQL"));
        note("TEST_POSTGRES_URL is set: these tests run on PostgreSQL");
    } else {
        assert!(sql.text("SELECT sqlite_version()").await.starts_with("3."));
        note("TEST_POSTGRES_URL is not set: these tests run on SQLite alone");
    }
}
