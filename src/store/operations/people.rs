//! People, and what they and servers have chosen.

use async_trait::async_trait;
use clock::Timestamp;

use crate::{
    game::{
        ChallengeId, GuildId, GuildSettings, InteractionId, Player, PlayerId, Preference,
        Preferences, SettingsChange,
    },
    store::{
        blocks,
        database::{AdvisoryLock, Database},
        error::StoreError,
        opponent_choices,
        pages::BlockedPage,
        players, preferences, settings,
        sql_store::SqlStore,
    },
};

#[async_trait]
pub trait PeopleStore {
    /// A player, with the nickname in a server.
    async fn player(
        &self,
        id: PlayerId,
        guild: Option<GuildId>,
    ) -> Result<Option<Player>, StoreError>;

    /// Changes a player's names, and deletes the nickname if it is known that they have none.
    /// Does nothing if there is no such player: they may have been deleted just now.
    async fn save_player(&self, player: &Player) -> Result<(), StoreError>;

    /// What a player has chosen; the defaults if the player is unknown.
    async fn preferences(&self, player: PlayerId) -> Result<Preferences, StoreError>;

    /// Changes one of a player's choices, unless the interaction has changed something before, and
    /// returns all of them.
    async fn change_preference(
        &self,
        by: InteractionId,
        player: &Player,
        preference: Preference,
    ) -> Result<Preferences, StoreError>;

    /// Whether `by` has blocked a player.
    async fn is_blocked(&self, player: PlayerId, by: PlayerId) -> Result<bool, StoreError>;

    /// Blocks people on behalf of a player, unless the interaction has changed something before.
    /// Those who are blocked already stay so. Returns the pending challenges between the player
    /// and them, which end.
    ///
    /// # Errors
    ///
    /// [`StoreError::ConstraintViolated`] if that makes too many; then none is blocked.
    async fn block(
        &self,
        player: &Player,
        blocked: &[PlayerId],
        by: InteractionId,
        now: Timestamp,
    ) -> Result<Vec<ChallengeId>, StoreError>;

    /// Lifts a block, unless the interaction has changed something before.
    async fn unblock(
        &self,
        by: InteractionId,
        player: PlayerId,
        blocked: PlayerId,
    ) -> Result<(), StoreError>;

    /// A page of the people whom a player has blocked; the last page if there are fewer.
    async fn blocked(
        &self,
        player: PlayerId,
        page: u32,
        limit: u8,
    ) -> Result<BlockedPage, StoreError>;

    /// A server's settings; the defaults if it has none.
    async fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, StoreError>;

    /// Changes one of a server's settings, unless the interaction has changed something before, and
    /// returns all of them.
    async fn change_settings(
        &self,
        by: InteractionId,
        guild: GuildId,
        change: SettingsChange,
    ) -> Result<GuildSettings, StoreError>;
}

#[async_trait]
impl<D: Database> PeopleStore for SqlStore<D> {
    async fn player(
        &self,
        id: PlayerId,
        guild: Option<GuildId>,
    ) -> Result<Option<Player>, StoreError> {
        players::load(&mut *self.reader().await?, id, guild).await
    }

    async fn save_player(&self, player: &Player) -> Result<(), StoreError> {
        let player = player.clone();
        self.transaction(&[AdvisoryLock::Player(player.id)], move |c| players::save(c, player))
            .await
    }

    async fn preferences(&self, player: PlayerId) -> Result<Preferences, StoreError> {
        preferences::load(&mut *self.reader().await?, player).await
    }

    async fn change_preference(
        &self,
        by: InteractionId,
        player: &Player,
        preference: Preference,
    ) -> Result<Preferences, StoreError> {
        let (id, player) = (player.id, player.clone());
        let locks = &[AdvisoryLock::Player(id)];
        let changed =
            self.change(Some(by), locks, move |c| preferences::change(c, player, preference));
        match changed.await? {
            Some(changed) => Ok(changed),
            None => self.preferences(id).await,
        }
    }

    async fn is_blocked(&self, player: PlayerId, by: PlayerId) -> Result<bool, StoreError> {
        opponent_choices::is_blocked(&mut *self.reader().await?, player, by).await
    }

    async fn block(
        &self,
        player: &Player,
        blocked: &[PlayerId],
        by: InteractionId,
        now: Timestamp,
    ) -> Result<Vec<ChallengeId>, StoreError> {
        let (player, blocked) = (player.clone(), blocked.to_vec());
        let locks = &[AdvisoryLock::Player(player.id)];
        let ended =
            self.change(Some(by), locks, move |c| blocks::block(c, player, blocked, by, now));
        Ok(ended.await?.unwrap_or_default())
    }

    async fn unblock(
        &self,
        by: InteractionId,
        player: PlayerId,
        blocked: PlayerId,
    ) -> Result<(), StoreError> {
        self.change(Some(by), &[], move |c| blocks::unblock(c, player, blocked)).await.map(drop)
    }

    async fn blocked(
        &self,
        player: PlayerId,
        page: u32,
        limit: u8,
    ) -> Result<BlockedPage, StoreError> {
        blocks::blocked(&mut *self.reader().await?, player, page, limit).await
    }

    async fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, StoreError> {
        settings::load(&mut *self.reader().await?, guild).await
    }

    async fn change_settings(
        &self,
        by: InteractionId,
        guild: GuildId,
        change: SettingsChange,
    ) -> Result<GuildSettings, StoreError> {
        let locks = &[AdvisoryLock::Guild(guild)];
        let changed = self.change(Some(by), locks, move |c| settings::change(c, guild, change));
        match changed.await? {
            Some(changed) => Ok(changed),
            None => self.guild_settings(guild).await,
        }
    }
}
