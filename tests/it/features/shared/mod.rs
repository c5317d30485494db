//! What all features have in common: places, names, languages, sharing.

mod channel_kinds;
mod languages;
mod names;
mod public_views;
