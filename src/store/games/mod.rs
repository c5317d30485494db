//! Games.

mod channel;
pub(super) mod end;
mod load;
mod moves;
pub(super) mod start;

pub use self::{channel::ChannelResults, load::RecentEnd};
pub(super) use self::{load::live_games, moves::save};
