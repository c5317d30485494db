//! Runs the bot with either transport: connects to Discord, registers the commands,
//! runs the background tasks, and shuts down gracefully.

use std::pin::pin;

use super::{
    api_probe,
    bot_context::BotContext,
    delivery_queue::DeliveryQueue,
    foreign_answers, gateway, interaction_metrics,
    webhook::{self, Endpoint},
};
pub use super::{bot_context::DiscordConfig, retry::FatalError};
use crate::service::Service;

/// How Discord delivers interactions.
#[derive(Debug)]
pub enum Transport {
    /// Over the gateway's WebSocket.
    Gateway,
    /// As signed HTTP POST requests.
    Http(Endpoint),
}

/// Runs the bot until `shutdown` completes, then waits for running tasks. The service's
/// connection status is kept up to date; `deliveries` takes the message updates.
pub async fn run(
    config: DiscordConfig,
    service: Service,
    deliveries: DeliveryQueue,
    transport: Transport,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), FatalError> {
    interaction_metrics::register_metrics();
    foreign_answers::register_metric();
    let bot = BotContext::new(config, service, deliveries);
    let mut shutdown = pin!(async {
        shutdown.await;
        bot.record_last_heartbeats().await;
    });
    let running = async {
        // By the wrong time, moves would get wrong deadlines. Later probes tell the time if
        // this one does not.
        tokio::select! {
            _ = api_probe::probe(&bot.monitor, &bot.clients.interactions) => {}
            () = &mut shutdown => return Ok(()),
        }
        match transport {
            Transport::Gateway => gateway::run(&bot, shutdown).await,
            Transport::Http(endpoint) => webhook::run(&bot, endpoint, shutdown).await,
        }
    };
    let result = tokio::select! {
        result = running => result,
        never = api_probe::run(&bot.monitor, &bot.clients.interactions) => match never {},
    };
    bot.shut_down().await;
    result
}
