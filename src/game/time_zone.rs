//! Time zones, by the names and the rules of IANA's database, which the program brings along.

use std::{sync::LazyLock, time::Duration};

use clock::Timestamp;
use jiff::{
    SignedDuration,
    civil::Time,
    tz::{self, Offset},
};

/// A time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeZone(
    /// Such as "Europe/Berlin": one of [`NAMES`].
    &'static str,
);

/// The names of all time zones, in order.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut names: Vec<String> = tz::db().available().map(|name| name.to_string()).collect();
    names.sort_unstable();
    names
});

/// How far rules are looked at, before and after: each change that comes every year is in it.
const YEAR: Duration = Duration::from_hours(24 * 366);

impl Default for TimeZone {
    fn default() -> Self {
        Self::UTC
    }
}

impl TimeZone {
    pub const UTC: Self = Self("UTC");

    /// All time zones, by name.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().map(|name| Self(name))
    }

    /// The time zone with a name, in letters of either case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|zone| zone.0.eq_ignore_ascii_case(name))
    }

    /// Those whose names have what somebody has typed in them, first where a city begins with it.
    pub fn matching(typed: &str) -> Vec<Self> {
        let typed = typed.trim().replace(' ', "_").to_ascii_lowercase();
        let lower = |zone: Self| zone.0.to_ascii_lowercase();
        let mut zones: Vec<Self> =
            Self::all().filter(|zone| lower(*zone).contains(&typed)).collect();
        let begins =
            |name: String| name.rsplit('/').next().is_some_and(|it| it.starts_with(&typed));
        zones.sort_by_key(|zone| !begins(lower(*zone)));
        zones
    }

    pub const fn name(self) -> &'static str {
        self.0
    }

    /// What clocks show there.
    pub fn time_at(self, at: Timestamp) -> Time {
        self.rules().to_datetime(instant(at)).time()
    }

    /// When an hour of the day begins there, once in each day of UTC's, whose start is given. An
    /// hour that does not exist on a date begins with the first moment after it; one that comes
    /// twice begins with the first. If summer time puts it before the day of UTC's, it is that
    /// day's start, so that never two are in one day and none in the next.
    pub fn hour_in_day(self, day: Timestamp, hour: u8) -> Timestamp {
        let rules = self.rules();
        let changes = rules.following(instant(day.before(YEAR)));
        let changes = changes.take_while(|change| change.timestamp() < instant(day.after(YEAR)));
        // By this one, each date's hour is in a day of its own, and no summer time makes it later.
        let least =
            changes.map(|change| change.offset()).fold(rules.to_offset(instant(day)), Offset::min);
        let local = day.date().to_datetime(Time::midnight());
        let local = local.saturating_add(SignedDuration::from_secs(least.seconds().into()));
        let midnight = local.date().to_datetime(Time::midnight());
        let today = midnight.saturating_add(SignedDuration::from_hours(hour.into()));
        let tomorrow = today.saturating_add(SignedDuration::from_hours(24));
        let next = if today < local { tomorrow } else { today };
        let begins = rules.to_timestamp(next).map(jiff::Timestamp::as_millisecond);
        begins.map_or(day, Timestamp::from_milliseconds).max(day)
    }

    /// When an hour of a date of its own begins there. The date is that of a day of UTC's.
    pub fn hour_on(self, day: Timestamp, hour: u8) -> Timestamp {
        let midnight = day.date().to_datetime(Time::midnight());
        let local = midnight.saturating_add(SignedDuration::from_hours(hour.into()));
        let begins = self.rules().to_timestamp(local).map(jiff::Timestamp::as_millisecond);
        begins.map_or(day, Timestamp::from_milliseconds)
    }

    fn rules(self) -> tz::TimeZone {
        tz::TimeZone::get(self.0).expect("the name is in the database")
    }
}

/// The same point in time, or the last one that jiff knows.
fn instant(at: Timestamp) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(at.milliseconds()).unwrap_or(jiff::Timestamp::MAX)
}
