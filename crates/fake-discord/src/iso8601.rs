//! Timestamps in Discord's ISO 8601 format.

use clock::Timestamp;
/// Formats a time as `2026-03-01T12:00:00.000000+00:00`. What is later than 9999 becomes the
/// last time that jiff knows.
pub(crate) fn format(time: Timestamp) -> String {
    let time = jiff::Timestamp::from_millisecond(time.milliseconds());
    let time = time.unwrap_or(jiff::Timestamp::MAX);
    time.strftime("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
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
            (i64::MAX, "9999-12-30T22:00:00.999999+00:00"),
        ] {
            assert_eq!(format(Timestamp::from_milliseconds(milliseconds)), expected);
        }
    }
}
