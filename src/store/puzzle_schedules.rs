//! Where and when servers have the daily puzzle posted.

use clock::Timestamp;

use crate::{
    game::{
        ChannelId, GuildId, InteractionId, MAX_REFUSED_POSTS, Posting, PuzzleNumber,
        PuzzlePostOutcome, PuzzleSchedule,
    },
    store::{
        Connection, FromRow, Query, Row, SaveResult, Store, StoreError, from_columns, query,
        standing_messages,
    },
};

/// A post and what became of it, with what follows for the schedule.
#[derive(Clone, Copy, Debug)]
pub struct PuzzlePostResult {
    pub channel: ChannelId,
    pub number: PuzzleNumber,
    pub outcome: PuzzlePostOutcome,
    pub posting: Posting,
    /// When the next one is due, if any.
    pub next_due: Option<Timestamp>,
}

from_columns!(PuzzleSchedule {
    guild: "guild_id",
    channel: "channel_id",
    hour,
    time_zone: "timezone",
    posting: ..,
    posted: "posted_puzzle",
    guild_locale
});

impl FromRow for Posting {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        match row.get::<String>("state")?.as_str() {
            "off" => Ok(Self::Off),
            "on" => Ok(Self::On { refusals: row.get("refusals")? }),
            "stopped" => Ok(Self::Stopped),
            other => Err(row.corrupt("state", other)),
        }
    }
}

/// The columns `state` and `refusals`.
const fn state_and_refusals(posting: Posting) -> (&'static str, u8) {
    match posting {
        Posting::Off => ("off", 0),
        Posting::On { refusals } => ("on", refusals),
        Posting::Stopped => ("stopped", MAX_REFUSED_POSTS),
    }
}

const PUZZLE_SCHEDULE: &str = "\
    SELECT puzzle_schedule.guild_id, channel_id, hour, coalesce(timezone, 'UTC') AS timezone, \
    state, refusals, posted_puzzle, guild_locale FROM puzzle_schedule \
    LEFT JOIN guild_settings ON guild_settings.guild_id = puzzle_schedule.guild_id \
    WHERE puzzle_schedule.guild_id = $1";

impl Store {
    /// Where and when a server has the daily puzzle posted, if that was ever set.
    pub async fn puzzle_schedule(
        &self,
        guild: GuildId,
    ) -> Result<Option<PuzzleSchedule>, StoreError> {
        self.fetch_optional(query(PUZZLE_SCHEDULE).bind(guild)).await
    }

    /// Stores a new schedule, unless the interaction has changed something before. If there is one,
    /// changes its channel and turns it on, but leaves its hour and which puzzle was posted last
    /// alone.
    pub async fn save_puzzle_channel(
        &self,
        by: InteractionId,
        schedule: PuzzleSchedule,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let Some(mut transaction) = self.begin_change(by, &[]).await? else {
            return Ok(());
        };
        let connection = &mut transaction.connection();
        let result = async {
            save_channel(schedule, now).execute(connection).await?;
            standing_messages::reschedule_week(schedule.guild, now).execute(connection).await?;
            Ok(())
        }
        .await;
        transaction.end(result).await
    }

    /// Stores the hour of a schedule, or that it is off, unless the interaction has changed
    /// something before. If there is none, stores all of it, unless it is off.
    pub async fn save_puzzle_hour(
        &self,
        by: InteractionId,
        schedule: PuzzleSchedule,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        const SAVE_PUZZLE_HOUR: &str = "\
            UPDATE puzzle_schedule SET hour = $2, state = $3, refusals = $4, due_at = $5 \
            WHERE guild_id = $1";
        let Some(mut transaction) = self.begin_change(by, &[]).await? else {
            return Ok(());
        };
        let connection = &mut transaction.connection();
        let result = async {
            let (state, refusals) = state_and_refusals(schedule.posting);
            let query = query(SAVE_PUZZLE_HOUR)
                .bind(schedule.guild)
                .bind(schedule.hour)
                .bind(state)
                .bind(refusals)
                .bind(schedule.due_after(now));
            let changed = query.execute(connection).await?;
            if changed == 0 && schedule.posting != Posting::Off {
                save_channel(schedule, now).execute(connection).await?;
            }
            standing_messages::reschedule_week(schedule.guild, now).execute(connection).await?;
            Ok(())
        }
        .await;
        transaction.end(result).await
    }

    /// Lets one process post a puzzle, which is due again at `until` unless the result is
    /// recorded before. [`SaveResult::Conflict`] if another process has the lease.
    pub async fn lease_puzzle_post(
        &self,
        guild: GuildId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        const LEASE_PUZZLE_POST: &str =
            "UPDATE puzzle_schedule SET due_at = $3 WHERE guild_id = $1 AND due_at <= $2";
        let query = query(LEASE_PUZZLE_POST).bind(guild).bind(now).bind(until);
        self.save(query).await
    }

    /// Records what became of a post, and when the next one is due.
    pub async fn record_puzzle_post(
        &self,
        guild: GuildId,
        result: PuzzlePostResult,
    ) -> Result<(), StoreError> {
        /// What a manager has chosen meanwhile stays.
        const RECORD_PUZZLE_POST: &str = "\
            UPDATE puzzle_schedule SET \
            posted_puzzle = CASE WHEN $3 = 1 THEN $4 ELSE posted_puzzle END, \
            state = CASE WHEN channel_id = $2 AND state = 'on' AND $5 <> 'off' \
            THEN $5 ELSE state END, \
            refusals = CASE WHEN channel_id = $2 AND state = 'on' AND $5 <> 'off' \
            THEN $6 ELSE refusals END, due_at = CASE WHEN channel_id = $2 AND state = 'on' \
            AND $5 <> 'off' THEN $7 ELSE due_at END WHERE guild_id = $1";
        let (state, refusals) = state_and_refusals(result.posting);
        let query = query(RECORD_PUZZLE_POST)
            .bind(guild)
            .bind(result.channel)
            .bind(matches!(result.outcome, PuzzlePostOutcome::Posted(_)))
            .bind(result.number)
            .bind(state)
            .bind(refusals)
            .bind(result.next_due);
        self.execute(query).await.map(drop)
    }
}

/// Leaves alone which puzzle was posted last, so that a day has one message, and the hour, which
/// another manager may have chosen meanwhile: then it is due when that hour is.
const SAVE_PUZZLE_CHANNEL: &str = "\
    INSERT INTO puzzle_schedule \
    (guild_id, channel_id, hour, state, refusals, due_at, guild_locale) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (guild_id) DO UPDATE SET \
    channel_id = excluded.channel_id, state = excluded.state, refusals = excluded.refusals, \
    due_at = CASE WHEN puzzle_schedule.hour = excluded.hour THEN excluded.due_at \
    ELSE coalesce(puzzle_schedule.due_at, excluded.due_at) END, \
    guild_locale = excluded.guild_locale";

/// Stores a new schedule, or another channel of one.
fn save_channel(schedule: PuzzleSchedule, now: Timestamp) -> Query {
    let (state, refusals) = state_and_refusals(schedule.posting);
    query(SAVE_PUZZLE_CHANNEL)
        .bind(schedule.guild)
        .bind(schedule.channel)
        .bind(schedule.hour)
        .bind(state)
        .bind(refusals)
        .bind(schedule.due_after(now))
        .bind(schedule.guild_locale)
}

/// Moves a server's next post to where its time zone now has the hour. If that is over and the
/// puzzle of the day was not posted, it is posted now.
pub(in crate::store) async fn reschedule(
    connection: &mut Connection<'_>,
    guild: GuildId,
    now: Timestamp,
) -> Result<(), StoreError> {
    const RESCHEDULE_PUZZLE_POST: &str =
        "UPDATE puzzle_schedule SET due_at = $2 WHERE guild_id = $1";
    let schedule: Option<PuzzleSchedule> =
        query(PUZZLE_SCHEDULE).bind(guild).fetch_optional(connection).await?;
    if let Some(schedule) = schedule {
        let is_late = schedule.posted.is_some() && schedule.wants_post(now);
        let due_at = if is_late { Some(now) } else { schedule.due_after(now) };
        query(RESCHEDULE_PUZZLE_POST).bind(guild).bind(due_at).execute(connection).await?;
    }
    Ok(())
}

/// Never brings a post forward, which another process may have leased or recorded meanwhile.
const POSTPONE_PUZZLE_POST: &str =
    "UPDATE puzzle_schedule SET due_at = $2 WHERE guild_id = $1 AND due_at < $2";

pub(in crate::store) fn postpone(guild: GuildId, until: Timestamp) -> Query {
    query(POSTPONE_PUZZLE_POST).bind(guild).bind(until)
}
