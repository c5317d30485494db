//! Timestamps in Discord's ISO 8601 format.

use clock::Timestamp;
use time::{Date, OffsetDateTime, Time};

/// Formats a time as `2026-03-01T12:00:00.000000+00:00`. Years after 9999 become 9999.
pub(crate) fn format(time: Timestamp) -> String {
    let nanoseconds = i128::from(time.milliseconds()) * 1_000_000;
    let latest = OffsetDateTime::new_utc(Date::MAX, Time::MAX);
    let time = OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).unwrap_or(latest);
    let (hour, minute, second, microsecond) = time.time().as_hms_micro();
    format!("{}T{hour:02}:{minute:02}:{second:02}.{microsecond:06}+00:00", time.date())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leap_days_and_year_ends_are_formatted_correctly() {
        for (milliseconds, expected) in [
            (0, "1970-01-01T00:00:00.000000+00:00"),
            (951_782_400_000, "2000-02-29T00:00:00.000000+00:00"),
            (1_735_689_599_999, "2024-12-31T23:59:59.999000+00:00"),
            (1_772_366_400_000, "2026-03-01T12:00:00.000000+00:00"),
            (i64::MAX, "9999-12-31T23:59:59.999999+00:00"),
        ] {
            assert_eq!(format(Timestamp::from_milliseconds(milliseconds)), expected);
        }
    }
}
