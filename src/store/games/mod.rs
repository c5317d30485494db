//! Games.

pub(super) mod end;
pub(super) mod load;
pub(super) mod moves;
pub(super) mod start;

pub use self::load::RecentEnd;
pub(crate) use self::load::{game_result, parse_moves};
pub(super) use self::{
    load::{game, game_query, live_games, rating_change},
    moves::{save, save_live_game},
};
