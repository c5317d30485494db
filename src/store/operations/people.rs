//! People, and what they and servers have chosen.

use async_trait::async_trait;
use clock::Timestamp;

use crate::{
    game::{
        ChallengeId, GuildId, GuildSettings, InteractionId, NotificationSetting, Notifications,
        Player, PlayerId, SettingsChange,
    },
    store::{
        blocks,
        database::{AdvisoryLock, Database},
        error::StoreError,
        notifications, opponent_choices,
        pages::BlockedPage,
        players, settings,
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

    /// Stores whether a player is shown by name on the global leaderboard.
    async fn set_listed(&self, player: &Player, listed: bool) -> Result<(), StoreError>;

    /// Which pings a player gets; the defaults if the player is unknown.
    async fn notifications(&self, player: PlayerId) -> Result<Notifications, StoreError>;

    /// Changes one of a player's choices and returns all of them.
    async fn change_notifications(
        &self,
        player: &Player,
        setting: NotificationSetting,
    ) -> Result<Notifications, StoreError>;

    /// Whether `by` has blocked a player.
    async fn is_blocked(&self, player: PlayerId, by: PlayerId) -> Result<bool, StoreError>;

    /// Blocks people on behalf of a player, by an interaction. Those who are blocked already
    /// stay so. Returns the pending challenges between the player and them, which end.
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

    async fn unblock(&self, player: PlayerId, blocked: PlayerId) -> Result<(), StoreError>;

    /// A page of the people whom a player has blocked; the last page if there are fewer.
    async fn blocked(
        &self,
        player: PlayerId,
        page: u32,
        limit: u8,
    ) -> Result<BlockedPage, StoreError>;

    /// A server's settings; the defaults if it has none.
    async fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, StoreError>;

    /// Changes one of a server's settings and returns all of them.
    async fn change_settings(
        &self,
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

    async fn set_listed(&self, player: &Player, listed: bool) -> Result<(), StoreError> {
        let player = player.clone();
        self.transaction(&[], move |c| players::set_listed(c, player, listed)).await
    }

    async fn notifications(&self, player: PlayerId) -> Result<Notifications, StoreError> {
        notifications::load(&mut *self.reader().await?, player).await
    }

    async fn change_notifications(
        &self,
        player: &Player,
        setting: NotificationSetting,
    ) -> Result<Notifications, StoreError> {
        let player = player.clone();
        self.transaction(&[AdvisoryLock::Player(player.id)], move |c| {
            notifications::change(c, player, setting)
        })
        .await
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
        let key = self.limit_key().await?;
        self.transaction(&[AdvisoryLock::Player(player.id)], move |c| {
            blocks::block(c, key, player, blocked, by, now)
        })
        .await
    }

    async fn unblock(&self, player: PlayerId, blocked: PlayerId) -> Result<(), StoreError> {
        self.transaction(&[], move |c| blocks::unblock(c, player, blocked)).await
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
        guild: GuildId,
        change: SettingsChange,
    ) -> Result<GuildSettings, StoreError> {
        self.transaction(&[AdvisoryLock::Guild(guild)], move |c| settings::change(c, guild, change))
            .await
    }
}
