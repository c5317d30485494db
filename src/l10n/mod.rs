//! Every text that a user sees.
//!
//! The texts are in Fluent files, one folder for each language. This module has a function for
//! each of them, named as in the file, which `build.rs` writes: its arguments are in alphabetical
//! order. Callers must escape names.

#![expect(clippy::similar_names, reason = "the messages name the arguments of their functions")]

mod lookup;
#[cfg(test)]
mod tests;

use fluent_bundle::FluentValue;

use self::lookup::sentence;
pub use crate::locale::Locale;
use crate::theme::Theme;

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

/// A theme's name. Its text is found by the theme's own name.
pub fn theme(locale: Locale, theme: Theme) -> String {
    sentence(locale, &format!("theme-{}", theme.name()), [])
}
