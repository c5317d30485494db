//! People's data: all of it, and deleting it.

use clock::Timestamp;

use crate::{
    game::{Game, GuildId, InteractionId, PlayerId, Version},
    store::{
        Store,
        connection::{AdvisoryLock, Either},
        deletion::{self, DeletionResult},
        error::StoreError,
    },
};

impl Store {
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
    pub async fn delete_player(
        &self,
        by: Option<InteractionId>,
        player: PlayerId,
        ended_games: Vec<(Version, Game)>,
        now: Timestamp,
    ) -> Result<DeletionResult, StoreError> {
        let locks = &[AdvisoryLock::Exclusive];
        let Some(mut transaction) = self.begin_change(by, locks).await? else {
            return Ok(DeletionResult::DoneBefore);
        };
        let deleted =
            deletion::delete_player(&mut transaction.connection(), player, ended_games, now).await;
        transaction.end(deleted).await
    }

    /// Deletes a server's data and stores the given games as ended, each over its
    /// expected version. Its games are kept without server, channel and message.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if one of the games has changed.
    pub async fn delete_guild(
        &self,
        guild: GuildId,
        ended_games: Vec<(Version, Game)>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin(&[AdvisoryLock::Exclusive]).await?;
        let result =
            deletion::delete_guild(&mut transaction.connection(), guild, ended_games).await;
        transaction.end(result).await
    }

    /// Overwrites what was deleted but may still be read in files beside the tables, such as
    /// SQLite's write-ahead log. Returns `false` if it has to be tried again, since others
    /// are reading.
    pub async fn purge_deleted(&self) -> Result<bool, StoreError> {
        // Not timed: no request waits for it.
        match &self.database {
            Either::Sqlite(database) => database.purge_deleted().await,
            // The server's own files hold deleted rows until it vacuums them.
            Either::Postgres(_) => Ok(true),
        }
    }
}
