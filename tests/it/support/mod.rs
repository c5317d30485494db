//! The whole bot at a stand-in for Discord, with people who use it.

mod arcade;
mod cable;
mod database;
mod panics;
mod process;
mod thinkers;
mod transport;

pub(crate) use arcade::{
    Arcade, EMPTY_CELLS, FAULT, PATIENCE, Setup, carried_by, free_address, recording_folder, until,
};
pub(crate) use database::{Sql, TestDatabase, note};
pub(crate) use panics::count_panics;
pub(crate) use process::Process;
pub(crate) use thinkers::{Question, Questions, quick, slow};
pub(crate) use transport::Transport;
