//! Playing and judging positions: an exact solver, an opening book, levels.
//!
//! Pure and bounded by nodes, not by the clock, so that it finds the same on
//! every machine. Knows only the rules.

#![expect(
    clippy::inline_always,
    clippy::cast_possible_wrap,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the search is one loop that the compiler must see whole, over numbers far below any limit"
)]

mod book;
mod exact;
mod game_scores;
mod geometry;
mod grade;
mod interrupt;
mod level;
mod lookahead;
mod parity;
mod position;
mod replies;
mod review;
mod score;
mod search;
mod solver;
mod table;
mod thinker;
mod traps;

pub use book::{Book, BookError, Entry, Key};
pub use exact::{analyse, best_columns, solve};
pub use game_scores::{GameScores, GameScoresError};
pub use grade::Grade;
pub use interrupt::Interrupt;
pub use level::{Level, LevelError};
pub use review::{Judgement, Review, ReviewError};
pub use score::{Outcome, Score};
pub use search::OutOfNodes;
pub use solver::{ColumnScores, Solver};
pub use thinker::{Advice, Thinker};

#[cfg(test)]
mod tests;
