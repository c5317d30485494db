use ::time::{Date, Month, OffsetDateTime};

use clock::Timestamp;

/// A day or the start of a month or year, to write below a chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tick {
    /// Its first moment (UTC).
    pub(super) at: Timestamp,
    /// As in ISO 8601: "2026-11-21", "2026-11" or "2026".
    pub(super) label: String,
}

/// How far one tick is from the next.
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

/// The ticks from the first moment to the last, as dense as is possible with at
/// most `most` of them; none if no day begins in that time.
pub(super) fn ticks(from: Timestamp, to: Timestamp, most: usize) -> Vec<Tick> {
    let range = (day(from), day(to));
    let all = STEPS.into_iter().map(|step| {
        let dates = step.dates(range).filter(|&date| from <= start(date));
        dates.take(most + 1).map(|date| step.tick(date)).collect::<Vec<_>>()
    });
    all.into_iter().find(|ticks| ticks.len() <= most).unwrap_or_default()
}

/// The day (UTC) of a moment, as in ISO 8601.
pub(super) fn label(at: Timestamp) -> String {
    day(at).to_string()
}

impl Step {
    /// The dates of a range, both ends included, on which this step has ticks.
    fn dates(self, (first, last): (Date, Date)) -> Box<dyn Iterator<Item = Date>> {
        match self {
            Self::Days(days) => {
                let from = first.to_julian_day() / days;
                let to = last.to_julian_day() / days;
                let all = (from..=to).filter_map(move |n| Date::from_julian_day(n * days).ok());
                Box::new(all.filter(move |&date| date >= first))
            }
            Self::Months(months) => {
                let from = months_of(first).div_euclid(months);
                let to = months_of(last).div_euclid(months);
                let all = (from..=to).filter_map(move |n| first_of(n * months));
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
        Tick { at: start(date), label }
    }
}

/// The months from the start of year 0 to that of a date.
fn months_of(date: Date) -> i32 {
    date.year() * 12 + i32::from(u8::from(date.month())) - 1
}

/// The first day of a month that is counted as in [`months_of`].
fn first_of(months: i32) -> Option<Date> {
    let month = u8::try_from(months.rem_euclid(12) + 1).ok()?;
    Date::from_calendar_date(months.div_euclid(12), Month::try_from(month).ok()?, 1).ok()
}

/// The day (UTC) of a moment; the last or first that has a name if it has none.
fn day(at: Timestamp) -> Date {
    let nameless = if at.seconds() < 0 { Date::MIN } else { Date::MAX };
    OffsetDateTime::from_unix_timestamp(at.seconds()).map_or(nameless, OffsetDateTime::date)
}

/// The first moment of a day (UTC).
fn start(date: Date) -> Timestamp {
    Timestamp::from_milliseconds(date.midnight().assume_utc().unix_timestamp() * 1_000)
}
