//! Turn timers, which are columns of games.

use clock::Timestamp;
use futures_util::future::BoxFuture;

use crate::{
    game::{GameId, Version},
    store::{
        error::StoreError,
        query::{DbConnection, query},
        save_result::SaveResult,
    },
};

/// The shard that brings the interactions of a game's server; direct messages come to
/// shard 0 ([rule](https://discord.com/developers/docs/events/gateway#sharding-sharding-formula)).
macro_rules! shard_of_game {
    ($count:literal) => {
        concat!("(coalesce(guild_id, 0) >> 22) % ", $count)
    };
}

pub(in crate::store) use shard_of_game;

/// Never shortens a turn, and leaves a later one alone.
pub(in crate::store) const POSTPONE_TURN_TIMER: &str = "\
    UPDATE game SET move_by = CASE WHEN remind_at IS NULL THEN $2 ELSE move_by END, \
    remind_at = CASE WHEN remind_at IS NULL THEN NULL ELSE $2 END \
    WHERE game_id = $1 AND coalesce(remind_at, move_by) < $2";

pub(in crate::store) async fn postpone(
    connection: &mut impl DbConnection,
    id: GameId,
    until: Timestamp,
) -> Result<(), StoreError> {
    let query = query(POSTPONE_TURN_TIMER).bind(id.0).bind(until.milliseconds());
    query.execute(connection).await.map(drop)
}

pub(in crate::store) const MARK_REMINDED: &str = "\
    UPDATE game SET remind_at = NULL WHERE game_id = $1 AND version = $2 AND remind_at IS NOT NULL";

pub(in crate::store) fn mark_reminded(
    connection: &mut impl DbConnection,
    id: GameId,
    version: Version,
) -> BoxFuture<'_, Result<SaveResult, StoreError>> {
    Box::pin(async move {
        let query = query(MARK_REMINDED).bind(id.0).bind(i64::from(version.0));
        query.save(connection).await
    })
}

/// Without a time control, a turn that is abandoned has no deadline any more. It must be
/// abandoned by the heartbeat `$3` of its game's shard.
pub(in crate::store) const RECORD_ABANDONED: &str = "\
    UPDATE game SET move_by = NULL \
    WHERE game_id = $1 AND version = $2 AND move_by <= $3";

pub(in crate::store) fn record_abandoned(
    connection: &mut impl DbConnection,
    id: GameId,
    version: Version,
    heartbeat: Timestamp,
) -> BoxFuture<'_, Result<SaveResult, StoreError>> {
    Box::pin(async move {
        let query = query(RECORD_ABANDONED).bind(id.0).bind(i64::from(version.0));
        query.bind(heartbeat.milliseconds()).save(connection).await
    })
}

macro_rules! shift_turn_timers {
    () => {
        concat!(
            "UPDATE game SET ",
            shifted!("move_by", ""),
            ", ",
            shifted!("remind_at", " / 6 * 5"),
            ", ",
            "moved_at = CASE WHEN $1 < 0 AND moved_at > $2 THEN moved_at + $1 ELSE moved_at END "
        )
    };
}

/// A turn has the whole limit of its time control (seven days without one), in milliseconds,
/// until `move_by`, and `$part` of it until `remind_at`.
macro_rules! shifted {
    ($column:literal, $part:literal) => {
        concat!(
            $column,
            " = CASE WHEN $1 >= 0 AND $1 <= $2 - moved_at THEN ",
            $column,
            " + $1 WHEN $1 >= 0 AND moved_at < $2 THEN ",
            $column,
            " + $2 - moved_at WHEN $1 >= 0 THEN ",
            $column,
            " WHEN moved_at > $2 OR ",
            $column,
            " + $1 >= moved_at + ",
            time_limit!(),
            $part,
            " THEN ",
            $column,
            " + $1 WHEN ",
            $column,
            " IS NOT NULL THEN moved_at + ",
            time_limit!(),
            $part,
            " END"
        )
    };
}

macro_rules! time_limit {
    () => {
        "CASE time_control WHEN '5 minutes' THEN 300000 WHEN '1 hour' THEN 3600000 \
         WHEN '1 day' THEN 86400000 WHEN '3 days' THEN 259200000 ELSE 604800000 END"
    };
}

/// Shifts turn timers by $1; $2 is the present. A turn that has begun in the gap is shifted
/// by the time since then. If $1 is negative, because a clock was fast, a turn that seems to
/// have begun in the future is shifted as a whole. No other is left less than its limit: it
/// may have begun in a process whose clock was right.
pub(in crate::store) const SHIFT_TURN_TIMERS: &str =
    concat!(shift_turn_timers!(), "WHERE move_by IS NOT NULL");

pub(in crate::store) const SHIFT_TURN_TIMERS_OF_SHARD: &str =
    concat!(shift_turn_timers!(), "WHERE move_by IS NOT NULL AND ", shard_of_game!("$3"), " = $4");

/// By how much the turn timers of a shard's games were moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimerShift {
    pub shard: u32,
    /// Negative if they were moved back.
    pub milliseconds: i64,
}

/// Shifts the turn timers of shards, of which there are `shard_count`.
pub(super) async fn shift(
    connection: &mut impl DbConnection,
    shifts: &[TimerShift],
    shard_count: u32,
    now: Timestamp,
) -> Result<(), StoreError> {
    let now = now.milliseconds();
    let is_same = shifts.windows(2).all(|pair| pair[0].milliseconds == pair[1].milliseconds);
    if let [first, ..] = shifts
        && is_same
        && usize::try_from(shard_count) == Ok(shifts.len())
    {
        // One statement for all: each reads all live games with a timer, while moves wait.
        let all = query(SHIFT_TURN_TIMERS).bind(first.milliseconds).bind(now);
        all.execute(connection).await?;
        return Ok(());
    }
    for shift in shifts {
        query(SHIFT_TURN_TIMERS_OF_SHARD)
            .bind(shift.milliseconds)
            .bind(now)
            .bind(i64::from(shard_count))
            .bind(i64::from(shift.shard))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
