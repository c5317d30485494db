//! What [`SqlStore`](super::sql_store::SqlStore) needs of a database.

use std::{fmt, ops::DerefMut};

use futures_util::future::BoxFuture;

use crate::{
    game::{ChannelId, Game, GameId, GuildId, PlayerId, Version},
    store::{error::StoreError, query::DbConnection, save_result::SaveResult},
};

/// An open database.
pub(super) trait Database: fmt::Debug + Send + Sync + 'static {
    type Connection: DbConnection;
    type Reader: DerefMut<Target = Self::Connection> + Send;
    type Snapshot: DerefMut<Target = Self::Connection> + Send;

    /// A connection for single reads.
    fn reader(&self) -> impl Future<Output = Result<Self::Reader, StoreError>> + Send;

    /// A connection that reads a consistent snapshot, one at a time: the next waits. Single reads
    /// do not.
    fn snapshot(&self) -> impl Future<Output = Result<Self::Snapshot, StoreError>> + Send;

    /// Runs statements in one transaction, and resolves when it is committed.
    ///
    /// Transactions that share a lock run one after the other.
    fn transaction<T: Send + 'static>(
        &self,
        locks: &[AdvisoryLock],
        body: impl for<'c> FnOnce(&'c mut Self::Connection) -> BoxFuture<'c, Result<T, StoreError>>
        + Clone
        + Send
        + 'static,
    ) -> impl Future<Output = Result<T, StoreError>> + Send;

    fn game(&self, id: GameId) -> impl Future<Output = Result<Option<Game>, StoreError>> + Send;

    /// Stores a changed game that has not ended, if the stored version is still
    /// `expected_version`. The hot path: nearly every button press ends here.
    fn save_live_game(
        &self,
        expected_version: Version,
        game: &Game,
    ) -> impl Future<Output = Result<SaveResult, StoreError>> + Send;

    /// Overwrites what was deleted but may still be read in files beside the tables. Returns
    /// whether it could: not while others read.
    fn purge_deleted(&self) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Closes the database after all changes under way are stored.
    fn close(&self) -> impl Future<Output = ()> + Send;
}

/// What a transaction locks until it is committed. SQLite needs none of these, since
/// it has only one writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AdvisoryLock {
    /// A player's results, and the number of their games and challenges.
    Player(PlayerId),
    /// The number of games in a channel.
    Channel(ChannelId),
    /// A server's settings.
    Guild(GuildId),
    /// What is kept for a time only.
    CleanUp,
    /// The whole database.
    Exclusive,
}
