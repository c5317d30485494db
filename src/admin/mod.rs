//! Operator commands on the data: export, import and check.
//!
//! They work on any store, even while the bot uses it, and know nothing of Discord.

mod check;
mod expected;
mod export;
mod import;
mod puzzles;
mod reviews;

pub use check::{CheckReport, check};
pub use export::export;
pub use import::{ImportError, import};
