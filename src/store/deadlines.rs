//! What is due without an interaction.
//!
//! Each is a column of what is due. A challenge's is when it expires.

use std::time::Duration;

use clock::Timestamp;

use crate::{
    game::{ChallengeId, Game, GameId, GuildId, RunningTime, StandingMessageId, Version},
    store::{database::Store, prelude::*},
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
    /// Something is to be done with a message that stays in a channel, or is to be posted.
    StandingMessage(StandingMessageId),
    /// A server's next season starts.
    Season(GuildId),
}

impl FromRow for Deadline {
    fn from_row(row: Row<'_>) -> StoreResult<Self> {
        match row.get::<String>("kind")?.as_str() {
            "challenge" => row.get("subject_id").map(Self::Challenge),
            "computer" => row.get("subject_id").map(Self::Computer),
            "turn timer" => row.get("subject_id").map(Self::TurnTimer),
            "season" => row.get("subject_id").map(Self::Season),
            "standing message" => row.get("subject_id").map(Self::StandingMessage),
            other => Err(row.corrupt("kind", other)),
        }
    }
}

/// What is due, oldest first. SQLite uses the index on turn timers only if the other side of the
/// comparison is no column.
const DUE_DEADLINES: &str = "\
    SELECT due_at, kind, subject_id \
    FROM (SELECT 'challenge' AS kind, challenge_id AS subject_id, expires_at AS due_at \
    FROM challenge WHERE state = 'pending' UNION ALL \
    SELECT 'computer', game_id, computer_due_at FROM game \
    WHERE computer_due_at IS NOT NULL UNION ALL \
    SELECT 'standing message', standing_message_id, due_at FROM standing_message \
    WHERE due_at IS NOT NULL UNION ALL \
    SELECT 'season', guild_id, due_at FROM season_schedule \
    WHERE due_at IS NOT NULL UNION ALL \
    SELECT 'turn timer', game_id, $1 - running + coalesce(remind_at, move_by) \
    FROM running_time CROSS JOIN game WHERE move_by IS NOT NULL \
    AND coalesce(remind_at, move_by) <= +running) AS due \
    WHERE due_at <= $1 ORDER BY due_at LIMIT 100";

impl Store {
    /// The time of the earliest deadline after this time.
    pub async fn next_deadline(&self, after: Timestamp) -> StoreResult<Option<Timestamp>> {
        /// The first deadline after a time. Turn timers are expected to run on from then.
        const NEXT_DEADLINE: &str = "\
            SELECT min(due_at) FROM (SELECT min(expires_at) AS due_at FROM challenge \
            WHERE state = 'pending' AND expires_at > $1 \
            UNION ALL SELECT min(computer_due_at) FROM game WHERE computer_due_at > $1 \
            UNION ALL SELECT $1 + (SELECT min(coalesce(remind_at, move_by)) FROM game \
            WHERE move_by IS NOT NULL AND coalesce(remind_at, move_by) > +running) - running \
            FROM running_time \
            UNION ALL SELECT min(due_at) FROM season_schedule WHERE due_at > $1 \
             UNION ALL SELECT min(due_at) FROM standing_message WHERE due_at > $1) AS due";
        self.fetch_one(query(NEXT_DEADLINE).bind(after)).await
    }

    /// The time of the earliest deadline in [`Self::due_deadlines`].
    pub async fn oldest_due_deadline(&self, now: Timestamp) -> StoreResult<Option<Timestamp>> {
        self.fetch_optional(query(DUE_DEADLINES).bind(now)).await
    }

    /// A batch of deadlines that have passed, oldest first. Turn timers go by the running time
    /// that was counted last.
    pub async fn due_deadlines(&self, now: Timestamp) -> StoreResult<Vec<Deadline>> {
        self.fetch_all(query(DUE_DEADLINES).bind(now)).await
    }

    /// Moves a deadline, if it still exists, to so long after `now`. A turn timer is only ever
    /// moved later.
    pub async fn postpone(
        &self,
        deadline: Deadline,
        now: Timestamp,
        delay: Duration,
    ) -> StoreResult<()> {
        let until = now.after(delay);
        let query = match deadline {
            Deadline::Challenge(id) => query(POSTPONE_EXPIRY).bind(id).bind(until),
            Deadline::Computer(id) => query(POSTPONE_COMPUTER_TURN).bind(id).bind(until),
            Deadline::TurnTimer(id) => query(POSTPONE_TURN_TIMER).bind(id).bind(delay),
            Deadline::StandingMessage(id) => query(POSTPONE_MESSAGE).bind(id).bind(until),
            Deadline::Season(guild) => query(POSTPONE_SEASON).bind(guild).bind(until),
        };
        self.execute(query).await.map(drop)
    }

    /// Records that the player to move in this version of a game has been reminded.
    /// [`SaveResult::Conflict`] if the game has changed or a reminder is recorded
    /// already.
    pub async fn mark_reminded(&self, id: GameId, version: Version) -> StoreResult<SaveResult> {
        const MARK_REMINDED: &str = "\
            UPDATE game \
            SET remind_at = NULL WHERE game_id = $1 AND version = $2 AND remind_at IS NOT NULL";
        self.save(query(MARK_REMINDED).bind(id).bind(version)).await
    }

    /// Records that the turn in this version of a game was abandoned at this running time.
    /// [`SaveResult::Conflict`] if the game has changed.
    pub async fn record_abandoned(
        &self,
        id: GameId,
        version: Version,
        running: RunningTime,
    ) -> StoreResult<SaveResult> {
        /// Without a time control, a turn that is abandoned has no deadline any more.
        const RECORD_ABANDONED: &str = "\
            UPDATE game SET move_by = NULL WHERE game_id = $1 AND version = $2 AND move_by <= $3";
        self.save(query(RECORD_ABANDONED).bind(id).bind(version).bind(running)).await
    }
}

const POSTPONE_EXPIRY: &str =
    "UPDATE challenge SET expires_at = $2 WHERE challenge_id = $1 AND state = 'pending'";

const POSTPONE_COMPUTER_TURN: &str = "\
    UPDATE game SET computer_due_at = $2 WHERE game_id = $1 AND computer_due_at IS NOT NULL";

/// Never brings anything forward, which another process may have leased or recorded meanwhile.
const POSTPONE_MESSAGE: &str =
    "UPDATE standing_message SET due_at = $2 WHERE standing_message_id = $1 AND due_at < $2";

/// Never brings it forward, which another process may have started meanwhile.
const POSTPONE_SEASON: &str =
    "UPDATE season_schedule SET due_at = $2 WHERE guild_id = $1 AND due_at < $2";

/// One that is recorded may have been postponed since.
const RECORD_COMPUTER_TURN: &str = "\
    UPDATE game SET computer_due_at = $2 \
    WHERE game_id = $1 AND (computer_due_at IS NULL) <> (CAST($2 AS BIGINT) IS NULL)";

/// Records when the computer's turn is due, if it is the computer's turn.
pub(super) async fn record_computer_turn(
    connection: &mut Connection<'_>,
    game: &Game,
) -> StoreResult<()> {
    if game.players.are_people() {
        return Ok(());
    }
    let record = query(RECORD_COMPUTER_TURN).bind(game.id).bind(game.computer_due_at());
    record.execute(connection).await.map(drop)
}

/// Never shortens a turn, and leaves a later one alone.
const POSTPONE_TURN_TIMER: &str = "\
    UPDATE game SET \
    move_by = CASE WHEN remind_at IS NULL THEN running + $2 ELSE move_by END, \
    remind_at = CASE WHEN remind_at IS NULL THEN NULL ELSE running + $2 END \
    FROM running_time WHERE game_id = $1 AND coalesce(remind_at, move_by) < running + $2";
