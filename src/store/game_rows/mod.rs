//! What a move reads and writes of the table of games, alone and in batches.

mod batches;
mod row;
mod update;

pub(crate) use self::row::{game_result, parse_moves};
pub(super) use self::{
    batches::GameBatches,
    row::{game, game_query, result_columns},
    update::{late_turn, save_live_game, update},
};
