/// Reduces points without changing the line that they draw: keeps the first, the
/// lowest, the highest and the last point of each pixel column, after "M4: A
/// Visualization-Oriented Time Series Data Aggregation" (Jugel et al., VLDB 2014). Points of
/// one `column` must be consecutive.
pub(super) fn downsample<Point: Copy, Column: PartialEq>(
    points: &[Point],
    column: impl Fn(&Point) -> Column,
    height: impl Fn(&Point) -> f64,
) -> Vec<Point> {
    points
        .chunk_by(|one, other| column(one) == column(other))
        .flat_map(|points| {
            let by_height = |&one: &usize, &other: &usize| {
                height(&points[one]).total_cmp(&height(&points[other]))
            };
            let last = points.len() - 1;
            let lowest = (0..=last).min_by(by_height).unwrap_or(last);
            let highest = (0..=last).max_by(by_height).unwrap_or(last);
            let mut kept = [0, lowest, highest, last];
            kept.sort_unstable();
            let mut kept = Vec::from(kept);
            kept.dedup();
            kept.into_iter().map(|index| points[index])
        })
        .collect()
}
