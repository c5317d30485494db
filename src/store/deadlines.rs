//! What is due without an interaction.
//!
//! The deadline of a turn is a column of the game instead, so that storing a move stays one
//! statement.

use std::time::Duration;

use clock::Timestamp;

use crate::{
    game::{ChallengeId, Game, GameId, GuildId},
    store::{
        Store, connection::Connection, error::StoreError, puzzle_schedules, query::query,
        turn_timers,
    },
};

/// What is due without an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadline {
    /// A challenge expires.
    Challenge(ChallengeId),
    /// It is the computer's turn in a game.
    Computer(GameId),
    /// A turn's time runs out, or its player is to be reminded.
    TurnTimer(GameId),
    /// A server's daily puzzle is to be posted.
    PuzzlePost(GuildId),
}

const CHALLENGE_DEADLINE: &str = "challenge";

const COMPUTER_DEADLINE: &str = "computer";

/// Only in the result of `DUE_DEADLINES`: turn timers are columns of `game`.
const TURN_TIMER_DEADLINE: &str = "turn timer";

/// Only in the result of `DUE_DEADLINES`: these are a table of their own.
const PUZZLE_POST_DEADLINE: &str = "puzzle post";

const fn deadline_key(deadline: Deadline) -> (&'static str, i64) {
    match deadline {
        Deadline::Challenge(ChallengeId(id)) => (CHALLENGE_DEADLINE, id),
        Deadline::Computer(GameId(id)) => (COMPUTER_DEADLINE, id),
        Deadline::TurnTimer(GameId(id)) => (TURN_TIMER_DEADLINE, id),
        Deadline::PuzzlePost(GuildId(id)) => (PUZZLE_POST_DEADLINE, id.cast_signed()),
    }
}

fn deadline(kind: &str, subject: i64) -> Result<Deadline, StoreError> {
    match kind {
        CHALLENGE_DEADLINE => Ok(Deadline::Challenge(ChallengeId(subject))),
        COMPUTER_DEADLINE => Ok(Deadline::Computer(GameId(subject))),
        TURN_TIMER_DEADLINE => Ok(Deadline::TurnTimer(GameId(subject))),
        PUZZLE_POST_DEADLINE => Ok(Deadline::PuzzlePost(GuildId(subject.cast_unsigned()))),
        other => Err(StoreError::corrupt("a deadline", format!("unknown kind {other:?}"))),
    }
}

/// The first deadline after a time. Turn timers are expected to run on from then.
pub(in crate::store) const NEXT_DEADLINE: &str = "\
    SELECT min(due_at) FROM (SELECT min(due_at) AS due_at FROM deadline WHERE due_at > $1 \
    UNION ALL SELECT $1 + (SELECT min(coalesce(remind_at, move_by)) FROM game \
    WHERE move_by IS NOT NULL AND coalesce(remind_at, move_by) > +running) - running \
    FROM running_time \
    UNION ALL SELECT min(due_at) FROM puzzle_schedule WHERE due_at > $1) AS due";

impl Store {
    /// The time of the earliest deadline after this time.
    pub async fn next_deadline(&self, after: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        due_at(&mut self.reader().await?.connection(), NEXT_DEADLINE, after).await
    }
}

/// Turn timers are columns of `game` rather than rows of `deadline`, so that storing a
/// move takes one statement. SQLite uses its index on them only if the other side of the comparison
/// is no column.
macro_rules! due_query {
    ($columns:literal, $order:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM (SELECT kind, subject_id, due_at FROM deadline UNION ALL ",
            "SELECT 'puzzle post', guild_id, due_at FROM puzzle_schedule ",
            "WHERE due_at IS NOT NULL UNION ALL ",
            "SELECT 'turn timer', game_id, $1 - running + coalesce(remind_at, move_by) ",
            "FROM running_time CROSS JOIN game WHERE move_by IS NOT NULL ",
            "AND coalesce(remind_at, move_by) <= +running) AS due WHERE due_at <= $1",
            $order
        )
    };
}

pub(in crate::store) const OLDEST_DUE: &str = due_query!("min(due_at)", "");

impl Store {
    /// The time of the earliest deadline in [`Self::due_deadlines`].
    pub async fn oldest_due_deadline(
        &self,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        due_at(&mut self.reader().await?.connection(), OLDEST_DUE, now).await
    }
}

/// Fetches the time of a deadline; `text` selects it by a time.
async fn due_at(
    connection: &mut Connection<'_>,
    text: &'static str,
    time: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let due: Option<i64> = query(text).bind(time).fetch_scalar(connection).await?;
    Ok(due.map(Timestamp::from_milliseconds))
}

pub(in crate::store) const DUE_DEADLINES: &str =
    due_query!("kind, subject_id", " ORDER BY due_at LIMIT 100");

impl Store {
    /// A batch of deadlines that have passed, oldest first. Turn timers go by the running time
    /// that was counted last.
    pub async fn due_deadlines(&self, now: Timestamp) -> Result<Vec<Deadline>, StoreError> {
        let due: Vec<(String, i64)> = query(DUE_DEADLINES)
            .bind(now)
            .fetch_all(&mut self.reader().await?.connection())
            .await?;
        due.iter().map(|(kind, subject)| deadline(kind, *subject)).collect()
    }
}

pub(in crate::store) const POSTPONE: &str =
    "UPDATE deadline SET due_at = $3 WHERE kind = $1 AND subject_id = $2";

impl Store {
    /// Moves a deadline, if it still exists, to so long after `now`. A turn timer is only ever
    /// moved later.
    pub async fn postpone(
        &self,
        deadline: Deadline,
        now: Timestamp,
        delay: Duration,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin(&[]).await?;
        let result = postpone(&mut transaction.connection(), deadline, now, delay).await;
        transaction.end(result).await
    }
}

async fn postpone(
    connection: &mut Connection<'_>,
    deadline: Deadline,
    now: Timestamp,
    delay: Duration,
) -> Result<(), StoreError> {
    let until = now.after(delay);
    match deadline {
        Deadline::TurnTimer(id) => return turn_timers::postpone(connection, id, delay).await,
        Deadline::PuzzlePost(guild) => {
            return puzzle_schedules::postpone(connection, guild, until).await;
        }
        Deadline::Challenge(_) | Deadline::Computer(_) => {}
    }
    let (kind, id) = deadline_key(deadline);
    let query = query(POSTPONE).bind(kind).bind(id).bind(until);
    query.execute(connection).await.map(drop)
}

pub(in crate::store) const INSERT_DEADLINE: &str =
    "INSERT INTO deadline (kind, subject_id, due_at) VALUES ($1, $2, $3)";

pub(in crate::store) async fn insert_expiry(
    connection: &mut Connection<'_>,
    challenge: ChallengeId,
    expires_at: Timestamp,
) -> Result<(), StoreError> {
    let (kind, id) = deadline_key(Deadline::Challenge(challenge));
    let query = query(INSERT_DEADLINE).bind(kind).bind(id).bind(expires_at);
    query.execute(connection).await.map(drop)
}

pub(in crate::store) const INSERT_DEADLINE_ONCE: &str = "\
    INSERT INTO deadline (kind, subject_id, due_at) VALUES ($1, $2, $3) \
    ON CONFLICT (kind, subject_id) DO NOTHING";

pub(in crate::store) const DELETE_DEADLINE: &str =
    "DELETE FROM deadline WHERE kind = $1 AND subject_id = $2";

/// Inserts the deadline of the computer's turn, or deletes it if it is not the
/// computer's turn.
pub(super) async fn record_computer_turn(
    connection: &mut Connection<'_>,
    game: &Game,
) -> Result<(), StoreError> {
    if game.players.are_people() {
        return Ok(());
    }
    let (kind, id) = deadline_key(Deadline::Computer(game.id));
    let query = match game.computer_due_at() {
        Some(due_at) => query(INSERT_DEADLINE_ONCE).bind(kind).bind(id).bind(due_at),
        None => query(DELETE_DEADLINE).bind(kind).bind(id),
    };
    query.execute(connection).await?;
    Ok(())
}

/// A trigger deletes the deadline of a challenge that ends; this is for one that has ended
/// already, or does not exist.
pub(in crate::store) async fn delete_expiry(
    connection: &mut Connection<'_>,
    challenge: ChallengeId,
) -> Result<(), StoreError> {
    let (kind, id) = deadline_key(Deadline::Challenge(challenge));
    query(DELETE_DEADLINE).bind(kind).bind(id).execute(connection).await.map(drop)
}
