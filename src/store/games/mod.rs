//! Games.

pub(super) mod end;
mod load;
mod moves;
pub(super) mod start;

pub use self::load::RecentEnd;
pub(super) use self::{load::live_games, moves::save};
