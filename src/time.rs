//! Points in time, as plain values.
//!
//! Knows nothing of the machine's clock: whoever needs the present is given it
//! as an argument, or asks [`crate::clock`].

use std::{fmt, time::Duration};

/// A point in time: milliseconds since 1970 (UTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The point `milliseconds` after the start of 1970 (UTC).
    pub const fn from_milliseconds(milliseconds: i64) -> Self {
        Self(milliseconds)
    }

    /// Milliseconds since the start of 1970 (UTC).
    pub const fn milliseconds(self) -> i64 {
        self.0
    }

    /// Whole seconds since the start of 1970 (UTC), as Discord's `<t:…>` takes
    /// them.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// This point, moved by `duration` into the future.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(to_milliseconds(duration)))
    }

    /// How long this point lies behind `earlier`; zero if it does not.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}

fn to_milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_has_not_passed_counts_as_none() {
        let start = Timestamp::from_milliseconds(5_000);
        let later = start.after(Duration::from_secs(2));
        assert_eq!(later.since(start), Duration::from_secs(2));
        assert_eq!(start.since(later), Duration::ZERO);
    }

    #[test]
    fn seconds_are_rounded_down() {
        assert_eq!(Timestamp::from_milliseconds(1_999).seconds(), 1);
        assert_eq!(Timestamp::from_milliseconds(-1).seconds(), -1);
    }
}
