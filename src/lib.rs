//! Fourfall, a Discord bot with which people play Connect Four in a channel.
//!
//! `ARCHITECTURE.md` says which module has which job, and what each must not
//! know.

pub mod admin;
pub mod bot;
pub mod clock;
pub mod config;
pub mod discord;
pub mod engine;
pub mod locale;
pub mod ops;
pub mod picture;
pub mod play;
pub mod playground;
pub mod rating;
pub mod rules;
pub mod service;
pub mod store;
pub mod texts;
pub mod theme;
pub mod time;
