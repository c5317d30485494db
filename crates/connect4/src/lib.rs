//! Connect Four: the rules, an exact solver, and an opponent to play against.
//!
//! - The rules, on boards of any [`Shape`] up to 9×9: [`Board`], [`Column`],
//!   [`Moves`].
//! - The exact worth of a position: [`solve`] and [`analyse`] for the standard
//!   7×6 board, [`Solver`] for any board of up to 64 bits. The standard board
//!   has an opening [`Book`].
//! - Opponents from easy to perfect: [`Engine`] and [`Level`].
//! - The moves of a finished game, graded: [`Review`].
//!
//! Everything is a pure function of its arguments. Searches are bounded by
//! nodes, never by time, so they find the same on every machine.
//!
//! ```
//! use connect4::{Board, Engine, Level, Shape, best_columns};
//!
//! let board = Board::empty(Shape::STANDARD);
//! let best = best_columns(&board);
//! let board = board.drop(best[0])?;
//! let reply = Engine::new().choose(&board, Level::Easy, 42);
//! assert!(reply.is_some());
//! # Ok::<(), connect4::DropError>(())
//! ```

#![warn(missing_docs)]
#![expect(
    clippy::inline_always,
    clippy::cast_possible_wrap,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the search is one loop that the compiler must see whole, over numbers far below any limit"
)]

mod board;
mod book;
mod column;
mod engine;
mod exact;
mod line;
mod moves;
mod review;
mod score;
mod seat;
mod shape;
mod solver;
mod successors;

pub use board::{Board, BoardState, DropError};
pub use book::{Book, BookEntry, BookError, BookKey};
pub use column::{Cell, Column, ColumnError};
pub use engine::{Advice, Engine, Level, LevelError};
pub use exact::{analyse, best_columns, solve};
pub use line::{Direction, WinningLine};
pub use moves::{Moves, MovesError, ReplayError};
pub use review::{GameScores, GameScoresError, Grade, MoveEvaluation, Review, ReviewError};
pub use score::{Outcome, Score};
pub use seat::Seat;
pub use shape::{Shape, ShapeError};
pub use solver::{CancelToken, ColumnScores, NodeLimitReached, Solver};

#[cfg(test)]
mod tests;
