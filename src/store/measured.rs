//! How long the database takes, for whoever watches the program.

use std::ops::{Deref, DerefMut};

use futures_util::future::BoxFuture;

use super::{
    Saved, StoreError,
    database::{Claim, Database},
};
use crate::play::{Game, GameId, Version};
use clock::Stopwatch;

/// A database whose work is measured.
#[derive(Debug)]
pub(super) struct Measured<D>(pub(super) D);

fn note(work: &'static str, stopwatch: Stopwatch) {
    metrics::histogram!("fourfall_database_seconds", "work" => work).record(stopwatch.time());
}

impl<D: Database> Database for Measured<D> {
    type Connection = D::Connection;
    type Reader = Held<D::Reader>;
    type Snapshot = D::Snapshot;

    async fn reader(&self) -> Result<Self::Reader, StoreError> {
        let since = Stopwatch::start();
        Ok(Held { reader: self.0.reader().await?, since })
    }

    /// Not measured: it is for work that takes its time.
    async fn snapshot(&self) -> Result<Self::Snapshot, StoreError> {
        self.0.snapshot().await
    }

    async fn change<T: Send + 'static>(
        &self,
        claims: &[Claim],
        change: impl for<'c> FnOnce(&'c mut D::Connection) -> BoxFuture<'c, Result<T, StoreError>>
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        let stopwatch = Stopwatch::start();
        let changed = self.0.change(claims, change).await;
        note("change", stopwatch);
        changed
    }

    async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        let stopwatch = Stopwatch::start();
        let game = self.0.game(id).await;
        note("load game", stopwatch);
        game
    }

    async fn save_move(&self, decided_on: Version, game: &Game) -> Result<Saved, StoreError> {
        let stopwatch = Stopwatch::start();
        let saved = self.0.save_move(decided_on, game).await;
        note("save move", stopwatch);
        saved
    }

    async fn back_up(&self, file: &str) -> Result<(), StoreError> {
        self.0.back_up(file).await
    }

    async fn close(&self) {
        self.0.close().await;
    }
}

/// A connection that somebody reads from.
pub(super) struct Held<Reader> {
    reader: Reader,
    since: Stopwatch,
}

impl<Reader: Deref> Deref for Held<Reader> {
    type Target = Reader::Target;

    fn deref(&self) -> &Self::Target {
        &self.reader
    }
}

impl<Reader: DerefMut> DerefMut for Held<Reader> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.reader
    }
}

impl<Reader> Drop for Held<Reader> {
    fn drop(&mut self) {
        note("read", self.since);
    }
}
