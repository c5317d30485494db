//! The Discord front end.
//!
//! [`parse`] turns an interaction into a request, and `message` turns the service's answer into
//! Discord's. `dispatcher` connects the two, and `gateway` or [`webhook`] is the
//! transport. `notifier` delivers message updates outside of a response, by
//! [`delivery_queue`]. Nothing in here contains game logic or SQL.

pub mod application;
mod bot_context;
mod channel_lookup;
mod command_differences;
pub mod commands;
pub mod delivery_queue;
mod delivery_status;
mod dispatcher;
mod foreign_answers;
mod gateway;
pub mod interaction;
pub mod interaction_client;
mod interaction_metrics;
mod interaction_span;
mod message;
mod notifier;
pub mod parse;
mod registration;
mod retry;
pub mod run;
mod tile_upload;
mod user_names;
pub mod webhook;

pub use foreign_answers::ANSWERED_ELSEWHERE;
pub use serenity::model::gateway::BotGateway;
