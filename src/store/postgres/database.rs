//! A PostgreSQL database: how it is opened, and its connections.

use std::{
    io::{self, ErrorKind},
    str::FromStr,
    time::Duration,
};

use reqwest::Url;
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::time::timeout;

use crate::{
    certificates,
    store::{
        connection::export_pool_options,
        migrations::{self, Schema, WRITE_PROBE},
        postgres::{
            advisory_locks, hot_pool::ACQUIRE_TIMEOUT, hot_pool::CONNECTIONS, hot_pool::Checkout,
            hot_pool::HotPool, hot_pool::TRANSACTION_CONNECTIONS, suitability,
        },
        prelude::*,
    },
};

/// Limits how long a session waits for a lock, and makes a session whose process or
/// network has died release its locks within seconds. Timeouts are in milliseconds,
/// keepalives in seconds. Compiling the plans of short statements takes longer than running
/// them, and PostgreSQL would do so in a large database. sqlx logs notices, such as that a table is
/// there already. A migration or an export takes long, and what waits for an advisory lock must see
/// what was committed meanwhile, whatever the server, the database or the user has as defaults.
const SESSION_OPTIONS: [(&str, &str); 9] = [
    ("lock_timeout", "1500"),
    ("statement_timeout", "0"),
    ("default_transaction_isolation", "read committed"),
    ("idle_in_transaction_session_timeout", "10000"),
    ("tcp_keepalives_idle", "10"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
    ("jit", "off"),
    ("client_min_messages", "warning"),
];

/// How long the first connection may take, longer than one of a pool: a server may sleep.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(6);

#[derive(Debug)]
pub(in crate::store) struct PostgresDatabase {
    pub(in crate::store) reading: PgPool,
    pub(in crate::store) exports: PgPool,
    /// For loading and storing moves, the hot path: a move waits for no transaction. A connection
    /// is taken for one statement, and to be released after it.
    pub(in crate::store) moves: HotPool,
    transactions: HotPool,
}

impl PostgresDatabase {
    /// Opens the database at a `postgres://…` URL and runs its migrations.
    pub(in crate::store) async fn open(url: &str) -> StoreResult<Self> {
        let options = options(url)?;
        // A pool would not say why it gets no connection.
        connect_with(&options).await?.close().await.map_err(StoreError::Open)?;
        let reading = pool(CONNECTIONS, options.clone()).await?;
        migrate(&reading).await?;
        sqlx::query(WRITE_PROBE).execute(&reading).await.map_err(StoreError::Open)?;
        let exports = export_pool_options().connect_lazy_with(options.clone());
        let moves = HotPool::new(pool(CONNECTIONS, options.clone()).await?);
        let transactions = HotPool::new(pool(TRANSACTION_CONNECTIONS, options).await?);
        Ok(Self { reading, exports, moves, transactions })
    }

    /// Begins a transaction. If it is dropped without a commit, its connection is closed, which
    /// rolls it back.
    pub(in crate::store) async fn begin(
        &self,
        locks: &[AdvisoryLock],
    ) -> StoreResult<Checkout<'_>> {
        let mut checkout = self.transactions.acquire().await?;
        let begin = AssertSqlSafe(format!("BEGIN; {}", advisory_locks::lock_query(locks)));
        sqlx::raw_sql(begin).execute(checkout.as_mut()).await.map_err(store_error)?;
        Ok(checkout)
    }

    pub(in crate::store) async fn close(&self) {
        self.moves.close().await;
        self.transactions.close().await;
        self.reading.close().await;
        self.exports.close().await;
    }
}

/// Connects to the database at a `postgres://…` URL for reading only.
pub(in crate::store) async fn open_read_only(url: &str) -> StoreResult<PgConnection> {
    let options = options(url)?.options([("default_transaction_read_only", "on")]);
    connect_with(&options).await
}

/// Connects to the database at a `postgres://…` URL, without migrating it.
pub(in crate::store) async fn connect(url: &str) -> StoreResult<PgConnection> {
    connect_with(&options(url)?).await
}

async fn connect_with(options: &PgConnectOptions) -> StoreResult<PgConnection> {
    let connected = timeout(CONNECT_TIMEOUT, options.connect()).await;
    let timed_out = |_| Err(io::Error::from(ErrorKind::TimedOut).into());
    let error = match connected.unwrap_or_else(timed_out) {
        Ok(connection) => return Ok(connection),
        Err(sqlx::Error::Io(error)) if options.get_socket().is_none() => {
            let server = format!("{}:{}", options.get_host(), options.get_port());
            io::Error::new(error.kind(), format!("{server}: {error}")).into()
        }
        Err(error) => error,
    };
    Err(StoreError::Open(error))
}

fn options(url: &str) -> StoreResult<PgConnectOptions> {
    // Some characters end a password: the rest of it would be a host, a database or nothing.
    let after_host = url.split_once("://").and_then(|(_, rest)| rest.split_once(['/', '?', '#']));
    if after_host.is_some_and(|(_, rest)| rest.contains(['@', '#'])) {
        return Err(StoreError::UnencodedUrl);
    }
    warn_of_unknown_parameters(url);
    let options = PgConnectOptions::from_str(url).map_err(|_| StoreError::InvalidUrl)?;
    let options = options.application_name("fourfall").options(SESSION_OPTIONS);
    // By the address or by PGSSLROOTCERT.
    let names_certificates =
        options.to_url_lossy().query_pairs().any(|(name, _)| name == "sslrootcert");
    if names_certificates {
        return Ok(options);
    }
    Ok(options.ssl_root_cert_from_pem(certificates::pem().into_bytes()))
}

/// Warns of parameters that have no effect, without their values.
fn warn_of_unknown_parameters(url: &str) {
    let Ok(url) = Url::parse(url) else { return };
    for (name, _) in url.query_pairs().filter(|(name, _)| !is_parameter(name)) {
        tracing::warn!(%name, "the database's address has an unknown parameter");
    }
}

/// Whether sqlx takes it.
fn is_parameter(name: &str) -> bool {
    let name = name.replace('-', "");
    name.starts_with("options[")
        || matches!(
            &*name,
            "application_name"
                | "dbname"
                | "host"
                | "hostaddr"
                | "options"
                | "password"
                | "port"
                | "sslca"
                | "sslcert"
                | "sslkey"
                | "sslmode"
                | "sslrootcert"
                | "statementcachecapacity"
                | "user"
        )
}

async fn pool(connections: u32, options: PgConnectOptions) -> StoreResult<PgPool> {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .connect_with(options)
        .await
        .map_err(StoreError::Open)
}

async fn migrate(pool: &PgPool) -> StoreResult<()> {
    let lock = advisory_locks::SCHEMA_LOCK;
    let begin = AssertSqlSafe(format!("BEGIN; SELECT pg_advisory_xact_lock({lock})"));
    let mut connection = pool.begin_with(begin).await.map_err(StoreError::Open)?;
    let flaw = suitability::flaw(&mut connection).await.map_err(StoreError::while_opening)?;
    flaw.map_or(Ok(()), |flaw| Err(StoreError::Schema(flaw)))?;
    Schema::prepare(&mut Connection::Postgres(&mut connection)).await?;
    connection.commit().await.map_err(StoreError::Open)?;
    migrations::postgres().run(pool).await.map_err(StoreError::Migrate)
}
