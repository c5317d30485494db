//! Server settings.

use super::{theme, time_control};
use crate::{
    game::{ChannelId, GuildSettings},
    locale::Locale,
    store::StoreError,
};

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
            time_control: time_control(&row.time_control).map_err(corrupt)?,
            reminders: row.reminders != 0,
            max_games_per_channel: row
                .max_games_per_channel
                .map(|limit| u8::try_from(limit).map_err(|error| corrupt(error.to_string())))
                .transpose()?,
            computer_games: row.computer_games != 0,
            channels: channels.into_iter().map(|id| ChannelId(id.cast_unsigned())).collect(),
        })
    }
}

pub(in crate::store) fn channels_json(channels: &[ChannelId]) -> String {
    let ids: Vec<i64> = channels.iter().map(|channel| channel.0.cast_signed()).collect();
    serde_json::Value::from(ids).to_string()
}
