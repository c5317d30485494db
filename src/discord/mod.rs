//! Everything that is particular to Discord.
//!
//! [`intake`] turns an interaction into a request, [`view`] an answer into a
//! message; [`gateway`] carries both, `outbox` delivers what no interaction
//! asked for. Nothing here decides anything about a game, or knows SQL.

pub mod commands;
pub mod custom_id;
pub mod gateway;
pub mod intake;
pub mod markdown;
mod outbox;
mod registration;
pub mod token_routes;
pub mod view;
