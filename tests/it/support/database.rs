//! Databases for tests: one SQLite file per test, or one database per test on the
//! PostgreSQL server at `TEST_POSTGRES_URL`.

use std::path::PathBuf;

use reqwest::Url;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use super::chaos_proxy::ChaosProxy;

/// A test's own database, deleted on drop.
#[derive(Debug)]
pub(crate) enum TestDatabase {
    /// A file in a temporary folder.
    Sqlite(TempDir),
    /// A database on a PostgreSQL server.
    Postgres { server: String, name: String, proxy: Option<ChaosProxy> },
}

/// The URL of the PostgreSQL server for tests, if one is set.
#[expect(clippy::disallowed_methods, reason = "only tests read this variable")]
fn server() -> Option<String> {
    std::env::var("TEST_POSTGRES_URL").ok().filter(|url| !url.is_empty())
}

/// The URL of a database on a server.
fn database_url(server: &str, name: &str) -> Url {
    let mut url = Url::parse(server).unwrap();
    url.set_path(name);
    url
}

impl TestDatabase {
    /// A new database that has the tables: on the PostgreSQL server if one is set, else an SQLite
    /// file.
    pub(crate) async fn new() -> Self {
        match server() {
            Some(server) => Self::with_tables(server).await,
            None => Self::on_sqlite_with_tables().await,
        }
    }

    /// A copy of a file that has the tables, which takes less time than making them.
    async fn on_sqlite_with_tables() -> Self {
        static ORIGINAL: OnceCell<Vec<u8>> = OnceCell::const_new();
        let make = async || {
            let database = Self::on_sqlite();
            fourfall::store::open(&database.url()).await.unwrap().close().await;
            std::fs::read(database.path()).unwrap()
        };
        let database = Self::on_sqlite();
        std::fs::write(database.path(), ORIGINAL.get_or_init(make).await).unwrap();
        database
    }

    /// A new database on the PostgreSQL server, without tables, for tests that are ignored
    /// without one. Panics if no server is set.
    pub(crate) async fn on_postgres() -> Self {
        // `template1` cannot be copied while anybody is connected to it.
        Self::copy(server().expect("TEST_POSTGRES_URL is set"), "template0").await
    }

    /// Like that, in another encoding than UTF-8.
    pub(crate) async fn on_postgres_in(encoding: &str) -> Self {
        let original = format!("template0 ENCODING {encoding} LOCALE 'C'");
        Self::copy(server().expect("TEST_POSTGRES_URL is set"), &original).await
    }

    /// A copy of one that has the tables, which takes less time than making them.
    async fn with_tables(server: String) -> Self {
        static ORIGINAL: OnceCell<TestDatabase> = OnceCell::const_new();
        let make = async || {
            let database = Self::copy(server.clone(), "template0").await;
            fourfall::store::open(&database.url()).await.unwrap().close().await;
            database
        };
        match ORIGINAL.get_or_init(make).await {
            Self::Postgres { name, .. } => Self::copy(server.clone(), name).await,
            Self::Sqlite(_) => unreachable!("the database is on a server"),
        }
    }

    async fn copy(server: String, original: &str) -> Self {
        let name = format!("fourfall_test_{:016x}", fastrand::u64(..));
        let mut connection = PgConnection::connect(&server).await.unwrap();
        // From PostgreSQL 15 on, copying goes through the log by default, at three times the cost.
        let can_choose = connection.server_version_num().is_some_and(|version| version >= 150_000);
        let strategy = if can_choose { "STRATEGY FILE_COPY" } else { "" };
        let make = format!("CREATE DATABASE {name} TEMPLATE {original} {strategy}");
        sqlx::raw_sql(AssertSqlSafe(make)).execute(&mut connection).await.unwrap();
        Self::Postgres { server, name, proxy: None }
    }

    /// Like [`Self::on_postgres`], with a [`ChaosProxy`] in front of the server.
    pub(crate) async fn behind_chaos_proxy() -> Self {
        let mut database = Self::with_tables(server().expect("TEST_POSTGRES_URL is set")).await;
        let Self::Postgres { server, proxy, .. } = &mut database else {
            unreachable!("the database is on a server");
        };
        let url = Url::parse(server).unwrap();
        let host = (url.host_str().unwrap(), url.port().unwrap_or(5432));
        let address = tokio::net::lookup_host(host).await.unwrap().next().unwrap();
        *proxy = Some(ChaosProxy::start(address).await);
        database
    }

    /// The proxy in front of the server.
    pub(crate) fn proxy(&self) -> ChaosProxy {
        match self {
            Self::Postgres { proxy: Some(proxy), .. } => proxy.clone(),
            _ => panic!("the database is not behind a proxy"),
        }
    }

    /// A new SQLite file without tables, whether or not a PostgreSQL server is set.
    pub(crate) fn on_sqlite() -> Self {
        // In memory if possible: what a test stores need not survive a power cut, and commits
        // would wait for the disk.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        Self::Sqlite(folder.unwrap())
    }

    /// Its URL, as in `DATABASE_URL`.
    pub(crate) fn url(&self) -> String {
        match self {
            Self::Sqlite(_) => format!("sqlite://{}", self.path().display()),
            Self::Postgres { server, name, proxy } => {
                let mut url = database_url(server, name);
                if let Some(proxy) = proxy {
                    url.set_ip_host(proxy.address.ip()).unwrap();
                    url.set_port(Some(proxy.address.port())).unwrap();
                }
                url.into()
            }
        }
    }

    /// Changes the database on a server itself, such as a setting of its sessions.
    pub(crate) async fn alter(&self, change: &str) {
        let Self::Postgres { name, .. } = self else { panic!("the database is a file") };
        self.sql().await.run(&format!("ALTER DATABASE {name} {change}")).await;
    }

    /// The path of the SQLite file. Panics if the database is on a server.
    pub(crate) fn path(&self) -> PathBuf {
        match self {
            Self::Sqlite(folder) => folder.path().join("fourfall.db"),
            Self::Postgres { .. } => panic!("the database is on a server"),
        }
    }

    /// A connection that bypasses the store.
    pub(crate) async fn sql(&self) -> Sql {
        match self {
            Self::Sqlite(_) => Sql::Sqlite(SqliteConnection::connect(&self.url()).await.unwrap()),
            Self::Postgres { server, name, .. } => {
                let address = database_url(server, name).to_string();
                Sql::Postgres(PgConnection::connect(&address).await.unwrap())
            }
        }
    }

    /// Like [`Self::sql`], if the bot has ever opened it, which creates the tables.
    pub(crate) async fn sql_with_tables(&self) -> Option<Sql> {
        if matches!(self, Self::Sqlite(_)) && !self.path().exists() {
            return None;
        }
        let mut sql = self.sql().await;
        let tables = sql.tables().await;
        tables.iter().any(|name| name == "challenge").then_some(sql)
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let Self::Postgres { server, name, .. } = self else { return };
        let (server, drop) =
            (server.clone(), format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        let work = async move {
            let mut connection = PgConnection::connect(&server).await?;
            sqlx::raw_sql(AssertSqlSafe(drop)).execute(&mut connection).await
        };
        // The runtime of the test may be shutting down, so use another one.
        let thread = std::thread::spawn(|| {
            tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap()
                .block_on(work)
        });
        let dropped = thread.join().expect("dropping a database does not panic");
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

    /// The single text that a query returns.
    pub(crate) async fn text(&mut self, text: &str) -> String {
        let text = AssertSqlSafe(text.to_owned());
        match self {
            Self::Sqlite(connection) => sqlx::query_scalar(text).fetch_one(connection).await,
            Self::Postgres(connection) => sqlx::query_scalar(text).fetch_one(connection).await,
        }
        .unwrap()
    }

    /// The single number that a query returns.
    pub(crate) async fn number(&mut self, text: &'static str) -> i64 {
        match self {
            Self::Sqlite(connection) => sqlx::query_scalar(text).fetch_one(connection).await,
            Self::Postgres(connection) => sqlx::query_scalar(text).fetch_one(connection).await,
        }
        .unwrap()
    }

    /// The texts that a query returns.
    pub(crate) async fn texts(&mut self, text: &'static str) -> Vec<String> {
        match self {
            Self::Sqlite(connection) => sqlx::query_scalar(text).fetch_all(connection).await,
            Self::Postgres(connection) => sqlx::query_scalar(text).fetch_all(connection).await,
        }
        .unwrap()
    }

    /// The names of all tables.
    pub(crate) async fn tables(&mut self) -> Vec<String> {
        let text = match self {
            Self::Sqlite(_) => {
                "SELECT name FROM sqlite_schema WHERE type = 'table' \
                 AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_sqlx%' ESCAPE '\\'"
            }
            Self::Postgres(_) => {
                "SELECT CAST(tablename AS text) FROM pg_tables \
                 WHERE schemaname = 'public' AND tablename NOT LIKE '\\_sqlx%'"
            }
        };
        self.texts(text).await
    }

    /// Blocks all other writers until [`Self::unlock`].
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

    /// Pretends that a later release has migrated the database.
    pub(crate) async fn set_schema_version(&mut self, version: u64) {
        let insert = format!(
            "INSERT INTO _sqlx_migrations \
             (version, description, success, checksum, execution_time) \
             VALUES ({version}, 'of a later release', TRUE, x'00', 0)"
        );
        self.run(&insert).await;
    }
}

/// Prints a note, even if the test passes: unlike `eprintln!`, it is not captured.
pub(crate) fn print_note(text: &str) {
    use std::io::Write as _;

    let mut error_stream = std::io::stderr();
    writeln!(error_stream, "\nnote: {text}").unwrap();
}

#[tokio::test]
async fn a_note_says_which_database_is_tested() {
    let database = TestDatabase::new().await;
    fourfall::store::open(&database.url()).await.unwrap().close().await;
    let mut sql = database.sql().await;
    if server().is_some() {
        assert!(sql.text("SELECT version()").await.starts_with("PostgreSQL"));
        print_note("TEST_POSTGRES_URL is set: these tests run on PostgreSQL");
    } else {
        assert!(sql.text("SELECT sqlite_version()").await.starts_with("3."));
        print_note("TEST_POSTGRES_URL is not set: these tests run on SQLite alone");
    }
}
