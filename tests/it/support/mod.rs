//! The whole bot at a stand-in for Discord, with people who use it.

mod arcade;
mod process;

pub(crate) use arcade::{Arcade, PATIENCE, Setup, carried_by, recording_folder, until};
pub(crate) use process::Process;
