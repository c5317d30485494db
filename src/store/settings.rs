//! Server settings.

use crate::{
    game::{ChannelId, GuildId, GuildSettings, InteractionId, Setting},
    store::{
        Store,
        connection::{AdvisoryLock, Connection},
        error::StoreError,
        query::query,
        row::{FromRow, Row},
    },
};

const SETTINGS: &str = "\
    SELECT guild_id, theme, locale, time_control, reminders, max_games_per_channel, \
    computer_games, channels, challenge_time FROM guild_settings WHERE guild_id = $1";

impl FromRow for GuildSettings {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        let channels: Vec<i64> = serde_json::from_str(&row.get::<String>("channels")?)
            .map_err(|error| row.corrupt("channels", error))?;
        Ok(Self {
            theme: row.get("theme")?,
            locale: row.get("locale")?,
            time_control: row.get("time_control")?,
            reminders: row.get("reminders")?,
            max_games_per_channel: row.get("max_games_per_channel")?,
            computer_games: row.get("computer_games")?,
            channels: channels.into_iter().map(|id| ChannelId(id.cast_unsigned())).collect(),
            challenge_time: row.get("challenge_time")?,
        })
    }
}

impl Store {
    /// A server's settings; the defaults if it has none.
    pub async fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, StoreError> {
        load(&mut self.reader().await?.connection(), guild).await
    }
}

pub(in crate::store) async fn load(
    connection: &mut Connection<'_>,
    guild: GuildId,
) -> Result<GuildSettings, StoreError> {
    let settings = query(SETTINGS).bind(guild);
    Ok(settings.fetch_optional(connection).await?.unwrap_or_default())
}

const SAVE_SETTINGS: &str = "\
    INSERT INTO guild_settings (guild_id, theme, locale, time_control, reminders, \
    max_games_per_channel, computer_games, channels, challenge_time) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
    ON CONFLICT (guild_id) DO UPDATE SET theme = excluded.theme, locale = excluded.locale, \
    time_control = excluded.time_control, reminders = excluded.reminders, \
    max_games_per_channel = excluded.max_games_per_channel, \
    computer_games = excluded.computer_games, channels = excluded.channels, \
    challenge_time = excluded.challenge_time";

impl Store {
    /// Changes one of a server's settings, unless the interaction has changed something before, and
    /// returns all of them.
    pub async fn change_settings(
        &self,
        by: InteractionId,
        guild: GuildId,
        setting: Setting,
    ) -> Result<GuildSettings, StoreError> {
        let Some(mut transaction) = self.begin_change(by, &[AdvisoryLock::Guild(guild)]).await?
        else {
            return self.guild_settings(guild).await;
        };
        let result = save_change(&mut transaction.connection(), guild, setting).await;
        transaction.end(result).await
    }
}

/// Reads and writes in one transaction, so that concurrent changes are not lost.
async fn save_change(
    connection: &mut Connection<'_>,
    guild: GuildId,
    setting: Setting,
) -> Result<GuildSettings, StoreError> {
    let settings = load(connection, guild).await?.with(setting);
    query(SAVE_SETTINGS)
        .bind(guild)
        .bind(settings.theme)
        .bind(settings.locale)
        .bind(settings.time_control)
        .bind(settings.reminders)
        .bind(settings.max_games_per_channel)
        .bind(settings.computer_games)
        .bind(channels_json(&settings.channels))
        .bind(settings.challenge_time)
        .execute(connection)
        .await?;
    Ok(settings)
}

pub(in crate::store) fn channels_json(channels: &[ChannelId]) -> String {
    let ids: Vec<i64> = channels.iter().map(|channel| channel.0.cast_signed()).collect();
    serde_json::Value::from(ids).to_string()
}
