//! Cleaning up, importing and closing.

use std::sync::Arc;

use async_trait::async_trait;
use clock::Timestamp;
use parking_lot::Mutex;
use tokio::sync::mpsc;

use crate::store::{
    clean_up,
    database::{AdvisoryLock, Database},
    error::StoreError,
    export,
    export_schema::{self, ExportColumns, ExportRow},
    sql_store::SqlStore,
};

#[async_trait]
pub trait MaintenanceStore {
    /// Clears and deletes what is kept for a time only, such as interaction tokens, if that
    /// is up. Returns whether there may be more.
    async fn clean_up(&self, now: Timestamp) -> Result<bool, StoreError>;

    /// The columns that imported rows can have.
    async fn export_columns(&self) -> Result<ExportColumns, StoreError>;

    /// Inserts rows into an empty database in one transaction. Returns their number, or
    /// `None` if the database is not empty.
    async fn import(
        &self,
        rows: mpsc::Receiver<(&'static str, ExportRow)>,
    ) -> Result<Option<u64>, StoreError>;

    /// Whether a read has recently waited for a connection in vain.
    fn is_short_of_connections(&self) -> bool;

    /// Closes the database after all changes under way are stored.
    async fn close(&self);
}

#[async_trait]
impl<D: Database> MaintenanceStore for SqlStore<D> {
    async fn clean_up(&self, now: Timestamp) -> Result<bool, StoreError> {
        let mut has_more = false;
        // One transaction each, which is soon over.
        for (statement, until) in clean_up::statements::<D::Connection>(now) {
            let locks = &[AdvisoryLock::CleanUp];
            let cleaned =
                self.transaction(locks, move |c| clean_up::run(c, statement, until)).await?;
            has_more |= cleaned >= clean_up::LIMIT;
        }
        Ok(has_more)
    }

    async fn export_columns(&self) -> Result<ExportColumns, StoreError> {
        export_schema::columns(&mut *self.reader().await?).await
    }

    async fn import(
        &self,
        rows: mpsc::Receiver<(&'static str, ExportRow)>,
    ) -> Result<Option<u64>, StoreError> {
        // Rows are received only once, so there is no second attempt.
        let rows = Arc::new(Mutex::new(Some(rows)));
        let take = move || rows.lock().take();
        self.transaction(&[AdvisoryLock::Exclusive], move |c| export::import(c, take())).await
    }

    fn is_short_of_connections(&self) -> bool {
        self.read_shortage.is_recent()
    }

    async fn close(&self) {
        self.database.close().await;
    }
}
