use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use super::{canvas::Canvas, colour::Colour};

/// The colours of a GIF, by their numbers.
pub(super) struct Palette {
    colours: Vec<Colour>,
    numbers: BTreeMap<Colour, u8>,
}

/// How different a colour may be from the one that is shown in its place, as
/// [`Colour::difference`] has it. Fewer shades on the edges of things are not
/// missed, and make the file smaller.
pub(super) const HARDLY: u32 = 20 * 20;

impl Palette {
    /// A number that is no colour but lets through what was there before.
    ///
    /// The last of 64, since numbers of six bits make the file smaller than eight.
    pub(super) const NOTHING: u8 = 63;

    /// The colours of these canvases, the commonest first. One that hardly differs
    /// from a commoner one shares its number.
    pub(super) fn of<'a>(canvases: impl IntoIterator<Item = &'a Canvas>) -> Self {
        let mut counts: BTreeMap<Colour, u32> = BTreeMap::new();
        for colour in canvases.into_iter().flat_map(Canvas::pixels) {
            *counts.entry(colour).or_default() += 1;
        }
        let by_count: BTreeSet<(Reverse<u32>, Colour)> =
            counts.iter().map(|(&colour, &count)| (Reverse(count), colour)).collect();
        let mut colours: Vec<Colour> = Vec::new();
        for (_, colour) in by_count {
            let is_new = colours.iter().all(|known| known.difference(colour) > HARDLY);
            if is_new && colours.len() < Self::NOTHING.into() {
                colours.push(colour);
            }
        }
        let numbers =
            counts.into_keys().map(|colour| (colour, nearest(&colours, colour))).collect();
        Self { colours, numbers }
    }

    /// The numbers of a canvas's pixels. All its colours must have been among
    /// those that the palette was made of.
    pub(super) fn numbers(&self, canvas: &Canvas) -> Vec<u8> {
        canvas.pixels().map(|colour| self.numbers[&colour]).collect()
    }

    /// Red, green and blue of each colour in turn. [`Self::NOTHING`] has a place
    /// among them too, since not every viewer knows what to do with a number
    /// beyond the last.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colours.iter().flat_map(|colour| colour.0).collect();
        bytes.resize((usize::from(Self::NOTHING) + 1) * 3, 0);
        bytes
    }
}

/// The number of the colour that looks most like this one.
fn nearest(colours: &[Colour], colour: Colour) -> u8 {
    (0..=u8::MAX)
        .zip(colours)
        .min_by_key(|(_, candidate)| candidate.difference(colour))
        .map_or(0, |(number, _)| number)
}
