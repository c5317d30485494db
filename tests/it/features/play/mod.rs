//! `/play`: challenges, and games against the computer.

mod challenges;
mod computer;
mod menu;
mod posted;
mod replacement;
mod together;
