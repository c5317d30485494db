//! Metrics of database latency.

use std::ops::{Deref, DerefMut};

use clock::Stopwatch;

/// Records how long some work of the database takes.
pub(super) async fn timed<T>(work: &'static str, future: impl Future<Output = T>) -> T {
    let stopwatch = Stopwatch::start();
    let result = future.await;
    record(work, stopwatch);
    result
}

fn record(work: &'static str, stopwatch: Stopwatch) {
    metrics::histogram!("fourfall_database_seconds", "work" => work).record(stopwatch.elapsed());
}

/// A connection for reading, which records how long it was held, waiting for it included.
pub(super) struct TimedReader<Reader> {
    reader: Reader,
    stopwatch: Stopwatch,
}

impl<Reader> TimedReader<Reader> {
    pub(super) async fn acquire<E>(
        reader: impl Future<Output = Result<Reader, E>>,
    ) -> Result<Self, E> {
        let stopwatch = Stopwatch::start();
        Ok(Self { reader: reader.await?, stopwatch })
    }
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
