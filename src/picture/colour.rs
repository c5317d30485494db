//! Colours.

use std::array;

use tiny_skia::Color;

/// An opaque colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Colour(pub(super) [u8; 3]);

impl Colour {
    pub(super) const BLACK: Self = Self::hex(0);
    pub(super) const WHITE: Self = Self::hex(0x00FF_FFFF);

    /// A slightly different shade: darker, or brighter if the colour is nearly black.
    pub(super) fn shade(self) -> Self {
        let is_dark = self.0.iter().all(|channel| *channel < 0x40);
        if is_dark { self.mixed(22, Self::WHITE) } else { self.mixed(18, Self::BLACK) }
    }

    /// A colour from `0xRRGGBB`.
    pub(super) const fn hex(code: u32) -> Self {
        let [_, red, green, blue] = code.to_be_bytes();
        Self([red, green, blue])
    }

    /// Mixes `percent` of another colour into this one.
    pub(super) fn mixed(self, percent: u8, other: Self) -> Self {
        let weights = [100 - percent, percent].map(u16::from);
        Self(array::from_fn(|channel| {
            let [one, other] = [self, other].map(|colour| u16::from(colour.0[channel]));
            u8::try_from((one * weights[0] + other * weights[1]) / 100).unwrap_or(u8::MAX)
        }))
    }

    /// Converts to [`tiny_skia`]'s type. `opacity` is 255 for opaque.
    pub(super) fn with_opacity(self, opacity: u8) -> Color {
        let Self([red, green, blue]) = self;
        Color::from_rgba8(red, green, blue, opacity)
    }

    /// The squared Euclidean distance of two colours.
    pub(super) fn distance_squared(self, other: Self) -> u32 {
        let channels = self.0.into_iter().zip(other.0);
        channels.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    }
}
