//! Server settings.

use crate::{
    game::{GuildId, GuildSettings, InteractionId, Setting},
    store::{AdvisoryLock, Connection, Store, StoreError, from_columns, query},
};

const SETTINGS: &str = "\
    SELECT guild_id, theme, locale, time_control, reminders, max_games_per_channel, \
    computer_games, channels, challenge_time FROM guild_settings WHERE guild_id = $1";

from_columns!(GuildSettings {
    theme,
    locale,
    time_control,
    reminders,
    max_games_per_channel,
    computer_games,
    channels,
    challenge_time,
});

impl Store {
    /// A server's settings; the defaults if it has none.
    pub async fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, StoreError> {
        load(&mut self.reader().await?.connection(), guild).await
    }

    /// Changes one of a server's settings, unless the interaction has changed something before, and
    /// returns all of them.
    pub async fn change_settings(
        &self,
        by: InteractionId,
        guild: GuildId,
        setting: Setting,
    ) -> Result<GuildSettings, StoreError> {
        const SAVE_SETTINGS: &str = "\
            INSERT INTO guild_settings (guild_id, theme, locale, time_control, reminders, \
            max_games_per_channel, computer_games, channels, challenge_time) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
            ON CONFLICT (guild_id) DO UPDATE SET theme = excluded.theme, \
            locale = excluded.locale, time_control = excluded.time_control, \
            reminders = excluded.reminders, \
            max_games_per_channel = excluded.max_games_per_channel, \
            computer_games = excluded.computer_games, channels = excluded.channels, \
            challenge_time = excluded.challenge_time";
        let Some(mut transaction) = self.begin_change(by, &[AdvisoryLock::Guild(guild)]).await?
        else {
            return self.guild_settings(guild).await;
        };
        let connection = &mut transaction.connection();
        // Reads and writes in one transaction, so that concurrent changes are not lost.
        let result = async {
            let settings = load(connection, guild).await?.with(setting);
            query(SAVE_SETTINGS)
                .bind(guild)
                .bind(settings.theme)
                .bind(settings.locale)
                .bind(settings.time_control)
                .bind(settings.reminders)
                .bind(settings.max_games_per_channel)
                .bind(settings.computer_games)
                .bind(settings.channels.clone())
                .bind(settings.challenge_time)
                .execute(connection)
                .await?;
            Ok(settings)
        }
        .await;
        transaction.end(result).await
    }
}

pub(in crate::store) async fn load(
    connection: &mut Connection<'_>,
    guild: GuildId,
) -> Result<GuildSettings, StoreError> {
    let settings = query(SETTINGS).bind(guild);
    Ok(settings.fetch_optional(connection).await?.unwrap_or_default())
}
