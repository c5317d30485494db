//! The whole bot against the fake Discord, and the users who play.

mod board_text;
mod chaos_proxy;
mod database;
mod length;
mod log;
mod panics;
mod process;
mod random;
mod recordings;
mod search_backends;
mod terminal;
mod test_bot;
mod transport;
mod unzip;
mod waiting;

pub(crate) use board_text::{is_thinking_in_move, move_number, wins_shown};
pub(crate) use database::{Sql, TestDatabase, print_note};
pub(crate) use length::repeats;
pub(crate) use log::RecordedLog;
pub(crate) use process::{Process, TEST_PROGRAM};
pub(crate) use random::{property_runner, random};
pub(crate) use recordings::recording_folder;
pub(crate) use search_backends::{PendingSearch, PendingSearches, manual_search, scripted_search};
pub(crate) use terminal::Terminal;
pub(crate) use test_bot::{
    EMPTY_CELLS, INTERNAL_ERROR, TestBot, custom_id_of, find_select, other_column, slash_commands,
};
pub(crate) use transport::Transport;
pub(crate) use unzip::unzip;
pub(crate) use waiting::{
    POLL_INTERVAL, TIMEOUT, assert_lasts, free_address, wait_until, wait_until_async, wait_within,
};
