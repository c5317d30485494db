//! The whole of Fourfall, from outside.

mod challenges;
mod game;
mod gateway;
mod lists;
mod migrations;
mod process;
mod race;
mod refusals;
mod settings;
mod store;
mod support;
mod tidy;
mod tls;
