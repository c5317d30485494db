//! What a move reads and writes of the table of games, alone and in batches.

pub(super) mod channel;
mod live_games;
mod row;

pub(crate) use self::row::parse_moves;
pub(super) use self::{
    live_games::{GameBatches, late_turn, save_live_game, update},
    row::{game, game_query, result_columns},
};
