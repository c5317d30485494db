//! Waits for one press at the gateway, for `fourfall doctor`, which answers nothing else.

use std::sync::Arc;

use serde_json::Value;
use serenity::{
    all::{Context, Event, EventHandler, RawEventHandler},
    async_trait,
    http::Http,
};
use tokio::{sync::mpsc, task::JoinHandle};

use super::{interaction_of, session_limiter::fetch, shards::Shards};
use crate::{
    discord::{
        application::ApplicationError, interaction::Interaction,
        interaction_client::InteractionClient,
    },
    features::InteractionRef,
    game::GuildId,
};

/// No button of the bot's has such a custom id.
pub(in crate::discord) const TRIAL_CUSTOM_ID: &str = "doctor";

/// A connection to the shard of one server, or of direct messages.
#[derive(Debug)]
pub struct PressListener {
    shards: Arc<Shards>,
    running: JoinHandle<anyhow::Result<()>>,
    events: mpsc::UnboundedReceiver<Heard>,
}

#[derive(Debug)]
enum Heard {
    Ready,
    Interaction(Value),
}

struct Listener(mpsc::UnboundedSender<Heard>);

impl EventHandler for Listener {}

#[async_trait]
impl RawEventHandler for Listener {
    async fn raw_event(&self, _: Context, event: Event) {
        let heard = match event {
            Event::Ready(_) => Some(Heard::Ready),
            Event::Unknown(event) if event.kind == "READY" => Some(Heard::Ready),
            event => interaction_of(event).map(Heard::Interaction),
        };
        if let Some(heard) = heard {
            // Nobody listens any more once the press has come.
            drop(self.0.send(heard));
        }
    }
}

impl PressListener {
    /// Connects, and returns once presses arrive.
    pub(in crate::discord) async fn connect(
        http: Http,
        client: &InteractionClient,
        guild: Option<GuildId>,
    ) -> anyhow::Result<Self> {
        let gateway = fetch(client).await?;
        let (sender, events) = mpsc::unbounded_channel();
        // Discord's formula: https://discord.com/developers/docs/events/gateway#sharding
        let shard = guild.map_or(0, |guild| (guild.0 >> 22) % u64::from(gateway.shards));
        let shard = u32::try_from(shard)?;
        let shards = Arc::<Shards>::default();
        let running = Arc::clone(&shards);
        let running = tokio::spawn(async move {
            running.run(http, &gateway, shard..shard + 1, Listener(sender)).await
        });
        let mut listener = Self { shards, running, events };
        while !matches!(listener.next().await?, Heard::Ready) {}
        Ok(listener)
    }

    async fn next(&mut self) -> anyhow::Result<Heard> {
        self.events.recv().await.ok_or_else(|| anyhow::anyhow!("the connection ended"))
    }

    /// The next press of the trial's button.
    pub async fn press(&mut self) -> Result<InteractionRef, ApplicationError> {
        loop {
            if let Heard::Interaction(event) = self.next().await?
                && event["data"]["custom_id"] == TRIAL_CUSTOM_ID
                && let Ok(interaction) = Interaction::from_value(&event)
            {
                return Ok(interaction.reference());
            }
        }
    }

    pub async fn close(self) {
        self.shards.close().await;
        self.running.abort();
    }
}
