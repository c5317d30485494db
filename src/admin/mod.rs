//! The operator's work on the data: out, in, checked, copied, forgotten.
//!
//! Works on any store, also while a bot runs on it. Knows nothing of Discord.

mod check;
mod export;
mod import;
mod ledger;

pub use check::{Difference, Report, check};
pub use export::export;
pub use import::{ImportError, import};
