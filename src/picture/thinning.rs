use super::ratings::RatingPoint;

/// Those of the points that make the same line as all of them, if points of one
/// `column` of pixels follow each other: of each column the first, the lowest,
/// the highest and the last, after "M4: A Visualization-Oriented Time Series Data
/// Aggregation" (Jugel et al., VLDB 2014).
pub(super) fn thinned<Column: PartialEq>(
    points: &[RatingPoint],
    column: impl Fn(&RatingPoint) -> Column,
) -> Vec<RatingPoint> {
    points
        .chunk_by(|one, other| column(one) == column(other))
        .flat_map(|points| {
            let by_rating =
                |&one: &usize, &other: &usize| points[one].rating.total_cmp(&points[other].rating);
            let last = points.len() - 1;
            let lowest = (0..=last).min_by(by_rating).unwrap_or(last);
            let highest = (0..=last).max_by(by_rating).unwrap_or(last);
            let mut kept = [0, lowest, highest, last];
            kept.sort_unstable();
            let mut kept = Vec::from(kept);
            kept.dedup();
            kept.into_iter().map(|place| points[place])
        })
        .collect()
}
