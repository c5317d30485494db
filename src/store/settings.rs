//! Server settings.

use crate::{
    game::{ChannelId, GuildId, GuildSettings, InteractionId, SettingsChange, TimeControl},
    locale::Locale,
    store::{
        Store,
        connection::{AdvisoryLock, Connection},
        error::StoreError,
        query::query,
        row::{row, theme},
    },
    theme::Theme,
};

pub(in crate::store) const SETTINGS: &str = "\
    SELECT guild_id, theme, locale, time_control, reminders, max_games_per_channel, \
    computer_games, channels, challenge_time FROM guild_settings WHERE guild_id = $1";

row! {
    pub(in crate::store) struct SettingsRow {
        guild_id: i64,
        theme: String,
        locale: Option<String>,
        time_control: String,
        reminders: i64,
        max_games_per_channel: Option<i64>,
        computer_games: i64,
        channels: String,
        challenge_time: String,
    }
}

impl TryFrom<SettingsRow> for GuildSettings {
    type Error = StoreError;

    fn try_from(row: SettingsRow) -> Result<Self, StoreError> {
        let corrupt = |why: String| {
            StoreError::corrupt(&format!("the settings of server {}", row.guild_id), why)
        };
        let channels: Vec<i64> =
            serde_json::from_str(&row.channels).map_err(|error| corrupt(error.to_string()))?;
        Ok(Self {
            theme: theme(&row.theme).map_err(corrupt)?,
            locale: row.locale.as_deref().map(Locale::nearest),
            time_control: row.time_control.parse().map_err(corrupt)?,
            reminders: row.reminders != 0,
            max_games_per_channel: row
                .max_games_per_channel
                .map(|limit| u8::try_from(limit).map_err(|error| corrupt(error.to_string())))
                .transpose()?,
            computer_games: row.computer_games != 0,
            channels: channels.into_iter().map(|id| ChannelId(id.cast_unsigned())).collect(),
            challenge_time: row.challenge_time.parse().map_err(corrupt)?,
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
    Ok(settings.fetch_as::<SettingsRow, _>(connection).await?.unwrap_or_default())
}

pub(in crate::store) const SAVE_SETTINGS: &str = "\
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
        change: SettingsChange,
    ) -> Result<GuildSettings, StoreError> {
        let Some(mut transaction) = self.begin_change(by, &[AdvisoryLock::Guild(guild)]).await?
        else {
            return self.guild_settings(guild).await;
        };
        let result = save_change(&mut transaction.connection(), guild, change).await;
        transaction.end(result).await
    }
}

/// Reads and writes in one transaction, so that concurrent changes are not lost.
async fn save_change(
    connection: &mut Connection<'_>,
    guild: GuildId,
    change: SettingsChange,
) -> Result<GuildSettings, StoreError> {
    let settings = load(connection, guild).await?.with(change);
    let key = guild.0.cast_signed();
    let GuildSettings { theme, locale, time_control, .. } = settings;
    query(SAVE_SETTINGS)
        .bind(key)
        .bind(Theme::name(theme))
        .bind(locale.map(Locale::tag))
        .bind(TimeControl::name(time_control))
        .bind(settings.reminders)
        .bind(settings.max_games_per_channel)
        .bind(settings.computer_games)
        .bind(channels_json(&settings.channels))
        .bind(settings.challenge_time.name())
        .execute(connection)
        .await?;
    Ok(settings)
}

pub(in crate::store) fn channels_json(channels: &[ChannelId]) -> String {
    let ids: Vec<i64> = channels.iter().map(|channel| channel.0.cast_signed()).collect();
    serde_json::Value::from(ids).to_string()
}
