//! The trait of all databases.

use async_trait::async_trait;
use tokio::sync::mpsc;

use crate::{
    game::PlayerId,
    store::{
        error::StoreError,
        export_schema::ExportRow,
        operations::{
            ChallengeStore, DeadlineStore, GameStore, MaintenanceStore, PeopleStore, PrivacyStore,
            PuzzleStore, ResultStore, ReviewStore, TrainingStore,
        },
    },
};

/// What can be exported.
#[async_trait]
pub trait ExportSource: Send + Sync + std::fmt::Debug {
    /// Sends all rows of a consistent snapshot, or those about a player, by table, without tokens.
    /// Stops early if the receiver is dropped.
    async fn export(
        &self,
        player: Option<PlayerId>,
        rows: mpsc::Sender<(&'static str, ExportRow)>,
    ) -> Result<(), StoreError>;
}

/// The bot's database.
pub trait Store:
    ExportSource
    + ChallengeStore
    + DeadlineStore
    + GameStore
    + MaintenanceStore
    + PeopleStore
    + PrivacyStore
    + PuzzleStore
    + ResultStore
    + ReviewStore
    + TrainingStore
{
}
