//! Operator commands on the data: export, import and check.
//!
//! They work on any store, even while the bot uses it, and know nothing of Discord.

mod check;
mod expected;
mod exports;

pub use check::{CheckReport, check};
pub use exports::{export, import};
