//! What servers have settled.

use futures_util::future::BoxFuture;
use sqlx::{Sqlite, SqliteConnection, SqliteExecutor, query::QueryAs, sqlite::SqliteArguments};

use super::failed;
use crate::{
    locale::Locale,
    play::{GuildId, GuildSettings, SettingsChange, TimeControl},
    store::{
        StoreError,
        rows::{self, SettingsRow},
        sql,
    },
    theme::Theme,
};

type SettingsQuery<'q> = QueryAs<'q, Sqlite, SettingsRow, SqliteArguments>;

pub(super) async fn load(
    guild: GuildId,
    connection: impl SqliteExecutor<'_>,
) -> Result<GuildSettings, StoreError> {
    let query: SettingsQuery<'_> = sqlx::query_as(sql::SETTINGS).bind(guild.0.cast_signed());
    let row = query.fetch_optional(connection).await.map_err(failed)?;
    row.map_or_else(|| Ok(GuildSettings::default()), GuildSettings::try_from)
}

/// In one transaction, so that of two changes at once neither is lost.
pub(super) fn change(
    connection: &mut SqliteConnection,
    guild: GuildId,
    change: SettingsChange,
) -> BoxFuture<'_, Result<GuildSettings, StoreError>> {
    Box::pin(async move {
        let settings = load(guild, &mut *connection).await?.with(change);
        let key = guild.0.cast_signed();
        let GuildSettings { theme, locale, time_control, .. } = settings;
        sqlx::query(sql::SAVE_SETTINGS)
            .bind(key)
            .bind(Theme::name(theme))
            .bind(locale.map(Locale::tag))
            .bind(TimeControl::name(time_control))
            .bind(i64::from(settings.reminders))
            .bind(settings.most_games.map(i64::from))
            .bind(i64::from(settings.computer_games))
            .bind(rows::channels_key(&settings.channels))
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
        Ok(settings)
    })
}
