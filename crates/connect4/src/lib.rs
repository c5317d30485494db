//! Connect Four: the rules, an exact solver with an opening book, opponents
//! from easy to perfect, graded reviews of games, and daily puzzles.
//!
//! - **Rules**, on every [`Shape`] of board up to 9×9 with four or five in a
//!   row: [`Board`], [`Column`], [`Moves`].
//! - **Exact scores**: [`solve`] and [`analyse`] for the standard 7×6 board,
//!   backed by an opening [`Book`]; [`Solver`] for every board that fits into
//!   64 bits.
//! - **Opponents** at four levels: [`Engine`] and [`Level`].
//! - **Reviews**: each move of a game graded by what it costs against people: [`Review`].
//! - **Puzzles**: ten years of positions with a single way to win: [`Puzzles`].
//! - **Reasons** for and against a move that are true: [`ReasonFor`],
//!   [`ReasonAgainst`].
//!
//! # Example
//!
//! ```
//! use connect4::{Board, Engine, Level, Shape, best_columns};
//!
//! let board = Board::empty(Shape::STANDARD);
//! let best = best_columns(&board);
//! assert_eq!(best, ["4".parse().unwrap()]);
//!
//! let board = board.drop(best[0])?;
//! let reply = Engine::new().choose(&board, Level::Easy, 42);
//! assert!(reply.is_some());
//! # Ok::<(), connect4::DropError>(())
//! ```
//!
//! # Conventions
//!
//! - Columns are numbered from 1 on the left, rows from 0 at the bottom.
//! - A *ply* is one disc dropped by one player.
//! - Scores are those of other solvers of the game: see [`Score`].
//! - Positions of the standard board are written as the digits of their
//!   columns, such as `4453`: see [`Moves`].
//!
//! # Features
//!
//! `serde`: [`Board`], [`Column`], [`Level`] and [`Moves`] are serialized as the text that they
//! display as.
//!
//! # Determinism and cost
//!
//! Searches are bounded by the number of nodes, never by time, and use no
//! global random state: the same arguments give the same result on every
//! machine. Searches are single-threaded. `ENGINE.md`, next to this crate's
//! manifest, describes the techniques and has measurements.

#![warn(missing_docs)]
#![expect(
    clippy::inline_always,
    clippy::cast_possible_wrap,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the search must be inlined into one loop, and its numbers are far below any limit"
)]

mod board;
mod board_text;
mod book;
mod column;
mod engine;
mod exact;
mod line;
mod moves;
mod puzzles;
mod reason;
mod review;
mod score;
mod seat;
#[cfg(feature = "serde")]
mod serialize;
mod shape;
mod solver;
mod successors;

pub use board::{Board, BoardState, DropError};
pub use board_text::BoardTextError;
pub use book::{Book, BookEntry, BookError, BookKey};
pub use column::{Cell, Column, ColumnError};
pub use engine::{Advice, Engine, Explanation, Level, LevelError};
pub use exact::{analyse, best_columns, solve};
pub use line::{Direction, WinningLine};
pub use moves::{Moves, MovesError, ReplayError};
pub use puzzles::{Difficulty, Puzzle, PuzzleError, Puzzles, PuzzlesError};
pub use reason::{ReasonAgainst, ReasonFor};
pub use review::{Cost, GameScores, GameScoresError, Grade, MoveEvaluation, Review, ReviewError};
pub use score::{Outcome, Score};
pub use seat::Seat;
pub use shape::{Shape, ShapeError};
pub use solver::{CancelToken, ColumnScores, NodeLimitReached, Solver};

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

#[cfg(test)]
mod tests;
