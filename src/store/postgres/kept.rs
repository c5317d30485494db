//! Connections for moves.
//!
//! sqlx's pool asks a connection whether it still works before each use, and when
//! it is given back: together as long as a move takes. These go from one move to
//! the next instead, and back to the pool only if something failed.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use sqlx::{Connection as _, PgConnection, PgPool, Postgres, pool::PoolConnection};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::open::WAIT;
use crate::store::{StoreError, error::failed};
use clock::Stopwatch;

/// One that was idle for longer is asked whether it still works after all.
const TRUSTED_FOR: Duration = Duration::from_millis(50);

/// Connections that are kept.
#[derive(Debug)]
pub(super) struct Kept {
    pool: PgPool,
    /// As many as the pool has connections.
    permits: Semaphore,
    /// Those that nobody uses, the last used at the end.
    idle: Mutex<Vec<Idle>>,
}

#[derive(Debug)]
struct Idle {
    connection: PoolConnection<Postgres>,
    since: Stopwatch,
}

/// A connection that somebody uses.
#[derive(Debug)]
pub(super) struct Lent<'a> {
    connection: PoolConnection<Postgres>,
    of: &'a Kept,
    _permit: SemaphorePermit<'a>,
}

impl Kept {
    /// A pool's connections, of which nobody else may use any.
    pub(super) fn new(pool: PgPool, count: usize) -> Self {
        Self { pool, permits: Semaphore::new(count), idle: Mutex::default() }
    }

    /// A connection, which goes back to the pool unless it is kept.
    pub(super) async fn lend(&self) -> Result<Lent<'_>, StoreError> {
        let permit = tokio::time::timeout(WAIT, self.permits.acquire()).await;
        let permit = permit.map_err(|_| StoreError::Failed(sqlx::Error::PoolTimedOut))?;
        let permit = permit.map_err(|_| StoreError::Closed)?;
        let connection = match self.take_idle().await {
            Some(connection) => connection,
            None => self.pool.acquire().await.map_err(failed)?,
        };
        Ok(Lent { connection, of: self, _permit: permit })
    }

    /// The connection that was used last, if it still works.
    async fn take_idle(&self) -> Option<PoolConnection<Postgres>> {
        let Idle { mut connection, since } = self.idle().pop()?;
        if since.time() < TRUSTED_FOR {
            return Some(connection);
        }
        if let Ok(Ok(())) = tokio::time::timeout(WAIT, connection.ping()).await {
            return Some(connection);
        }
        // Nobody needs to be told of it by the pool as well.
        drop(connection.detach());
        None
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all of them, once those in use are not any more.
    pub(super) async fn close(&self) {
        self.permits.close();
        self.idle().clear();
        self.pool.close().await;
    }
}

impl Lent<'_> {
    pub(super) fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    /// Keeps it for the next move, as all went well.
    pub(super) fn keep(self) {
        let mut idle = self.of.idle();
        // Who ends them waits for those that come back to the pool.
        if !self.of.permits.is_closed() {
            idle.push(Idle { connection: self.connection, since: Stopwatch::start() });
        }
    }
}
