//! Server settings.

use futures_util::future::BoxFuture;

use crate::{
    game::{GuildId, GuildSettings, SettingsChange, TimeControl},
    locale::Locale,
    store::{
        StoreError,
        query::{DbConnection, query},
        rows::{self, SettingsRow},
        sql,
    },
    theme::Theme,
};

pub(in crate::store) async fn load(
    connection: &mut impl DbConnection,
    guild: GuildId,
) -> Result<GuildSettings, StoreError> {
    let settings = query(sql::SETTINGS).bind(guild.0.cast_signed());
    Ok(settings.fetch_as::<SettingsRow, _>(connection).await?.unwrap_or_default())
}

/// Reads and writes in one transaction, so that concurrent changes are not lost.
pub(in crate::store) fn change(
    connection: &mut impl DbConnection,
    guild: GuildId,
    change: SettingsChange,
) -> BoxFuture<'_, Result<GuildSettings, StoreError>> {
    Box::pin(async move {
        let settings = load(&mut *connection, guild).await?.with(change);
        let key = guild.0.cast_signed();
        let GuildSettings { theme, locale, time_control, .. } = settings;
        query(sql::SAVE_SETTINGS)
            .bind(key)
            .bind(Theme::name(theme))
            .bind(locale.map(Locale::tag))
            .bind(TimeControl::name(time_control))
            .bind(i64::from(settings.reminders))
            .bind(settings.max_games_per_channel.map(i64::from))
            .bind(i64::from(settings.computer_games))
            .bind(rows::channels_json(&settings.channels))
            .execute(&mut *connection)
            .await?;
        Ok(settings)
    })
}
