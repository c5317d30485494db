//! Interactions by Discord's gateway, answers by REST.
//!
//! Only carries: what to answer is decided elsewhere.

use std::{
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use serenity::{
    all::{
        Client, ClientBuilder, Context, EventHandler, GatewayIntents, Interaction, Ready,
        ShardManager,
    },
    async_trait,
    http::Http,
};
use tokio_util::task::TaskTracker;

use super::{
    carrier::{Arrival, Carrier, Decided},
    start::{Bot, Connection, ConnectionFault, Trouble, patiently},
    view::File,
};

/// How long the connection to Discord may take to close when the bot stops.
const HANG_UP_WITHIN: Duration = Duration::from_secs(1);

/// Carries interactions until `stop` is done.
pub(super) async fn carry(
    bot: &Bot,
    stop: impl Future<Output = ()> + Send,
) -> Result<(), ConnectionFault> {
    let shards = Shards::default();
    let result = {
        let connected = pin!(connect_for_ever(bot, &shards));
        tokio::select! {
            result = connected => result,
            () = stop => Ok(()),
        }
    };
    shards.shut_down().await;
    result
}

/// The connections to the gateway, as far as there are some. serenity keeps
/// them open in tasks of its own.
#[derive(Debug, Default)]
struct Shards(Mutex<Option<Arc<ShardManager>>>);

impl Shards {
    fn set(&self, manager: Arc<ShardManager>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(manager);
    }

    /// Takes no more interactions.
    async fn shut_down(&self) {
        let manager = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(manager) = manager else { return };
        if tokio::time::timeout(HANG_UP_WITHIN, manager.shutdown_all()).await.is_err() {
            tracing::warn!("the connection to Discord did not end in time");
        }
    }
}

/// Connects, and again whenever serenity gives up.
async fn connect_for_ever(bot: &Bot, shards: &Shards) -> Result<(), ConnectionFault> {
    let application = bot.application().await?;
    bot.start_clocks().await;
    let line = Line { carrier: bot.carrier(application), running: bot.running.clone() };
    let http = &bot.routes.channel_routes;
    let listening = patiently("the connection to Discord ended", || {
        listen(&bot.connection, http, line.clone(), shards)
    });
    tokio::select! {
        result = listening => result,
        result = bot.tend(application) => result,
    }
}

/// Takes interactions until serenity gives up.
async fn listen(
    connection: &Connection,
    http: &Http,
    line: Line,
    shards: &Shards,
) -> Result<(), Trouble> {
    let gateway = http.get_gateway().await?.url;
    let builder = ClientBuilder::new_with_http(connection.http(), GatewayIntents::empty());
    let mut client: Client = builder.event_handler(line).await?;
    // If asking for the gateway had failed in there, serenity would have taken
    // Discord's own, whatever proxy is set.
    client.ws_url.lock().await.clone_from(&gateway);
    shards.set(Arc::clone(&client.shard_manager));
    client.start().await?;
    Err(Trouble::Other(anyhow::anyhow!("serenity stopped")))
}

/// Takes interactions from serenity, and brings their answers to Discord.
#[derive(Clone, Debug)]
struct Line {
    carrier: Carrier,
    running: TaskTracker,
}

#[async_trait]
impl EventHandler for Line {
    async fn ready(&self, _: Context, ready: Ready) {
        tracing::info!(name = ready.user.name, servers = ready.guilds.len(), "connected");
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        self.running.track_future(self.carry(interaction)).await;
    }
}

impl Line {
    async fn carry(&self, interaction: Interaction) {
        let Some(decided) = self.carrier.decide(&interaction).await else { return };
        let Decided { asked, response, file, after } = decided;
        let routes = &self.carrier.outbox.routes.token_routes;
        let sent = match after.posted {
            None => {
                let file = file.as_ref().map(File::upload);
                routes.respond(&asked, &response, file).await.map(|()| None)
            }
            Some(_) => routes.respond_and_learn(&asked, &response).await,
        };
        self.carrier.follow(&asked, after, Arrival::of(asked.id, sent)).await;
    }
}
