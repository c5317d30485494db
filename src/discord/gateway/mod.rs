//! The gateway transport: receives interactions over web sockets, and responds by
//! REST.
//!
//! There are as many shards as Discord recommends, all in this process. A bot that outgrows it
//! takes interactions by HTTP, which needs no shards.
//!
//! [Discord's rules](https://discord.com/developers/docs/events/gateway#sharding)

mod press_listener;
mod session_budget;
mod session_limiter;
mod shard_supervisor;

use serde_json::Value;
use serenity::{
    all::{
        Client, ClientBuilder, ConnectionStage, Context, Event, EventHandler, GatewayIntents,
        Message, RawEventHandler, ReadyEvent, ShardStageUpdateEvent,
    },
    async_trait,
};
use session_limiter::SessionLimiter;
use shard_supervisor::ShardSupervisor;
use tokio_util::task::TaskTracker;
use tracing::{Instrument as _, Span};

use crate::{
    discord::{
        bot_context::BotContext,
        delivery_status::DeliveryStatus,
        dispatcher::{Dispatcher, Handled, log_unknown_message},
        foreign_answers::ForeignAnswers,
        interaction::Interaction,
        interaction_client::SendError,
        interaction_span::interaction_span,
        message,
        notifier::Notifier,
        parse,
        retry::{RetryError, WrongToken, retry_with_backoff},
    },
    features::InteractionRef,
    game::MessageId,
};
pub use press_listener::PressListener;
pub(super) use press_listener::TRIAL_CUSTOM_ID;
pub(super) use session_limiter::fetch;
pub use session_limiter::start_delay;

/// Handles interactions until `shutdown` completes.
pub(super) async fn run(
    bot: &BotContext,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), WrongToken> {
    let shards = ShardSupervisor::default();
    // This drops the client.
    let result = tokio::select! {
        result = run_shards(bot, &shards) => result,
        () = shutdown => Ok(()),
    };
    shards.close_all().await;
    bot.service.connection().set_all_disconnected();
    result
}

/// Connects all shards, and reconnects whenever that fails. Returns only on a fatal
/// error.
async fn run_shards(bot: &BotContext, shards: &ShardSupervisor) -> Result<(), WrongToken> {
    let application = bot.application_id().await?;
    let handler = GatewayHandler {
        dispatcher: bot.dispatcher(application),
        tasks: bot.tasks.clone(),
        foreign_answers: ForeignAnswers::default(),
    };
    let limiter = SessionLimiter::new(&bot.clients.interactions, bot.service.clock());
    let listening = retry_with_backoff("the connection to Discord ended", async || {
        let result = connect(bot, handler.clone(), &limiter, shards).await;
        shards.close_all().await;
        bot.service.connection().set_all_disconnected();
        result
    });
    tokio::select! {
        result = listening => result,
        result = bot.run_background(application) => result,
    }
}

/// Connects all shards once, and handles interactions until the connections fail.
async fn connect(
    bot: &BotContext,
    handler: GatewayHandler,
    limiter: &SessionLimiter<'_>,
    shards: &ShardSupervisor,
) -> Result<(), RetryError> {
    let gateway = limiter.wait().await?;
    let builder = ClientBuilder::new_with_http(bot.config.http(), GatewayIntents::empty());
    let mut client: Client =
        builder.event_handler(handler.clone()).raw_event_handler(handler).await?;
    // If serenity's own request for the gateway fails, it falls back to Discord's
    // URL, even with a proxy.
    client.ws_url.lock().await.clone_from(&gateway.url);
    shards.attach(&client);
    bot.service.connection().reset(gateway.shards);
    tokio::select! {
        ended = client.start_shards(gateway.shards) => ended?,
        error = limiter.watch(&gateway, shards, bot.service.connection()) => return Err(error),
        () = shards.track_status(bot.service.connection()) => {}
    }
    Err(RetryError::Other(anyhow::anyhow!("serenity stopped")))
}

/// Receives serenity's events, and responds to interactions.
#[derive(Clone, Debug)]
struct GatewayHandler {
    dispatcher: Dispatcher,
    tasks: TaskTracker,
    foreign_answers: ForeignAnswers,
}

#[async_trait]
impl EventHandler for GatewayHandler {
    async fn shard_stage_update(&self, _: Context, update: ShardStageUpdateEvent) {
        let connection = self.dispatcher.service.connection();
        connection.set(update.shard_id.0, update.new == ConnectionStage::Connected);
    }
}

#[async_trait]
impl RawEventHandler for GatewayHandler {
    async fn raw_event(&self, ctx: Context, event: Event) {
        let (shard, connection) = (ctx.shard_id.0, self.dispatcher.service.connection());
        match event {
            Event::Ready(ReadyEvent { ready, .. }) => {
                connection.set(shard, true);
                let (name, servers) = (ready.user.name.clone(), ready.guilds.len());
                tracing::info!(shard, name, servers, "connected");
            }
            Event::Resumed(_) => connection.set(shard, true),
            Event::Unknown(event) if event.kind == "READY" => {
                tracing::error!(
                    "the gateway's greeting cannot be read, probably for the bot's own profile: \
                     change its picture, or receive interactions by signed HTTP"
                );
            }
            event => {
                if let Some(interaction) = interaction_of(event) {
                    self.receive(interaction).await;
                }
            }
        }
    }
}

fn interaction_of(event: Event) -> Option<Value> {
    match event {
        Event::InteractionCreate(event) => Some(as_sent(event.interaction)),
        // serenity cannot read it, for example for something in a user's profile.
        Event::Unknown(event) if event.kind == "INTERACTION_CREATE" => Some(event.value),
        _ => None,
    }
}

/// An interaction that serenity has read, as Discord has sent it, so that all are read alike.
fn as_sent(mut interaction: serenity::all::Interaction) -> Value {
    match &mut interaction {
        serenity::all::Interaction::Command(command) => {
            command.data.resolved.messages.values_mut().for_each(reduce);
        }
        serenity::all::Interaction::Component(component) => {
            reduce(&mut component.message);
            component.message.components.clear();
        }
        _ => {}
    }
    let kind = u8::from(interaction.kind());
    // What cannot be written cannot be read, which is logged there.
    let mut event = serde_json::to_value(interaction).unwrap_or_default();
    event["type"] = kind.into();
    event
}

/// Leaves of a message only what is read: serenity cannot write all of the rest, and it takes time.
fn reduce(message: &mut Message) {
    let whole = std::mem::take(message);
    (message.id, message.flags) = (whole.id, whole.flags);
    (message.author, message.components) = (whole.author, whole.components);
}

impl GatewayHandler {
    /// Reads an interaction, and responds to it.
    async fn receive(&self, event: Value) {
        let read = Interaction::from_value(&event).and_then(|it| parse::try_parse(&it));
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
        self.tasks.track_future(responding.instrument(span)).await;
    }

    async fn respond(&self, handled: Handled) {
        let Handled { interaction, response, file, following, .. } = &handled;
        self.foreign_answers.record_answer(interaction.id);
        let client = &self.dispatcher.notifier.clients.interactions;
        let result = match following.message_owner {
            None => {
                let file = file.as_ref().map(message::upload);
                client.respond(interaction, response, file).await.map(|()| None)
            }
            Some(_) => self.respond_with_message(interaction, response).await,
        };
        if result.as_ref().is_err_and(SendError::is_already_acknowledged) {
            let now = self.dispatcher.service.clock().now();
            self.foreign_answers.record_acknowledged(interaction.id, now);
        }
        self.dispatcher.finish(handled, DeliveryStatus::from_result(result)).await;
    }

    /// Responds with a message, and returns its id if it can be found out.
    async fn respond_with_message(
        &self,
        interaction: &InteractionRef,
        response: &Value,
    ) -> Result<Option<MessageId>, SendError> {
        let Notifier { application, clients, .. } = &self.dispatcher.notifier;
        let client = &clients.interactions;
        let message = client.respond_returning_message(interaction, response).await?;
        if message.is_some() {
            return Ok(message);
        }
        let message = client.fetch_message_id(*application, &interaction.token).await;
        Ok(message.unwrap_or_else(|error| {
            log_unknown_message(error);
            None
        }))
    }
}
