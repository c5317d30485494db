//! Runs the bot with either transport: connects to Discord, registers the commands,
//! runs the background tasks, and shuts down gracefully.

use std::pin::pin;

use super::{
    bot_context::BotContext,
    delivery_queue::DeliveryQueue,
    foreign_answers, gateway, interaction_metrics,
    webhook::{self, Endpoint},
};
pub use super::{bot_context::DiscordConfig, retry::WrongToken};
use crate::service::Service;

/// Runs the bot until `shutdown` completes, then waits for running tasks. The service's
/// connection status is kept up to date; `deliveries` takes the message updates. Interactions come to
/// `endpoint`, or by the gateway if there is none.
pub async fn run(
    config: DiscordConfig,
    service: Service,
    deliveries: DeliveryQueue,
    endpoint: Option<Endpoint>,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), WrongToken> {
    interaction_metrics::register_metrics();
    foreign_answers::register_metric();
    let bot = BotContext::new(config, service, deliveries);
    let shutdown = pin!(async {
        shutdown.await;
        bot.stop_counting().await;
    });
    let result = match endpoint {
        None => gateway::run(&bot, shutdown).await,
        Some(endpoint) => webhook::run(&bot, endpoint, shutdown).await,
    };
    bot.shut_down().await;
    result
}
