//! Games and their live seats.

pub(super) mod load;
pub(super) mod row;
pub(super) mod save;
pub(super) mod start;

pub use self::load::RecentEnd;
pub(crate) use self::row::{game_result, parse_moves};
pub(super) use self::{
    load::{
        count_live_games, game, game_by_interaction, game_of_challenge, has_live_games_with_people,
        last_game, live_games, live_games_in_channel, live_games_in_guild, recent_ends,
    },
    row::{GameRow, game_query},
    save::{ChangedColumns, record_hints, save, save_live_game},
    start::{replace, start},
};
