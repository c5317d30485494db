//! People, and what they and servers have chosen.

use clock::Timestamp;

use crate::{
    game::{
        ChallengeId, GuildId, GuildSettings, InteractionId, Player, PlayerId, Preference,
        Preferences, SettingsChange,
    },
    store::{
        Store, blocks, connection::AdvisoryLock, error::StoreError, opponent_choices,
        pages::BlockedPage, players, preferences, settings,
    },
};

impl Store {
    /// A player, with the nickname in a server.
    pub async fn player(
        &self,
        id: PlayerId,
        guild: Option<GuildId>,
    ) -> Result<Option<Player>, StoreError> {
        players::load(&mut self.reader().await?.connection(), id, guild).await
    }

    /// Changes a player's names, and deletes the nickname if it is known that they have none.
    /// Does nothing if there is no such player: they may have been deleted just now.
    pub async fn save_player(&self, player: &Player) -> Result<(), StoreError> {
        let mut transaction = self.begin(&[AdvisoryLock::Player(player.id)]).await?;
        let result = players::save(&mut transaction.connection(), player).await;
        transaction.end(result).await
    }

    /// What a player has chosen; the defaults if the player is unknown.
    pub async fn preferences(&self, player: PlayerId) -> Result<Preferences, StoreError> {
        preferences::load(&mut self.reader().await?.connection(), player).await
    }

    /// Changes one of a player's choices, unless the interaction has changed something before, and
    /// returns all of them.
    pub async fn change_preference(
        &self,
        by: InteractionId,
        player: &Player,
        preference: Preference,
    ) -> Result<Preferences, StoreError> {
        let Some(mut transaction) =
            self.begin_change(by, &[AdvisoryLock::Player(player.id)]).await?
        else {
            return self.preferences(player.id).await;
        };
        let result = preferences::change(&mut transaction.connection(), player, preference).await;
        transaction.end(result).await
    }

    /// Whether `by` has blocked a player.
    pub async fn is_blocked(&self, player: PlayerId, by: PlayerId) -> Result<bool, StoreError> {
        opponent_choices::is_blocked(&mut self.reader().await?.connection(), player, by).await
    }

    /// Blocks people on behalf of a player, unless the interaction has changed something before.
    /// Those who are blocked already stay so. Returns the pending challenges between the player
    /// and them, which end.
    ///
    /// # Errors
    ///
    /// [`StoreError::ConstraintViolated`] if that makes too many; then none is blocked.
    pub async fn block(
        &self,
        player: &Player,
        blocked: &[PlayerId],
        by: InteractionId,
        now: Timestamp,
    ) -> Result<Vec<ChallengeId>, StoreError> {
        let Some(mut transaction) =
            self.begin_change(by, &[AdvisoryLock::Player(player.id)]).await?
        else {
            return Ok(Vec::new());
        };
        let result = blocks::block(&mut transaction.connection(), player, blocked, by, now).await;
        transaction.end(result).await
    }

    /// Lifts a block, unless the interaction has changed something before.
    pub async fn unblock(
        &self,
        by: InteractionId,
        player: PlayerId,
        blocked: PlayerId,
    ) -> Result<(), StoreError> {
        let Some(mut transaction) = self.begin_change(by, &[]).await? else {
            return Ok(());
        };
        let result = blocks::unblock(&mut transaction.connection(), player, blocked).await;
        transaction.end(result).await
    }

    /// A page of the people whom a player has blocked; the last page if there are fewer.
    pub async fn blocked(
        &self,
        player: PlayerId,
        page: u32,
        limit: u8,
    ) -> Result<BlockedPage, StoreError> {
        blocks::blocked(&mut self.reader().await?.connection(), player, page, limit).await
    }

    /// A server's settings; the defaults if it has none.
    pub async fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, StoreError> {
        settings::load(&mut self.reader().await?.connection(), guild).await
    }

    /// Changes one of a server's settings, unless the interaction has changed something before, and
    /// returns all of them.
    pub async fn change_settings(
        &self,
        by: InteractionId,
        guild: GuildId,
        change: SettingsChange,
    ) -> Result<GuildSettings, StoreError> {
        let Some(mut transaction) = self.begin_change(by, &[AdvisoryLock::Guild(guild)]).await?
        else {
            return self.guild_settings(guild).await;
        };
        let result = settings::change(&mut transaction.connection(), guild, change).await;
        transaction.end(result).await
    }
}
