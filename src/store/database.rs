//! What a database must offer to be a store.

use std::{fmt, ops::DerefMut};

use futures_util::future::BoxFuture;

use super::{Saved, StoreError, statement::Connection};
use crate::play::{ChannelId, Game, GameId, GuildId, PlayerId, Version};

/// A database, opened.
pub(super) trait Database: fmt::Debug + Send + Sync + 'static {
    type Connection: Connection;
    type Reader: DerefMut<Target = Self::Connection> + Send;
    type Snapshot: DerefMut<Target = Self::Connection> + Send;

    /// A connection that reads.
    fn reader(&self) -> impl Future<Output = Result<Self::Reader, StoreError>> + Send;

    /// A connection that sees all as it is at one moment.
    fn snapshot(&self) -> impl Future<Output = Result<Self::Snapshot, StoreError>> + Send;

    /// Stores a change of some statements, all or none of them; the result comes
    /// once it is committed.
    ///
    /// Nobody else who claims the same changes anything in between.
    fn change<T: Send + 'static>(
        &self,
        claims: &[Claim],
        change: impl for<'c> FnOnce(&'c mut Self::Connection) -> BoxFuture<'c, Result<T, StoreError>>
        + Send
        + 'static,
    ) -> impl Future<Output = Result<T, StoreError>> + Send;

    /// A game.
    fn game(&self, id: GameId) -> impl Future<Output = Result<Option<Game>, StoreError>> + Send;

    /// Stores a changed game that goes on, over the version that the change was
    /// decided on: what nearly every press does.
    fn save_move(
        &self,
        decided_on: Version,
        game: &Game,
    ) -> impl Future<Output = Result<Saved, StoreError>> + Send;

    /// Copies all into a new file.
    fn back_up(&self, file: &str) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Ends all work, once what is under way is stored.
    fn close(&self) -> impl Future<Output = ()> + Send;
}

/// What a change must have for itself until it is committed. Where there is only
/// one writer, it has all for itself anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// What games add up to.
    Results,
    /// How many games and challenges somebody has.
    Player(PlayerId),
    /// How many games there are in a channel.
    Channel(ChannelId),
    /// What a server has settled.
    Guild(GuildId),
    /// The whole database.
    Everything,
}
