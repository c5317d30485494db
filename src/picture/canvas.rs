//! A surface to draw shapes and texts on.

use std::sync::LazyLock;

use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Shader, Stroke, Transform,
};
use ttf_parser::{Face, OutlineBuilder};

use super::colour::Colour;

/// A drawing surface. Coordinates are in pixels from the top left; integers lie
/// between two pixels.
pub(super) struct Canvas(Pixmap);

/// How a text is aligned to its point.
#[derive(Clone, Copy, Debug)]
pub(super) enum Align {
    Left,
    Centre,
    Right,
}

impl Canvas {
    /// Creates a canvas filled with one colour.
    pub(super) fn new(width: u16, height: u16, colour: Colour) -> Self {
        let mut canvas = Self::transparent(width, height);
        canvas.0.fill(colour.with_opacity(u8::MAX));
        canvas
    }

    /// Creates a canvas with nothing on it.
    pub(super) fn transparent(width: u16, height: u16) -> Self {
        Self(Pixmap::new(width.into(), height.into()).expect("the size is not zero"))
    }

    /// The colours of all pixels, row by row.
    pub(super) fn pixels(&self) -> impl Iterator<Item = Colour> {
        self.0.pixels().iter().map(|pixel| Colour([pixel.red(), pixel.green(), pixel.blue()]))
    }

    /// The canvas as a PNG.
    pub(super) fn to_png(&self) -> Vec<u8> {
        self.0.encode_png().expect("writing a valid picture to memory cannot fail")
    }

    pub(super) fn circle(&mut self, centre: (f32, f32), radius: f32, colour: Colour) {
        self.fill(&circle(centre, radius), colour, u8::MAX);
    }

    /// Draws the outline of a circle; half of `width` is inside the radius.
    pub(super) fn ring(&mut self, centre: (f32, f32), radius: f32, width: f32, colour: Colour) {
        self.stroke(&circle(centre, radius), width, colour);
    }

    /// Draws a polyline with round ends.
    pub(super) fn line(&mut self, points: &[(f32, f32)], width: f32, colour: Colour) {
        if let Some(path) = polyline(points, false) {
            self.stroke(&path, width, colour);
        }
    }

    /// Fills a polygon. `opacity` is 255 for opaque.
    pub(super) fn area(&mut self, points: &[(f32, f32)], colour: Colour, opacity: u8) {
        if let Some(path) = polyline(points, true) {
            self.fill(&path, colour, opacity);
        }
    }

    /// Draws one line of text. Its digits are centred vertically on `point`. `size` is the size of
    /// the font's em square.
    pub(super) fn text(
        &mut self,
        text: &str,
        point: (f32, f32),
        align: Align,
        size: f32,
        colour: Colour,
    ) {
        let width = text.chars().map(advance).sum::<f32>() * scale(size);
        let left = match align {
            Align::Left => point.0,
            Align::Centre => point.0 - width / 2.0,
            Align::Right => point.0 - width,
        };
        // Digits are as high as capital letters.
        let height = FACE.capital_height().unwrap_or_else(|| FACE.ascender());
        // Rounded, since digits look blurred if their baseline is between two pixels.
        let baseline = (point.1 + f32::from(height) * scale(size) / 2.0).round();
        if let Some(path) = text_outline(text, (left, baseline), size) {
            self.fill(&path, colour, u8::MAX);
        }
    }

    fn fill(&mut self, path: &Path, colour: Colour, opacity: u8) {
        let paint = paint(colour, opacity);
        self.0.fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
    }

    fn stroke(&mut self, path: &Path, width: f32, colour: Colour) {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        self.0.stroke_path(path, &paint(colour, u8::MAX), &stroke, Transform::identity(), None);
    }
}

fn paint(colour: Colour, opacity: u8) -> Paint<'static> {
    Paint { shader: Shader::SolidColor(colour.with_opacity(opacity)), ..Paint::default() }
}

fn circle((x, y): (f32, f32), radius: f32) -> Path {
    PathBuilder::from_circle(x, y, radius).expect("the radius is positive")
}

/// The path through these points. `None` for fewer than two.
fn polyline(points: &[(f32, f32)], closed: bool) -> Option<Path> {
    let (&(x, y), rest) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(x, y);
    for &(x, y) in rest {
        path.line_to(x, y);
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// The font, `DejaVu` Sans, as outlines to fill.
static FACE: LazyLock<Face<'static>> =
    LazyLock::new(|| Face::parse(dejavu::sans::regular(), 0).expect("the embedded font is valid"));

/// The outlines of a text whose baseline starts at a point. `None` if the text has no visible
/// glyphs.
fn text_outline(text: &str, (mut x, y): (f32, f32), size: f32) -> Option<Path> {
    let (scale, mut outlines) = (scale(size), PathBuilder::new());
    for character in text.chars() {
        let mut pen = Pen(PathBuilder::new());
        if let Some(glyph) = FACE.glyph_index(character) {
            FACE.outline_glyph(glyph, &mut pen);
        }
        // Fonts have y upwards.
        let place = Transform::from_row(scale, 0.0, 0.0, -scale, x, y);
        if let Some(outline) = pen.0.finish().and_then(|outline| outline.transform(place)) {
            outlines.push_path(&outline);
        }
        x += advance(character) * scale;
    }
    outlines.finish()
}

/// The advance width of a character, in font units.
fn advance(character: char) -> f32 {
    let glyph = FACE.glyph_index(character);
    glyph.and_then(|glyph| FACE.glyph_hor_advance(glyph)).unwrap_or_default().into()
}

/// Pixels per font unit.
fn scale(size: f32) -> f32 {
    size / f32::from(FACE.units_per_em())
}

/// Takes the outline of a glyph, in font units.
struct Pen(PathBuilder);

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
