//! Turn timers, which are columns of games.

use std::time::Duration;

use crate::{
    game::{GameId, RunningTime, Version},
    store::{Query, SaveResult, Store, StoreError, query},
};

/// Never shortens a turn, and leaves a later one alone.
const POSTPONE_TURN_TIMER: &str = "\
    UPDATE game SET \
    move_by = CASE WHEN remind_at IS NULL THEN running + $2 ELSE move_by END, \
    remind_at = CASE WHEN remind_at IS NULL THEN NULL ELSE running + $2 END \
    FROM running_time WHERE game_id = $1 AND coalesce(remind_at, move_by) < running + $2";

pub(in crate::store) fn postpone(id: GameId, delay: Duration) -> Query {
    let delay = i64::try_from(delay.as_millis()).unwrap_or(i64::MAX);
    query(POSTPONE_TURN_TIMER).bind(id).bind(delay)
}

const MARK_REMINDED: &str = "\
    UPDATE game SET remind_at = NULL WHERE game_id = $1 AND version = $2 AND remind_at IS NOT NULL";

impl Store {
    /// Records that the player to move in this version of a game has been reminded.
    /// [`SaveResult::Conflict`] if the game has changed or a reminder is recorded
    /// already.
    pub async fn mark_reminded(
        &self,
        id: GameId,
        version: Version,
    ) -> Result<SaveResult, StoreError> {
        self.save(query(MARK_REMINDED).bind(id).bind(version)).await
    }
}

/// Without a time control, a turn that is abandoned has no deadline any more.
const RECORD_ABANDONED: &str = "\
    UPDATE game SET move_by = NULL \
    WHERE game_id = $1 AND version = $2 AND move_by <= $3";

impl Store {
    /// Records that the turn in this version of a game was abandoned at this running time.
    /// [`SaveResult::Conflict`] if the game has changed.
    pub async fn record_abandoned(
        &self,
        id: GameId,
        version: Version,
        running: RunningTime,
    ) -> Result<SaveResult, StoreError> {
        self.save(query(RECORD_ABANDONED).bind(id).bind(version).bind(running)).await
    }
}
