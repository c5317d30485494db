//! A pool of connections for moves or transactions, without pings.
//!
//! sqlx's pool pings a connection before each use and after each release: with 64 games at once, a
//! move takes 1.36 times as much of the processor. Here a connection goes from one use to the
//! next. One that is not released after success is closed: it may be broken, or within a
//! transaction.

use std::time::Duration;

use clock::Stopwatch;
use parking_lot::Mutex;
use sqlx::{Connection as _, PgConnection, PgPool, Postgres, pool::PoolConnection};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::store::prelude::*;

/// Connections of each process for moves, and for reading. PostgreSQL's default limit for all
/// processes together is 100.
pub(super) const CONNECTIONS: u32 = 4;

/// Connections of each process for transactions. Those that are committed at the same time wait
/// for the disk together, so more of them are stored in a second.
pub(super) const TRANSACTION_CONNECTIONS: u32 = 8;

/// Connections of each process for everything, with the one for exports.
pub(super) const ALL_CONNECTIONS: u32 = 2 * CONNECTIONS + TRANSACTION_CONNECTIONS + 1;

/// How long to wait for a connection. Discord waits three seconds for a response, which
/// must leave time to report the error.
pub(super) const ACQUIRE_TIMEOUT: Duration = Duration::from_millis(1_500);

/// A connection that was idle for longer is pinged before use.
const PING_AFTER_IDLE: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub(in crate::store) struct HotPool {
    pool: PgPool,
    /// One for each connection of the pool.
    permits: Semaphore,
    /// With how long they have been idle, most recently used last.
    idle: Mutex<Vec<(PoolConnection<Postgres>, Stopwatch)>>,
}

/// A connection in use. It is closed on drop, unless it is [released](Self::release).
#[derive(Debug)]
pub(in crate::store) struct Checkout<'a> {
    connection: PoolConnection<Postgres>,
    owner: &'a HotPool,
    _permit: SemaphorePermit<'a>,
}

impl HotPool {
    /// Takes over all connections of a pool, which nothing else may use.
    pub(super) fn new(pool: PgPool) -> Self {
        let permits = Semaphore::new(pool.options().get_max_connections() as usize);
        Self { pool, permits, idle: Mutex::default() }
    }

    pub(in crate::store) async fn acquire(&self) -> StoreResult<Checkout<'_>> {
        let permit = tokio::time::timeout(ACQUIRE_TIMEOUT, self.permits.acquire()).await;
        let permit = permit.map_err(|_| StoreError::Failed(sqlx::Error::PoolTimedOut))?;
        let permit = permit.map_err(|_| StoreError::Closed)?;
        let connection = if let Some(idle) = self.take_idle().await {
            idle
        } else {
            let mut connection = self.pool.acquire().await.map_err(store_error)?;
            connection.close_on_drop();
            connection
        };
        Ok(Checkout { connection, owner: self, _permit: permit })
    }

    /// The most recently used connection, unless it is broken.
    async fn take_idle(&self) -> Option<PoolConnection<Postgres>> {
        let (mut connection, idle_for) = self.idle.lock().pop()?;
        if idle_for.elapsed() < PING_AFTER_IDLE {
            return Some(connection);
        }
        if let Ok(Ok(())) = tokio::time::timeout(ACQUIRE_TIMEOUT, connection.ping()).await {
            return Some(connection);
        }
        // Detached, so that sqlx's pool does not log the failure as well.
        drop(connection.detach());
        None
    }

    /// Closes all connections, waiting for those in use.
    pub(super) async fn close(&self) {
        self.permits.close();
        self.idle.lock().clear();
        self.pool.close().await;
    }
}

impl AsMut<PgConnection> for Checkout<'_> {
    fn as_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

impl Checkout<'_> {
    /// Ends the transaction that was begun, and keeps the connection.
    pub(in crate::store) async fn end(mut self, commits: bool) -> StoreResult<()> {
        let statement = if commits { "COMMIT" } else { "ROLLBACK" };
        sqlx::raw_sql(statement).execute(&mut *self.connection).await.map_err(store_error)?;
        self.release();
        Ok(())
    }

    /// Keeps the connection for its next use. To be called only after success, and outside
    /// of a transaction.
    pub(in crate::store) fn release(self) {
        let mut idle = self.owner.idle.lock();
        // `close` waits until sqlx's pool has all connections back.
        if !self.owner.permits.is_closed() {
            idle.push((self.connection, Stopwatch::start()));
        }
    }
}
