/// Maps values to pixels along one side of a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    for step in steps {
        let first = low.div_euclid(step) + i64::from(low.rem_euclid(step) != 0);
        let last = high.div_euclid(step);
        let count = usize::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(0);
        if count <= limit {
            return (first..=last).map(|multiple| multiple * step).collect();
        }
    }
    Vec::new()
}
