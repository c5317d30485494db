//! Seasons of servers. Their entries on leaderboards are counted with the others
//! ([`Standings`](crate::game::Standings)).

use clock::Timestamp;

use crate::{
    game::{GuildId, InteractionId, MAX_COUNTED, PlayerId, Season, SeasonSchedule, StandingTopic},
    store::{
        database::Store,
        leaderboards::{self, PageCursor},
        prelude::*,
        standing_messages,
    },
};

from_columns!(Season { id: "season_id", guild: "guild_id", number, started_at, ended_at });

from_columns!(SeasonSchedule {
    guild: "guild_id",
    rhythm,
    time_zone: "timezone",
    due_at,
    channel: "channel_id",
    guild_locale,
});

/// One of the first three places in a season that is over.
#[derive(Clone, Copy, Debug)]
pub struct Medal {
    /// The number of the season.
    pub season: u32,
    pub place: u64,
    /// The number of players on the board, at most [`MAX_COUNTED`] and one.
    pub players: u64,
}

from_columns!(Medal { season: "number", place: "medal", players });

macro_rules! season_query {
    ($rest:literal) => {
        concat!("SELECT season_id, guild_id, number, started_at, ended_at FROM season ", $rest)
    };
}

const SEASON: &str = season_query!("WHERE guild_id = $1 AND number = $2");

const SCHEDULE: &str = "\
    SELECT guild_id, rhythm, due_at, channel_id, guild_locale, \
    coalesce((SELECT timezone FROM guild_settings \
    WHERE guild_settings.guild_id = season_schedule.guild_id), 'UTC') AS timezone \
    FROM season_schedule WHERE guild_id = $1";

impl Store {
    /// The season that runs in a server.
    pub async fn running_season(&self, guild: GuildId) -> StoreResult<Option<Season>> {
        self.fetch_optional(running(guild)).await
    }

    /// A season of a server, by its number.
    pub async fn season(&self, guild: GuildId, number: u32) -> StoreResult<Option<Season>> {
        self.fetch_optional(query(SEASON).bind(guild).bind(number)).await
    }

    /// Seasons of a server, newest first, with so many on a page, and how many there are on all
    /// pages. Pages are counted from 0.
    pub async fn seasons(
        &self,
        guild: GuildId,
        page: u32,
        page_size: u32,
    ) -> StoreResult<(Vec<Season>, u32)> {
        const SEASONS: &str =
            season_query!("WHERE guild_id = $1 ORDER BY number DESC LIMIT $2 OFFSET $3");
        const COUNT_SEASONS: &str = "SELECT count(*) FROM season WHERE guild_id = $1";
        let total = self.fetch_one(query(COUNT_SEASONS).bind(guild)).await?;
        let (skipped, size) = (u64::from(page) * u64::from(page_size), u64::from(page_size));
        let seasons = query(SEASONS).bind(guild).bind(size).bind(skipped);
        Ok((self.fetch_all(seasons).await?, total))
    }

    /// A player's medals in a server, of the last seasons in which they have one.
    pub async fn medals(
        &self,
        guild: GuildId,
        player: PlayerId,
        limit: u8,
    ) -> StoreResult<Vec<Medal>> {
        const MEDALS: &str = "\
            SELECT number, medal, (SELECT count(*) FROM (SELECT 1 FROM leaderboard_entry AS placed \
            WHERE placed.scope_id = leaderboard_entry.scope_id AND placed.period = 'all time' \
            LIMIT $4) AS counted) AS players FROM leaderboard_entry \
            JOIN season ON season_id = -1 - scope_id \
            WHERE player_id = $2 AND medal IS NOT NULL AND guild_id = $1 \
            ORDER BY number DESC LIMIT $3";
        let medals = query(MEDALS).bind(guild).bind(player).bind(limit);
        self.fetch_all(medals.bind(MAX_COUNTED + 1)).await
    }

    /// How the seasons of a server start, if one was ever started or is to be.
    pub async fn season_schedule(&self, guild: GuildId) -> StoreResult<Option<SeasonSchedule>> {
        self.fetch_optional(query(SCHEDULE).bind(guild)).await
    }

    /// Starts the season with this number in a server, unless it has started already, or the
    /// interaction has changed something before, and stores the schedule, unless another manager
    /// has stored one since it was `read`. The end of the season before is told, if there is one.
    pub async fn start_season(
        &self,
        by: InteractionId,
        number: u32,
        read: Option<SeasonSchedule>,
        schedule: SeasonSchedule,
        now: Timestamp,
    ) -> StoreResult<()> {
        let locks = [AdvisoryLock::Guild(schedule.guild)];
        let change = self.change_once(by, &locks, async |connection| {
            let running = running(schedule.guild).fetch_optional(connection).await?;
            if number != next_number(running) {
                return Ok(());
            }
            let stored = self::schedule(connection, schedule.guild).await?;
            let schedule = stored.filter(|_| stored != read).unwrap_or(schedule);
            start(connection, schedule, running, now).await
        });
        change.await.map(drop)
    }

    /// Starts a server's next season, if it is due. The end of the one before is told.
    pub async fn start_due_season(&self, guild: GuildId, now: Timestamp) -> StoreResult<()> {
        let locks = &[AdvisoryLock::Guild(guild)];
        let change = self.change(locks, async |connection| {
            let Some(schedule) = schedule(connection, guild).await? else { return Ok(()) };
            // What earlier versions have stored is midnight in UTC.
            let schedule = schedule.in_new_zone();
            // Another process may have started it.
            if schedule.due_at.is_none_or(|due| due > now) {
                return save_schedule(schedule).execute(connection).await.map(drop);
            }
            let running = running(guild).fetch_optional(connection).await?;
            start(connection, schedule, running, now).await
        });
        change.await
    }

    /// Changes when the next season of a server starts, unless the interaction has changed something
    /// before.
    pub async fn save_season_schedule(
        &self,
        by: InteractionId,
        schedule: SeasonSchedule,
        now: Timestamp,
    ) -> StoreResult<()> {
        let save = save_schedule(schedule.after(now));
        self.execute_once(by, &[AdvisoryLock::Guild(schedule.guild)], save).await.map(drop)
    }
}

pub(in crate::store) fn running(guild: GuildId) -> Query {
    query(season_query!("WHERE guild_id = $1 AND ended_at IS NULL")).bind(guild)
}

/// Starts the season after the one that runs, whose end is to be told, and stores when the next starts.
async fn start(
    connection: &mut Connection<'_>,
    schedule: SeasonSchedule,
    running: Option<Season>,
    now: Timestamp,
) -> StoreResult<()> {
    /// Who is hidden when a season ends has no place in it.
    const DELETE_HIDDEN: &str = "\
        DELETE FROM leaderboard_entry WHERE scope_id = $1 AND player_id IN \
        (SELECT player_id FROM hidden_player WHERE guild_id = $2)";
    const END: &str = "UPDATE season SET ended_at = $2 WHERE season_id = $1";
    const START: &str = "INSERT INTO season (guild_id, number, started_at) VALUES ($1, $2, $3)";
    let guild = schedule.guild;
    save_schedule(schedule.after(now)).execute(connection).await?;
    if let Some(running) = running {
        let hidden = query(DELETE_HIDDEN).bind(running.scope()).bind(guild);
        hidden.execute(connection).await?;
        award_medals(connection, running, now).await?;
        query(END).bind(running.id).bind(now).execute(connection).await?;
        let end = schedule.post(StandingTopic::SeasonEnd(running.number), now);
        standing_messages::save(connection, end).await?;
    }
    query(START).bind(guild).bind(next_number(running)).bind(now).execute(connection).await?;
    standing_messages::leaderboard_changed(guild, now).execute(connection).await.map(drop)
}

/// Stores who has a medal of a season that still runs.
async fn award_medals(
    connection: &mut Connection<'_>,
    season: Season,
    now: Timestamp,
) -> StoreResult<()> {
    const AWARD: &str = "\
        UPDATE leaderboard_entry SET medal = $3 \
        WHERE scope_id = $1 AND period = 'all time' AND player_id = $2";
    let (board, first) = (season.final_board(), PageCursor::First);
    // All who share one of the first places, but in a crowd.
    let first = leaderboards::page(connection, board, now, first, u8::MAX - 1).await?;
    for entry in first.entries {
        if let Some(player) = entry.player.filter(|_| entry.has_medal) {
            let award = query(AWARD).bind(season.scope()).bind(player.id).bind(entry.rank);
            award.execute(connection).await?;
        }
    }
    Ok(())
}

fn next_number(running: Option<Season>) -> u32 {
    running.map_or(1, |season| season.number + 1)
}

async fn schedule(
    connection: &mut Connection<'_>,
    guild: GuildId,
) -> StoreResult<Option<SeasonSchedule>> {
    query(SCHEDULE).bind(guild).fetch_optional(connection).await
}

/// Another time zone of the server's moves the start of its next season.
pub(in crate::store) async fn reschedule(
    connection: &mut Connection<'_>,
    guild: GuildId,
) -> StoreResult<()> {
    let Some(schedule) = schedule(connection, guild).await? else { return Ok(()) };
    save_schedule(schedule.in_new_zone()).execute(connection).await.map(drop)
}

fn save_schedule(schedule: SeasonSchedule) -> Query {
    const SAVE_SCHEDULE: &str = "\
        INSERT INTO season_schedule (guild_id, rhythm, due_at, channel_id, guild_locale) \
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (guild_id) DO UPDATE SET \
        channel_id = excluded.channel_id, guild_locale = excluded.guild_locale, \
        rhythm = excluded.rhythm, due_at = excluded.due_at";
    query(SAVE_SCHEDULE)
        .bind(schedule.guild)
        .bind(schedule.rhythm)
        .bind(schedule.due_at)
        .bind(schedule.channel)
        .bind(schedule.guild_locale)
}
