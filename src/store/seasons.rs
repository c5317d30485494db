//! Seasons of servers. Their entries on leaderboards are counted with the others ([`results`]).
//!
//! [`results`]: super::results

use clock::Timestamp;

use crate::{
    game::{
        GuildId, InteractionId, PlayerId, Season, SeasonSchedule, ServerEvent, ServerEventKind,
        StandingTopic,
    },
    store::{
        AdvisoryLock, Connection, Query, Store, StoreResult, from_columns, query, server_events,
        standing_messages,
    },
};

from_columns!(Season { id: "season_id", guild: "guild_id", number, started_at, ended_at });

from_columns!(SeasonSchedule { guild: "guild_id", rhythm, channel: "channel_id", guild_locale });

macro_rules! season_query {
    ($rest:literal) => {
        concat!("SELECT season_id, guild_id, number, started_at, ended_at FROM season ", $rest)
    };
}

const RUNNING_SEASON: &str = season_query!("WHERE guild_id = $1 AND ended_at IS NULL");

const SEASON: &str = season_query!("WHERE guild_id = $1 AND number = $2");

const SCHEDULE: &str = "\
    SELECT guild_id, rhythm, channel_id, guild_locale FROM season_schedule WHERE guild_id = $1";

impl Store {
    /// The season that runs in a server.
    pub async fn running_season(&self, guild: GuildId) -> StoreResult<Option<Season>> {
        self.fetch_optional(query(RUNNING_SEASON).bind(guild)).await
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

    /// The last seasons of a server that are over, and on whose board a player is, newest first.
    pub async fn past_seasons_of(
        &self,
        guild: GuildId,
        player: PlayerId,
        limit: u8,
    ) -> StoreResult<Vec<Season>> {
        const PAST_SEASONS: &str = season_query!(
            "WHERE guild_id = $1 AND ended_at IS NOT NULL AND EXISTS (SELECT 1 \
             FROM leaderboard_entry WHERE scope_id = -1 - season_id AND period = 'all time' \
             AND player_id = $2) ORDER BY number DESC LIMIT $3"
        );
        self.fetch_all(query(PAST_SEASONS).bind(guild).bind(player).bind(limit)).await
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
        manager: PlayerId,
        number: u32,
        read: Option<SeasonSchedule>,
        schedule: SeasonSchedule,
        now: Timestamp,
    ) -> StoreResult<()> {
        let locks = [AdvisoryLock::Guild(schedule.guild)];
        let Some(mut transaction) = self.begin_change(by, &locks).await? else { return Ok(()) };
        let connection = &mut transaction.connection();
        let result = async {
            let running = running(connection, schedule.guild).await?;
            if number != next_number(running) {
                return Ok(());
            }
            let stored: Option<SeasonSchedule> =
                query(SCHEDULE).bind(schedule.guild).fetch_optional(connection).await?;
            let schedule = stored.filter(|_| stored != read).unwrap_or(schedule);
            save_schedule(schedule, now).execute(connection).await?;
            start(connection, by, schedule, Some(manager), running, now).await
        }
        .await;
        transaction.end(result).await
    }

    /// Starts a server's next season, if it is due. The end of the one before is told.
    pub async fn start_due_season(&self, guild: GuildId, now: Timestamp) -> StoreResult<()> {
        const SET_DUE: &str =
            "UPDATE season_schedule SET due_at = $3 WHERE guild_id = $1 AND due_at <= $2";
        let mut transaction = self.begin(&[AdvisoryLock::Guild(guild)]).await?;
        let connection = &mut transaction.connection();
        let result = async {
            let schedule: Option<SeasonSchedule> =
                query(SCHEDULE).bind(guild).fetch_optional(connection).await?;
            let Some(schedule) = schedule else { return Ok(()) };
            let next = schedule.rhythm.due_after(now);
            let set = query(SET_DUE).bind(guild).bind(now).bind(next);
            // Another process may have started it.
            if next.is_none() || set.execute(connection).await? == 0 {
                return Ok(());
            }
            let running = running(connection, guild).await?;
            start(connection, InteractionId::first_at(now), schedule, None, running, now).await
        }
        .await;
        transaction.end(result).await
    }

    /// Undoes the start of a season, unless it has ended or the interaction has changed something
    /// before: its results count in the season before, if there is one, which runs again. That is
    /// told.
    pub async fn undo_season(
        &self,
        by: InteractionId,
        manager: PlayerId,
        season: Season,
        now: Timestamp,
    ) -> StoreResult<()> {
        const DELETE: &str = "DELETE FROM season WHERE season_id = $1 AND ended_at IS NULL";
        const MOVE_GAMES: &str = "UPDATE game SET season_id = $2 WHERE season_id = $1";
        const RUN_AGAIN: &str = "UPDATE season SET ended_at = NULL WHERE season_id = $1";
        const DELETE_ENTRIES: &str = "DELETE FROM leaderboard_entry WHERE scope_id = $1";
        // The end of a game must not find the season while this goes on.
        let exclusive = [AdvisoryLock::Exclusive];
        let Some(mut transaction) = self.begin_change(by, &exclusive).await? else {
            return Ok(());
        };
        let connection = &mut transaction.connection();
        let result = async {
            if query(DELETE).bind(season.id).execute(connection).await? == 0 {
                return Ok(());
            }
            let before = query(SEASON).bind(season.guild).bind(season.number - 1);
            let before: Option<Season> = before.fetch_optional(connection).await?;
            let move_games = query(MOVE_GAMES).bind(season.id).bind(before.map(|it| it.id));
            move_games.execute(connection).await?;
            if let Some(before) = before {
                query(RUN_AGAIN).bind(before.id).execute(connection).await?;
                let merge = query(MERGE_ENTRIES).bind(season.scope()).bind(before.scope());
                merge.execute(connection).await?;
                let count = query(COUNT_OPPONENTS).bind(before.id).bind(before.scope());
                count.bind(season.scope()).execute(connection).await?;
                let schedule =
                    query(SCHEDULE).bind(season.guild).fetch_optional(connection).await?;
                if let Some(schedule) = schedule {
                    tell(connection, schedule, StandingTopic::SeasonGoesOn, before.number, now)
                        .await?;
                }
            }
            query(DELETE_ENTRIES).bind(season.scope()).execute(connection).await?;
            let event = ServerEvent::new(by, Some(manager), ServerEventKind::SeasonUndone);
            let event = ServerEvent { number: Some(season.number), ..event };
            changed(connection, season.guild, event, now).await
        }
        .await;
        transaction.end(result).await
    }

    /// Changes when the next season of a server starts, unless the interaction has changed something
    /// before.
    pub async fn save_season_schedule(
        &self,
        by: InteractionId,
        schedule: SeasonSchedule,
        now: Timestamp,
    ) -> StoreResult<()> {
        let save = save_schedule(schedule, now);
        self.execute_once(by, &[AdvisoryLock::Guild(schedule.guild)], save).await.map(drop)
    }
}

async fn running(connection: &mut Connection<'_>, guild: GuildId) -> StoreResult<Option<Season>> {
    query(RUNNING_SEASON).bind(guild).fetch_optional(connection).await
}

/// Starts the season after the one that runs, whose end is to be told.
async fn start(
    connection: &mut Connection<'_>,
    by: InteractionId,
    schedule: SeasonSchedule,
    manager: Option<PlayerId>,
    running: Option<Season>,
    now: Timestamp,
) -> StoreResult<()> {
    const END: &str = "UPDATE season SET ended_at = $2 WHERE season_id = $1";
    const START: &str = "INSERT INTO season (guild_id, number, started_at) VALUES ($1, $2, $3)";
    let guild = schedule.guild;
    if let Some(running) = running {
        query(END).bind(running.id).bind(now).execute(connection).await?;
        tell(connection, schedule, StandingTopic::SeasonEnd, running.number, now).await?;
    }
    let number = next_number(running);
    query(START).bind(guild).bind(number).bind(now).execute(connection).await?;
    let event = ServerEvent::new(by, manager, ServerEventKind::SeasonStarted);
    changed(connection, guild, ServerEvent { number: Some(number), ..event }, now).await
}

/// Tells what became of a season, and calls off what was to be told of it before.
async fn tell(
    connection: &mut Connection<'_>,
    schedule: SeasonSchedule,
    topic: fn(u32) -> StandingTopic,
    season: u32,
    now: Timestamp,
) -> StoreResult<()> {
    standing_messages::call_off(schedule.guild, season, now).execute(connection).await?;
    standing_messages::save(connection, schedule.post(topic(season), now)).await
}

/// Another season runs, which leaderboards show.
async fn changed(
    connection: &mut Connection<'_>,
    guild: GuildId,
    event: ServerEvent,
    now: Timestamp,
) -> StoreResult<()> {
    server_events::record(connection, guild, event).await?;
    standing_messages::leaderboard_changed(guild, now).execute(connection).await.map(drop)
}

fn next_number(running: Option<Season>) -> u32 {
    running.map_or(1, |season| season.number + 1)
}

/// Adds the results of the scope `$1` to the entries of the scope `$2`, which are older.
const MERGE_ENTRIES: &str = "\
    INSERT INTO leaderboard_entry \
    (scope_id, period, period_number, player_id, wins, losses, draws, opponents, rating, \
    provisional) SELECT $2, period, period_number, player_id, wins, losses, draws, opponents, \
    rating, provisional \
    FROM leaderboard_entry WHERE scope_id = $1 \
    ON CONFLICT (scope_id, period, player_id) DO UPDATE SET \
    wins = leaderboard_entry.wins + excluded.wins, \
    losses = leaderboard_entry.losses + excluded.losses, \
    draws = leaderboard_entry.draws + excluded.draws, \
    rating = coalesce(excluded.rating, leaderboard_entry.rating), \
    provisional = CASE WHEN excluded.rating IS NULL THEN leaderboard_entry.provisional \
    ELSE excluded.provisional END";

macro_rules! met {
    ($player:literal, $opponent:literal) => {
        concat!(
            "SELECT ",
            $player,
            " AS player_id, ",
            $opponent,
            " AS opponent_id FROM game WHERE season_id = $1 AND level IS NULL AND counts = 'yes' ",
            "AND result_number > coalesce((SELECT reset_record.result_number FROM reset_record ",
            "WHERE reset_record.guild_id = game.guild_id AND reset_record.player_id = ",
            $player,
            "), 0) AND ",
            $player,
            " IN (SELECT player_id FROM leaderboard_entry WHERE scope_id = $2 AND opponents < 3) ",
            "AND ",
            $player,
            " IN (SELECT player_id FROM leaderboard_entry WHERE scope_id = $3)"
        )
    };
}

/// Counts the opponents in the season `$1`, whose scope is `$2`, anew, of those who had too few of
/// them before, and are in the scope `$3` as well: whom two seasons have in common is one.
const COUNT_OPPONENTS: &str = concat!(
    "UPDATE leaderboard_entry SET opponents = CASE WHEN number > 3 THEN 3 ELSE number END \
     FROM (SELECT player_id AS met_by, count(*) AS number FROM (",
    met!("first_player_id", "second_player_id"),
    " UNION ",
    met!("second_player_id", "first_player_id"),
    ") AS met GROUP BY player_id) AS total \
     WHERE scope_id = $2 AND period = 'all time' AND player_id = met_by"
);

fn save_schedule(schedule: SeasonSchedule, now: Timestamp) -> Query {
    const SAVE_SCHEDULE: &str = "\
        INSERT INTO season_schedule (guild_id, rhythm, due_at, channel_id, guild_locale) \
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (guild_id) DO UPDATE SET \
        channel_id = excluded.channel_id, guild_locale = excluded.guild_locale, \
        rhythm = excluded.rhythm, due_at = excluded.due_at";
    query(SAVE_SCHEDULE)
        .bind(schedule.guild)
        .bind(schedule.rhythm)
        .bind(schedule.rhythm.due_after(now))
        .bind(schedule.channel)
        .bind(schedule.guild_locale)
}

/// Never brings it forward, which another process may have started meanwhile.
const POSTPONE: &str = "UPDATE season_schedule SET due_at = $2 WHERE guild_id = $1 AND due_at < $2";

pub(in crate::store) fn postpone(guild: GuildId, until: Timestamp) -> Query {
    query(POSTPONE).bind(guild).bind(until)
}
