//! [`Store`] on top of either database.

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use tokio::sync::mpsc;

use crate::{
    game::{InteractionId, PlayerId},
    store::{
        applied_interactions,
        database::{AdvisoryLock, Database},
        error::StoreError,
        export,
        export_schema::ExportRow,
        latency::{TimedReader, timed},
        read_shortage::ReadShortage,
        store_trait::{ExportSource, Store},
    },
};

#[derive(Debug)]
pub(super) struct SqlStore<D> {
    pub(super) database: D,
    pub(super) read_shortage: ReadShortage,
}

impl<D: Database> SqlStore<D> {
    pub(super) fn new(database: D) -> Self {
        Self { database, read_shortage: ReadShortage::default() }
    }

    /// A connection for single reads.
    pub(super) async fn reader(&self) -> Result<TimedReader<D::Reader>, StoreError> {
        let acquired = TimedReader::acquire(self.database.reader()).await;
        acquired.inspect_err(|error| self.read_shortage.record(error))
    }

    /// Makes a change that an interaction asks for, in a transaction, unless that interaction has
    /// changed something before: Discord may deliver one twice, and other changes may have come
    /// in between. Then it returns `None`, and the caller answers from what is stored by then.
    ///
    /// An interaction has one such change. A `body` that fails changes nothing, so it may be tried
    /// again. `by` is `None` for what no interaction asks for.
    pub(super) async fn change<T: Send + 'static>(
        &self,
        by: Option<InteractionId>,
        locks: &[AdvisoryLock],
        body: impl for<'c> FnOnce(&'c mut D::Connection) -> BoxFuture<'c, Result<T, StoreError>>
        + Clone
        + Send
        + 'static,
    ) -> Result<Option<T>, StoreError> {
        self.transaction(locks, move |c| {
            Box::pin(async move {
                match by {
                    Some(by) if !applied_interactions::record(c, by).await? => Ok(None),
                    _ => body(c).await.map(Some),
                }
            })
        })
        .await
    }

    /// Runs statements as [`Database::transaction`] does, and records how long that took. What an
    /// interaction changes goes through [`Self::change`], but for what a second delivery cannot
    /// change again: a game at a version, a message's id, the games that a player trains with.
    pub(super) async fn transaction<T: Send + 'static>(
        &self,
        locks: &[AdvisoryLock],
        body: impl for<'c> FnOnce(&'c mut D::Connection) -> BoxFuture<'c, Result<T, StoreError>>
        + Clone
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        timed("change", self.database.transaction(locks, body)).await
    }
}

#[async_trait]
impl<D: Database> ExportSource for SqlStore<D> {
    async fn export(
        &self,
        player: Option<PlayerId>,
        rows: mpsc::Sender<(&'static str, ExportRow)>,
    ) -> Result<(), StoreError> {
        // Not timed: exports take long by nature.
        export::export(&mut *self.database.snapshot().await?, player, rows).await
    }
}

impl<D: Database> Store for SqlStore<D> {}
