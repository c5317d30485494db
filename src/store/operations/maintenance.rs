//! Cleaning up, importing and closing.

use tokio::sync::mpsc;

use crate::store::{
    Store,
    connection::AdvisoryLock,
    error::StoreError,
    export,
    export_schema::{self, ExportColumns, ExportRow},
};

impl Store {
    /// The columns that imported rows can have.
    pub async fn export_columns(&self) -> Result<ExportColumns, StoreError> {
        export_schema::columns(&mut self.reader().await?.connection()).await
    }

    /// Inserts rows into an empty database in one transaction. Returns their number, or
    /// `None` if the database is not empty.
    pub async fn import(
        &self,
        rows: mpsc::Receiver<(&'static str, ExportRow)>,
    ) -> Result<Option<u64>, StoreError> {
        let mut transaction = self.begin(&[AdvisoryLock::Exclusive]).await?;
        let count = export::import(&mut transaction.connection(), rows).await;
        transaction.end(count).await
    }
}
