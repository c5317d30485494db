//! Heartbeats, which stop turn timers while nobody can move.

use std::{sync::Arc, time::Duration};

use clock::Timestamp;
use futures_util::future::BoxFuture;

use crate::{
    game::GuildId,
    store::{
        error::StoreError,
        query::{DbConnection, query},
        turn_timers::{self, TimerShift},
    },
};

/// The heartbeats that a process records at one time. With signed HTTP there is one shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heartbeats {
    pub now: Timestamp,
    /// The number of all shards.
    pub shard_count: u32,
    /// The shards that can take moves.
    pub available: Vec<AvailableShard>,
}

/// A shard that can take moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AvailableShard {
    pub shard: u32,
    /// By how much a test or the playground has advanced the clock while the shard was
    /// alive, which is no gap. Zero in production.
    pub advanced: Duration,
}

/// What the recording of heartbeats has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedHeartbeats {
    /// The time that was recorded.
    pub at: Timestamp,
    pub shifts: Vec<TimerShift>,
}

/// A longer gap between heartbeats, in milliseconds, is absence. A shorter one is the
/// interval between them, or the difference between the clocks of two processes.
const MAX_HEARTBEAT_GAP: i64 = 15_000;

/// A shard's last heartbeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) struct ShardHeartbeat {
    shard: i64,
    count: i64,
    beat_at: i64,
}

/// What new heartbeats change.
#[derive(Debug, PartialEq, Eq)]
struct HeartbeatPlan {
    shifts: Vec<TimerShift>,
    /// The heartbeats of all shards afterwards.
    heartbeats: Vec<ShardHeartbeat>,
}

/// Compares new heartbeats with the stored ones. A gap between them is given back by
/// shifting the shard's turn timers. If the clock was set back, the gap is negative.
///
/// If the number of shards has changed, each shard counts as absent since the oldest
/// heartbeat of all.
fn plan(stored: &[ShardHeartbeat], new: &Heartbeats) -> HeartbeatPlan {
    let (count, now) = (i64::from(new.shard_count), new.now.milliseconds());
    let oldest = stored.iter().map(|stored| stored.beat_at).min().unwrap_or(now);
    let mut heartbeats: Vec<_> = (0..count)
        .map(|shard| {
            let same = stored.iter().find(|stored| (stored.shard, stored.count) == (shard, count));
            same.copied().unwrap_or(ShardHeartbeat { shard, count, beat_at: oldest })
        })
        .collect();
    let mut shifts = Vec::new();
    for available in &new.available {
        let found = heartbeats.iter_mut().find(|it| it.shard == i64::from(available.shard));
        let Some(heartbeat) = found else { continue };
        let mut gap = now.saturating_sub(heartbeat.beat_at);
        if gap > MAX_HEARTBEAT_GAP {
            gap -= i64::try_from(available.advanced.as_millis()).unwrap_or(i64::MAX).min(gap);
        }
        if gap.abs() > MAX_HEARTBEAT_GAP {
            shifts.push(TimerShift { shard: available.shard, milliseconds: gap });
            heartbeat.beat_at = now;
        } else {
            heartbeat.beat_at = heartbeat.beat_at.max(now);
        }
    }
    HeartbeatPlan { shifts, heartbeats }
}

/// Whether the stored heartbeats only have to be moved forward to the new ones.
pub(in crate::store) fn are_continuous(stored: &[ShardHeartbeat], new: &Heartbeats) -> bool {
    let is_known = |heartbeat: &ShardHeartbeat| heartbeat.count == i64::from(new.shard_count);
    usize::try_from(new.shard_count) == Ok(stored.len())
        && stored.iter().all(is_known)
        && plan(stored, new).shifts.is_empty()
}

pub(in crate::store) const LAST_HEARTBEAT: &str = "\
    SELECT beat_at FROM heartbeat WHERE shard_id = (CAST($1 AS BIGINT) >> 22) % shard_count";

/// When a shard last could take moves: the one that brings a server's interactions.
pub(in crate::store) async fn last_heartbeat(
    connection: &mut impl DbConnection,
    guild: Option<GuildId>,
) -> Result<Option<Timestamp>, StoreError> {
    let query = query(LAST_HEARTBEAT).bind(guild.map_or(0, |guild| guild.0.cast_signed()));
    let beat_at: Option<i64> = query.fetch_optional_scalar(connection).await?;
    Ok(beat_at.map(Timestamp::from_milliseconds))
}

/// Moves a heartbeat forward, but not over a gap that another process has made meanwhile.
pub(in crate::store) const RECORD_HEARTBEAT: &str = "\
    UPDATE heartbeat SET beat_at = $1 WHERE beat_at < $1 AND beat_at >= $2 AND shard_id = $3";

/// Records heartbeats that are continuous. Those that no longer are stay as they are.
pub(in crate::store) fn record_continuous(
    connection: &mut impl DbConnection,
    new: Heartbeats,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let now = new.now.milliseconds();
        let advanced = new.available.iter().map(|it| it.advanced).max().unwrap_or_default();
        let advanced = i64::try_from(advanced.as_millis()).unwrap_or(i64::MAX);
        let earliest = now.saturating_sub(MAX_HEARTBEAT_GAP).saturating_sub(advanced);
        for available in new.available {
            let query = query(RECORD_HEARTBEAT).bind(now).bind(earliest);
            query.bind(i64::from(available.shard)).execute(&mut *connection).await?;
        }
        Ok(())
    })
}

pub(in crate::store) const TAKE_HEARTBEATS_BACK: &str =
    "UPDATE heartbeat SET beat_at = $2 WHERE beat_at > $2 AND beat_at <= $1";

/// Moves heartbeats back to `to` unless they were recorded after `recorded_at`.
pub(in crate::store) fn take_back(
    connection: &mut impl DbConnection,
    recorded_at: Timestamp,
    to: Timestamp,
) -> BoxFuture<'_, Result<(), StoreError>> {
    Box::pin(async move {
        let query = query(TAKE_HEARTBEATS_BACK).bind(recorded_at.milliseconds());
        query.bind(to.milliseconds()).execute(connection).await.map(drop)
    })
}

pub(in crate::store) const DELETE_HEARTBEATS: &str = "DELETE FROM heartbeat";

pub(in crate::store) const INSERT_HEARTBEAT: &str =
    "INSERT INTO heartbeat (shard_id, shard_count, beat_at) VALUES ($1, $2, $3)";

/// Records heartbeats, and shifts the turn timers by the gaps before them. Runs in one
/// transaction, so that of several processes only one does so.
pub(in crate::store) fn record_and_shift(
    connection: &mut impl DbConnection,
    heartbeats: Arc<dyn Fn() -> Heartbeats + Send + Sync>,
) -> BoxFuture<'_, Result<RecordedHeartbeats, StoreError>> {
    Box::pin(async move {
        let stored = load(&mut *connection).await?;
        // Later than all that is stored, unless the clock was set back.
        let new = heartbeats();
        let HeartbeatPlan { shifts, heartbeats } = plan(&stored, &new);
        turn_timers::shift(connection, &shifts, new.shard_count, new.now).await?;
        query(DELETE_HEARTBEATS).execute(&mut *connection).await?;
        for ShardHeartbeat { shard, count, beat_at } in heartbeats {
            let insert = query(INSERT_HEARTBEAT).bind(shard).bind(count).bind(beat_at);
            insert.execute(&mut *connection).await?;
        }
        Ok(RecordedHeartbeats { at: new.now, shifts })
    })
}

pub(in crate::store) const HEARTBEATS: &str =
    "SELECT shard_id, shard_count, beat_at FROM heartbeat ORDER BY shard_id";

pub(in crate::store) async fn load(
    connection: &mut impl DbConnection,
) -> Result<Vec<ShardHeartbeat>, StoreError> {
    let rows: Vec<(i64, i64, i64)> = query(HEARTBEATS).fetch_all(connection).await?;
    let heartbeat = |(shard, count, beat_at)| ShardHeartbeat { shard, count, beat_at };
    Ok(rows.into_iter().map(heartbeat).collect())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const MINUTE: i64 = 60_000;

    fn stored(beats: &[i64]) -> Vec<ShardHeartbeat> {
        let count = i64::try_from(beats.len()).unwrap();
        let heartbeat = |(shard, beat_at)| ShardHeartbeat { shard, count, beat_at };
        (0..count).zip(beats.iter().copied()).map(heartbeat).collect()
    }

    fn beats(now: i64, shard_count: u32, shards: &[u32]) -> Heartbeats {
        let available = |&shard| AvailableShard { shard, advanced: Duration::ZERO };
        let now = Timestamp::from_milliseconds(now);
        Heartbeats { now, shard_count, available: shards.iter().map(available).collect() }
    }

    fn shifted(plan: &HeartbeatPlan) -> Vec<(u32, i64)> {
        plan.shifts.iter().map(|shift| (shift.shard, shift.milliseconds)).collect()
    }

    #[test]
    fn the_first_heartbeats_shift_nothing() {
        let plan = plan(&[], &beats(MINUTE, 2, &[1]));
        assert_eq!(shifted(&plan), []);
        assert_eq!(plan.heartbeats, stored(&[MINUTE, MINUTE]));
    }

    #[test]
    fn only_a_gap_of_more_than_15_seconds_is_given_back() {
        for (gap, expected) in [(10_000, 0), (15_000, 0), (15_001, 15_001), (MINUTE, MINUTE)] {
            for sign in [1, -1] {
                let now = 9 * MINUTE + sign * gap;
                let plan = plan(&stored(&[9 * MINUTE]), &beats(now, 1, &[0]));
                let shift: i64 = shifted(&plan).iter().map(|(_, by)| by).sum();
                assert_eq!(shift, sign * expected, "{gap}");
                let kept = if expected == 0 { now.max(9 * MINUTE) } else { now };
                assert_eq!(plan.heartbeats, stored(&[kept]), "{gap}");
            }
        }
    }

    #[test]
    fn each_shard_has_a_gap_of_its_own() {
        let before = stored(&[9 * MINUTE, 3 * MINUTE, MINUTE]);
        let plan = plan(&before, &beats(9 * MINUTE + 10_000, 3, &[0, 1]));
        assert_eq!(shifted(&plan), [(1, 6 * MINUTE + 10_000)]);
        let now = 9 * MINUTE + 10_000;
        assert_eq!(plan.heartbeats, stored(&[now, now, MINUTE]));
    }

    #[test]
    fn another_number_of_shards_counts_from_the_oldest_heartbeat() {
        let plan = plan(&stored(&[5 * MINUTE, 2 * MINUTE]), &beats(9 * MINUTE, 3, &[2]));
        assert_eq!(shifted(&plan), [(2, 7 * MINUTE)]);
        assert_eq!(plan.heartbeats, stored(&[2 * MINUTE, 2 * MINUTE, 9 * MINUTE]));
    }

    #[test]
    fn time_in_which_the_process_ran_is_no_gap() {
        let mut new = beats(60 * MINUTE, 1, &[0]);
        for (advanced, expected) in [(60, vec![]), (50, vec![(0, 10 * MINUTE)]), (90, vec![])] {
            new.available[0].advanced = Duration::from_mins(advanced);
            assert_eq!(shifted(&plan(&stored(&[0]), &new)), expected, "{advanced}");
        }
    }
}
