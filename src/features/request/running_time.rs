//! What this process knows of running time.

use std::{sync::Arc, time::Duration};

use clock::{Clock, Monotonic};
use parking_lot::Mutex;

use crate::{
    game::RunningTime,
    store::{Beat, StoredRunningTime},
};

/// After a longer time, the process stood still, or could not do its work.
pub(crate) const MAX_BEAT_GAP: Duration = Duration::from_secs(15);

/// What this process knows of running time. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunningClock {
    pub(crate) counting: Arc<tokio::sync::Mutex<Counting>>,
    known: Arc<Mutex<Option<Known>>>,
}

/// What this process counts.
#[derive(Debug, Default)]
pub(crate) struct Counting {
    /// What is stored, and when this process has first seen or stored it.
    pub(crate) last: Option<(StoredRunningTime, Monotonic)>,
    /// The beats that this process may have stored: the one before, and the one that it has tried
    /// to store last.
    pub(crate) own: [Option<Beat>; 2],
    /// Since when time counts that is not stored yet. `None` while no moves can be taken, and while
    /// it is not known what is stored.
    pub(crate) since: Option<CountedSince>,
    pub(crate) is_stopped: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct CountedSince {
    pub(crate) at: Monotonic,
    /// [`ConnectionStatus::interruptions`](super::connection_status::ConnectionStatus::interruptions) then.
    pub(crate) interruptions: u64,
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
    pub(crate) fn now(&self, clock: &Clock) -> RunningTime {
        self.known.lock().map_or(RunningTime(0), |known| known.running_at(clock.monotonic()))
    }

    /// Takes over what this process has stored, or what is stored while no moves can be taken.
    pub(crate) fn set(&self, stored: StoredRunningTime, at: Monotonic) {
        *self.known.lock() = Some(Known { stored, running: stored.running, at });
    }

    /// Takes over what another process has stored some seconds ago. What was expected of the
    /// present is more exact, unless it is far off.
    pub(crate) fn update(&self, clock: &Clock, stored: StoredRunningTime) {
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
