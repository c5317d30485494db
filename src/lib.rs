//! Fourfall, a Discord bot with which people play Connect Four in a channel.
//!
//! `ARCHITECTURE.md` says which module has which job, and what each must not
//! know.

pub mod clock;
pub mod rules;
pub mod time;
