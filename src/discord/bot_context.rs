//! What both transports need: clients, the service, background tasks, and their end.

use std::{sync::Arc, time::Duration};

use tokio::time::timeout;
use tokio_util::task::TaskTracker;

use crate::{
    discord::{
        bot_client::BotClient,
        config::DiscordConfig,
        delivery_queue::DeliveryQueue,
        dispatcher::Dispatcher,
        interaction::Identified,
        registration::Registration,
        retry::{WrongToken, retry_with_backoff},
        tile_upload::TileUpload,
    },
    errors,
    features::Service,
    game::ApplicationId,
    schedule,
};

/// How long the database may take for the running time, and to close.
const STORE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long running tasks may take to finish at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(8);

/// What both transports need.
#[derive(Clone, Debug)]
pub(super) struct BotContext {
    pub(super) config: DiscordConfig,
    pub(super) client: Arc<BotClient>,
    pub(super) service: Service,
    /// The interactions that are being handled.
    pub(super) tasks: TaskTracker,
    pub(super) deliveries: DeliveryQueue,
}

impl BotContext {
    pub(super) fn new(
        config: DiscordConfig,
        mut service: Service,
        deliveries: DeliveryQueue,
    ) -> Self {
        let client = Arc::new(BotClient::new(&config, service.discord_time.clone()));
        service.channel_lookup = Some(client.clone());
        Self { config, client, service, tasks: TaskTracker::new(), deliveries }
    }

    /// Stores the running time, while the shards are still connected, and counts no more.
    pub(super) async fn stop_counting(&self) {
        let error = match timeout(STORE_TIMEOUT, schedule::stop_counting(&self.service)).await {
            Ok(Ok(())) => return,
            Ok(Err(error)) => errors::with_causes(error),
            Err(_) => "it timed out".to_owned(),
        };
        tracing::warn!(error, "the running time was not stored");
    }

    /// Fetches the application's id, retrying until Discord can be reached, and adopts the tiles
    /// that it has.
    pub(super) async fn application_id(&self) -> Result<ApplicationId, WrongToken> {
        let client = &self.client;
        let fetch = || async { Ok(client.interactions.application().await?) };
        let Identified { id } = retry_with_backoff("Discord cannot be reached", fetch).await?;
        let application = ApplicationId(id.0);
        client.application.get_or_init(|| application);
        if self.config.uploads_tiles {
            let upload = TileUpload { bot: client, application, tiles: &self.service.tiles };
            // Boxed, since the future is large.
            Box::pin(upload.adopt_at_once()).await;
        }
        Ok(application)
    }

    /// Creates a dispatcher for an application's interactions and messages.
    pub(super) fn dispatcher(&self, application: ApplicationId) -> Dispatcher {
        let (client, service) = (Arc::clone(&self.client), self.service.clone());
        Dispatcher { application, client, service, queue: self.deliveries.clone() }
    }

    /// Registers the commands, and runs the background tasks for ever.
    pub(super) async fn run_background(
        &self,
        application: ApplicationId,
    ) -> Result<(), WrongToken> {
        let Self { config, client, service, .. } = self;
        let guild = config.development_guild;
        let registering = async {
            let client = &client.interactions;
            let ids = Registration { client, application, guild }.register().await?;
            service.set_command_ids(guild, ids);
            Ok(())
        };
        let uploading = async {
            if config.uploads_tiles {
                TileUpload { bot: client, application, tiles: &service.tiles }
                    .ensure_uploaded()
                    .await;
            }
            Ok(())
        };
        // Boxed, since the futures are large.
        let starting = Box::pin(async {
            tokio::try_join!(registering, uploading)?;
            std::future::pending().await
        });
        let dispatcher = self.dispatcher(application);
        let deliver = Arc::new(move |update| dispatcher.deliver(update));
        let scheduling = Box::pin(schedule::run_scheduler(service.clone(), deliver));
        tokio::select! {
            result = starting => result,
            () = scheduling => Ok(()),
        }
    }

    /// Waits for running tasks, and closes the store.
    pub(super) async fn shut_down(&self) {
        self.service.begin_stop();
        // Unless that was done before the connections were closed.
        self.stop_counting().await;
        let finished = async {
            self.tasks.close();
            self.tasks.wait().await;
            self.deliveries.finish().await;
        };
        if timeout(SHUTDOWN_TIMEOUT, finished).await.is_err() {
            let (interactions, updates) = (self.tasks.len(), self.deliveries.len());
            tracing::warn!(
                interactions,
                updates,
                "stopped before all interactions and message updates were finished"
            );
        }
        if timeout(STORE_TIMEOUT, self.service.store.close()).await.is_err() {
            tracing::warn!("stopped before the database was closed");
        }
    }
}
