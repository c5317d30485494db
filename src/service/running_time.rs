//! Counts running time: how long the bot could take moves, by which turns are timed.
//!
//! One process counts it for all, and stores what it has counted at each beat. Turns time out by
//! what is stored, so that time that nobody could use is held against nobody: while the process
//! stands still, Discord cannot be reached or the database is away, nothing is stored. No clock
//! that can be set matters.

use std::{sync::Arc, time::Duration};

use clock::{Clock, Monotonic};
use parking_lot::Mutex;

use super::{Service, database_timeout::with_timeout};
use crate::{
    game::RunningTime,
    store::{Beat, SaveResult, StoreError, StoredRunningTime},
};

/// How often running time is stored.
pub(super) const BEAT_INTERVAL: Duration = Duration::from_secs(10);

/// After a longer time, the process stood still, or could not do its work.
const MAX_BEAT_GAP: Duration = Duration::from_secs(15);

/// Where storing takes longer, moves are not stored in time either.
const MAX_STORING: Duration = Duration::from_secs(2);

/// What this process knows of running time. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(super) struct RunningClock {
    counting: Arc<tokio::sync::Mutex<Counting>>,
    known: Arc<Mutex<Option<Known>>>,
}

/// What this process counts.
#[derive(Debug, Default)]
struct Counting {
    /// What is stored, and when this process has first seen or stored it.
    last: Option<(StoredRunningTime, Monotonic)>,
    /// The beats that this process may have stored: the one before, and the one that it has tried
    /// to store last.
    own: [Option<Beat>; 2],
    /// Since when time counts that is not stored yet. `None` while no moves can be taken, and while
    /// it is not known what is stored.
    since: Option<CountedSince>,
    is_stopped: bool,
}

#[derive(Clone, Copy, Debug)]
struct CountedSince {
    at: Monotonic,
    /// [`ConnectionStatus::interruptions`](super::ConnectionStatus::interruptions) then.
    interruptions: u64,
}

/// Running time at some moment.
#[derive(Clone, Copy, Debug)]
struct Known {
    stored: StoredRunningTime,
    running: RunningTime,
    at: Monotonic,
}

impl Known {
    /// The present, if all time since then counts, which it may turn out not to.
    fn running_at(&self, now: Monotonic) -> RunningTime {
        let real = now.real_since(self.at).min(MAX_BEAT_GAP);
        self.running.after(real).after(now.advanced_since(self.at))
    }
}

impl RunningClock {
    /// The running time of the present.
    pub(super) fn now(&self, clock: &Clock) -> RunningTime {
        self.known.lock().map_or(RunningTime(0), |known| known.running_at(clock.monotonic()))
    }

    /// Takes over what this process has stored, or what is stored while no moves can be taken.
    fn set(&self, stored: StoredRunningTime, at: Monotonic) {
        *self.known.lock() = Some(Known { stored, running: stored.running, at });
    }

    /// Takes over what another process has stored some seconds ago. What was expected of the
    /// present is more exact, unless it is far off.
    fn update(&self, clock: &Clock, stored: StoredRunningTime) {
        let now = clock.monotonic();
        let mut known = self.known.lock();
        // It never decreases: what is less was read before.
        if known.is_some_and(|it| it.stored == stored || stored.running < it.stored.running) {
            return;
        }
        let latest =
            |known: Known| stored.running.after(MAX_BEAT_GAP).after(now.advanced_since(known.at));
        let expected = known
            .filter(|known| (stored.running..=latest(*known)).contains(&known.running_at(now)));
        let running = expected.map_or(stored.running, |it| it.running_at(now));
        *known = Some(Known { stored, running, at: now });
    }
}

/// Stores the running time since the last beat, or begins to count if no other process does.
/// `responds` says whether Discord's REST API has just answered. Returns whether this process
/// counts on.
pub(super) async fn beat(service: &Service, responds: bool) -> Result<bool, StoreError> {
    let mut counting = service.running.counting.lock().await;
    let can_take_moves = responds && service.connection.all_connected();
    if counting.is_stopped {
        return Ok(false);
    }
    let result = counting.beat(service, can_take_moves).await;
    service.connection.set_takes_moves(can_take_moves && result.is_ok());
    result.map(|()| counting.since.is_some())
}

/// Stores the running time up to now, and lets another process go on.
pub async fn stop_counting(service: &Service) -> Result<(), StoreError> {
    let mut counting = service.running.counting.lock().await;
    if std::mem::replace(&mut counting.is_stopped, true) {
        return Ok(());
    }
    let now = service.clock.monotonic();
    let Some((last, _)) = counting.last.filter(|(last, _)| counting.owns(last.beat)) else {
        return Ok(());
    };
    let time = counting.time_since_beat(service, now);
    with_timeout(service.store.count_running_time(last.beat, Beat::FREE, time)).await.map(drop)
}

impl Counting {
    async fn beat(&mut self, service: &Service, can_take_moves: bool) -> Result<(), StoreError> {
        let now = service.clock.monotonic();
        if !can_take_moves {
            self.since = None;
        }
        if self.since.is_none() {
            self.look(service, now).await?;
        }
        let Some((last, seen_at)) = self.last else { return Ok(()) };
        let time = self.time_since_beat(service, now);
        // If this fails, it is not known whether it was stored.
        self.since = None;
        let is_own = self.owns(last.beat);
        let is_abandoned = last.beat == Beat::FREE || now.real_since(seen_at) >= MAX_BEAT_GAP;
        if !can_take_moves {
            service.running.set(last, now);
            return Ok(());
        }
        if !is_own && !is_abandoned {
            return Ok(());
        }
        let since = CountedSince { at: now, interruptions: service.connection.interruptions() };
        let stored = StoredRunningTime { beat: Beat::random(), running: last.running.after(time) };
        self.own = [Some(last.beat).filter(|_| is_own), Some(stored.beat)];
        let counting = service.store.count_running_time(last.beat, stored.beat, time);
        let counted = tokio::time::timeout(MAX_STORING, counting).await;
        match counted.unwrap_or(Err(StoreError::TimedOut))? {
            SaveResult::Saved => {
                (self.last, self.since) = (Some((stored, now)), Some(since));
                service.running.set(stored, now);
                Ok(())
            }
            SaveResult::Conflict => self.look(service, now).await,
        }
    }

    fn owns(&self, beat: Beat) -> bool {
        self.own.contains(&Some(beat))
    }

    /// Reads what is stored.
    async fn look(&mut self, service: &Service, now: Monotonic) -> Result<(), StoreError> {
        let stored = with_timeout(service.store.running_time()).await?;
        service.running.update(&service.clock, stored);
        if self.last.is_none_or(|(last, _)| last != stored) {
            self.last = Some((stored, now));
        }
        Ok(())
    }

    /// The time since the last beat, if it is this process's and moves could be taken all along.
    fn time_since_beat(&self, service: &Service, now: Monotonic) -> Duration {
        let interruptions = service.connection.interruptions();
        self.since
            .filter(|since| since.interruptions == interruptions)
            .filter(|since| now.real_since(since.at) <= MAX_BEAT_GAP)
            .map_or(Duration::ZERO, |since| now.since(since.at))
    }
}

#[cfg(test)]
mod tests {
    use clock::Timestamp;

    use super::*;

    #[test]
    fn what_was_read_before_a_beat_changes_nothing_after_it() {
        const DAY: Duration = Duration::from_hours(24);
        let clock = Clock::frozen_at(Timestamp::from_milliseconds(0));
        let running = RunningClock::default();
        let before = StoredRunningTime { running: RunningTime(0), beat: Beat::random() };
        running.set(before, clock.monotonic());
        clock.advance(DAY);
        let after = StoredRunningTime { running: RunningTime(0).after(DAY), beat: Beat::random() };
        running.set(after, clock.monotonic());
        running.update(&clock, before);
        assert_eq!(running.now(&clock), after.running);
    }
}
