//! Charts of ratings.

use std::collections::BTreeSet;

use clock::Timestamp;

use super::{
    axis::{Axis, date_ticks, nice_ticks, widen},
    canvas::{Align, Canvas},
    colour::Colour,
};
use crate::rating::RatingPoint;

const WIDTH: u16 = 800;
const HEIGHT: u16 = 400;

/// The sides of the plot area, in pixels. The rating labels are to its left, the date
/// labels below it, and the last rating to its right.
const LEFT: f32 = 96.0;
const RIGHT: f32 = 700.0;
const TOP: f32 = 24.0;
const BOTTOM: f32 = 340.0;

/// The distance from the plot area's sides to the first and the last point, in pixels.
const INSET: f32 = 16.0;

/// The smallest range from the bottom to the top, in rating points.
const MIN_RANGE: f64 = 100.0;

const MAX_RATING_LABELS: usize = 5;
const MAX_DATE_LABELS: usize = 3;

/// The height of all text, in pixels: a phone shows the picture at less than half its size.
const TEXT: f32 = 30.0;

/// The least distance between the middles of two dates, in pixels.
const DATE_WIDTH: f32 = 184.0;

const BACKGROUND: Colour = Colour::hex(0x1E_1F22);
const LABEL: Colour = Colour::hex(0xB5_BAC1);
const LINE: Colour = Colour::hex(0x55_ACEE);

/// The opacity of the grid lines and of the band, from 0 to 255.
const GRID_OPACITY: u8 = 26;
const BAND_OPACITY: u8 = 56;

/// The largest number of points that are drawn as dots.
const MAX_DOTS: usize = 40;

/// Draws a rating over time as a PNG of 800 × 400 pixels: a line within a band, as
/// far from it as one standard deviation.
///
/// `points` must be in chronological order. The horizontal distance between two of them
/// grows with the time between them, and is never less than half of what all of them would
/// have if they were spread evenly: a day with many games is wider than one with a
/// single game.
pub fn rating_chart(points: &[RatingPoint]) -> Vec<u8> {
    let mut canvas = Canvas::new(WIDTH, HEIGHT, BACKGROUND);
    if let (Some(first), Some(last)) = (points.first(), points.last()) {
        let axis = Axis { values: range(points), pixels: (BOTTOM.into(), TOP.into()) };
        let placed = placed_points(points, first.at, last.at);
        let drawn = downsample(&placed);
        draw_band(&mut canvas, &drawn, axis);
        draw_ratings(&mut canvas, axis);
        draw_dates(&mut canvas, &placed_dates(&placed));
        draw_line(&mut canvas, &drawn, axis);
    }
    canvas.to_png()
}

/// The ends of the band at a point.
fn band(point: RatingPoint) -> (f64, f64) {
    (point.value - point.deviation, point.value + point.deviation)
}

/// A point, and where it is, in pixels from the left.
#[derive(Clone, Copy)]
pub(super) struct PlacedPoint {
    pub(super) x: f32,
    pub(super) point: RatingPoint,
}

/// A date below the chart, and where it is, in pixels from the left.
struct PlacedDate {
    x: f32,
    label: String,
}

fn draw_band(canvas: &mut Canvas, points: &[PlacedPoint], axis: Axis) {
    let side = |end: fn((f64, f64)) -> f64| -> Vec<(f32, f32)> {
        points.iter().map(|it| (it.x, axis.position(end(band(it.point))))).collect()
    };
    let (mut outline, upper) = (side(|band| band.0), side(|band| band.1));
    outline.extend(upper.into_iter().rev());
    canvas.area(&outline, LINE, BAND_OPACITY);
}

fn draw_ratings(canvas: &mut Canvas, axis: Axis) {
    for number in nice_ticks(axis.values, MAX_RATING_LABELS) {
        #[expect(clippy::cast_precision_loss, reason = "a rating is small")]
        let y = axis.position(number as f64).round();
        canvas.area(&rectangle((LEFT, y), (RIGHT, y + 1.0)), Colour::WHITE, GRID_OPACITY);
        canvas.text(&number.to_string(), (LEFT - 12.0, y), Align::Right, TEXT, LABEL);
    }
}

fn draw_dates(canvas: &mut Canvas, dates: &[PlacedDate]) {
    let height = BOTTOM + 32.0;
    for PlacedDate { x, label } in dates {
        let x = x.round();
        canvas.area(&rectangle((x, TOP), (x + 1.0, BOTTOM)), Colour::WHITE, GRID_OPACITY);
        let middle = x.clamp(DATE_WIDTH / 2.0, f32::from(WIDTH) - DATE_WIDTH / 2.0);
        canvas.text(label, (middle, height), Align::Centre, TEXT, LABEL);
    }
}

fn draw_line(canvas: &mut Canvas, points: &[PlacedPoint], axis: Axis) {
    let line: Vec<(f32, f32)> =
        points.iter().map(|it| (it.x, axis.position(it.point.value))).collect();
    canvas.line(&line, 3.5, LINE);
    if line.len() <= MAX_DOTS {
        for &point in &line {
            canvas.circle(point, 4.5, LINE);
        }
    }
    let (Some(&end), Some(last)) = (line.last(), points.last()) else { return };
    canvas.circle(end, 10.0, BACKGROUND);
    canvas.circle(end, 7.0, LINE);
    let rating = format!("{:.0}", last.point.value);
    canvas.text(&rating, (RIGHT + 10.0, end.1), Align::Left, TEXT, Colour::WHITE);
}

/// Places points from left to right: half by time, and half evenly. A single point is in the
/// middle.
fn placed_points(points: &[RatingPoint], first: Timestamp, last: Timestamp) -> Vec<PlacedPoint> {
    let seconds = last.since(first).as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "there are few points")]
    let steps = points.len().saturating_sub(1) as f64;
    let axis = Axis { values: (0.0, 1.0), pixels: ((LEFT + INSET).into(), (RIGHT - INSET).into()) };
    points
        .iter()
        .enumerate()
        .map(|(index, &point)| {
            #[expect(clippy::cast_precision_loss, reason = "there are few points")]
            let evenly = if steps > 0.0 { index as f64 / steps } else { 0.5 };
            // Points at one time are spread evenly alone.
            let by_time =
                if seconds > 0.0 { point.at.since(first).as_secs_f64() / seconds } else { evenly };
            PlacedPoint { x: axis.position(f64::midpoint(by_time, evenly)), point }
        })
        .collect()
}

/// The dates of the first and the last point, and of days, months or years between them,
/// as far as there is room.
fn placed_dates(points: &[PlacedPoint]) -> Vec<PlacedDate> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    let placed = |x, at: Timestamp| PlacedDate { x, label: at.date().to_string() };
    let (left, right) = (placed(first.x, first.point.at), placed(last.x, last.point.at));
    if left.label == right.label {
        return vec![PlacedDate { x: f32::midpoint(left.x, right.x), ..left }];
    }
    let mut all = vec![left];
    for tick in date_ticks(first.point.at, last.point.at, MAX_DATE_LABELS) {
        let x = position_at(points, tick.time);
        let is_free = |other: f32| (x - other).abs() >= DATE_WIDTH;
        // The last point may be far to the right of where its own day begins.
        let is_new = tick.label != right.label;
        if is_new && is_free(right.x) && all.last().is_some_and(|it| is_free(it.x)) {
            all.push(PlacedDate { x, label: tick.label });
        }
    }
    all.push(right);
    all
}

/// Where a time between two points is.
fn position_at(points: &[PlacedPoint], at: Timestamp) -> f32 {
    let next = points.partition_point(|it| it.point.at < at);
    let (before, after) = (next.saturating_sub(1), next.min(points.len() - 1));
    let (before, after) = (&points[before], &points[after]);
    let seconds = |it: &PlacedPoint| it.point.at.since(points[0].point.at).as_secs_f64();
    let axis = Axis {
        values: (seconds(before), seconds(after).max(seconds(before) + 1.0)),
        pixels: (before.x.into(), after.x.into()),
    };
    axis.position(at.since(points[0].point.at).as_secs_f64())
}

/// The lowest and the highest rating of all bands.
fn range(points: &[RatingPoint]) -> (f64, f64) {
    let bands = points.iter().map(|&it| band(it));
    let (low, high) =
        bands.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or((0.0, 0.0));
    let padding = (high - low) / 20.0;
    widen(MIN_RANGE, (low - padding, high + padding))
}

fn rectangle((left, top): (f32, f32), (right, bottom): (f32, f32)) -> [(f32, f32); 4] {
    [(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// Reduces points without changing the line that they draw: keeps the first, the
/// lowest, the highest and the last point of each pixel column, after "M4: A
/// Visualization-Oriented Time Series Data Aggregation" (Jugel et al., VLDB 2014).
pub(super) fn downsample(points: &[PlacedPoint]) -> Vec<PlacedPoint> {
    points
        .chunk_by(|one, other| one.x.floor().total_cmp(&other.x.floor()).is_eq())
        .flat_map(|points| {
            let by_value = |&one: &usize, &other: &usize| {
                points[one].point.value.total_cmp(&points[other].point.value)
            };
            let last = points.len() - 1;
            let lowest = (0..=last).min_by(by_value).unwrap_or(last);
            let highest = (0..=last).max_by(by_value).unwrap_or(last);
            let kept = BTreeSet::from([0, lowest, highest, last]);
            kept.into_iter().map(|index| points[index])
        })
        .collect()
}
