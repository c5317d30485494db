//! A clock that is passed as a value, so that tests can freeze, advance and rewind
//! it.
//!
//! - [`Clock`] tells the time and sleeps until a point in time. Clones share its
//!   state. A system clock follows the machine's, a frozen one moves only by
//!   [`Clock::advance`] and [`Clock::rewind`].
//! - [`Timestamp`] is a point in time, in milliseconds since the Unix epoch.
//! - [`Stopwatch`] measures durations, for logs and metrics.
//!
//! ```
//! use std::time::Duration;
//!
//! use clock::{Clock, Timestamp};
//!
//! let clock = Clock::frozen_at(Timestamp::from_milliseconds(0));
//! let deadline = clock.now().after(Duration::from_secs(600));
//! let is_due = |clock: &Clock| clock.now() >= deadline;
//!
//! assert!(!is_due(&clock));
//! clock.advance(Duration::from_secs(600));
//! assert!(is_due(&clock));
//! ```
//!
//! [`Clock::sleep_until`] wakes as soon as the clock passes the deadline:
//!
//! ```
//! use std::time::Duration;
//!
//! use clock::{Clock, Timestamp};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
//! let clock = Clock::frozen_at(Timestamp::from_milliseconds(0));
//! let deadline = clock.now().after(Duration::from_secs(600));
//! tokio::join!(clock.sleep_until(deadline), async {
//!     clock.advance(Duration::from_secs(600));
//! });
//! assert_eq!(clock.now(), deadline);
//! # });
//! ```

#![warn(missing_docs)]

mod timestamp;

use std::{
    pin::pin,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use tokio::sync::watch;

pub use self::timestamp::Timestamp;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

/// A clock, system or frozen. Clones share its state.
#[derive(Clone, Debug)]
pub struct Clock {
    is_frozen: bool,
    /// The milliseconds by which the clock was moved, and the whole time if it is
    /// frozen.
    offset: Arc<watch::Sender<i64>>,
}

impl Clock {
    /// A clock that follows the machine's, plus what it is moved by.
    pub fn system() -> Self {
        Self { is_frozen: false, offset: Arc::new(watch::Sender::new(0)) }
    }

    /// A clock that shows `start` and moves only by [`Clock::advance`] and
    /// [`Clock::rewind`].
    pub fn frozen_at(start: Timestamp) -> Self {
        Self { is_frozen: true, offset: Arc::new(watch::Sender::new(start.milliseconds())) }
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        let offset = *self.offset.borrow();
        Timestamp::from_milliseconds(if self.is_frozen {
            offset
        } else {
            system_time_milliseconds().saturating_add(offset)
        })
    }

    /// Moves the clock forward, and wakes every sleeper whose deadline it passes.
    pub fn advance(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.offset.send_modify(|offset| *offset = offset.saturating_add(by));
    }

    /// Moves the clock back, as happens when the machine's clock is corrected.
    pub fn rewind(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.offset.send_modify(|offset| *offset = offset.saturating_sub(by));
    }

    /// Waits until the clock shows `due` or later.
    ///
    /// Rewinding does not prolong the wait: a system clock waits no longer than the
    /// time that was left at first, and a frozen clock returns at once.
    ///
    /// # Panics
    ///
    /// If there is no tokio runtime with timers enabled.
    pub async fn sleep_until(&self, due: Timestamp) {
        let mut offset = self.offset.subscribe();
        let mut timeout = pin!(tokio::time::sleep(due.since(self.now())));
        let mut now = self.now();
        loop {
            let before = std::mem::replace(&mut now, self.now());
            let is_rewound = self.is_frozen && now < before;
            if now >= due || is_rewound {
                return;
            }
            let moved = offset.changed();
            if self.is_frozen {
                if moved.await.is_err() {
                    // Unreachable: this clock holds the sender.
                    return;
                }
            } else {
                tokio::select! {
                    () = &mut timeout => return,
                    _ = moved => {}
                }
            }
        }
    }
}

/// Measures a duration by the machine's monotonic clock, for logs and metrics.
///
/// It ignores every [`Clock`]: decisions that tests control must not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts a stopwatch.
    #[expect(clippy::disallowed_methods, reason = "the only place that reads the machine's clock")]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The time since the start.
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

#[expect(clippy::disallowed_methods, reason = "the only place that reads the machine's clock")]
fn system_time_milliseconds() -> i64 {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_frozen_clock_wakes_a_sleeper_when_advanced_far_enough() {
        let clock = Clock::frozen_at(Timestamp::from_milliseconds(0));
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
    async fn a_system_clock_can_be_advanced_past_a_deadline() {
        let clock = Clock::system();
        let due = clock.now().after(Duration::from_hours(1));
        clock.advance(Duration::from_secs(3601));
        clock.sleep_until(due).await;
        assert!(clock.now() >= due);
    }

    #[tokio::test]
    async fn rewinding_a_system_clock_does_not_prolong_a_wait() {
        let clock = Clock::system();
        let due = clock.now().after(Duration::from_millis(20));
        let rewind = async {
            clock.rewind(Duration::from_hours(1));
        };
        let wait = async { tokio::join!(clock.sleep_until(due), rewind) };
        tokio::time::timeout(Duration::from_secs(10), wait)
            .await
            .expect("the wait is not prolonged");
        assert!(clock.now() < due);
    }

    #[tokio::test]
    async fn rewinding_a_frozen_clock_does_not_prolong_a_wait() {
        let clock = Clock::frozen_at(Timestamp::from_milliseconds(10_000));
        let rewind = async {
            clock.rewind(Duration::from_secs(5));
        };
        let wait = clock.sleep_until(Timestamp::from_milliseconds(20_000));
        let wait = async { tokio::join!(wait, rewind) };
        tokio::time::timeout(Duration::from_secs(10), wait)
            .await
            .expect("the wait is not prolonged");
    }
}
