//! Pictures: a finished game as an animated GIF, a chart of a rating over time as a PNG, and
//! the tiles that boards in messages are made of.
//!
//! Pure functions that return the bytes of a file. Pictures contain no words, so they
//! suit every language.

mod axis;
mod canvas;
mod colour;
mod game_gif;
mod grid;
mod palette;
mod rating_chart;
#[cfg(test)]
mod tests;
mod tile;

pub use game_gif::game_gif;
pub use rating_chart::rating_chart;
pub use tile::tile_picture;
