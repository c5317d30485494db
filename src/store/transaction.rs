//! Connections for reading, and transactions.

use std::time::Duration;

use clock::Stopwatch;
use sqlx::{Postgres, Sqlite, pool::PoolConnection};

use crate::{
    errors,
    game::InteractionId,
    store::{database::Store, postgres::Checkout, prelude::*, sqlite::Savepoint},
};

/// How one of many choices changes.
pub type Change<'a, T> = &'a (dyn Fn(&mut T) + Send + Sync);

impl Store {
    /// A connection for reading.
    pub(super) async fn reader(&self) -> StoreResult<Reader> {
        let timer = Timer::start("read");
        let acquired = match &self.database {
            Either::Sqlite(database) => database.read_pool.acquire().await.map(Either::Sqlite),
            Either::Postgres(database) => database.reading.acquire().await.map(Either::Postgres),
        };
        if let Err(sqlx::Error::PoolTimedOut) = acquired {
            *self.short_of_connections.lock() = Some(Stopwatch::start());
        }
        let connection = acquired.map_err(store_error)?;
        Ok(Reader { connection, _timer: timer })
    }

    pub(super) async fn fetch_all<T: FromRow>(&self, query: Query) -> StoreResult<Vec<T>> {
        query.fetch_all(&mut self.reader().await?.connection()).await
    }

    pub(super) async fn fetch_optional<T: FromRow>(&self, query: Query) -> StoreResult<Option<T>> {
        query.fetch_optional(&mut self.reader().await?.connection()).await
    }

    /// Fetches a row that must exist.
    pub(super) async fn fetch_one<T: FromRow>(&self, query: Query) -> StoreResult<T> {
        query.fetch_one(&mut self.reader().await?.connection()).await
    }

    /// Whether a read has recently waited for a connection in vain.
    pub fn is_short_of_connections(&self) -> bool {
        /// The next reads may get a connection only by luck.
        const SHORTAGE: Duration = Duration::from_secs(10);
        let last = *self.short_of_connections.lock();
        last.is_some_and(|last| last.elapsed() < SHORTAGE)
    }

    async fn begin(&self, locks: &[AdvisoryLock]) -> StoreResult<Transaction<'_>> {
        let timer = Timer::start("change");
        let begun = match &self.database {
            Either::Sqlite(database) => Either::Sqlite(database.queues()?.writer.call(()).await?),
            Either::Postgres(database) => Either::Postgres(database.begin(locks).await?),
        };
        Ok(Transaction { begun, _timer: timer })
    }

    /// Changes several things in a transaction, or nothing if that fails. Those that share a lock
    /// run one after the other.
    ///
    /// While it is open, all other changes in SQLite wait for it. So it is polled to its end or
    /// dropped, never kept aside, as by a `select!` whose other branch goes on. After an error,
    /// `change` does nothing more: the database may have rolled back by itself.
    /// What an interaction changes goes through [`Self::change_once`], but for what a second
    /// delivery cannot change again: a game at a version, a message's id, the games that a player
    /// trains with.
    pub(super) async fn change<T>(
        &self,
        locks: &[AdvisoryLock],
        change: impl AsyncFnOnce(&mut Connection<'_>) -> StoreResult<T>,
    ) -> StoreResult<T> {
        let mut transaction = self.begin(locks).await?;
        let changed = change(&mut transaction.begun.connection()).await;
        transaction.end(changed).await
    }

    /// Changes what an interaction asks for, unless that interaction has changed something
    /// before: Discord may deliver one twice, and other changes may have come in between. Then it
    /// returns `None`, and the caller answers from what is stored by then.
    ///
    /// An interaction has one such change. One that ends with an error changes nothing, so it may be
    /// tried again. `by` is `None` for what no interaction asks for.
    pub(super) async fn change_once<T>(
        &self,
        by: impl Into<Option<InteractionId>>,
        locks: &[AdvisoryLock],
        change: impl AsyncFnOnce(&mut Connection<'_>) -> StoreResult<T>,
    ) -> StoreResult<Option<T>> {
        /// Waits for a transaction that records the same interaction at the same time.
        const RECORD_APPLIED_INTERACTION: &str = "\
            INSERT INTO applied_interaction (interaction_id) VALUES ($1) ON CONFLICT DO NOTHING";
        let by = by.into();
        let mut transaction = self.begin(locks).await?;
        if let Some(by) = by {
            let record = query(RECORD_APPLIED_INTERACTION).bind(by);
            match record.save(&mut transaction.begun.connection()).await {
                Ok(SaveResult::Saved) => {}
                done_before => return transaction.end(done_before).await.map(|_| None),
            }
        }
        let changed = change(&mut transaction.begun.connection()).await;
        transaction.end(changed).await.map(Some)
    }

    /// Runs a statement in a transaction of its own. Returns the number of changed rows.
    pub(super) async fn execute(&self, query: Query) -> StoreResult<u64> {
        self.change(&[], async |connection| query.execute(connection).await).await
    }

    /// Runs a statement for an interaction. `None` if that has changed something before.
    pub(super) async fn execute_once(
        &self,
        by: InteractionId,
        locks: &[AdvisoryLock],
        query: Query,
    ) -> StoreResult<Option<u64>> {
        self.change_once(by, locks, async |connection| query.execute(connection).await).await
    }

    /// Runs a conditional update in a transaction of its own: a conflict if it changes no row.
    pub(super) async fn save(&self, query: Query) -> StoreResult<SaveResult> {
        Ok(SaveResult::of(self.execute(query).await?))
    }
}

/// A connection for reading.
pub(super) struct Reader {
    connection: Either<PoolConnection<Sqlite>, PoolConnection<Postgres>>,
    _timer: Timer,
}

impl Reader {
    pub(super) fn connection(&mut self) -> Connection<'_> {
        self.connection.connection()
    }
}

/// An open transaction, which is rolled back if it is dropped.
#[must_use = "a transaction that is not committed changes nothing"]
struct Transaction<'a> {
    begun: Either<Savepoint, Checkout<'a>>,
    _timer: Timer,
}

impl Transaction<'_> {
    /// Commits if all went well; resolves when it is stored. Otherwise rolls back, and resolves when
    /// what was in the way can be read, or with why that was not stored either.
    async fn end<T>(self, result: StoreResult<T>) -> StoreResult<T> {
        let ended = match self.begun {
            Either::Sqlite(savepoint) => {
                savepoint.end(result.as_ref().err().map(errors::with_causes)).await
            }
            // A rollback that fails changes nothing of why.
            Either::Postgres(checkout) => match checkout.end(result.is_ok()).await {
                Err(_) if result.is_err() => Ok(()),
                ended => ended,
            },
        };
        match result {
            Err(error)
                if !matches!(error, StoreError::ConstraintViolated(_) | StoreError::Conflict) =>
            {
                Err(error)
            }
            result => ended.and(result),
        }
    }
}

/// Records how long some work of the database takes, waiting for a connection included.
pub(super) struct Timer {
    work: &'static str,
    stopwatch: Stopwatch,
}

impl Timer {
    pub(super) fn start(work: &'static str) -> Self {
        Self { work, stopwatch: Stopwatch::start() }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        metrics::histogram!("fourfall_database_seconds", "work" => self.work)
            .record(self.stopwatch.elapsed());
    }
}
