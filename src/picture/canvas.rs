use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Shader, Stroke, Transform,
};

use super::{colour::Colour, font};

/// Something opaque to draw on. Lengths are pixels, from the top left; whole
/// numbers lie between two pixels.
pub(super) struct Canvas(Pixmap);

/// On which side of its point a text stands.
#[derive(Clone, Copy, Debug)]
pub(super) enum Align {
    Left,
    Centre,
    Right,
}

impl Canvas {
    /// A canvas of one colour.
    pub(super) fn new(width: u16, height: u16, colour: Colour) -> Self {
        let mut pixmap =
            Pixmap::new(width.into(), height.into()).expect("no picture is without pixels");
        pixmap.fill(colour.with_opacity(u8::MAX));
        Self(pixmap)
    }

    /// The colours of all pixels, row by row.
    pub(super) fn pixels(&self) -> impl Iterator<Item = Colour> {
        self.0.pixels().iter().map(|pixel| Colour([pixel.red(), pixel.green(), pixel.blue()]))
    }

    pub(super) fn circle(&mut self, centre: (f32, f32), radius: f32, colour: Colour) {
        self.fill(&circle(centre, radius), colour);
    }

    /// The outline of a circle, half of its `width` inside.
    pub(super) fn ring(&mut self, centre: (f32, f32), radius: f32, width: f32, colour: Colour) {
        self.stroke(&circle(centre, radius), width, colour);
    }

    /// A square around `centre` with rounded corners; `reach` is half its side.
    pub(super) fn square(&mut self, centre: (f32, f32), reach: f32, corner: f32, colour: Colour) {
        let ((x, y), inner) = (centre, reach - corner);
        let rectangle = Rect::from_ltrb(x - inner, y - inner, x + inner, y + inner)
            .expect("a corner is smaller than its square");
        let path = PathBuilder::from_rect(rectangle);
        self.fill(&path, colour);
        // What a round pen adds outside is what makes the corners round.
        self.stroke(&path, 2.0 * corner, colour);
    }

    /// Straight lines from point to point, with round ends.
    pub(super) fn line(&mut self, points: &[(f32, f32)], width: f32, colour: Colour) {
        if let Some(path) = through(points, false) {
            self.stroke(&path, width, colour);
        }
    }

    /// The area within `points`, all of it or with what is below showing through.
    pub(super) fn area(&mut self, points: &[(f32, f32)], colour: Colour, opacity: u8) {
        if let Some(path) = through(points, true) {
            self.fill_path(&path, colour, opacity);
        }
    }

    /// One line of text, its digits centred on the height of `at`.
    pub(super) fn text(
        &mut self,
        text: &str,
        at: (f32, f32),
        align: Align,
        size: f32,
        colour: Colour,
    ) {
        let width = font::width(text, size);
        let left = match align {
            Align::Left => at.0,
            Align::Centre => at.0 - width / 2.0,
            Align::Right => at.0 - width,
        };
        // Digits whose feet lie between two pixels look blurred.
        let foot = (at.1 + font::digit_height(size) / 2.0).round();
        if let Some(path) = font::outline(text, (left, foot), size) {
            self.fill(&path, colour);
        }
    }

    fn fill(&mut self, path: &Path, colour: Colour) {
        self.fill_path(path, colour, u8::MAX);
    }

    fn fill_path(&mut self, path: &Path, colour: Colour, opacity: u8) {
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
        let paint = paint(colour, u8::MAX);
        self.0.stroke_path(path, &paint, &stroke, Transform::identity(), None);
    }
}

fn paint(colour: Colour, opacity: u8) -> Paint<'static> {
    Paint { shader: Shader::SolidColor(colour.with_opacity(opacity)), ..Paint::default() }
}

fn circle((x, y): (f32, f32), radius: f32) -> Path {
    PathBuilder::from_circle(x, y, radius).expect("a circle has a radius")
}

/// The path through these points; none through fewer than two.
fn through(points: &[(f32, f32)], closed: bool) -> Option<Path> {
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
