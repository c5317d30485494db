//! Everything that is particular to Discord.
//!
//! [`intake`] turns an interaction into a request, [`view`] an answer into a
//! message; `carrier` has the one made of the other, and `gateway` or [`http`]
//! brings both in and out. `outbox` delivers what no interaction asked for. Nothing here decides anything about a game, or knows SQL.

mod carrier;
pub mod commands;
pub mod connected;
mod count;
pub mod custom_id;
mod gateway;
pub mod http;
pub mod intake;
pub mod markdown;
mod outbox;
mod patience;
mod registration;
pub mod start;
pub mod token_routes;
pub mod view;
