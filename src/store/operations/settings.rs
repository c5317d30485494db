//! What servers have settled.

use futures_util::future::BoxFuture;

use crate::{
    locale::Locale,
    play::{GuildId, GuildSettings, SettingsChange, TimeControl},
    store::{
        StoreError,
        rows::{self, SettingsRow},
        sql,
        statement::{Connection, statement},
    },
    theme::Theme,
};

pub(in crate::store) async fn load(
    connection: &mut impl Connection,
    guild: GuildId,
) -> Result<GuildSettings, StoreError> {
    let settings = statement(sql::SETTINGS).bind(guild.0.cast_signed());
    Ok(settings.found::<SettingsRow, _>(connection).await?.unwrap_or_default())
}

/// In one transaction, so that of two changes at once neither is lost.
pub(in crate::store) fn change(
    connection: &mut impl Connection,
    guild: GuildId,
    change: SettingsChange,
) -> BoxFuture<'_, Result<GuildSettings, StoreError>> {
    Box::pin(async move {
        let settings = load(&mut *connection, guild).await?.with(change);
        let key = guild.0.cast_signed();
        let GuildSettings { theme, locale, time_control, .. } = settings;
        statement(sql::SAVE_SETTINGS)
            .bind(key)
            .bind(Theme::name(theme))
            .bind(locale.map(Locale::tag))
            .bind(TimeControl::name(time_control))
            .bind(i64::from(settings.reminders))
            .bind(settings.most_games.map(i64::from))
            .bind(i64::from(settings.computer_games))
            .bind(rows::channels_key(&settings.channels))
            .execute(&mut *connection)
            .await?;
        Ok(settings)
    })
}
