//! Metrics of database latency.

use std::ops::{Deref, DerefMut};

use clock::Stopwatch;
use futures_util::future::BoxFuture;

use crate::{
    game::{Game, GameId, Version},
    store::{
        database::{AdvisoryLock, Database},
        error::StoreError,
        save_result::SaveResult,
    },
};

/// Measures how long another database takes.
#[derive(Debug)]
pub(super) struct InstrumentedDatabase<D>(pub(super) D);

fn record(work: &'static str, stopwatch: Stopwatch) {
    metrics::histogram!("fourfall_database_seconds", "work" => work).record(stopwatch.elapsed());
}

impl<D: Database> Database for InstrumentedDatabase<D> {
    type Connection = D::Connection;
    type Reader = TimedReader<D::Reader>;
    type Snapshot = D::Snapshot;

    async fn reader(&self) -> Result<Self::Reader, StoreError> {
        let stopwatch = Stopwatch::start();
        Ok(TimedReader { reader: self.0.reader().await?, stopwatch })
    }

    /// Not measured: exports take long by nature.
    async fn snapshot(&self) -> Result<Self::Snapshot, StoreError> {
        self.0.snapshot().await
    }

    async fn transaction<T: Send + 'static>(
        &self,
        locks: &[AdvisoryLock],
        body: impl for<'c> FnOnce(&'c mut D::Connection) -> BoxFuture<'c, Result<T, StoreError>>
        + Clone
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        let stopwatch = Stopwatch::start();
        let result = self.0.transaction(locks, body).await;
        record("change", stopwatch);
        result
    }

    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        let stopwatch = Stopwatch::start();
        let game = self.0.game(id).await;
        record("load game", stopwatch);
        game
    }

    async fn save_move(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> Result<SaveResult, StoreError> {
        let stopwatch = Stopwatch::start();
        let saved = self.0.save_move(expected_version, game).await;
        record("save move", stopwatch);
        saved
    }

    /// Not measured: it is no part of any request.
    async fn purge_deleted(&self) -> Result<bool, StoreError> {
        self.0.purge_deleted().await
    }

    async fn close(&self) {
        self.0.close().await;
    }
}

/// A reader that records how long it was held, waiting for it included.
pub(super) struct TimedReader<Reader> {
    reader: Reader,
    stopwatch: Stopwatch,
}

impl<Reader: Deref> Deref for TimedReader<Reader> {
    type Target = Reader::Target;

    fn deref(&self) -> &Self::Target {
        &self.reader
    }
}

impl<Reader: DerefMut> DerefMut for TimedReader<Reader> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.reader
    }
}

impl<Reader> Drop for TimedReader<Reader> {
    fn drop(&mut self) {
        record("read", self.stopwatch);
    }
}
