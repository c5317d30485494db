//! Reads pictures the way a viewer does, with the decoders of other crates.

use std::{collections::BTreeSet, io::Cursor};

use gif::{ColorOutput, DecodeOptions, DisposalMethod, Repeat};

/// A picture as it is seen: red, green and blue of each pixel, row by row.
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

    /// The places at which two pictures of one size differ.
    pub(super) fn differences(&self, other: &Self) -> BTreeSet<(usize, usize)> {
        assert_eq!((self.width, self.pixels.len()), (other.width, other.pixels.len()));
        let pairs = self.pixels.iter().zip(&other.pixels).enumerate();
        let places = pairs.filter(|(_, (one, other))| one != other).map(|(place, _)| place);
        places.map(|place| (place % self.width, place / self.width)).collect()
    }
}

/// What a GIF shows, one picture after the other.
#[derive(Debug)]
pub(super) struct Film {
    pub(super) endless: bool,
    pub(super) pictures: Vec<Picture>,
    /// In hundredths of a second.
    pub(super) delays: Vec<u16>,
    /// How many pixels each frame writes.
    pub(super) areas: Vec<usize>,
}

impl Film {
    pub(super) fn last(&self) -> &Picture {
        self.pictures.last().unwrap()
    }
}

pub(super) fn film(file: &[u8]) -> Film {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    options.check_frame_consistency(true);
    let mut decoder = options.read_info(Cursor::new(file)).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut seen = Picture { width, pixels: vec![[0; 3]; width * height] };
    let (mut pictures, mut delays, mut areas) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.dispose, DisposalMethod::Keep);
        assert!(frame.palette.is_none(), "one palette serves all frames");
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (place, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (place % usize::from(frame.width), place / usize::from(frame.width));
            if pixel[3] != 0 {
                seen.pixels[(top + y) * width + left + x] = [pixel[0], pixel[1], pixel[2]];
            }
        }
        pictures.push(seen.clone());
        delays.push(frame.delay);
        areas.push(frame.buffer.len() / 4);
    }
    Film { endless: decoder.repeat() == Repeat::Infinite, pictures, delays, areas }
}

pub(super) fn picture(file: &[u8]) -> Picture {
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    let pixels = bytes.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Picture { width: info.width.try_into().unwrap(), pixels }
}
