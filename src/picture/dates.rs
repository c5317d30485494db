use clock::Timestamp;
use jiff::{
    ToSpan as _,
    civil::{Date, DateSeries},
};

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
    Days(i64),
    Months(i64),
}

const STEPS: [Step; 16] = [
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
];

/// The ticks within a time range, as dense as possible with at most `limit` of them.
/// Empty if no day starts in the range.
pub(super) fn ticks(from: Timestamp, to: Timestamp, limit: usize) -> Vec<Tick> {
    let all = STEPS.into_iter().map(|step| {
        let dates = step.dates(from.date()).take_while(|&date| date <= to.date());
        let dates = dates.filter(|&date| from <= Timestamp::of_date(date));
        dates.take(limit + 1).map(|date| step.tick(date)).collect::<Vec<_>>()
    });
    all.into_iter().find(|ticks| ticks.len() <= limit).unwrap_or_default()
}

/// The day (UTC) of a timestamp, in ISO 8601.
pub(super) fn label(time: Timestamp) -> String {
    time.date().to_string()
}

impl Step {
    /// The dates of this step's ticks, beginning with the last that is not after `date`.
    fn dates(self, date: Date) -> DateSeries {
        match self {
            Self::Days(days) => {
                // Ten days before the epoch was a Monday.
                let past = (Timestamp::of_date(date).day() + 10).rem_euclid(days);
                date.saturating_sub(past.days()).series(days.days())
            }
            Self::Months(months) => {
                let month = i64::from(date.year()) * 12 + i64::from(date.month()) - 1;
                let past = month.rem_euclid(months);
                date.first_of_month().saturating_sub(past.months()).series(months.months())
            }
        }
    }

    fn tick(self, date: Date) -> Tick {
        let format = match self {
            Self::Days(_) => "%F",
            Self::Months(months) if months % 12 != 0 => "%Y-%m",
            Self::Months(_) => "%Y",
        };
        Tick { time: Timestamp::of_date(date), label: date.strftime(format).to_string() }
    }
}
