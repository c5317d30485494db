//! Pictures to share: a finished game as an animated GIF, a rating over time as
//! a PNG.
//!
//! Pure functions from plain values to the bytes of a file. There is no word in
//! any picture, so one is right for every language.

mod animation;
mod axis;
mod canvas;
mod colour;
mod dates;
mod font;
mod game;
mod grid;
mod look;
mod palette;
mod piece;
mod ratings;
#[cfg(test)]
mod tests;
mod thinning;

pub use game::game;
pub use ratings::{RatingPoint, ratings};
