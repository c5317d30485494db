//! The whole of Fourfall, from outside.

#![expect(
    clippy::unwrap_used,
    reason = "clippy allows it in test functions, but not in their helpers"
)]

mod boards;
mod browser;
mod challenges;
mod clocks;
mod computer;
mod data;
mod faults;
mod game;
mod gateway;
mod guild_settings;
mod hint;
mod history;
mod http;
mod identifies;
mod languages;
mod life;
mod lists;
mod migrations;
mod offers;
mod operations;
mod places;
mod privacy;
mod process;
mod race;
mod ratings;
mod refusals;
mod reviews;
mod settings;
mod shards;
mod store;
mod support;
mod thinking;
mod tidy;
mod tls;
