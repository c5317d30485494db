use super::chart_point::ChartPoint;

/// Reduces points without changing the line that they draw: keeps the first, the
/// lowest, the highest and the last point of each pixel column, after "M4: A
/// Visualization-Oriented Time Series Data Aggregation" (Jugel et al., VLDB 2014). Points of
/// one `column` must be consecutive.
pub(super) fn downsample<Column: PartialEq>(
    points: &[ChartPoint],
    column: impl Fn(&ChartPoint) -> Column,
) -> Vec<ChartPoint> {
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
            kept.into_iter().map(|index| points[index])
        })
        .collect()
}
