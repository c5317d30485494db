//! A clock that is passed as a value, so that tests can freeze, advance and rewind
//! it.
//!
//! - [`Clock`] tells the time and sleeps until a point in time. Clones share its
//!   state. A system clock follows the machine's, a frozen one moves only when it is told
//!   to.
//! - [`Timestamp`] is a point in time, in milliseconds since the Unix epoch.
//! - [`Monotonic`] is a reading of a clock's second hand, which is never set.
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
use self::timestamp::to_milliseconds;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

/// A clock, system or frozen. Clones share its state.
#[derive(Clone, Debug)]
pub struct Clock {
    is_frozen: bool,
    offset: Arc<watch::Sender<Offset>>,
    started: Stopwatch,
    /// The milliseconds by which it is wrong; see [`Clock::with_error`].
    error: i64,
}

/// A reading of a clock's monotonic hand, which only passing time moves: it does not matter how
/// the clock is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Monotonic {
    /// By the machine's monotonic clock, since the clock was created. Zero if it is frozen.
    real: Duration,
    /// The sum of all [advances](Clock::advance).
    advanced: Duration,
}

impl Monotonic {
    /// The time since then by the machine, in which a process may have stood still. Zero if the
    /// clock is frozen.
    pub const fn real_since(self, earlier: Self) -> Duration {
        self.real.saturating_sub(earlier.real)
    }

    /// The sum of all [advances](Clock::advance) since then. Zero in production.
    pub const fn advanced_since(self, earlier: Self) -> Duration {
        self.advanced.saturating_sub(earlier.advanced)
    }

    /// All the time since then.
    pub const fn since(self, earlier: Self) -> Duration {
        self.real_since(earlier).saturating_add(self.advanced_since(earlier))
    }
}

/// How far a clock was moved.
#[derive(Clone, Copy, Debug, Default)]
struct Offset {
    /// The milliseconds by which the clock was moved, and the whole time if it is
    /// frozen.
    milliseconds: i64,
    /// The sum of all advances.
    advanced: Duration,
}

impl Clock {
    /// A clock that follows the machine's, plus what it is moved by.
    pub fn system() -> Self {
        Self::new(false, 0)
    }

    /// A clock that shows `start` and moves only when it is told to.
    pub fn frozen_at(start: Timestamp) -> Self {
        Self::new(true, start.milliseconds())
    }

    fn new(is_frozen: bool, milliseconds: i64) -> Self {
        let offset = Offset { milliseconds, ..Offset::default() };
        let offset = Arc::new(watch::Sender::new(offset));
        Self { is_frozen, offset, started: Stopwatch::start(), error: 0 }
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        let moved = self.offset.borrow().milliseconds.saturating_add(self.error);
        Timestamp::from_milliseconds(if self.is_frozen {
            moved
        } else {
            system_time_milliseconds().saturating_add(moved)
        })
    }

    /// Lets time pass, and wakes every sleeper whose deadline is over. It counts as time in which
    /// everything was running.
    pub fn advance(&self, by: Duration) {
        self.offset.send_modify(|offset| {
            offset.milliseconds = offset.milliseconds.saturating_add(to_milliseconds(by));
            offset.advanced = offset.advanced.saturating_add(by);
        });
    }

    /// Sets the clock forward without time having passed, as happens when the machine
    /// was suspended or its clock is corrected.
    pub fn set_forward(&self, by: Duration) {
        self.offset.send_modify(|offset| {
            offset.milliseconds = offset.milliseconds.saturating_add(to_milliseconds(by));
        });
    }

    /// Moves the clock back, as happens when the machine's clock is corrected.
    pub fn rewind(&self, by: Duration) {
        self.offset.send_modify(|offset| {
            offset.milliseconds = offset.milliseconds.saturating_sub(to_milliseconds(by));
        });
    }

    /// The clock's monotonic hand.
    pub fn monotonic(&self) -> Monotonic {
        let real = if self.is_frozen { Duration::ZERO } else { self.started.elapsed() };
        Monotonic { real, advanced: self.offset.borrow().advanced }
    }

    /// A clock that follows this one, but shows a time that is wrong by this many milliseconds.
    #[must_use]
    pub fn with_error(&self, milliseconds: i64) -> Self {
        Self { error: milliseconds, ..self.clone() }
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
            // The sender cannot be gone: this clock holds it.
            tokio::select! {
                () = &mut timeout, if !self.is_frozen => return,
                _ = offset.changed() => {}
            }
        }
    }

    /// Waits until this much time has passed, however the clock is set meanwhile.
    ///
    /// # Panics
    ///
    /// If there is no tokio runtime with timers enabled.
    pub async fn sleep(&self, duration: Duration) {
        let until = self.monotonic().advanced.saturating_add(duration);
        let mut offset = self.offset.subscribe();
        let advanced = offset.wait_for(|offset| offset.advanced >= until);
        tokio::select! {
            () = tokio::time::sleep(duration), if !self.is_frozen => {}
            // The sender cannot be gone: this clock holds it.
            _ = advanced => {}
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
    async fn setting_a_clock_ends_no_sleep() {
        let clock = Clock::frozen_at(Timestamp::from_milliseconds(0));
        let sleeper = tokio::spawn({
            let clock = clock.clone();
            async move { clock.sleep(Duration::from_secs(10)).await }
        });
        tokio::task::yield_now().await;
        clock.set_forward(Duration::from_hours(1));
        clock.advance(Duration::from_secs(9));
        tokio::task::yield_now().await;
        assert!(!sleeper.is_finished());
        clock.advance(Duration::from_secs(1));
        sleeper.await.unwrap();
    }

    #[test]
    fn only_an_advance_moves_the_monotonic_hand() {
        let clock = Clock::frozen_at(Timestamp::from_milliseconds(0));
        let wrong = clock.with_error(-500);
        let before = clock.monotonic();
        clock.advance(Duration::from_secs(3));
        clock.set_forward(Duration::from_secs(10));
        clock.rewind(Duration::from_secs(4));
        let times = [&clock, &wrong].map(|it| it.now().milliseconds());
        assert_eq!(times, [9_000, 8_500]);
        for now in [&clock, &wrong].map(Clock::monotonic) {
            let (real, all) = (now.real_since(before), now.since(before));
            assert_eq!((real, all), (Duration::ZERO, Duration::from_secs(3)));
        }
    }

    #[test]
    fn the_monotonic_hand_of_a_system_clock_runs_by_itself() {
        let clock = Clock::system();
        let before = clock.monotonic();
        clock.advance(Duration::from_secs(3));
        while clock.monotonic().real_since(before).is_zero() {
            std::thread::yield_now();
        }
        let now = clock.monotonic();
        assert_eq!(now.advanced_since(before), Duration::from_secs(3));
        assert!(now.since(before) > Duration::from_secs(3));
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
