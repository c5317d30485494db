//! Games.

pub(super) mod load;
pub(super) mod row;
pub(super) mod save;
pub(super) mod start;

pub use self::load::RecentEnd;
pub(crate) use self::row::{game_result, parse_moves};
pub(super) use self::{
    load::{game, live_games},
    row::game_query,
    save::{ChangedColumns, save, save_live_game},
};
