//! Discord's time, by which it is judged whether a request comes too late.

use std::{sync::Arc, time::Duration};

use clock::{Clock, Monotonic, Timestamp};
use parking_lot::Mutex;

/// The least time between two warnings.
const WARNING_INTERVAL: Duration = Duration::from_hours(1);

/// A difference that is none, in milliseconds: an answer's date is rounded down to a second, and
/// machines that go by NTP differ a little.
const TOLERANCE: i64 = 2_000;

/// A difference that operators are warned of, in milliseconds.
const WRONG: i64 = 10_000;

/// How far a clock is from Discord's. Clones share their state.
#[derive(Clone, Debug)]
pub struct DiscordTime {
    clock: Clock,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// By how many milliseconds Discord's clock is ahead. `None` if it is not known.
    ahead: Option<i64>,
    warned_at: Option<Monotonic>,
}

impl DiscordTime {
    pub fn new(clock: Clock) -> Self {
        Self { clock, state: Arc::default() }
    }

    /// What Discord's clock shows.
    pub fn now(&self) -> Timestamp {
        moved(self.clock.now(), self.ahead().unwrap_or_default())
    }

    /// What this machine's clock has shown when Discord's has shown this.
    pub fn by_own_clock(&self, time: Timestamp) -> Timestamp {
        moved(time, self.ahead().unwrap_or_default().saturating_neg())
    }

    /// By how many milliseconds Discord's clock is ahead; zero if that is next to nothing. `None`
    /// if it is not known.
    pub fn ahead(&self) -> Option<i64> {
        self.state.lock().ahead
    }

    /// A reading of the clock, to be given to [`Self::record`] once a request is answered.
    pub fn before_request(&self) -> Timestamp {
        self.clock.now()
    }

    /// Records the date of an answer to a request that was sent at this time.
    pub fn record(&self, sent_at: Timestamp, date: Timestamp) {
        let ahead = ahead(sent_at, self.clock.now(), date);
        let now = self.clock.monotonic();
        let mut state = self.state.lock();
        state.ahead = Some(ahead);
        let is_warned = state.warned_at.is_some_and(|at| now.since(at) < WARNING_INTERVAL);
        if ahead.abs() > WRONG && !is_warned {
            state.warned_at = Some(now);
            let (seconds, direction) =
                (ahead.abs() / 1_000, if ahead < 0 { "fast" } else { "slow" });
            tracing::warn!("this machine's clock is {seconds} s {direction}: set it by NTP");
        }
    }
}

fn moved(time: Timestamp, by: i64) -> Timestamp {
    Timestamp::from_milliseconds(time.milliseconds().saturating_add(by))
}

/// By how many milliseconds Discord's clock is ahead of one by which a request was sent and
/// answered at these times. It has shown `date`, rounded down to a second, in between. Zero if that
/// fits, or if the clock was set back meanwhile.
fn ahead(sent_at: Timestamp, answered_at: Timestamp, date: Timestamp) -> i64 {
    let min = date.milliseconds() - answered_at.milliseconds();
    let max = date.milliseconds() + 1_000 - sent_at.milliseconds();
    if answered_at < sent_at || (min <= TOLERANCE && max >= -TOLERANCE) {
        0
    } else {
        i64::midpoint(min, max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_of_an_answer_tells_how_far_the_clock_is_off() {
        let at = Timestamp::from_milliseconds;
        for (sent, answered, date, expected) in [
            (10_000, 10_100, 10_000, 0),
            (10_900, 11_100, 10_000, 0),
            (12_900, 12_950, 10_000, 0),
            (7_990, 8_000, 10_000, 0),
            (310_000, 310_100, 10_000, -299_550),
            (10_000, 10_100, 310_000, 300_450),
            // A slow answer may have been dated at any time in between.
            (10_000, 40_000, 10_000, 0),
            (10_000, 40_000, 39_000, 0),
            // The clock was set back after the request was sent.
            (310_000, 10_000, 10_000, 0),
        ] {
            assert_eq!(ahead(at(sent), at(answered), at(date)), expected, "{sent} {answered}");
        }
    }

    #[test]
    fn the_last_answer_tells_discords_time() {
        let clock = Clock::frozen_at(Timestamp::from_milliseconds(1_000_000));
        let time = DiscordTime::new(clock.clone());
        assert_eq!((time.ahead(), time.now()), (None, clock.now()));
        let sent_at = time.before_request();
        time.record(sent_at, sent_at.after(Duration::from_mins(5)));
        assert_eq!(time.now().milliseconds(), 1_300_500);
        assert_eq!(time.by_own_clock(time.now()), clock.now());
        clock.set_forward(Duration::from_mins(5));
        time.record(time.before_request(), clock.now());
        assert_eq!((time.ahead(), time.now()), (Some(0), clock.now()));
    }
}
