//! Messages that stay in a channel and are brought up to date: leaderboards, posts of puzzles, and
//! weeks in words; and where and when a server's next puzzle is posted.
//!
//! What changes them makes them due. A process that does something about it has a lease until then:
//! it owns what it does while `due_at` is the end of the lease.

use clock::Timestamp;

use crate::{
    game::{
        ChannelId, GuildId, InteractionId, MAX_REFUSED_POSTS, MAX_STANDING_LEADERBOARDS, MessageId,
        PlayerId, PuzzleNumber, PuzzleSchedule, StandingContent, StandingKind, StandingMessage,
        StandingState,
    },
    store::{
        AdvisoryLock, Connection, FromRow, Query, Row, SaveResult, Store, StoreError, from_columns,
        query,
    },
};

from_columns!(StandingMessage {
    guild: "guild_id",
    channel: "channel_id",
    content: ..,
    state: ..,
    message: "message_id",
    posted_at,
    pause,
    rests_until,
    due_at,
    changes,
    shown,
    guild_locale,
});

impl FromRow for StandingContent {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        Ok(match row.get("kind")? {
            StandingKind::Leaderboard => {
                Self::Leaderboard { period: row.get("period")?, sort_by: row.get("sort_by")? }
            }
            StandingKind::Daily => Self::Daily(PuzzleSchedule {
                hour: row.get("hour")?,
                time_zone: row.get("timezone")?,
                posted: row.get("puzzle")?,
            }),
            StandingKind::Puzzle => Self::Puzzle(row.get("puzzle")?),
            StandingKind::Week => Self::Week {
                hour: row.get::<Option<_>>("puzzle_hour")?.unwrap_or(StandingMessage::WEEK_HOUR),
                time_zone: row.get("timezone")?,
            },
        })
    }
}

impl FromRow for StandingState {
    fn from_row(row: Row<'_>) -> Result<Self, StoreError> {
        match row.get::<String>("state")?.as_str() {
            "on" => Ok(Self::On { refusals: row.get("refusals")? }),
            "off" => Ok(Self::Off),
            "stopped" => Ok(Self::Stopped),
            "deleted" => Ok(Self::Deleted),
            other => Err(row.corrupt("state", other)),
        }
    }
}

/// The columns `state` and `refusals`.
const fn state_and_refusals(state: StandingState) -> (&'static str, u8) {
    match state {
        StandingState::On { refusals } => ("on", refusals),
        StandingState::Off => ("off", 0),
        StandingState::Stopped => ("stopped", MAX_REFUSED_POSTS),
        StandingState::Deleted => ("deleted", 0),
    }
}

macro_rules! standing_message {
    ($condition:literal) => {
        concat!(
            "SELECT channel_id, kind, guild_id, message_id, period, sort_by, hour, puzzle, ",
            "posted_at, pause, rests_until, due_at, changes, shown, state, refusals, ",
            "guild_locale, (SELECT daily.hour FROM standing_message AS daily ",
            "WHERE daily.guild_id = standing_message.guild_id AND daily.kind = 'daily' ",
            "AND daily.state <> 'off') AS puzzle_hour, ",
            "coalesce((SELECT timezone FROM guild_settings WHERE guild_settings.guild_id = ",
            "standing_message.guild_id), 'UTC') AS timezone FROM standing_message WHERE ",
            $condition
        )
    };
}

/// Leaderboards that were deleted or stopped elsewhere go as well.
const REMOVE: &str = "\
    UPDATE standing_message SET state = 'off', changes = changes + 1, \
    rests_until = $3, due_at = $3 WHERE guild_id = $1 AND kind = 'leaderboard' \
    AND (channel_id = $2 AND state <> 'off' OR state IN ('stopped', 'deleted'))";

impl Store {
    /// The message of this kind in a channel, if there ever was one.
    pub async fn standing_message(
        &self,
        channel: ChannelId,
        kind: StandingKind,
    ) -> Result<Option<StandingMessage>, StoreError> {
        const STANDING_MESSAGE: &str = standing_message!("channel_id = $1 AND kind = $2");
        self.fetch_optional(query(STANDING_MESSAGE).bind(channel).bind(kind)).await
    }

    /// The leaderboards that stay in a server's channels, or did until they were deleted or refused.
    pub async fn standing_leaderboards(
        &self,
        guild: GuildId,
    ) -> Result<Vec<StandingMessage>, StoreError> {
        standing_leaderboards(&mut self.reader().await?.connection(), guild).await
    }

    /// Has a leaderboard posted, unless the interaction has changed something before. One that is
    /// there is posted again if `again` says so, but not within a minute; else it only shows
    /// something else, once it has rested. Those that were deleted or stopped elsewhere are
    /// forgotten. Returns the channels of the others if there are too many; then nothing is changed.
    pub async fn save_standing_leaderboard(
        &self,
        by: InteractionId,
        message: StandingMessage,
        again: bool,
    ) -> Result<Option<Vec<ChannelId>>, StoreError> {
        /// 1970 is long ago, so a new message takes the place of the old one.
        const SAVE_STANDING_LEADERBOARD: &str = "\
            INSERT INTO standing_message (channel_id, kind, guild_id, message_id, period, sort_by, \
            hour, puzzle, posted_at, pause, rests_until, due_at, shown, state, refusals, \
            guild_locale) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) \
            ON CONFLICT (channel_id, kind) DO UPDATE SET guild_id = excluded.guild_id, \
            period = excluded.period, sort_by = excluded.sort_by, \
            posted_at = CASE WHEN $17 = 1 AND standing_message.posted_at IS NOT NULL THEN 0 \
            ELSE standing_message.posted_at END, \
            rests_until = CASE WHEN $17 = 0 AND standing_message.state = 'on' \
            THEN standing_message.rests_until ELSE excluded.rests_until END, \
            due_at = CASE WHEN standing_message.state <> 'on' THEN excluded.due_at \
            WHEN standing_message.posted_at = 0 \
            THEN coalesce(standing_message.due_at, excluded.due_at) \
            WHEN $17 = 0 AND standing_message.rests_until > excluded.due_at \
            THEN standing_message.rests_until \
            WHEN $17 = 1 AND standing_message.posted_at + 60000 > excluded.due_at \
            THEN standing_message.posted_at + 60000 ELSE excluded.due_at END, \
            changes = standing_message.changes + 1, shown = NULL, \
            state = excluded.state, refusals = excluded.refusals, \
            guild_locale = excluded.guild_locale";
        let StandingMessage { guild, channel, .. } = message;
        let locks = &[AdvisoryLock::Guild(guild)];
        let Some(mut transaction) = self.begin_change(by, locks).await? else {
            return Ok(None);
        };
        let connection = &mut transaction.connection();
        let result = async {
            let others = standing_leaderboards(connection, guild).await?.into_iter();
            let others = others.filter(|it| it.is_on() && it.channel != channel);
            let others: Vec<_> = others.map(|it| it.channel).collect();
            if others.len() >= MAX_STANDING_LEADERBOARDS {
                return Ok(Some(others));
            }
            remove(guild, ChannelId(0), message.rests_until).execute(connection).await?;
            insert(SAVE_STANDING_LEADERBOARD, message).bind(again).execute(connection).await?;
            Ok(None)
        }
        .await;
        transaction.end(result).await
    }

    /// Removes a channel's leaderboard, unless the interaction has changed something before, and
    /// forgets those of the server that were deleted or stopped.
    pub async fn remove_standing_leaderboard(
        &self,
        by: InteractionId,
        guild: GuildId,
        channel: ChannelId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.execute_once(by, &[], remove(guild, channel, now)).await.map(drop)
    }

    /// The server's daily puzzle or its week in words, if it ever had one.
    pub async fn server_post(
        &self,
        guild: GuildId,
        kind: StandingKind,
    ) -> Result<Option<StandingMessage>, StoreError> {
        self.fetch_optional(query(SERVER_POST).bind(guild).bind(kind)).await
    }

    /// Changes where and when a server has its daily puzzle or its week in words posted, unless the
    /// interaction has changed something before. What was posted last stays.
    pub async fn change_server_post(
        &self,
        by: InteractionId,
        (guild, kind): (GuildId, StandingKind),
        now: Timestamp,
        change: impl FnOnce(Option<StandingMessage>) -> Option<StandingMessage> + Send,
    ) -> Result<(), StoreError> {
        const CHANGE_SERVER_POST: &str = "\
            UPDATE standing_message SET channel_id = $3, hour = $4, state = $5, refusals = $6, \
            due_at = $7, rests_until = $8, guild_locale = $9 WHERE guild_id = $1 AND kind = $2";
        let locks = &[AdvisoryLock::Guild(guild)];
        let Some(mut transaction) = self.begin_change(by, locks).await? else { return Ok(()) };
        let connection = &mut transaction.connection();
        let result = async {
            let stored = query(SERVER_POST).bind(guild).bind(kind);
            let Some(message) = change(stored.fetch_optional(connection).await?) else {
                return Ok(());
            };
            let (state, refusals) = state_and_refusals(message.state);
            let changed = query(CHANGE_SERVER_POST)
                .bind(guild)
                .bind(kind)
                .bind(message.channel)
                .bind(daily(message.content).map(|schedule| schedule.hour))
                .bind(state)
                .bind(refusals)
                .bind(message.due_at)
                .bind(message.rests_until)
                .bind(message.guild_locale);
            if changed.execute(connection).await? == 0 {
                insert(SAVE_STANDING, message).execute(connection).await?;
            }
            if kind == StandingKind::Daily {
                reschedule_week(guild, now).execute(connection).await?;
            }
            Ok(())
        }
        .await;
        transaction.end(result).await
    }

    /// Lets one process do what is due, which is due again at `until` unless the result is recorded
    /// before. [`SaveResult::Conflict`] if another process has the lease, or the message has changed.
    pub async fn lease_standing_message(
        &self,
        message: &StandingMessage,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        const LEASE_STANDING_MESSAGE: &str = "\
            UPDATE standing_message SET due_at = $4, rests_until = $4 \
            WHERE channel_id = $1 AND kind = $2 AND due_at <= $3 AND changes = $5";
        let query = query(LEASE_STANDING_MESSAGE).bind(message.channel);
        let query = query.bind(message.content.kind()).bind(now).bind(until);
        self.save(query.bind(message.changes)).await
    }

    /// Stores a message as it is after something was done, if that was leased until `leased_until`
    /// and nothing has taken the lease away. What has changed meanwhile is sent after the rest.
    pub async fn record_standing_message(
        &self,
        message: &StandingMessage,
        leased_until: Timestamp,
    ) -> Result<SaveResult, StoreError> {
        const RECORD_STANDING_MESSAGE: &str = "\
            UPDATE standing_message SET message_id = $4, posted_at = $5, pause = $6, \
            rests_until = $7, changes = changes + 1, \
            due_at = CASE WHEN changes = $8 OR $11 <> 'on' THEN $9 ELSE $7 END, \
            shown = CASE WHEN changes = $8 THEN $10 END, state = $11, refusals = $12, \
            puzzle = $13 \
            WHERE channel_id = $1 AND kind = $2 AND due_at = $3";
        let (state, refusals) = state_and_refusals(message.state);
        let query = query(RECORD_STANDING_MESSAGE)
            .bind(message.channel)
            .bind(message.content.kind())
            .bind(leased_until)
            .bind(message.message)
            .bind(message.posted_at)
            .bind(message.pause)
            .bind(message.rests_until)
            .bind(message.changes)
            .bind(message.due_at)
            .bind(message.shown)
            .bind(state)
            .bind(refusals)
            .bind(puzzle(message.content));
        self.save(query).await
    }

    /// Stores which message was posted although the lease was taken away meanwhile, as by a manager
    /// who has removed it: that is done next. What a server has one of may have moved meanwhile.
    pub async fn adopt_standing_message(
        &self,
        message: &StandingMessage,
        posted: MessageId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        const ADOPT_STANDING_MESSAGE: &str = "\
            UPDATE standing_message SET message_id = $4, posted_at = $5, due_at = $5, \
            changes = changes + 1, shown = NULL, puzzle = $6 WHERE guild_id = $1 AND kind = $2 \
            AND (channel_id = $3 OR kind <> 'leaderboard')";
        let query = query(ADOPT_STANDING_MESSAGE)
            .bind(message.guild)
            .bind(message.content.kind())
            .bind(message.channel)
            .bind(posted)
            .bind(now)
            .bind(puzzle(message.content));
        self.execute(query).await.map(drop)
    }

    /// Has a message sent again: what was sent after its lease was taken away may come last.
    pub async fn resend_standing_message(
        &self,
        message: &StandingMessage,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        const RESEND_STANDING_MESSAGE: &str = "\
            UPDATE standing_message SET changes = changes + 1, shown = NULL, \
            due_at = CASE WHEN due_at < $3 THEN due_at \
            WHEN rests_until > $3 THEN rests_until ELSE $3 END \
            WHERE channel_id = $1 AND kind = $2 AND state = 'on' AND kind <> 'daily'";
        let query = query(RESEND_STANDING_MESSAGE).bind(message.channel);
        self.execute(query.bind(message.content.kind()).bind(now)).await.map(drop)
    }

    /// Stores the post of a puzzle, in the place of the server's earlier one, unless the server was
    /// forgotten meanwhile.
    pub async fn save_standing_puzzle(&self, message: StandingMessage) -> Result<(), StoreError> {
        const FORGET_STANDING_PUZZLES: &str =
            "DELETE FROM standing_message WHERE guild_id = $1 AND kind = 'puzzle'";
        let mut transaction = self.begin(&[AdvisoryLock::Guild(message.guild)]).await?;
        let connection = &mut transaction.connection();
        let result = async {
            let daily = query(SERVER_POST).bind(message.guild).bind(StandingKind::Daily);
            let daily: Option<StandingMessage> = daily.fetch_optional(connection).await?;
            if daily.is_none() {
                return Ok(());
            }
            query(FORGET_STANDING_PUZZLES).bind(message.guild).execute(connection).await?;
            insert(SAVE_STANDING, message).execute(connection).await.map(drop)
        }
        .await;
        transaction.end(result).await
    }
}

const SERVER_POST: &str = standing_message!("guild_id = $1 AND kind = $2");

const SAVE_STANDING: &str = "\
    INSERT INTO standing_message (channel_id, kind, guild_id, message_id, period, sort_by, \
    hour, puzzle, posted_at, pause, rests_until, due_at, shown, state, refusals, guild_locale) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)";

/// A statement that inserts a message.
fn insert(text: &'static str, message: StandingMessage) -> Query {
    let (state, refusals) = state_and_refusals(message.state);
    let leaderboard = match message.content {
        StandingContent::Leaderboard { period, sort_by } => Some((period, sort_by)),
        _ => None,
    };
    query(text)
        .bind(message.channel)
        .bind(message.content.kind())
        .bind(message.guild)
        .bind(message.message)
        .bind(leaderboard.map(|(period, _)| period))
        .bind(leaderboard.map(|(_, sort_by)| sort_by))
        .bind(daily(message.content).map(|schedule| schedule.hour))
        .bind(puzzle(message.content))
        .bind(message.posted_at)
        .bind(message.pause)
        .bind(message.rests_until)
        .bind(message.due_at)
        .bind(message.shown)
        .bind(state)
        .bind(refusals)
        .bind(message.guild_locale)
}

const fn daily(content: StandingContent) -> Option<PuzzleSchedule> {
    match content {
        StandingContent::Daily(schedule) => Some(schedule),
        _ => None,
    }
}

/// The puzzle that a message shows, or that was posted last.
fn puzzle(content: StandingContent) -> Option<PuzzleNumber> {
    match content {
        StandingContent::Puzzle(number) => Some(number),
        content => daily(content)?.posted,
    }
}

fn remove(guild: GuildId, channel: ChannelId, now: Timestamp) -> Query {
    query(REMOVE).bind(guild).bind(channel).bind(now)
}

async fn standing_leaderboards(
    connection: &mut Connection<'_>,
    guild: GuildId,
) -> Result<Vec<StandingMessage>, StoreError> {
    const STANDING_LEADERBOARDS: &str = standing_message!(
        "guild_id = $1 AND kind = 'leaderboard' AND state <> 'off' ORDER BY channel_id"
    );
    query(STANDING_LEADERBOARDS).bind(guild).fetch_all(connection).await
}

/// What has changed is due once the message has rested.
macro_rules! changed {
    ($condition:literal) => {
        concat!(
            "UPDATE standing_message SET changes = changes + 1, ",
            "due_at = CASE WHEN due_at < $2 THEN due_at ",
            "WHEN rests_until > $2 THEN rests_until ELSE $2 END ",
            "WHERE guild_id = $1 AND state = 'on' AND ",
            $condition
        )
    };
}

/// A result of a server changes its leaderboards.
pub(in crate::store) fn leaderboard_changed(guild: GuildId, now: Timestamp) -> Query {
    query(changed!("kind = 'leaderboard'")).bind(guild).bind(now)
}

/// Another time zone of the server's moves its posts.
pub(in crate::store) async fn reschedule(
    connection: &mut Connection<'_>,
    guild: GuildId,
    now: Timestamp,
) -> Result<(), StoreError> {
    const RESCHEDULE_DAILY: &str =
        "UPDATE standing_message SET due_at = $3 WHERE guild_id = $1 AND kind = $2";
    let kind = StandingKind::Daily;
    let stored = query(SERVER_POST).bind(guild).bind(kind);
    if let Some(daily) = stored.fetch_optional::<StandingMessage>(connection).await? {
        let due_at = daily.in_new_zone(now).due_at;
        let query = query(RESCHEDULE_DAILY).bind(guild).bind(kind).bind(due_at);
        query.execute(connection).await?;
    }
    reschedule_week(guild, now).execute(connection).await.map(drop)
}

/// Another hour or time zone of the server's posts moves its week in words, which finds by itself
/// when it is due.
fn reschedule_week(guild: GuildId, now: Timestamp) -> Query {
    const RESCHEDULE_WEEK: &str = "\
        UPDATE standing_message SET due_at = $2 \
        WHERE guild_id = $1 AND kind = 'week' AND state = 'on'";
    query(RESCHEDULE_WEEK).bind(guild).bind(now)
}

/// Managers have changed who is shown in a server, or since when.
pub(in crate::store) fn people_changed(guild: GuildId, now: Timestamp) -> Query {
    query(changed!("kind IN ('leaderboard', 'puzzle', 'week')")).bind(guild).bind(now)
}

/// Somebody else is among a puzzle's solvers in a server.
pub(in crate::store) fn solvers_changed(
    guild: GuildId,
    number: PuzzleNumber,
    now: Timestamp,
) -> Query {
    query(changed!("kind = 'puzzle' AND puzzle = $3")).bind(guild).bind(now).bind(number)
}

/// A player who deletes their data leaves the messages that show their name, at once.
pub(in crate::store) fn player_deleted(player: PlayerId, now: Timestamp) -> Query {
    const PLAYER_DELETED: &str = "\
        UPDATE standing_message SET changes = changes + 1, due_at = $2, rests_until = $2 \
        WHERE state = 'on' AND kind <> 'daily' AND guild_id IN (\
        SELECT scope_id FROM leaderboard_entry WHERE player_id = $1 \
        UNION SELECT guild_id FROM game WHERE first_player_id = $1 \
        UNION SELECT guild_id FROM game WHERE second_player_id = $1 \
        UNION SELECT guild_id FROM puzzle_solver WHERE player_id = $1)";
    query(PLAYER_DELETED).bind(player).bind(now)
}

/// Never brings anything forward, which another process may have leased or recorded meanwhile.
pub(in crate::store) fn postpone(
    channel: ChannelId,
    kind: StandingKind,
    until: Timestamp,
) -> Query {
    const POSTPONE_STANDING_MESSAGE: &str = "\
        UPDATE standing_message SET due_at = $3 \
        WHERE channel_id = $1 AND kind = $2 AND due_at < $3";
    query(POSTPONE_STANDING_MESSAGE).bind(channel).bind(kind).bind(until)
}
