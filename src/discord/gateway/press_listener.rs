//! Waits for one press at the gateway, for `fourfall doctor`, which answers nothing else.

use std::sync::Arc;

use tokio::{sync::mpsc, task::JoinHandle};

use super::{event::ShardEvent, session_limiter::fetch, shards::Shards};
use crate::{
    discord::{
        application::{ApplicationClient, ApplicationError},
        interaction::Interaction,
    },
    features::{ConnectionStatus, InteractionRef},
    game::GuildId,
};

/// No button of the bot's has such a custom id.
pub(in crate::discord) const TRIAL_CUSTOM_ID: &str = "doctor";

/// A connection to the shard of one server, or of direct messages.
#[derive(Debug)]
pub struct PressListener {
    shards: Arc<Shards>,
    running: JoinHandle<anyhow::Result<()>>,
    events: mpsc::UnboundedReceiver<(u32, ShardEvent)>,
}

impl PressListener {
    /// Connects, and returns once presses arrive.
    pub(in crate::discord) async fn connect(
        client: &ApplicationClient,
        guild: Option<GuildId>,
    ) -> Result<Self, ApplicationError> {
        let gateway = fetch(&client.bot.interactions).await?;
        let (sender, events) = mpsc::unbounded_channel();
        // Discord's formula: https://discord.com/developers/docs/events/gateway#sharding
        let shard = guild.map_or(0, |guild| (guild.0 >> 22) % u64::from(gateway.shards));
        let shard = u32::try_from(shard).expect("there are no more shards");
        let shards = Arc::<Shards>::default();
        let (running, http) = (Arc::clone(&shards), client.config.http());
        let running = tokio::spawn(async move {
            let connection = ConnectionStatus::default();
            running.run(http, &gateway, shard..shard + 1, &connection, sender).await
        });
        let mut listener = Self { shards, running, events };
        loop {
            if !matches!(listener.next().await?, ShardEvent::Interaction(_)) {
                return Ok(listener);
            }
        }
    }

    async fn next(&mut self) -> Result<ShardEvent, ApplicationError> {
        let event = self.events.recv().await.map(|(_, event)| event);
        event.ok_or_else(|| {
            ApplicationError::Unreachable("the connection to Discord ended".to_owned())
        })
    }

    /// The next press of the trial's button.
    pub async fn press(&mut self) -> Result<InteractionRef, ApplicationError> {
        loop {
            if let ShardEvent::Interaction(event) = self.next().await?
                && let Ok(interaction) = serde_json::from_slice::<Interaction>(&event)
                && interaction.data.custom_id == TRIAL_CUSTOM_ID
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
