//! The palette of a GIF.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use super::{canvas::Canvas, colour::Colour};

/// The colours of a GIF, and the index of each.
pub(super) struct Palette {
    colours: Vec<Colour>,
    indices: BTreeMap<Colour, u8>,
}

/// The largest [`Colour::distance_squared`] at which two colours share an index.
/// Fewer shades on antialiased edges are invisible, and make the file smaller.
pub(super) const MAX_MERGE_DISTANCE: u32 = 20 * 20;

impl Palette {
    /// The transparent index.
    ///
    /// The last of 64, since indices of six bits make the file smaller than eight.
    pub(super) const TRANSPARENT: u8 = 63;

    /// Collects the colours of these canvases, the most frequent first. A colour that
    /// is very similar to a more frequent one shares its index.
    pub(super) fn of<'a>(canvases: impl IntoIterator<Item = &'a Canvas>) -> Self {
        let mut counts: BTreeMap<Colour, u32> = BTreeMap::new();
        for colour in canvases.into_iter().flat_map(Canvas::pixels) {
            *counts.entry(colour).or_default() += 1;
        }
        let by_count: BTreeSet<(Reverse<u32>, Colour)> =
            counts.iter().map(|(&colour, &count)| (Reverse(count), colour)).collect();
        let mut colours: Vec<Colour> = Vec::new();
        for (_, colour) in by_count {
            let is_new =
                colours.iter().all(|known| known.distance_squared(colour) > MAX_MERGE_DISTANCE);
            if is_new && colours.len() < Self::TRANSPARENT.into() {
                colours.push(colour);
            }
        }
        let indices =
            counts.into_keys().map(|colour| (colour, nearest(&colours, colour))).collect();
        Self { colours, indices }
    }

    /// The indices of a canvas's pixels.
    ///
    /// # Panics
    ///
    /// If the palette was not made from this canvas's colours.
    pub(super) fn indices(&self, canvas: &Canvas) -> Vec<u8> {
        canvas.pixels().map(|colour| self.indices[&colour]).collect()
    }

    /// The red, green and blue of each colour in turn. [`Self::TRANSPARENT`] has an
    /// entry too, since not every viewer supports indices beyond the palette.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colours.iter().flat_map(|colour| colour.0).collect();
        bytes.resize((usize::from(Self::TRANSPARENT) + 1) * 3, 0);
        bytes
    }
}

/// The index of the most similar colour.
fn nearest(colours: &[Colour], colour: Colour) -> u8 {
    (0..=u8::MAX)
        .zip(colours)
        .min_by_key(|(_, candidate)| candidate.distance_squared(colour))
        .map_or(0, |(index, _)| index)
}
