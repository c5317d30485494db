//! Games.

mod batches;
pub(super) mod end;
pub(super) mod load;
pub(super) mod moves;
pub(super) mod start;

pub use self::load::RecentEnd;
pub(crate) use self::load::{game_result, parse_moves};
pub(super) use self::{
    batches::GameBatches,
    load::{live_games, rating_change},
    moves::save,
};
