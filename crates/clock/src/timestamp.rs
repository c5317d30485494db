//! Points in time, as plain values that are independent of any clock.

use std::{fmt, time::Duration};

use jiff::{
    SignedDuration,
    civil::{Date, date},
};

const EPOCH: Date = date(1970, 1, 1);

const DAY_MILLISECONDS: i64 = 24 * 60 * 60 * 1000;

/// A point in time: milliseconds since the Unix epoch, the start of 1970 (UTC).
///
/// ```
/// use std::time::Duration;
///
/// use clock::Timestamp;
/// let start = Timestamp::from_milliseconds(1_500);
/// let end = start.after(Duration::from_secs(2));
/// assert_eq!(end.milliseconds(), 3_500);
/// assert_eq!(end.since(start), Duration::from_secs(2));
/// assert_eq!(start.since(end), Duration::ZERO);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The point in time `milliseconds` after the Unix epoch.
    pub const fn from_milliseconds(milliseconds: i64) -> Self {
        Self(milliseconds)
    }

    /// Milliseconds since the Unix epoch.
    pub const fn milliseconds(self) -> i64 {
        self.0
    }

    /// Whole seconds since the Unix epoch, rounded down.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// The start of this day (UTC).
    #[must_use]
    pub const fn midnight(self) -> Self {
        Self(self.0 - self.0.rem_euclid(DAY_MILLISECONDS))
    }

    /// The number of this day (UTC); day 0 begins at the Unix epoch.
    pub const fn day(self) -> i64 {
        self.0.div_euclid(DAY_MILLISECONDS)
    }

    /// The start of a day, by its number. Saturates.
    pub const fn of_day(day: i64) -> Self {
        Self(day.saturating_mul(DAY_MILLISECONDS))
    }

    /// The number of this week (UTC). Weeks begin on Mondays; week 0 contains the Unix
    /// epoch.
    pub const fn week(self) -> i64 {
        // 1970 began on a Thursday.
        (self.day() + 3).div_euclid(7)
    }

    /// This day (UTC), or the closest one that [`Date`] knows.
    pub fn date(self) -> Date {
        EPOCH.saturating_add(SignedDuration::from_hours(24 * self.day()))
    }

    /// The start of a day (UTC).
    pub fn of_date(date: Date) -> Self {
        Self::of_day(date.duration_since(EPOCH).as_hours() / 24)
    }

    /// The number of the month (UTC) of [`Self::date`], counted from 0 for January 1970.
    pub fn month(self) -> i64 {
        let date = self.date();
        12 * (i64::from(date.year()) - 1970) + i64::from(date.month()) - 1
    }

    /// The point in time `duration` later. Saturates.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(to_milliseconds(duration)))
    }

    /// The point in time `duration` earlier. Saturates.
    #[must_use]
    pub fn before(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(to_milliseconds(duration)))
    }

    /// The time since `earlier`; zero if `earlier` is later.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}

pub(crate) fn to_milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_since_a_later_timestamp_is_zero() {
        let start = Timestamp::from_milliseconds(5_000);
        let later = start.after(Duration::from_secs(2));
        assert_eq!(later.since(start), Duration::from_secs(2));
        assert_eq!(start.since(later), Duration::ZERO);
    }

    #[test]
    fn days_weeks_and_months_begin_as_in_the_calendar() {
        let midnight_of = |year, month, day| Timestamp::of_date(date(year, month, day));
        let monday = midnight_of(2026, 3, 2);
        let sunday = Timestamp::from_milliseconds(monday.milliseconds() - 1);
        assert_eq!((sunday.week() + 1, sunday.month()), (monday.week(), monday.month()));
        assert_eq!(sunday.midnight(), midnight_of(2026, 3, 1));
        assert_eq!(monday.midnight(), monday);
        assert_eq!((sunday.day() + 1, Timestamp::of_day(monday.day())), (monday.day(), monday));
        assert_eq!((midnight_of(1969, 12, 31).day(), midnight_of(1970, 1, 2).day()), (-1, 1));
        assert_eq!(midnight_of(1970, 1, 1).week(), 0);
        assert_eq!(midnight_of(1970, 1, 5).week(), 1);
        assert_eq!(midnight_of(1970, 1, 31).month(), 0);
        assert_eq!(midnight_of(2026, 12, 31).month(), 12 * 56 + 11);
        assert_eq!(midnight_of(2027, 1, 1).month(), 12 * 57);
        assert_eq!(midnight_of(1969, 12, 31).month(), -1);
        assert_eq!(monday.midnight().date(), date(2026, 3, 2));
        assert_eq!(sunday.date(), date(2026, 3, 1));
        assert_eq!(Timestamp::from_milliseconds(i64::MAX).date(), Date::MAX);
        assert_eq!(Timestamp::from_milliseconds(i64::MIN).date(), Date::MIN);
    }

    #[test]
    fn seconds_are_rounded_down() {
        assert_eq!(Timestamp::from_milliseconds(1_999).seconds(), 1);
        assert_eq!(Timestamp::from_milliseconds(-1).seconds(), -1);
    }
}
