//! Puzzles: `/daily` and its posts.

pub(crate) mod daily;
mod posts;
mod practice;
mod together;
