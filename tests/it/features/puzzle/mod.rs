//! Puzzles: `/daily` and its posts.

pub(crate) mod daily;
mod in_servers;
mod posts;
mod practice;
