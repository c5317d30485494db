use png::{BitDepth, ColorType, Compression, Encoder};

use super::{
    axis::{Axis, at_least, round_numbers},
    canvas::{Align, Canvas},
    colour::Colour,
    dates,
    thinning::thinned,
};
use clock::Timestamp;

/// A rating, and when it was reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPoint {
    /// When.
    pub at: Timestamp,
    /// The rating, in its own points.
    pub rating: f64,
    /// How uncertain it is: its standard deviation, in the same points.
    pub deviation: f64,
}

const WIDTH: u16 = 800;
const HEIGHT: u16 = 400;

/// The sides of the area that the line is drawn in, in pixels. Left of it are the
/// ratings, below it the dates, and right of it is the newest rating.
const LEFT: f32 = 64.0;
const RIGHT: f32 = 732.0;
const TOP: f32 = 24.0;
const BOTTOM: f32 = 356.0;

/// From the area's sides to the first and the last point, in pixels.
const INSET: f32 = 16.0;

/// How many standard deviations a normal distribution's middle 95 % reach to
/// either side.
const DEVIATIONS: f64 = 1.96;

/// The least difference between the top and the bottom, in rating points.
const LEAST_RANGE: f64 = 100.0;

/// What is beyond this is no rating.
const MOST: f64 = 1e6;

/// How many labels there may be.
const MOST_RATINGS: usize = 7;
const MOST_DATES: usize = 6;

const BACKGROUND: Colour = Colour::hex(0x1E_1F22);
const LABEL: Colour = Colour::hex(0xB5_BAC1);
const LINE: Colour = Colour::hex(0x55_ACEE);

/// How opaque the white lines of the grid are, and how the band is, of 255.
const GRID: u8 = 26;
const BAND: u8 = 56;

/// Up to how many points each has a dot.
const FEW: usize = 40;

/// A rating over time as a PNG of 800 × 400 pixels: a line, and around it the band
/// in which the true rating is with a probability of 95 %.
///
/// `points` are in the order of time. At the top and the bottom there is room for
/// all ratings and for the newest band; where an earlier band is wider, it runs
/// over the edge, since the first few games' would leave no room for the line.
/// Points that no rating ever reaches (beyond a million) are left out.
pub fn ratings(points: &[RatingPoint]) -> Vec<u8> {
    let points: Vec<RatingPoint> =
        points.iter().copied().filter(RatingPoint::is_possible).collect();
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

impl RatingPoint {
    fn is_possible(&self) -> bool {
        self.rating.abs() <= MOST && self.deviation.abs() <= MOST
    }

    /// The ends of the middle 95 %.
    fn band(&self) -> (f64, f64) {
        let reach = DEVIATIONS * self.deviation;
        (self.rating - reach, self.rating + reach)
    }
}
/// Points that fit together on two axes.
struct Chart {
    points: Vec<RatingPoint>,
    first: Timestamp,
    newest: RatingPoint,
    /// In seconds since the first point.
    time: Axis,
    rating: Axis,
    dates: Vec<dates::Tick>,
}

impl Chart {
    fn of(points: &[RatingPoint], first: Timestamp, newest: &RatingPoint) -> Self {
        let seconds = |at: Timestamp| at.since(first).as_secs_f64();
        let time = Axis {
            values: at_least(1.0, (0.0, seconds(newest.at))),
            pixels: ((LEFT + INSET).into(), (RIGHT - INSET).into()),
        };
        let rating = Axis { values: range(points, newest), pixels: (BOTTOM.into(), TOP.into()) };
        Self {
            points: thinned(points, |point| time.place(seconds(point.at)).floor()),
            first,
            newest: *newest,
            time,
            rating,
            dates: dates::ticks(first, newest.at, MOST_DATES),
        }
    }

    fn draw_band(&self, canvas: &mut Canvas) {
        let side = |end: fn((f64, f64)) -> f64| -> Vec<(f32, f32)> {
            let all = self.points.iter().map(|point| (self.x(point.at), self.y(end(point.band()))));
            with_a_width(all.collect())
        };
        let (mut around, upper) = (side(|band| band.0), side(|band| band.1));
        around.extend(upper.into_iter().rev());
        canvas.area(&around, LINE, BAND);
        let (right, bottom) = (f32::from(WIDTH), f32::from(HEIGHT));
        canvas.area(&rectangle((0.0, 0.0), (right, TOP)), BACKGROUND, u8::MAX);
        canvas.area(&rectangle((0.0, BOTTOM), (right, bottom)), BACKGROUND, u8::MAX);
    }

    fn draw_ratings(&self, canvas: &mut Canvas) {
        for number in round_numbers(self.rating.values, MOST_RATINGS) {
            #[expect(clippy::cast_precision_loss, reason = "a rating is small")]
            let y = self.y(number as f64).round();
            canvas.area(&rectangle((LEFT, y), (RIGHT, y + 1.0)), Colour::WHITE, GRID);
            canvas.text(&number.to_string(), (LEFT - 12.0, y), Align::Right, 14.0, LABEL);
        }
    }

    fn draw_dates(&self, canvas: &mut Canvas) {
        let height = BOTTOM + 22.0;
        for tick in &self.dates {
            let x = self.x(tick.at).round();
            canvas.area(&rectangle((x, TOP), (x + 1.0, BOTTOM)), Colour::WHITE, GRID);
            canvas.text(&tick.label, (x, height), Align::Centre, 14.0, LABEL);
        }
        // All on one day.
        if self.dates.is_empty() {
            let middle = f32::midpoint(LEFT, RIGHT);
            let day = dates::label(self.newest.at);
            canvas.text(&day, (middle, height), Align::Centre, 14.0, LABEL);
        }
    }

    fn draw_line(&self, canvas: &mut Canvas) {
        let line: Vec<(f32, f32)> =
            self.points.iter().map(|point| (self.x(point.at), self.y(point.rating))).collect();
        canvas.line(&line, 2.5, LINE);
        if line.len() <= FEW {
            for &point in &line {
                canvas.circle(point, 3.0, LINE);
            }
        }
        let newest = (self.x(self.newest.at), self.y(self.newest.rating));
        canvas.circle(newest, 7.0, BACKGROUND);
        canvas.circle(newest, 5.0, LINE);
        let text = format!("{:.0}", self.newest.rating);
        canvas.text(&text, (RIGHT + 10.0, newest.1), Align::Left, 16.0, Colour::WHITE);
    }

    fn x(&self, at: Timestamp) -> f32 {
        self.time.place(at.since(self.first).as_secs_f64())
    }

    fn y(&self, rating: f64) -> f32 {
        self.rating.place(rating)
    }
}

/// The lowest and the highest rating to be seen.
fn range(points: &[RatingPoint], newest: &RatingPoint) -> (f64, f64) {
    let (mut low, mut high) = newest.band();
    for point in points {
        low = low.min(point.rating);
        high = high.max(point.rating);
    }
    let air = (high - low) / 20.0;
    at_least(LEAST_RANGE, (low - air, high + air))
}

/// A line that is drawn out to both sides if all of it is in one place.
fn with_a_width(mut line: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
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

const TO_MEMORY: &str = "a picture of known size can always be written to memory";
