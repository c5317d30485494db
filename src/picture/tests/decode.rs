//! Decodes pictures as a viewer does.

use std::{collections::BTreeSet, io::Cursor};

use gif::{ColorOutput, DecodeOptions, DisposalMethod, Repeat};

/// A decoded picture: red, green and blue of each pixel, row by row, on white.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) pixels: Vec<[u8; 3]>,
}

impl Picture {
    pub(super) fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    pub(super) fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.pixels[y * self.width + x]
    }

    /// The coordinates of the pixels that differ between two pictures of the same size.
    pub(super) fn differences(&self, other: &Self) -> BTreeSet<(usize, usize)> {
        assert_eq!((self.width, self.pixels.len()), (other.width, other.pixels.len()));
        let pairs = self.pixels.iter().zip(&other.pixels).enumerate();
        let indices = pairs.filter(|(_, (one, other))| one != other).map(|(index, _)| index);
        indices.map(|index| (index % self.width, index / self.width)).collect()
    }
}

/// A decoded GIF.
#[derive(Debug)]
pub(super) struct DecodedGif {
    pub(super) endless: bool,
    pub(super) frames: Vec<Picture>,
    /// In hundredths of a second.
    pub(super) delays: Vec<u16>,
    /// How many pixels each frame writes.
    pub(super) areas: Vec<usize>,
}

impl DecodedGif {
    pub(super) fn last(&self) -> &Picture {
        self.frames.last().unwrap()
    }
}

pub(super) fn decode_gif(file: &[u8]) -> DecodedGif {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    options.check_frame_consistency(true);
    let mut decoder = options.read_info(Cursor::new(file)).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut current = Picture { width, pixels: vec![[0; 3]; width * height] };
    let (mut frames, mut delays, mut areas) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.dispose, DisposalMethod::Keep);
        assert!(frame.palette.is_none(), "all frames share one palette");
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (index % usize::from(frame.width), index / usize::from(frame.width));
            if pixel[3] != 0 {
                current.pixels[(top + y) * width + left + x] = [pixel[0], pixel[1], pixel[2]];
            }
        }
        frames.push(current.clone());
        delays.push(frame.delay);
        areas.push(frame.buffer.len() / 4);
    }
    DecodedGif { endless: decoder.repeat() == Repeat::Infinite, frames, delays, areas }
}

pub(super) fn decode_png(file: &[u8]) -> Picture {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgba, png::BitDepth::Eight));
    let on_white = |pixel: &[u8]| {
        let alpha = u16::from(pixel[3]);
        let channel = |it: u8| (u16::from(it) * alpha + 255 * (255 - alpha)) / 255;
        [pixel[0], pixel[1], pixel[2]].map(|it| u8::try_from(channel(it)).unwrap())
    };
    let pixels = bytes.chunks_exact(4).map(on_white).collect();
    Picture { width: info.width.try_into().unwrap(), pixels }
}
