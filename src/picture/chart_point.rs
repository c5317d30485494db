//! A rating at a point in time, as charts draw it.

use clock::Timestamp;

/// A rating at a point in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartPoint {
    pub at: Timestamp,
    /// The rating in rating points.
    pub rating: f64,
    /// The rating's standard deviation in rating points.
    pub deviation: f64,
}
