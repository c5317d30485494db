//! The whole bot at a stand-in for Discord, with people who use it.

mod arcade;
mod cable;
mod database;
mod panics;
mod process;
mod recordings;
mod thinkers;
mod transport;
mod waiting;

pub(crate) use arcade::{Arcade, EMPTY_CELLS, FAULT, Setup, carried_by};
pub(crate) use database::{Sql, TestDatabase, note};
pub(crate) use panics::count_panics;
pub(crate) use process::Process;
pub(crate) use recordings::recording_folder;
pub(crate) use thinkers::{Question, Questions, quick, slow};
pub(crate) use transport::Transport;
pub(crate) use waiting::{PATIENCE, free_address, until};
