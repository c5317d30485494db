//! Server settings.

use clock::Timestamp;
use futures_util::FutureExt as _;

use crate::{
    game::{GuildId, GuildSettings, InteractionId, StandingMessage},
    store::{
        database::Store,
        prelude::*,
        seasons,
        standing_messages::{self, decided_again},
        transaction::Change,
    },
};

const SETTINGS: &str = "\
    SELECT guild_id, theme, locale, time_control, reminders, max_games_per_channel, \
    computer_games, channels, challenge_time, coalesce(timezone, 'UTC') AS timezone \
    FROM guild_settings WHERE guild_id = $1";

from_columns!(GuildSettings {
    theme,
    locale,
    time_control,
    reminders,
    max_games_per_channel,
    computer_games,
    channels,
    challenge_time,
    time_zone: "timezone",
});

impl Store {
    /// A server's settings; the defaults if it has none.
    pub async fn guild_settings(&self, guild: GuildId) -> StoreResult<GuildSettings> {
        load(&mut self.reader().await?.connection(), guild).await
    }

    /// Changes one of a server's settings, unless the interaction has changed something before, and
    /// returns all of them. Another time zone moves its next posts and
    /// season.
    pub async fn change_settings(
        &self,
        by: InteractionId,
        guild: GuildId,
        change: Change<'_, GuildSettings>,
        now: Timestamp,
    ) -> StoreResult<GuildSettings> {
        const SAVE_SETTINGS: &str = "\
            INSERT INTO guild_settings (guild_id, theme, locale, time_control, reminders, \
            max_games_per_channel, computer_games, channels, challenge_time, timezone) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
            ON CONFLICT (guild_id) DO UPDATE SET theme = excluded.theme, \
            locale = excluded.locale, time_control = excluded.time_control, \
            reminders = excluded.reminders, \
            max_games_per_channel = excluded.max_games_per_channel, \
            computer_games = excluded.computer_games, channels = excluded.channels, \
            challenge_time = excluded.challenge_time, timezone = excluded.timezone";
        let attempt = async || {
            // Reads and writes in one transaction, so that concurrent changes are not lost.
            let locks = &[AdvisoryLock::Guild(guild)];
            let changing = self.change_once(by, locks, async |connection| {
                let before = load(connection, guild).await?;
                let mut settings = before.clone();
                change(&mut settings);
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
                    .bind(settings.time_zone)
                    .execute(connection)
                    .await?;
                if settings.time_zone != before.time_zone {
                    let is_such = StandingMessage::is_schedule;
                    standing_messages::reschedule(connection, guild, is_such, now).await?;
                    seasons::reschedule(connection, guild).await?;
                }
                Ok(settings)
            });
            match changing.await? {
                Some(settings) => Ok(settings),
                None => self.guild_settings(guild).await,
            }
        };
        decided_again(|| attempt().boxed()).await
    }
}

pub(in crate::store) async fn load(
    connection: &mut Connection<'_>,
    guild: GuildId,
) -> StoreResult<GuildSettings> {
    let settings = query(SETTINGS).bind(guild);
    Ok(settings.fetch_optional(connection).await?.unwrap_or_default())
}
