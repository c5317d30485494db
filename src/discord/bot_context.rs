//! What both transports need: clients, the service, background tasks, and their end.

use std::{sync::Arc, time::Duration};

use tokio::{sync::mpsc, time::timeout};
use tokio_util::task::TaskTracker;

use crate::{
    discord::{
        bot_client::BotClient,
        channel_lookup::HttpChannelLookup,
        config::DiscordConfig,
        delivery_queue::DeliveryQueue,
        dispatcher::Dispatcher,
        interaction::Identified,
        notifier::Notifier,
        registration,
        retry::{WrongToken, retry_with_backoff},
        tile_upload,
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
        let client = Arc::new(BotClient::new(&config, &service.discord_time));
        let lookup = HttpChannelLookup::new(Arc::clone(&client));
        service.channel_lookup = Some(Arc::new(lookup));
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
        client.set_application(application);
        if self.config.uploads_tiles {
            // Boxed, since the future is large.
            Box::pin(tile_upload::adopt_at_once(client, &self.service.tiles)).await;
        }
        Ok(application)
    }

    /// Creates a dispatcher for an application's interactions.
    pub(super) fn dispatcher(&self, application: ApplicationId) -> Dispatcher {
        Dispatcher { notifier: self.notifier(application) }
    }

    fn notifier(&self, application: ApplicationId) -> Notifier {
        let (client, service) = (Arc::clone(&self.client), self.service.clone());
        Notifier { application, client, service, queue: self.deliveries.clone() }
    }

    /// Registers the commands, and runs the background tasks for ever.
    pub(super) async fn run_background(
        &self,
        application: ApplicationId,
    ) -> Result<(), WrongToken> {
        let Self { config, client, service, .. } = self;
        let guild = config.development_guild;
        let registering = async {
            let ids = registration::register(&client.interactions, application, guild).await?;
            service.set_command_ids(guild, ids);
            Ok(())
        };
        let uploading = async {
            if config.uploads_tiles {
                tile_upload::ensure_uploaded(client, &service.tiles).await;
            }
            Ok(())
        };
        // Boxed, since the future is large.
        let starting = Box::pin(async {
            tokio::try_join!(registering, uploading)?;
            std::future::pending().await
        });
        tokio::select! {
            result = starting => result,
            () = self.run_scheduler(application) => Ok(()),
        }
    }

    async fn run_scheduler(&self, application: ApplicationId) {
        let (sender, mut updates) = mpsc::unbounded_channel();
        let notifier = self.notifier(application);
        let deliver = async {
            while let Some(update) = updates.recv().await {
                notifier.deliver(update);
            }
        };
        // Boxed, since the future is large.
        tokio::join!(Box::pin(schedule::run_scheduler(self.service.clone(), sender)), deliver);
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
