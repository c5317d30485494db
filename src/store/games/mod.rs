//! Games.

pub(super) mod end;
pub(super) mod load;
pub(super) mod moves;
pub(super) mod row;
pub(super) mod start;

pub use self::load::RecentEnd;
pub(crate) use self::row::{game_result, parse_moves};
pub(super) use self::{
    load::{game, live_games},
    moves::{save, save_live_game},
    row::{ChangedColumns, game_query},
};
