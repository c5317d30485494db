//! Puzzles: `/daily` and its posts.

pub(super) mod daily;
mod posts;
mod practice;
