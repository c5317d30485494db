//! What servers have settled.

use sqlx::FromRow;

use super::{theme, time_control};
use crate::{
    locale::Locale,
    play::{ChannelId, GuildSettings},
    store::StoreError,
};

#[derive(FromRow)]
pub(in crate::store) struct SettingsRow {
    guild_id: i64,
    theme: String,
    locale: Option<String>,
    time_control: String,
    reminders: i64,
    most_games: Option<i64>,
    computer_games: i64,
    channels: String,
}

impl TryFrom<SettingsRow> for GuildSettings {
    type Error = StoreError;

    fn try_from(row: SettingsRow) -> Result<Self, StoreError> {
        let wrong = |why: String| {
            StoreError::corrupt(&format!("the settings of server {}", row.guild_id), why)
        };
        let channels: Vec<i64> =
            serde_json::from_str(&row.channels).map_err(|error| wrong(error.to_string()))?;
        Ok(Self {
            theme: theme(&row.theme).map_err(wrong)?,
            locale: row.locale.as_deref().map(Locale::nearest),
            time_control: time_control(&row.time_control).map_err(wrong)?,
            reminders: row.reminders != 0,
            most_games: row
                .most_games
                .map(|most| u8::try_from(most).map_err(|error| wrong(error.to_string())))
                .transpose()?,
            computer_games: row.computer_games != 0,
            channels: channels.into_iter().map(|id| ChannelId(id.cast_unsigned())).collect(),
        })
    }
}

pub(in crate::store) fn channels_key(channels: &[ChannelId]) -> String {
    let ids: Vec<i64> = channels.iter().map(|channel| channel.0.cast_signed()).collect();
    serde_json::Value::from(ids).to_string()
}
