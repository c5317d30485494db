use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::palette::Palette;

/// Encodes a looping GIF. Each frame contains only the rectangle that differs from the
/// previous frame, with unchanged pixels transparent.
pub(super) struct Animation {
    encoder: Encoder<Vec<u8>>,
    width: u16,
    /// The pixels of the previous frame; empty before the first.
    previous: Vec<u8>,
}

impl Animation {
    /// Creates an animation without frames. `palette` is the red, green and blue of each
    /// colour in turn.
    pub(super) fn new(width: u16, height: u16, palette: &[u8]) -> Self {
        let mut encoder = Encoder::new(Vec::new(), width, height, palette).expect(TO_MEMORY);
        encoder.set_repeat(Repeat::Infinite).expect(TO_MEMORY);
        Self { encoder, width, previous: Vec::new() }
    }

    /// Adds a frame that is shown for `delay` hundredths of a second.
    pub(super) fn push_frame(&mut self, pixels: Vec<u8>, delay: u16) {
        let frame = Frame { delay, ..self.changed_area(&pixels) };
        self.encoder.write_frame(&frame).expect(TO_MEMORY);
        self.previous = pixels;
    }

    /// The bytes of the GIF.
    pub(super) fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().expect(TO_MEMORY)
    }

    /// The smallest rectangle that turns the previous frame into this one.
    fn changed_area(&self, pixels: &[u8]) -> Frame<'static> {
        let width = usize::from(self.width);
        let changed: Vec<u8> = if self.previous.is_empty() {
            pixels.to_vec()
        } else {
            let pairs = pixels.iter().zip(&self.previous);
            pairs.map(|(&new, &old)| if new == old { Palette::TRANSPARENT } else { new }).collect()
        };
        let rows = bounds(changed.chunks_exact(width).map(is_visible));
        let columns = bounds((0..width).map(|column| {
            changed[column..].iter().step_by(width).any(|&pixel| pixel != Palette::TRANSPARENT)
        }));
        let pixels = changed
            .chunks_exact(width)
            .skip(rows.0)
            .take(rows.1)
            .flat_map(|row| &row[columns.0..][..columns.1])
            .copied()
            .collect();
        let [left, width, top, height] = [columns.0, columns.1, rows.0, rows.1]
            .map(|length| u16::try_from(length).expect("the area is no larger than the frame"));
        Frame {
            dispose: DisposalMethod::Keep,
            transparent: Some(Palette::TRANSPARENT),
            left,
            top,
            width,
            height,
            buffer: Cow::Owned(pixels),
            ..Frame::default()
        }
    }
}

const TO_MEMORY: &str = "writing a valid frame to memory cannot fail";

fn is_visible(pixels: &[u8]) -> bool {
    pixels.iter().any(|&pixel| pixel != Palette::TRANSPARENT)
}

/// The index of the first `true`, and the length up to the last one. `(0, 1)` if there
/// is none, since a GIF frame cannot be empty.
fn bounds(flags: impl Iterator<Item = bool>) -> (usize, usize) {
    let mut indices = flags.enumerate().filter(|&(_, flag)| flag).map(|(index, _)| index);
    let first = indices.next().unwrap_or(0);
    let last = indices.last().unwrap_or(first);
    (first, last - first + 1)
}
