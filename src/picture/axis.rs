/// Which values are seen along one side of a chart, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    /// The value at the start of the side, and that at its end.
    pub(super) values: (f64, f64),
    /// The pixels at which the side starts and ends.
    pub(super) pixels: (f64, f64),
}

impl Axis {
    /// Where a value is, in pixels; beyond the side if the value is.
    #[expect(clippy::cast_possible_truncation, reason = "pixels are few")]
    pub(super) fn place(&self, value: f64) -> f32 {
        let ((low, high), (start, end)) = (self.values, self.pixels);
        (start + (value - low) / (high - low) * (end - start)) as f32
    }
}

/// The range from `low` to `high`, widened on both sides if it is narrower than
/// `least`.
pub(super) fn at_least(least: f64, (low, high): (f64, f64)) -> (f64, f64) {
    let missing = (least - (high - low)).max(0.0);
    (low - missing / 2.0, high + missing / 2.0)
}

/// Round numbers within a range, at most `most` of them: multiples of 1, 2 or 5
/// times a power of ten, as in Heckbert's "Nice numbers for graph labels"
/// (Graphics Gems, 1990).
#[expect(clippy::cast_possible_truncation, reason = "a rating fits, and so does its length")]
pub(super) fn round_numbers((low, high): (f64, f64), most: usize) -> Vec<i64> {
    let powers = (0..18).map(|exponent| 10_i64.pow(exponent));
    let steps = powers.flat_map(|power| [1, 2, 5].map(|factor| factor * power));
    let (low, high) = (low.ceil() as i64, high.floor() as i64);
    for step in steps {
        let first = low.div_euclid(step) + i64::from(low.rem_euclid(step) != 0);
        let last = high.div_euclid(step);
        let count = usize::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(0);
        if count <= most {
            return (first..=last).map(|multiple| multiple * step).collect();
        }
    }
    Vec::new()
}
