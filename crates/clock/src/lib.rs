//! The present, and waiting for the future.
//!
//! The one reader of the machine's clock. A clock can be moved forward, and one
//! can be stopped altogether, so that ten minutes can pass in a test or in the
//! playground without anybody waiting for them.

mod timestamp;

use std::{
    pin::pin,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use tokio::sync::watch;

pub use self::timestamp::Timestamp;

/// A clock that its clones share.
#[derive(Clone, Debug)]
pub struct Clock {
    runs: bool,
    /// Milliseconds that were added by hand; all there is if the clock stands.
    added: Arc<watch::Sender<i64>>,
}

impl Clock {
    /// A clock that follows the machine's.
    pub fn system() -> Self {
        Self { runs: true, added: Arc::new(watch::Sender::new(0)) }
    }

    /// A clock that stands at `start` and moves only by [`Clock::advance`].
    pub fn standing_at(start: Timestamp) -> Self {
        Self { runs: false, added: Arc::new(watch::Sender::new(start.milliseconds())) }
    }

    /// The present.
    pub fn now(&self) -> Timestamp {
        let added = *self.added.borrow();
        Timestamp::from_milliseconds(if self.runs {
            machine_time().saturating_add(added)
        } else {
            added
        })
    }

    /// Moves the clock forward, and wakes who waited for a time passed over.
    pub fn advance(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.added.send_modify(|added| *added = added.saturating_add(by));
    }

    /// Sets the clock back, as somebody may who sets the machine's right.
    pub fn set_back(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.added.send_modify(|added| *added = added.saturating_sub(by));
    }

    /// Waits until the clock shows `due` or more. If it is set back meanwhile,
    /// that takes no longer than it seemed at first.
    pub async fn sleep_until(&self, due: Timestamp) {
        let mut added = self.added.subscribe();
        let mut enough = pin!(tokio::time::sleep(due.since(self.now())));
        let mut shown = self.now();
        loop {
            let before = std::mem::replace(&mut shown, self.now());
            let is_set_back = !self.runs && shown < before;
            if shown >= due || is_set_back {
                return;
            }
            let moved = added.changed();
            if self.runs {
                tokio::select! {
                    () = &mut enough => return,
                    _ = moved => {}
                }
            } else if moved.await.is_err() {
                // This clock holds a sender, so the channel outlives the wait.
                return;
            }
        }
    }
}

/// Measures how long something takes, for whoever watches the program: nothing is
/// decided by it.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts one.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since it was started.
    pub fn time(self) -> Duration {
        self.0.elapsed()
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
fn machine_time() -> i64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_standing_clock_wakes_a_sleeper_when_it_is_moved_far_enough() {
        let clock = Clock::standing_at(Timestamp::from_milliseconds(0));
        let sleeper = tokio::spawn({
            let clock = clock.clone();
            async move {
                clock.sleep_until(Timestamp::from_milliseconds(10_000)).await;
                clock.now()
            }
        });
        clock.advance(Duration::from_secs(9));
        tokio::task::yield_now().await;
        assert!(!sleeper.is_finished());
        clock.advance(Duration::from_secs(2));
        assert_eq!(sleeper.await.unwrap(), Timestamp::from_milliseconds(11_000));
    }

    #[tokio::test]
    async fn a_running_clock_can_be_moved_past_a_wait() {
        let clock = Clock::system();
        let due = clock.now().after(Duration::from_hours(1));
        clock.advance(Duration::from_secs(3601));
        clock.sleep_until(due).await;
        assert!(clock.now() >= due);
    }

    #[tokio::test]
    async fn a_running_clock_that_is_set_back_prolongs_no_wait() {
        let clock = Clock::system();
        let due = clock.now().after(Duration::from_millis(20));
        let set_back = async {
            clock.set_back(Duration::from_hours(1));
        };
        let wait = async { tokio::join!(clock.sleep_until(due), set_back) };
        tokio::time::timeout(Duration::from_secs(10), wait).await.expect("it waits too long");
        assert!(clock.now() < due);
    }

    #[tokio::test]
    async fn a_standing_clock_that_is_set_back_prolongs_no_wait() {
        let clock = Clock::standing_at(Timestamp::from_milliseconds(10_000));
        let set_back = async {
            clock.set_back(Duration::from_secs(5));
        };
        let wait = clock.sleep_until(Timestamp::from_milliseconds(20_000));
        let wait = async { tokio::join!(wait, set_back) };
        tokio::time::timeout(Duration::from_secs(10), wait).await.expect("it waits too long");
    }
}
