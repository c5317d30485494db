//! Every sentence that a user sees.
//!
//! The sentences stand in Fluent files, one folder for each language; here are
//! the functions that fill them in. What is decided, and how names are made
//! harmless, is known elsewhere.

mod lookup;
mod sentences;

pub use sentences::*;

pub use crate::locale::Locale;
