//! Timestamps in Discord's ISO 8601 format.

use clock::Timestamp;

const SECONDS_PER_DAY: i64 = 86_400;

/// Formats a time as `2026-03-01T12:00:00.000000+00:00`.
pub(crate) fn format(time: Timestamp) -> String {
    let seconds = time.seconds();
    let (year, month, day) = date(seconds.div_euclid(SECONDS_PER_DAY));
    let second_of_day = seconds.rem_euclid(SECONDS_PER_DAY);
    let (hour, minute, second) =
        (second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60);
    let milliseconds = time.milliseconds().rem_euclid(1000);
    format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}000+00:00"
    )
}

/// The year, month and day of a number of days since 1970-01-01.
fn date(day: i64) -> (i64, i64, i64) {
    // Counts years from March, so that the leap day is a year's last day and the
    // first day of each month is a linear function of the month. Every era of
    // 400 years has the same number of days.
    let since_march_of_year_0 = day + 719_468;
    let era = since_march_of_year_0.div_euclid(146_097);
    let in_era = since_march_of_year_0.rem_euclid(146_097);
    let year_in_era = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year_in_era + year_in_era / 4 - year_in_era / 100);
    let march_month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    (era * 400 + year_in_era + i64::from(month <= 2), month, day)
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
        ] {
            assert_eq!(format(Timestamp::from_milliseconds(milliseconds)), expected);
        }
    }
}
