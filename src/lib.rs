//! Fourfall, a Discord bot for playing Connect Four in a channel.
//!
//! `ARCHITECTURE.md` describes each module's responsibility, and what it must not
//! depend on.

#[macro_use]
mod named_enum;

pub mod actions;
pub mod admin;
pub mod app;
pub mod backoff;
pub mod certificates;
pub mod cli;
pub mod computer;
pub mod config;
pub mod discord;
pub mod doctor;
pub mod errors;
pub mod features;
pub mod game;
pub mod http_server;
pub mod l10n;
pub mod locale;
pub mod markdown;
pub mod message;
pub mod ops;
pub mod panics;
pub mod picture;
pub mod rating;
pub mod schedule;
pub mod store;
pub mod theme;
pub mod uploaded_tiles;
