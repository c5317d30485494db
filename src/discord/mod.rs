//! The Discord front end.
//!
//! [`parse`] turns an interaction into a request, and `message` turns the features' answer into
//! Discord's. `dispatcher` connects the two, and `gateway` or [`webhook`] is the
//! transport. `notifier` delivers message updates outside of a response, by
//! [`delivery_queue`]. Nothing in here contains game logic or SQL.

pub mod application;
mod bot_client;
mod bot_context;
mod builders;
mod channel_lookup;
pub mod channel_messages;
mod command_differences;
pub mod commands;
mod config;
pub mod delivery_queue;
mod delivery_status;
mod dispatcher;
mod foreign_answers;
mod gateway;
pub mod interaction;
pub mod interaction_client;
mod interaction_metrics;
mod notifier;
pub mod parse;
mod rate_limits;
mod registration;
mod retry;
mod standing_messages;
mod tile_upload;
pub mod trial;
pub mod webhook;

pub use config::DiscordConfig;
pub use foreign_answers::ANSWERED_ELSEWHERE;
pub use retry::WrongToken;
pub use serenity::model::gateway::BotGateway;

use std::pin::pin;

use self::{bot_context::BotContext, delivery_queue::DeliveryQueue, webhook::Endpoint};
use crate::features::Service;

/// Runs the bot with either transport until `shutdown` completes, then waits for running tasks. The service's
/// connection status is kept up to date; `deliveries` takes the message updates. Interactions come to
/// `endpoint`, or by the gateway if there is none. Fails with [`WrongToken`], or if no shard stays
/// connected.
pub async fn run(
    config: DiscordConfig,
    service: Service,
    deliveries: DeliveryQueue,
    endpoint: Option<Endpoint>,
    shutdown: impl Future<Output = ()> + Send,
) -> anyhow::Result<()> {
    interaction_metrics::register_metrics();
    foreign_answers::count(0);
    let bot = BotContext::new(config, service, deliveries);
    let shutdown = pin!(async {
        shutdown.await;
        bot.stop_counting().await;
    });
    let result = match endpoint {
        None => gateway::run(&bot, shutdown).await,
        Some(endpoint) => Ok(webhook::run(&bot, endpoint, shutdown).await?),
    };
    bot.shut_down().await;
    result
}
