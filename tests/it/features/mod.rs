//! What players use, and what they see: a file or folder for each feature.

mod board;
mod games;
mod help;
mod history;
mod leaderboard;
mod play;
mod preferences;
pub(super) mod puzzle;
mod settings;
mod shared;
mod stats;
mod training;
mod turns;
