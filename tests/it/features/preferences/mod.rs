//! `/preferences`: what a user chooses, and what is stored about them.

mod choices;
mod data;
mod exports;
