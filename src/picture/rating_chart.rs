use clock::Timestamp;
use png::{BitDepth, ColorType, Compression, Encoder};

use super::{
    axis::{Axis, nice_ticks, widen},
    canvas::{Align, Canvas},
    chart_point::ChartPoint,
    colour::Colour,
    dates,
    downsample::downsample,
};

const WIDTH: u16 = 800;
const HEIGHT: u16 = 400;

/// The sides of the plot area, in pixels. The rating labels are to its left, the date
/// labels below it, and the last rating to its right.
const LEFT: f32 = 64.0;
const RIGHT: f32 = 732.0;
const TOP: f32 = 24.0;
const BOTTOM: f32 = 356.0;

/// The distance from the plot area's sides to the first and the last point, in pixels.
const INSET: f32 = 16.0;

/// The half-width of a 95 % confidence interval, in standard deviations.
const CONFIDENCE_95: f64 = 1.96;

/// The smallest range from the bottom to the top, in rating points.
const MIN_RANGE: f64 = 100.0;

/// The largest plausible rating, to guard against invalid input.
const MAX_RATING: f64 = 1e6;

const MAX_RATING_LABELS: usize = 7;
const MAX_DATE_LABELS: usize = 6;

const BACKGROUND: Colour = Colour::hex(0x1E_1F22);
const LABEL: Colour = Colour::hex(0xB5_BAC1);
const LINE: Colour = Colour::hex(0x55_ACEE);

/// The opacity of the grid lines and of the confidence band, from 0 to 255.
const GRID_OPACITY: u8 = 26;
const BAND_OPACITY: u8 = 56;

/// The largest number of points that are drawn as dots.
const MAX_DOTS: usize = 40;

/// Draws a rating over time as a PNG of 800 × 400 pixels: a line with its 95 %
/// confidence band.
///
/// `points` must be in chronological order. The vertical range fits all ratings and the
/// last band; wider bands of earlier points are clipped, since those of the first games
/// would leave no room for the line. Implausible points (beyond a million) are left
/// out.
pub fn rating_chart(points: &[ChartPoint]) -> Vec<u8> {
    let points: Vec<ChartPoint> = points.iter().copied().filter(ChartPoint::is_plausible).collect();
    let mut canvas = Canvas::new(WIDTH, HEIGHT, BACKGROUND);
    if let (Some(first), Some(last)) = (points.first(), points.last()) {
        let chart = Chart::of(&points, first.at, last);
        chart.draw_band(&mut canvas);
        chart.draw_ratings(&mut canvas);
        chart.draw_dates(&mut canvas);
        chart.draw_line(&mut canvas);
    }
    encode(&canvas)
}

impl ChartPoint {
    fn is_plausible(&self) -> bool {
        self.rating.abs() <= MAX_RATING && self.deviation.abs() <= MAX_RATING
    }

    /// The ends of the 95 % confidence interval.
    fn band(&self) -> (f64, f64) {
        let half_width = CONFIDENCE_95 * self.deviation;
        (self.rating - half_width, self.rating + half_width)
    }
}

/// Points and the axes to draw them on.
struct Chart {
    points: Vec<ChartPoint>,
    first: Timestamp,
    last: ChartPoint,
    /// In seconds since the first point.
    time: Axis,
    rating: Axis,
    dates: Vec<dates::Tick>,
}

impl Chart {
    fn of(points: &[ChartPoint], first: Timestamp, last: &ChartPoint) -> Self {
        let seconds = |at: Timestamp| at.since(first).as_secs_f64();
        let time = Axis {
            values: widen(1.0, (0.0, seconds(last.at))),
            pixels: ((LEFT + INSET).into(), (RIGHT - INSET).into()),
        };
        let rating = Axis { values: range(points, last), pixels: (BOTTOM.into(), TOP.into()) };
        Self {
            points: downsample(points, |point| time.position(seconds(point.at)).floor()),
            first,
            last: *last,
            time,
            rating,
            dates: dates::ticks(first, last.at, MAX_DATE_LABELS),
        }
    }

    fn draw_band(&self, canvas: &mut Canvas) {
        let side = |end: fn((f64, f64)) -> f64| -> Vec<(f32, f32)> {
            let all = self.points.iter().map(|point| (self.x(point.at), self.y(end(point.band()))));
            widen_line(all.collect())
        };
        let (mut outline, upper) = (side(|band| band.0), side(|band| band.1));
        outline.extend(upper.into_iter().rev());
        canvas.area(&outline, LINE, BAND_OPACITY);
        let (right, bottom) = (f32::from(WIDTH), f32::from(HEIGHT));
        canvas.area(&rectangle((0.0, 0.0), (right, TOP)), BACKGROUND, u8::MAX);
        canvas.area(&rectangle((0.0, BOTTOM), (right, bottom)), BACKGROUND, u8::MAX);
    }

    fn draw_ratings(&self, canvas: &mut Canvas) {
        for number in nice_ticks(self.rating.values, MAX_RATING_LABELS) {
            #[expect(clippy::cast_precision_loss, reason = "a rating is small")]
            let y = self.y(number as f64).round();
            canvas.area(&rectangle((LEFT, y), (RIGHT, y + 1.0)), Colour::WHITE, GRID_OPACITY);
            canvas.text(&number.to_string(), (LEFT - 12.0, y), Align::Right, 14.0, LABEL);
        }
    }

    fn draw_dates(&self, canvas: &mut Canvas) {
        let height = BOTTOM + 22.0;
        for tick in &self.dates {
            let x = self.x(tick.time).round();
            canvas.area(&rectangle((x, TOP), (x + 1.0, BOTTOM)), Colour::WHITE, GRID_OPACITY);
            canvas.text(&tick.label, (x, height), Align::Centre, 14.0, LABEL);
        }
        // All points are on one day.
        if self.dates.is_empty() {
            let middle = f32::midpoint(LEFT, RIGHT);
            let day = dates::label(self.last.at);
            canvas.text(&day, (middle, height), Align::Centre, 14.0, LABEL);
        }
    }

    fn draw_line(&self, canvas: &mut Canvas) {
        let line: Vec<(f32, f32)> =
            self.points.iter().map(|point| (self.x(point.at), self.y(point.rating))).collect();
        canvas.line(&line, 2.5, LINE);
        if line.len() <= MAX_DOTS {
            for &point in &line {
                canvas.circle(point, 3.0, LINE);
            }
        }
        let last = (self.x(self.last.at), self.y(self.last.rating));
        canvas.circle(last, 7.0, BACKGROUND);
        canvas.circle(last, 5.0, LINE);
        let text = format!("{:.0}", self.last.rating);
        canvas.text(&text, (RIGHT + 10.0, last.1), Align::Left, 16.0, Colour::WHITE);
    }

    fn x(&self, at: Timestamp) -> f32 {
        self.time.position(at.since(self.first).as_secs_f64())
    }

    fn y(&self, rating: f64) -> f32 {
        self.rating.position(rating)
    }
}

/// The lowest and the highest visible rating.
fn range(points: &[ChartPoint], last: &ChartPoint) -> (f64, f64) {
    let (mut low, mut high) = last.band();
    for point in points {
        low = low.min(point.rating);
        high = high.max(point.rating);
    }
    let padding = (high - low) / 20.0;
    widen(MIN_RANGE, (low - padding, high + padding))
}

/// Extends a line to both sides if it is less than a pixel wide.
fn widen_line(mut line: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    if let (Some(&first), Some(&last)) = (line.first(), line.last())
        && last.0 - first.0 < 1.0
    {
        line.insert(0, (first.0 - INSET / 2.0, first.1));
        line.push((last.0 + INSET / 2.0, last.1));
    }
    line
}

fn rectangle((left, top): (f32, f32), (right, bottom): (f32, f32)) -> [(f32, f32); 4] {
    [(left, top), (right, top), (right, bottom), (left, bottom)]
}

fn encode(canvas: &Canvas) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, WIDTH.into(), HEIGHT.into());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    let pixels: Vec<u8> = canvas.pixels().flat_map(|colour| colour.0).collect();
    let mut writer = encoder.write_header().expect(TO_MEMORY);
    writer.write_image_data(&pixels).expect(TO_MEMORY);
    writer.finish().expect(TO_MEMORY);
    file
}

const TO_MEMORY: &str = "writing a valid picture to memory cannot fail";
