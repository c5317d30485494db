use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::palette::Palette;

/// A GIF that runs for ever, while it is put together. Of each picture only the
/// rectangle is kept in which it differs from the one before, and in that only
/// the pixels that do.
pub(super) struct Animation {
    encoder: Encoder<Vec<u8>>,
    width: u16,
    /// The pixels of the picture before; none before the first.
    seen: Vec<u8>,
}

impl Animation {
    /// An animation without pictures. The palette is red, green and blue of each
    /// colour in turn.
    pub(super) fn new(width: u16, height: u16, palette: &[u8]) -> Self {
        let mut encoder = Encoder::new(Vec::new(), width, height, palette).expect(TO_MEMORY);
        encoder.set_repeat(Repeat::Infinite).expect(TO_MEMORY);
        Self { encoder, width, seen: Vec::new() }
    }

    /// Adds a picture that is seen for `delay` hundredths of a second.
    pub(super) fn show(&mut self, pixels: Vec<u8>, delay: u16) {
        let part = self.difference(&pixels);
        let frame = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(Palette::NOTHING),
            left: part.left,
            top: part.top,
            width: part.width,
            height: part.height,
            buffer: Cow::Owned(part.pixels),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).expect(TO_MEMORY);
        self.seen = pixels;
    }

    /// The bytes of the GIF.
    pub(super) fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().expect(TO_MEMORY)
    }

    /// The least part of a picture that turns the one before into it.
    fn difference(&self, pixels: &[u8]) -> Part {
        let width = usize::from(self.width);
        let changed: Vec<u8> = if self.seen.is_empty() {
            pixels.to_vec()
        } else {
            let pairs = pixels.iter().zip(&self.seen);
            pairs.map(|(&new, &old)| if new == old { Palette::NOTHING } else { new }).collect()
        };
        let rows = bounds(changed.chunks_exact(width).map(is_something));
        let columns = bounds((0..width).map(|column| {
            changed[column..].iter().step_by(width).any(|&pixel| pixel != Palette::NOTHING)
        }));
        let pixels = changed
            .chunks_exact(width)
            .skip(rows.0)
            .take(rows.1)
            .flat_map(|row| &row[columns.0..][..columns.1])
            .copied()
            .collect();
        let [left, width, top, height] = [columns.0, columns.1, rows.0, rows.1]
            .map(|length| u16::try_from(length).expect("a part is no larger than its picture"));
        Part { left, top, width, height, pixels }
    }
}

const TO_MEMORY: &str = "a frame within its picture can always be written to memory";

/// A rectangle of a picture.
struct Part {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
    pixels: Vec<u8>,
}

fn is_something(pixels: &[u8]) -> bool {
    pixels.iter().any(|&pixel| pixel != Palette::NOTHING)
}

/// The first that is set and how many there are up to the last; the first alone
/// if none is set, since no part may be empty.
fn bounds(set: impl Iterator<Item = bool>) -> (usize, usize) {
    let mut places = set.enumerate().filter(|&(_, set)| set).map(|(place, _)| place);
    let first = places.next().unwrap_or(0);
    let last = places.last().unwrap_or(first);
    (first, last - first + 1)
}
