//! People's data: all of it, and deleting it.

use async_trait::async_trait;
use clock::Timestamp;

use crate::{
    game::{Game, GuildId, InteractionId, PlayerId, Version},
    store::{
        database::{AdvisoryLock, Database},
        deletion::{self, DeletionResult},
        error::StoreError,
        sql_store::SqlStore,
    },
};

#[async_trait]
pub trait PrivacyStore {
    /// Deletes a player's data and stores the given games as ended, each over its
    /// expected version. Opponents keep their games, with a deleted user in the
    /// player's place, and without what leads to their messages. Some limits outlast the
    /// deletion, for a week at most. Changes nothing if
    /// the interaction that asks for it, if one does, has changed something before.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if one of the games has changed, or the player still
    /// has a live game with another person.
    async fn delete_player(
        &self,
        by: Option<InteractionId>,
        player: PlayerId,
        ended_games: Vec<(Version, Game)>,
        now: Timestamp,
    ) -> Result<DeletionResult, StoreError>;

    /// Deletes a server's data and stores the given games as ended, each over its
    /// expected version. Its games are kept without server, channel and message.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if one of the games has changed.
    async fn delete_guild(
        &self,
        guild: GuildId,
        ended_games: Vec<(Version, Game)>,
    ) -> Result<(), StoreError>;

    /// Overwrites what was deleted but may still be read in files beside the tables, such as
    /// SQLite's write-ahead log. Returns `false` if it has to be tried again, since others
    /// are reading.
    async fn purge_deleted(&self) -> Result<bool, StoreError>;
}

#[async_trait]
impl<D: Database> PrivacyStore for SqlStore<D> {
    async fn delete_player(
        &self,
        by: Option<InteractionId>,
        player: PlayerId,
        ended_games: Vec<(Version, Game)>,
        now: Timestamp,
    ) -> Result<DeletionResult, StoreError> {
        let locks = &[AdvisoryLock::Exclusive];
        let deleted =
            self.change(by, locks, move |c| deletion::delete_player(c, player, ended_games, now));
        Ok(deleted.await?.unwrap_or(DeletionResult::DoneBefore))
    }

    async fn delete_guild(
        &self,
        guild: GuildId,
        ended_games: Vec<(Version, Game)>,
    ) -> Result<(), StoreError> {
        self.transaction(&[AdvisoryLock::Exclusive], move |c| {
            deletion::delete_guild(c, guild, ended_games)
        })
        .await
    }

    async fn purge_deleted(&self) -> Result<bool, StoreError> {
        // Not timed: no request waits for it.
        self.database.purge_deleted().await
    }
}
