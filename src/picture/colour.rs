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
    pub(super) const fn mixed(self, percent: u8, other: Self) -> Self {
        let (Self(one), Self(other)) = (self, other);
        Self([
            mix(one[0], other[0], percent),
            mix(one[1], other[1], percent),
            mix(one[2], other[2], percent),
        ])
    }

    /// Converts to [`tiny_skia`]'s type. `opacity` is 255 for opaque.
    pub(super) fn with_opacity(self, opacity: u8) -> Color {
        let Self([red, green, blue]) = self;
        Color::from_rgba8(red, green, blue, opacity)
    }

    /// The squared Euclidean distance of two colours.
    pub(super) fn distance_squared(self, other: Self) -> u32 {
        self.0
            .into_iter()
            .zip(other.0)
            .map(|(one, other)| u32::from(one.abs_diff(other)).pow(2))
            .sum()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a mean of two bytes is a byte")]
const fn mix(one: u8, other: u8, percent: u8) -> u8 {
    ((one as u32 * (100 - percent as u32) + other as u32 * percent as u32) / 100) as u8
}
