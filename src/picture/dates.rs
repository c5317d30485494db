use ::time::{Date, Month, OffsetDateTime};

use clock::Timestamp;

/// A label below a chart: a day, or the start of a month or year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tick {
    /// The start of the day, month or year (UTC).
    pub(super) time: Timestamp,
    /// In ISO 8601: "2026-11-21", "2026-11" or "2026".
    pub(super) label: String,
}

/// The interval between ticks.
#[derive(Clone, Copy)]
enum Step {
    Days(i32),
    Months(i32),
}

const STEPS: [Step; 18] = [
    Step::Days(1),
    Step::Days(2),
    // Mondays.
    Step::Days(7),
    Step::Days(14),
    Step::Months(1),
    Step::Months(2),
    Step::Months(3),
    Step::Months(6),
    Step::Months(12),
    Step::Months(2 * 12),
    Step::Months(5 * 12),
    Step::Months(10 * 12),
    Step::Months(20 * 12),
    Step::Months(50 * 12),
    Step::Months(100 * 12),
    Step::Months(1_000 * 12),
    Step::Months(5_000 * 12),
    Step::Months(20_000 * 12),
];

/// The ticks within a time range, as dense as possible with at most `limit` of them.
/// Empty if no day starts in the range.
pub(super) fn ticks(from: Timestamp, to: Timestamp, limit: usize) -> Vec<Tick> {
    let range = (day(from), day(to));
    let all = STEPS.into_iter().map(|step| {
        let dates = step.dates(range).filter(|&date| from <= start(date));
        dates.take(limit + 1).map(|date| step.tick(date)).collect::<Vec<_>>()
    });
    all.into_iter().find(|ticks| ticks.len() <= limit).unwrap_or_default()
}

/// The day (UTC) of a timestamp, in ISO 8601.
pub(super) fn label(time: Timestamp) -> String {
    day(time).to_string()
}

impl Step {
    /// The dates of this step's ticks within an inclusive range.
    fn dates(self, (first, last): (Date, Date)) -> Box<dyn Iterator<Item = Date>> {
        match self {
            Self::Days(days) => {
                let from = first.to_julian_day() / days;
                let to = last.to_julian_day() / days;
                let all = (from..=to).filter_map(move |n| Date::from_julian_day(n * days).ok());
                Box::new(all.filter(move |&date| date >= first))
            }
            Self::Months(months) => {
                let from = month_index(first).div_euclid(months);
                let to = month_index(last).div_euclid(months);
                let all = (from..=to).filter_map(move |n| first_of_month(n * months));
                Box::new(all.filter(move |&date| date >= first))
            }
        }
    }

    fn tick(self, date: Date) -> Tick {
        let label = match self {
            Self::Days(_) => date.to_string(),
            Self::Months(months) if months % 12 != 0 => {
                format!("{:04}-{:02}", date.year(), u8::from(date.month()))
            }
            Self::Months(_) => format!("{:04}", date.year()),
        };
        Tick { time: start(date), label }
    }
}

/// The number of months from the start of year 0 to a date's month.
fn month_index(date: Date) -> i32 {
    date.year() * 12 + i32::from(u8::from(date.month())) - 1
}

/// The first day of the month with this [`month_index`].
fn first_of_month(months: i32) -> Option<Date> {
    let month = u8::try_from(months.rem_euclid(12) + 1).ok()?;
    Date::from_calendar_date(months.div_euclid(12), Month::try_from(month).ok()?, 1).ok()
}

/// The day (UTC) of a timestamp, clamped to the range of [`Date`].
fn day(time: Timestamp) -> Date {
    let limit = if time.seconds() < 0 { Date::MIN } else { Date::MAX };
    OffsetDateTime::from_unix_timestamp(time.seconds()).map_or(limit, OffsetDateTime::date)
}

/// The start of a day (UTC).
fn start(date: Date) -> Timestamp {
    Timestamp::from_milliseconds(date.midnight().assume_utc().unix_timestamp() * 1_000)
}
