//! The whole of Fourfall, from outside.

mod game;
mod store;
mod support;
mod tidy;
