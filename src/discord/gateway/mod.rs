//! The gateway transport: receives interactions over web sockets, and responds by
//! REST.
//!
//! There are as many shards as Discord recommends, all in this process. A bot that outgrows it
//! takes interactions by HTTP, which needs no shards.
//!
//! [Discord's rules](https://discord.com/developers/docs/events/gateway#sharding)

mod event;
mod session_budget;
mod session_limiter;
mod shards;

use std::{sync::Arc, time::Duration};

use event::ShardEvent;
use session_limiter::SessionLimiter;
use shards::Shards;
use tokio::{sync::mpsc, time::timeout};
use tokio_util::task::TaskTracker;
use tracing::{Instrument as _, Span};

use crate::discord::{
    bot_context::BotContext,
    delivery_status::DeliveryStatus,
    dispatcher::{Dispatcher, Handled},
    foreign_answers::ForeignAnswers,
    interaction_client::SendError,
    interaction_metrics::interaction_span,
    parse,
    retry::retry_with_backoff,
};
pub(super) use session_limiter::fetch;
pub use session_limiter::start_delay;

/// How long closing the connections may take when the bot stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// How often the bot looks whether any shard is connected.
const LOOK_INTERVAL: Duration = Duration::from_secs(10);

/// After how many looks in a row without a shard the bot ends. They are counted, and not the time, in
/// which the machine may have slept.
const MAX_LOOKS: u32 = 30;

/// Handles interactions until `shutdown` completes.
pub(super) async fn run(
    bot: &BotContext,
    shutdown: impl Future<Output = ()> + Send,
) -> anyhow::Result<()> {
    let shards = Shards::default();
    let result = tokio::select! {
        result = run_shards(bot, &shards) => result,
        error = watch_connection(bot, &shards) => Err(error),
        () = shutdown => Ok(()),
    };
    if timeout(STOP_TIMEOUT, shards.close()).await.is_err() {
        tracing::warn!("closing the connections to Discord timed out");
    }
    bot.service.connection.set_all_disconnected();
    result
}

/// Connects all shards, and reconnects whenever that fails. Returns only on a fatal
/// error.
async fn run_shards(bot: &BotContext, shards: &Shards) -> anyhow::Result<()> {
    let application = bot.application_id().await?;
    let handler = Arc::new(GatewayHandler {
        dispatcher: bot.dispatcher(application),
        tasks: bot.tasks.clone(),
        foreign_answers: ForeignAnswers::default(),
    });
    let limiter = SessionLimiter::new(bot);
    let listening = retry_with_backoff("the connection to Discord ended", async || {
        let result = connect(bot, Arc::clone(&handler), &limiter, shards).await;
        bot.service.connection.set_all_disconnected();
        shards.close().await;
        // One may have come back meanwhile.
        bot.service.connection.set_all_disconnected();
        result
    });
    tokio::select! {
        result = listening => Ok(result?),
        result = bot.run_background(application) => Ok(result?),
    }
}

/// Connects all shards once, and handles interactions until the connections fail.
async fn connect(
    bot: &BotContext,
    handler: Arc<GatewayHandler>,
    limiter: &SessionLimiter<'_>,
    shards: &Shards,
) -> anyhow::Result<()> {
    let connection = &bot.service.connection;
    let gateway = limiter.wait().await?;
    connection.reset(gateway.shards);
    let (events, received) = mpsc::unbounded_channel();
    bot.tasks.spawn(handler.handle_all(received));
    let http = bot.config.http();
    tokio::select! {
        ended = shards.run(http, &gateway, connection, events) => ended?,
        error = limiter.watch(&gateway) => return Err(error),
        error = shards.track_status(connection) => return Err(error),
    }
    anyhow::bail!("serenity stopped")
}

/// Returns when the bot had better be started again: no shard has been connected for five minutes, or
/// none lives, although Discord answers, and sessions need not be waited for.
async fn watch_connection(bot: &BotContext, shards: &Shards) -> anyhow::Error {
    let connection = &bot.service.connection;
    let mut looks = 0;
    while looks < MAX_LOOKS {
        bot.service.clock.sleep(LOOK_INTERVAL).await;
        // There are none while they may not connect.
        let all = connection.shards();
        let lacks_all = !all.is_empty() && all.iter().all(|(_, is_connected)| !is_connected);
        looks = if lacks_all && connection.api_responds() { looks + 1 } else { 0 };
        if !all.is_empty() && connection.api_responds() && shards.keep_dying() {
            break;
        }
    }
    anyhow::anyhow!("no shard stays connected, although Discord answers")
}

/// Receives serenity's events, and responds to interactions.
#[derive(Debug)]
struct GatewayHandler {
    dispatcher: Dispatcher,
    tasks: TaskTracker,
    foreign_answers: ForeignAnswers,
}

impl GatewayHandler {
    /// Handles events until the shards have ended, interactions each in a task.
    async fn handle_all(self: Arc<Self>, mut events: mpsc::UnboundedReceiver<(u32, ShardEvent)>) {
        while let Some((shard, event)) = events.recv().await {
            match event {
                ShardEvent::Ready { name, servers } => {
                    tracing::info!(shard, name, servers, "connected");
                }
                ShardEvent::UnreadableReady => {
                    tracing::error!(
                        "the gateway's greeting cannot be read, probably for the bot's own \
                         profile: change its picture, or receive interactions by signed HTTP"
                    );
                }
                ShardEvent::Interaction(interaction) => {
                    let handler = Arc::clone(&self);
                    // Boxed, since it is large, and would be moved several times.
                    let receiving = async move { handler.receive(interaction).await };
                    self.tasks.spawn(Box::pin(receiving));
                }
            }
        }
    }

    /// Reads an interaction, and responds to it.
    async fn receive(&self, event: Vec<u8>) {
        let read = parse::try_parse(&event).await;
        // It is large, and would be moved with the future.
        drop(event);
        let span = read.as_ref().map_or_else(|_| Span::none(), interaction_span);
        let responding = async {
            let handled = match read {
                Ok(parsed) => Some(self.dispatcher.handle(parsed).await),
                Err(unreadable) => Handled::of_unreadable(unreadable),
            };
            if let Some(handled) = handled {
                self.respond(handled).await;
            }
        };
        responding.instrument(span).await;
    }

    async fn respond(&self, handled: Handled) {
        let Handled { interaction, response, file, following, .. } = &handled;
        self.foreign_answers.record_answer(interaction.id);
        let client = &self.dispatcher.client.interactions;
        let result = match following.message_owner {
            None => client.respond(interaction, response, file.clone()).await.map(|()| None),
            Some(_) => client.respond_returning_message(interaction, response).await,
        };
        if result.as_ref().is_err_and(SendError::is_already_acknowledged) {
            let now = self.dispatcher.service.clock.now();
            self.foreign_answers.record_acknowledged(interaction.id, now);
        }
        self.dispatcher.finish(handled, DeliveryStatus::from_result(result)).await;
    }
}
