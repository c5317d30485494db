//! The font, `DejaVu` Sans, as outlines to fill.

use std::sync::LazyLock;

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, OutlineBuilder};

static FACE: LazyLock<Face<'static>> =
    LazyLock::new(|| Face::parse(dejavu::sans::regular(), 0).expect("the embedded font is valid"));

/// The width of a text in pixels. `size` is the size of the font's em square.
pub(super) fn width(text: &str, size: f32) -> f32 {
    text.chars().map(advance).sum::<f32>() * scale(size)
}

/// The height of digits in pixels.
pub(super) fn digit_height(size: f32) -> f32 {
    // Digits are as high as capital letters.
    f32::from(FACE.capital_height().unwrap_or_else(|| FACE.ascender())) * scale(size)
}

/// The outlines of a text whose baseline starts at `origin`. `None` if the text has no
/// visible glyphs.
pub(super) fn outline(text: &str, origin: (f32, f32), size: f32) -> Option<Path> {
    let mut pen = Pen { path: PathBuilder::new(), scale: scale(size), x: origin.0, y: origin.1 };
    for character in text.chars() {
        if let Some(glyph) = FACE.glyph_index(character) {
            FACE.outline_glyph(glyph, &mut pen);
        }
        pen.x += advance(character) * pen.scale;
    }
    pen.path.finish()
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

/// Converts glyph outlines, in font units with y upwards, into a path.
struct Pen {
    path: PathBuilder,
    scale: f32,
    x: f32,
    y: f32,
}

impl Pen {
    fn point(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.point(x1, y1), self.point(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) =
            (self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
