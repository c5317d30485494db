//! Fourfall, a Discord bot with which people play Connect Four in a channel.
//!
//! `ARCHITECTURE.md` says which module has which job, and what each must not
//! know.

pub mod admin;
pub mod backoff;
pub mod bot;
pub mod cli;
pub mod config;
pub mod discord;
pub mod locale;
pub mod ops;
pub mod picture;
pub mod play;
pub mod rating;
pub mod service;
pub mod store;
pub mod texts;
pub mod theme;
