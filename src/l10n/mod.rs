//! Every text that a user sees.
//!
//! The texts are in Fluent files, one folder for each language; this module has a
//! function for each of them. Callers must escape names.

mod lookup;
mod strings;
#[cfg(test)]
mod tests;

pub use strings::*;

pub use crate::locale::Locale;
