//! Messages that the bot owes a channel: leaderboards, posts of puzzles, weeks in words and ends of
//! seasons; where and when a server's next puzzle and week are posted; and whom messages name.
//!
//! What changes them makes them due. A process that does something about one has a lease until then:
//! it owns what it does while `due_at` is the end of the lease. A change is stored only over the one
//! that it was decided on.

use clock::Timestamp;
use futures_util::{FutureExt as _, future::BoxFuture};
use serde_json::Value;

use crate::{
    game::{
        GuildId, InteractionId, PlayerId, PuzzleNumber, PuzzleSchedule, Refusal, StandingAttempt,
        StandingChange, StandingContent, StandingKind, StandingMessage, StandingMessageId,
        StandingOutcome, StandingTopic, WeekSchedule,
    },
    store::{database::Store, prelude::*},
};

/// How often a change is decided again if another one came first.
const MAX_ATTEMPTS: usize = 8;

from_columns!(StandingMessage {
    id: "standing_message_id",
    guild: "guild_id",
    channel: "channel_id",
    content: ..,
    state,
    refusals,
    closed,
    message: "message_id",
    posted_at,
    replaced,
    removal,
    attempts,
    posts,
    pause,
    rests_until,
    due_at,
    changes,
    shown,
    guild_locale,
});

impl FromRow for StandingContent {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        Ok(Self::Topic(match row.get("kind")? {
            StandingKind::Daily => {
                return Ok(Self::Daily(PuzzleSchedule {
                    hour: row.get("hour")?,
                    time_zone: row.get("timezone")?,
                    posted: row.get("puzzle")?,
                    unsolved: row.get::<Option<u32>>("number")?.unwrap_or(0),
                    solved: row.get("solved_puzzle")?,
                }));
            }
            StandingKind::Weekly => return Ok(Self::Weekly(FromRow::from_row(row)?)),
            StandingKind::Leaderboard => StandingTopic::Leaderboard {
                period: row.get("period")?,
                sort_by: row.get("sort_by")?,
            },
            StandingKind::Puzzle => StandingTopic::Puzzle(row.get("puzzle")?),
            StandingKind::Week => StandingTopic::Week(row.get("number")?),
            StandingKind::SeasonEnd => StandingTopic::SeasonEnd(row.get("number")?),
        }))
    }
}

from_columns!(WeekSchedule { puzzle_hour, time_zone: "timezone", told: "number" });

/// What is stored of a message, in the order of [`with_columns`].
macro_rules! columns {
    () => {
        "guild_id, channel_id, kind, message_id, period, sort_by, hour, puzzle, number, \
         posted_at, replaced, removal, attempts, posts, pause, rests_until, due_at, shown, state, \
         refusals, closed, guild_locale"
    };
}

macro_rules! standing_message {
    ($condition:literal) => {
        concat!(
            "SELECT standing_message_id, changes, ",
            columns!(),
            ", (SELECT daily.hour FROM standing_message AS daily ",
            "WHERE daily.guild_id = standing_message.guild_id AND daily.kind = 'daily' ",
            "AND daily.state <> 'off') AS puzzle_hour, ",
            "coalesce((SELECT timezone FROM guild_settings WHERE guild_settings.guild_id = ",
            "standing_message.guild_id), 'UTC') AS timezone, ",
            "(SELECT guild_streak.puzzle FROM guild_streak ",
            "WHERE guild_streak.guild_id = standing_message.guild_id) AS solved_puzzle ",
            "FROM standing_message WHERE ",
            $condition
        )
    };
}

/// Its columns as the first parameters of a statement.
fn with_columns(text: &'static str, message: StandingMessage) -> Query {
    let (mut leaderboard, mut hour, mut puzzle, mut number) = (None, None, None, None);
    match message.content {
        StandingContent::Daily(schedule) => {
            (hour, puzzle) = (Some(schedule.hour), schedule.posted);
            number = Some(schedule.unsolved.into());
        }
        StandingContent::Weekly(schedule) => number = schedule.told,
        StandingContent::Topic(StandingTopic::Leaderboard { period, sort_by }) => {
            leaderboard = Some((period, sort_by));
        }
        StandingContent::Topic(StandingTopic::Puzzle(shown)) => puzzle = Some(shown),
        StandingContent::Topic(StandingTopic::Week(week)) => number = Some(week),
        StandingContent::Topic(StandingTopic::SeasonEnd(season)) => number = Some(season.into()),
    }
    let (period, sort_by) = leaderboard.unzip();
    query(text)
        .bind(message.guild)
        .bind(message.channel)
        .bind(message.content.kind())
        .bind(message.message)
        .bind(period)
        .bind(sort_by)
        .bind(hour)
        .bind(puzzle)
        .bind(number)
        .bind(message.posted_at)
        .bind(message.replaced)
        .bind(message.removal)
        .bind(message.attempts)
        .bind(message.posts)
        .bind(message.pause)
        .bind(message.rests_until)
        .bind(message.due_at)
        .bind(message.shown)
        .bind(message.state)
        .bind(message.refusals)
        .bind(message.closed)
        .bind(message.guild_locale)
}

impl Store {
    pub async fn standing_message(
        &self,
        id: StandingMessageId,
    ) -> StoreResult<Option<StandingMessage>> {
        self.fetch_optional(with_id(id)).await
    }

    /// All messages of a server, those of a kind newest last.
    pub async fn standing_messages(&self, guild: GuildId) -> StoreResult<Vec<StandingMessage>> {
        self.fetch_all(of_guild(guild)).await
    }

    /// Stores what a manager chooses, decided from all that the server has, unless the interaction
    /// has changed something before.
    pub async fn change_standing_messages(
        &self,
        by: InteractionId,
        guild: GuildId,
        choose: impl Fn(&[StandingMessage]) -> Result<Vec<StandingMessage>, Refusal> + Send + Sync,
    ) -> StoreResult<Result<(), Refusal>> {
        let change = async || {
            let locks = &[AdvisoryLock::Guild(guild)];
            let change = self.change_once(by, locks, async |connection| {
                let all: Vec<StandingMessage> = of_guild(guild).fetch_all(connection).await?;
                match choose(&all) {
                    Ok(changed) => save_all(connection, changed).await.map(Ok),
                    Err(refusal) => Ok(Err(refusal)),
                }
            });
            Ok(change.await?.unwrap_or(Ok(())))
        };
        decided_again(|| change().boxed()).await
    }

    /// Stores a change of a message, and whom it may name from now on: before it is sent.
    /// [`SaveResult::Conflict`] if the message has changed, or one of them is not there any more.
    pub async fn save_standing_message(
        &self,
        message: StandingMessage,
        names: &[PlayerId],
    ) -> StoreResult<SaveResult> {
        let change = self.change(&[], async |connection| {
            save(connection, message).await?;
            match message.id {
                Some(id) if !names.is_empty() => add_names(connection, id, names).await,
                _ => Ok(()),
            }
        });
        match change.await {
            Err(StoreError::Conflict) => Ok(SaveResult::Conflict),
            result => result.map(|()| SaveResult::Saved),
        }
    }

    /// Deletes a message with which nothing will be done any more, unless it has changed.
    pub async fn end_standing_message(&self, message: &StandingMessage) -> StoreResult<()> {
        const END: &str =
            "DELETE FROM standing_message WHERE standing_message_id = $1 AND changes = $2";
        self.execute(query(END).bind(message.id).bind(message.changes)).await.map(drop)
    }

    /// Stores what came of an attempt to send something that names these people.
    pub async fn record_standing_attempt(
        &self,
        attempt: &StandingAttempt,
        names: &[PlayerId],
        outcome: StandingOutcome,
        now: Timestamp,
    ) -> StoreResult<()> {
        let record = async || {
            let change = self.change(&[], async |connection| {
                record(connection, attempt, names, outcome, now).await
            });
            change.await
        };
        decided_again(|| record().boxed()).await
    }
}

/// Decides what to store, again if another change came first.
pub(in crate::store) async fn decided_again<'a, T>(
    decide: impl Fn() -> BoxFuture<'a, StoreResult<T>>,
) -> StoreResult<T> {
    for _ in 1..MAX_ATTEMPTS {
        match decide().await {
            Err(StoreError::Conflict) => {}
            result => return result,
        }
    }
    decide().await
}

fn with_id(id: StandingMessageId) -> Query {
    query(standing_message!("standing_message_id = $1")).bind(id)
}

/// All messages of a server.
fn of_guild(guild: GuildId) -> Query {
    query(standing_message!("guild_id = $1 ORDER BY standing_message_id")).bind(guild)
}

/// Stores a message, a [conflict](StoreError::Conflict) if it has changed since it was read.
pub(in crate::store) async fn save(
    connection: &mut Connection<'_>,
    message: StandingMessage,
) -> StoreResult<()> {
    const INSERT: &str = concat!(
        "INSERT INTO standing_message (",
        columns!(),
        ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, ",
        "$18, $19, $20, $21, $22)"
    );
    const UPDATE: &str = concat!(
        "UPDATE standing_message SET changes = changes + 1, (",
        columns!(),
        ") = ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, ",
        "$18, $19, $20, $21, $22) WHERE standing_message_id = $23 AND changes = $24"
    );
    let Some(id) = message.id else {
        return with_columns(INSERT, message).execute(connection).await.map(drop);
    };
    let update = with_columns(UPDATE, message).bind(id).bind(message.changes);
    match update.save(connection).await? {
        SaveResult::Saved => Ok(()),
        SaveResult::Conflict => Err(StoreError::Conflict),
    }
}

async fn save_all(
    connection: &mut Connection<'_>,
    messages: impl IntoIterator<Item = StandingMessage>,
) -> StoreResult<()> {
    for message in messages {
        save(connection, message).await?;
    }
    Ok(())
}

async fn record(
    connection: &mut Connection<'_>,
    attempt: &StandingAttempt,
    names: &[PlayerId],
    outcome: StandingOutcome,
    now: Timestamp,
) -> StoreResult<()> {
    const END: &str = "DELETE FROM standing_message WHERE standing_message_id = $1";
    const FORGET_NAMES: &str = "DELETE FROM named_player WHERE standing_message_id = $1";
    let id = attempt.id;
    // Perhaps the data of the server was deleted.
    let stored: Option<StandingMessage> = with_id(id).fetch_optional(connection).await?;
    let Some(stored) = stored else { return Ok(()) };
    let StandingChange { message, new } = attempt.change(stored, outcome, now);
    match message {
        Some(message) => {
            save(connection, message).await?;
            if message.posted().is_none() && message.posts == 0 {
                query(FORGET_NAMES).bind(id).execute(connection).await?;
            } else if message.shown.is_some() && stored.message.is_some() {
                keep_names(connection, id, names).await?;
            }
            if new.is_some_and(|it| it.is_schedule()) {
                let earlier: Vec<StandingMessage> =
                    of_guild(message.guild).fetch_all(connection).await?;
                let over = earlier.into_iter().filter_map(|it| attempt.superseded(it, now));
                save_all(connection, over).await?;
            }
        }
        None => drop(query(END).bind(id).execute(connection).await?),
    }
    save_all(connection, new).await
}

fn ids(names: &[PlayerId]) -> String {
    names.iter().map(|player| Value::from(player.0)).collect::<Value>().to_string()
}

/// Somebody who has deleted their data meanwhile cannot be added.
async fn add_names(
    connection: &mut Connection<'_>,
    id: StandingMessageId,
    names: &[PlayerId],
) -> StoreResult<()> {
    const ADD_IN_SQLITE: &str = "\
        INSERT INTO named_player (standing_message_id, player_id) \
        SELECT $1, value FROM json_each($2) WHERE true ON CONFLICT DO NOTHING";
    const ADD_IN_POSTGRES: &str = "\
        INSERT INTO named_player (standing_message_id, player_id) \
        SELECT $1, CAST(value AS BIGINT) FROM json_array_elements_text(CAST($2 AS JSON)) \
        ON CONFLICT DO NOTHING";
    let add = query(connection.choose(ADD_IN_SQLITE, ADD_IN_POSTGRES)).bind(id).bind(ids(names));
    match add.execute(connection).await {
        Err(StoreError::Failed(sqlx::Error::Database(error)))
            if error.is_foreign_key_violation() =>
        {
            Err(StoreError::Conflict)
        }
        added => added.map(drop),
    }
}

/// Discord shows exactly what was sent last.
async fn keep_names(
    connection: &mut Connection<'_>,
    id: StandingMessageId,
    names: &[PlayerId],
) -> StoreResult<()> {
    const KEEP_IN_SQLITE: &str = "\
        DELETE FROM named_player WHERE standing_message_id = $1 \
        AND player_id NOT IN (SELECT value FROM json_each($2))";
    const KEEP_IN_POSTGRES: &str = "\
        DELETE FROM named_player WHERE standing_message_id = $1 AND player_id NOT IN \
        (SELECT CAST(value AS BIGINT) FROM json_array_elements_text(CAST($2 AS JSON)))";
    let keep = query(connection.choose(KEEP_IN_SQLITE, KEEP_IN_POSTGRES));
    keep.bind(id).bind(ids(names)).execute(connection).await.map(drop)
}

/// What has changed is due once the message has rested. One that is being sent rests until the end of
/// its lease, which stays.
macro_rules! changed {
    ($condition:literal) => {
        concat!(
            "UPDATE standing_message SET changes = changes + 1, ",
            "due_at = CASE WHEN due_at < $2 THEN due_at ",
            "WHEN rests_until > $2 THEN rests_until ELSE $2 END WHERE state = 'on' AND ",
            $condition
        )
    };
}

/// A result of a server changes its leaderboards.
pub(in crate::store) fn leaderboard_changed(guild: GuildId, now: Timestamp) -> Query {
    query(changed!("guild_id = $1 AND kind = 'leaderboard'")).bind(guild).bind(now)
}

/// A player leaves the leaderboards that they are on, and whose number of players and medals change.
pub(in crate::store) fn player_left(player: PlayerId, now: Timestamp) -> Query {
    let changed = changed!(
        "kind = 'leaderboard' AND guild_id IN \
         (SELECT scope_id FROM leaderboard_entry WHERE player_id = $1)"
    );
    query(changed).bind(player).bind(now)
}

/// Managers have changed who is shown in a server, or since when.
pub(in crate::store) fn people_changed(guild: GuildId, now: Timestamp) -> Query {
    query(changed!("guild_id = $1 AND kind <> 'daily'")).bind(guild).bind(now)
}

/// Somebody else is among a puzzle's solvers in a server, which the post of the next one shows as
/// well.
pub(in crate::store) fn solvers_changed(
    guild: GuildId,
    number: PuzzleNumber,
    now: Timestamp,
) -> Query {
    let changed = changed!("guild_id = $1 AND kind = 'puzzle' AND puzzle IN ($3, $4)");
    query(changed).bind(guild).bind(now).bind(number).bind(number.next())
}

/// The messages that name a player show another name.
pub(in crate::store) fn renamed(player: PlayerId, now: Timestamp) -> Query {
    let changed = changed!(
        "standing_message_id IN (SELECT standing_message_id FROM named_player WHERE player_id = $1)"
    );
    query(changed).bind(player).bind(now)
}

/// A player has to go from the messages that name them, at once: from all, or from those of a
/// server. Takes away the leases of what is being sent.
pub(in crate::store) fn remove_name(
    player: PlayerId,
    guild: Option<GuildId>,
    now: Timestamp,
) -> Query {
    const REMOVE_NAME: &str = "\
        UPDATE standing_message SET changes = changes + 1, removal = 0, due_at = $2, \
        rests_until = $2 WHERE standing_message_id IN (SELECT standing_message_id \
        FROM named_player WHERE player_id = $1) AND ($3 IS NULL OR guild_id = $3)";
    query(REMOVE_NAME).bind(player).bind(now).bind(guild)
}

/// Decides anew when such messages of a server are due.
pub(in crate::store) async fn reschedule(
    connection: &mut Connection<'_>,
    guild: GuildId,
    is_such: fn(&StandingMessage) -> bool,
    now: Timestamp,
) -> StoreResult<()> {
    let messages: Vec<StandingMessage> = of_guild(guild).fetch_all(connection).await?;
    let moved = messages.into_iter().filter(is_such).map(|it| it.in_new_zone(now));
    save_all(connection, moved).await
}
