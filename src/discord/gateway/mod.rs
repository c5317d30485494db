//! Interactions by Discord's gateway, answers by REST.
//!
//! Only carries: what to answer is decided elsewhere. There are as many shards
//! as Discord asks for, all in this process.
//!
//! [Discord's rules](https://discord.com/developers/docs/events/gateway#sharding)

mod allowance;
mod budget;
mod shards;

use std::pin::pin;

use allowance::Allowance;
use serenity::{
    all::{
        Client, ClientBuilder, ConnectionStage, Context, EventHandler, GatewayIntents, Interaction,
        Ready, ResumedEvent, ShardStageUpdateEvent,
    },
    async_trait,
};
use shards::Shards;
use tokio_util::task::TaskTracker;

use super::{
    carrier::{Arrival, Carrier, Decided},
    connected::Connected,
    patience::{ConnectionFault, Trouble, patiently},
    start::Bot,
    view::File,
};

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
    shards.hang_up().await;
    bot.connected.take_down();
    result
}

/// Connects, and again whenever that ends.
async fn connect_for_ever(bot: &Bot, shards: &Shards) -> Result<(), ConnectionFault> {
    let application = bot.application().await?;
    bot.start_clocks().await;
    let line = Line {
        carrier: bot.carrier(application),
        running: bot.running.clone(),
        connected: bot.connected.clone(),
    };
    let allowance = Allowance::new(&bot.routes.channel_routes, bot.service.clock());
    let listening = patiently("the connection to Discord ended", async || {
        let trouble = listen(bot, line.clone(), &allowance, shards).await;
        shards.hang_up().await;
        bot.connected.take_down();
        trouble
    });
    tokio::select! {
        result = listening => result,
        result = bot.tend(application) => result,
    }
}

/// Takes interactions until that has to end.
async fn listen(
    bot: &Bot,
    line: Line,
    allowance: &Allowance<'_>,
    shards: &Shards,
) -> Result<(), Trouble> {
    let gateway = allowance.wait().await?;
    let builder = ClientBuilder::new_with_http(bot.connection.http(), GatewayIntents::empty());
    let mut client: Client = builder.event_handler(line).await?;
    // If asking for the gateway had failed in there, serenity would have taken
    // Discord's own, whatever proxy is set.
    client.ws_url.lock().await.clone_from(&gateway.address);
    shards.set(&client);
    bot.connected.expect(gateway.shards);
    tokio::select! {
        ended = client.start_shards(gateway.shards) => ended?,
        trouble = allowance.watch(&gateway, shards, &bot.connected) => return Err(trouble),
        () = shards.report(&bot.connected) => {}
    }
    Err(Trouble::Other(anyhow::anyhow!("serenity stopped")))
}

/// Takes interactions from serenity, and brings their answers to Discord.
#[derive(Clone, Debug)]
struct Line {
    carrier: Carrier,
    running: TaskTracker,
    connected: Connected,
}

#[async_trait]
impl EventHandler for Line {
    async fn ready(&self, ctx: Context, ready: Ready) {
        let shard = ctx.shard_id.0;
        self.connected.set(shard, true);
        tracing::info!(shard, name = ready.user.name, servers = ready.guilds.len(), "connected");
    }

    async fn resume(&self, ctx: Context, _: ResumedEvent) {
        self.connected.set(ctx.shard_id.0, true);
    }

    async fn shard_stage_update(&self, _: Context, update: ShardStageUpdateEvent) {
        self.connected.set(update.shard_id.0, update.new == ConnectionStage::Connected);
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
