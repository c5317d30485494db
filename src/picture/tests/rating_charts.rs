use clock::Timestamp;

use super::decode::{Picture, decode_png};
use crate::{
    picture::{
        axis::{Tick, date_ticks, nice_ticks, widen},
        rating_chart,
        rating_chart::{PlacedPoint, downsample},
    },
    rating::RatingPoint,
};

const DAY: i64 = 24 * 60 * 60 * 1_000;

/// 2026-11-21 at noon (UTC).
const NOON: i64 = 20_778 * DAY + DAY / 2;

fn point(at: i64, value: f64, deviation: f64) -> RatingPoint {
    RatingPoint { at: Timestamp::from_milliseconds(at), value, deviation }
}

fn chart(points: &[RatingPoint]) -> Picture {
    let picture = decode_png(&rating_chart(points));
    assert_eq!((picture.width, picture.height()), (800, 400));
    picture
}

fn labels(from: i64, to: i64) -> Vec<String> {
    let [from, to] = [from, to].map(Timestamp::from_milliseconds);
    date_ticks(from, to, 6).into_iter().map(|Tick { label, .. }| label).collect()
}

/// Whether the line is visible in the pixel column `x`.
fn line_at(picture: &Picture, x: usize) -> bool {
    (24..340).any(|y| picture.at(x, y)[2] > 0xC0)
}

#[test]
fn a_line_runs_from_the_first_point_to_the_last() {
    let chart = chart(&[point(NOON, 1500.0, 90.0), point(NOON + 9 * DAY, 1600.0, 80.0)]);
    assert!((113..=672).all(|x| line_at(&chart, x)));
    assert!(!(97..106).chain(693..700).any(|x| line_at(&chart, x)));
}

#[test]
fn invalid_points_cause_no_panic() {
    let invalid = [
        vec![],
        vec![point(i64::MIN, 1500.0, 1.0), point(i64::MAX, 1500.0, 1.0)],
        vec![point(i64::MAX, 1500.0, 0.0); 3],
        vec![point(NOON, 1500.0, 0.0); 50],
        vec![point(NOON, 1400.0, -5.0), point(NOON - DAY, 1500.0, 5.0)],
    ];
    for points in invalid {
        chart(&points);
    }
}

#[test]
fn a_chart_of_many_points_is_a_small_file() {
    let wander = |game: i64| {
        let step = u32::try_from(game.wrapping_mul(7_919) % 400).unwrap();
        point(NOON + game * DAY / 4, 1400.0 + f64::from(step), 60.0)
    };
    let points: Vec<RatingPoint> = (0..10_000).map(wander).collect();
    let file = rating_chart(&points);
    assert!(file.len() < 100_000, "{} bytes", file.len());
    assert!((113..=672).all(|x| line_at(&decode_png(&file), x)));
}

#[test]
fn downsampling_keeps_the_extremes_of_each_column() {
    let values = [5.0, 6.0, 9.0, 7.0, 1.0, 2.0, 4.0];
    let kept = |values: &[f64], distance: f32| -> Vec<f64> {
        let placed = |(index, value): (u8, &f64)| PlacedPoint {
            x: 100.0 + f32::from(index) * distance,
            point: point(0, *value, 0.0),
        };
        let placed: Vec<_> = (0..).zip(values).map(placed).collect();
        downsample(&placed).into_iter().map(|it| it.point.value).collect()
    };
    assert_eq!(kept(&values, 0.1), [5.0, 9.0, 1.0, 4.0]);
    assert_eq!(kept(&values, 1.0), values);
    assert_eq!(kept(&[], 1.0), [0.0; 0]);
}

#[test]
fn dates_are_as_dense_as_they_fit() {
    assert_eq!(labels(NOON, NOON + DAY / 4), [""; 0]);
    assert_eq!(labels(NOON, NOON + DAY), ["2026-11-22"]);
    assert_eq!(
        labels(NOON, NOON + 9 * DAY),
        ["2026-11-23", "2026-11-25", "2026-11-27", "2026-11-29"]
    );
    assert_eq!(labels(NOON, NOON + 20 * DAY), ["2026-11-23", "2026-11-30", "2026-12-07"]);
    assert_eq!(labels(NOON, NOON + 100 * DAY), ["2026-12", "2027-01", "2027-02", "2027-03"]);
    assert_eq!(
        labels(NOON, NOON + 900 * DAY),
        ["2027-01", "2027-07", "2028-01", "2028-07", "2029-01"]
    );
    assert_eq!(labels(NOON, NOON + 40 * 365 * DAY), ["2030", "2040", "2050", "2060"]);
    assert_eq!(labels(0, 0), ["1970-01-01"]);
}

#[test]
fn ratings_are_labelled_with_nice_ticks() {
    assert_eq!(nice_ticks((1432.0, 1688.0), 7), [1450, 1500, 1550, 1600, 1650]);
    assert_eq!(nice_ticks((-30.0, 30.0), 7), [-30, -20, -10, 0, 10, 20, 30]);
    assert_eq!(nice_ticks((0.5, 0.6), 7), [0; 0]);
}

#[test]
fn a_narrow_range_is_widened() {
    assert_eq!(widen(100.0, (1500.0, 1500.0)), (1450.0, 1550.0));
    assert_eq!(widen(100.0, (1400.0, 1600.0)), (1400.0, 1600.0));
}

#[test]
fn a_certain_rating_has_no_band() {
    let certain = chart(&[point(NOON, 1500.0, 0.0), point(NOON + DAY, 1500.0, 0.0)]);
    let uncertain = chart(&[point(NOON, 1500.0, 20.0), point(NOON + DAY, 1500.0, 20.0)]);
    assert_eq!(certain.at(300, 160), [0x1E, 0x1F, 0x22]);
    assert_ne!(uncertain.at(300, 160), [0x1E, 0x1F, 0x22]);
}

#[test]
fn games_of_one_day_are_spread_out() {
    let mut points: Vec<RatingPoint> = (0..9).map(|game| point(NOON + game, 1500.0, 0.0)).collect();
    points.push(point(NOON + 100 * DAY, 1500.0, 0.0));
    let dot = |picture: &Picture, x: usize| picture.at(x, 179)[2] > 0xC0;
    let picture = chart(&points);
    let dots = (97..703).filter(|&x| dot(&picture, x) && !dot(&picture, x - 1)).count();
    assert_eq!(dots, 10, "each game has a dot of its own");
}

#[test]
fn no_date_stands_twice_in_a_row() {
    let games = |day: i64| (0..9).map(move |game| point(day + game * DAY / 24, 1500.0, 0.0));
    let points: Vec<RatingPoint> = games(NOON).chain(games(NOON + DAY)).collect();
    let picture = chart(&points);
    // A line of the grid for each date.
    let dates = (97..700).filter(|&x| picture.at(x, 26) != [0x1E, 0x1F, 0x22]).count();
    assert_eq!(dates, 2, "each of the two days has one date");
}

#[test]
fn the_whole_band_is_visible() {
    let wide = [point(NOON, 1500.0, 350.0), point(NOON + DAY, 1500.0, 60.0)];
    let picture = chart(&wide);
    let background = [0x1E, 0x1F, 0x22];
    let edges: Vec<usize> = (24..340).filter(|&y| picture.at(116, y) != background).collect();
    assert!(edges[0] > 30 && edges.last() < Some(&336), "{edges:?}");
    assert!(edges.len() > 250, "{edges:?}");
}
