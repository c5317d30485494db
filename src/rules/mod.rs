//! The rules of Connect Four on boards of any shape up to 9×9.
//!
//! Plain values on bitboards. Knows nothing of players, time or text: seats are
//! only "the one who drops first" and "the other".

mod board;
mod column;
mod line;
mod moves;
mod seat;
mod shape;
#[cfg(test)]
mod tests;

pub use board::{Board, DropError, State};
pub use column::{Cell, Column, ColumnError};
pub use line::{Direction, Line};
pub use moves::{Moves, MovesError, ReplayError};
pub use seat::Seat;
pub use shape::{Shape, ShapeError};
