//! Running time: how long the bot could take moves, by which turns are timed.

use std::time::Duration;

use clock::Timestamp;

/// The milliseconds for which the bot could take moves, from an origin of no meaning. Time in
/// which nobody can move does not count, and how clocks are set does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunningTime(pub i64);

impl RunningTime {
    /// Later by this long.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)))
    }

    /// Earlier by this long.
    #[must_use]
    pub fn before(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)))
    }
}

/// The present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    pub time: Timestamp,
    pub running: RunningTime,
}

impl Now {
    /// When a deadline will come if the bot can take moves until then.
    pub const fn time_of(self, deadline: RunningTime) -> Timestamp {
        let left = deadline.0.saturating_sub(self.running.0);
        Timestamp::from_milliseconds(self.time.milliseconds().saturating_add(left))
    }
}
