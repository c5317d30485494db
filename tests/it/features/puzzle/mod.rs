//! Puzzles: `/daily` and its posts.

mod daily;
mod posts;
mod practice;
