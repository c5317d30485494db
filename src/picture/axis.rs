//! The axes of a chart: where its values are, and which of them have a label.

use clock::Timestamp;
use jiff::{
    ToSpan as _,
    civil::{Date, DateSeries},
};

/// Maps values to pixels along one side of a chart.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    /// The values at the start and the end of the axis.
    pub(super) values: (f64, f64),
    /// The pixels at which the axis starts and ends.
    pub(super) pixels: (f64, f64),
}

impl Axis {
    /// The position of a value in pixels; beyond the axis if the value is out of range.
    #[expect(clippy::cast_possible_truncation, reason = "pixels need no more precision")]
    pub(super) fn position(&self, value: f64) -> f32 {
        let ((low, high), (start, end)) = (self.values, self.pixels);
        (start + (value - low) / (high - low) * (end - start)) as f32
    }
}

/// The range from `low` to `high`, widened on both sides if it is narrower than
/// `min_width`.
pub(super) fn widen(min_width: f64, (low, high): (f64, f64)) -> (f64, f64) {
    let missing = (min_width - (high - low)).max(0.0);
    (low - missing / 2.0, high + missing / 2.0)
}

/// At most `limit` round numbers within a range: multiples of 1, 2 or 5 times a power
/// of ten, as in Heckbert's "Nice numbers for graph labels"
/// (Graphics Gems, 1990).
#[expect(clippy::cast_possible_truncation, reason = "the range is small")]
pub(super) fn nice_ticks((low, high): (f64, f64), limit: usize) -> Vec<i64> {
    let powers = (0..18).map(|exponent| 10_i64.pow(exponent));
    let steps = powers.flat_map(|power| [1, 2, 5].map(|factor| factor * power));
    let (low, high) = (low.ceil() as i64, high.floor() as i64);
    let mut all = steps.map(|step| -> Vec<i64> {
        let multiples = (low.div_euclid(step)..).map(|factor| factor * step);
        let multiples = multiples.skip_while(|it| *it < low).take_while(|it| *it <= high);
        multiples.take(limit + 1).collect()
    });
    all.find(|ticks| ticks.len() <= limit).unwrap_or_default()
}

/// A date below a chart: a day, or the start of a month or year.
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

/// The numbers of days between ticks. From seven on, these are Mondays.
const DAYS: [i64; 4] = [1, 2, 7, 14];

/// The numbers of months between ticks.
const MONTHS: [i64; 12] = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1_200, 12_000];

/// The ticks within a time range, as dense as possible with at most `limit` of them.
/// Empty if no day starts in the range.
pub(super) fn date_ticks(from: Timestamp, to: Timestamp, limit: usize) -> Vec<Tick> {
    let steps = DAYS.map(Step::Days).into_iter().chain(MONTHS.map(Step::Months));
    let mut all = steps.map(|step| {
        let dates = step.dates(from.date()).take_while(|&date| date <= to.date());
        let dates = dates.filter(|&date| from <= Timestamp::of_date(date));
        dates.take(limit + 1).map(|date| step.tick(date)).collect::<Vec<_>>()
    });
    all.find(|ticks| ticks.len() <= limit).unwrap_or_default()
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
