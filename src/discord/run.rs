//! Runs the bot with either transport: connects to Discord, registers the commands,
//! runs the background tasks, and shuts down gracefully.

use std::{sync::Arc, time::Duration};

use secrecy::{ExposeSecret, SecretString};
use serenity::http::{Http, HttpBuilder};
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

pub use super::retry::FatalError;
use super::{
    dispatcher::Dispatcher,
    gateway,
    interaction_client::InteractionClient,
    notifier::{Clients, Notifier},
    registration,
    retry::{RetryError, retry_with_backoff},
    shard_status::ShardStatus,
    webhook::{self, Endpoint},
};
use crate::{
    game::{ApplicationId, GuildId},
    service::Service,
};

/// How long running tasks may take to finish at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(8);

/// How to reach Discord.
#[derive(Clone, Debug)]
pub struct DiscordConfig {
    pub token: SecretString,
    /// The URL that REST calls go to instead of Discord's.
    pub proxy: Option<String>,
    /// The server to register the commands in. `None` registers them globally.
    pub development_guild: Option<GuildId>,
    pub client: reqwest::Client,
}

/// How Discord delivers interactions.
#[derive(Debug)]
pub enum Transport {
    /// Over the gateway's WebSocket.
    Gateway,
    /// As signed HTTP POST requests.
    Http(Endpoint),
}

/// Runs the bot until `shutdown` completes, then waits for running tasks.
/// `shard_status` is kept up to date.
pub async fn run(
    config: DiscordConfig,
    service: Service,
    transport: Transport,
    shard_status: ShardStatus,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), FatalError> {
    let tasks = TaskTracker::new();
    let bot = BotContext { clients: config.clients(), config, service, tasks, shard_status };
    let result = match transport {
        Transport::Gateway => gateway::run(&bot, shutdown).await,
        Transport::Http(endpoint) => webhook::run(&bot, endpoint, shutdown).await,
    };
    bot.shut_down().await;
    result
}

/// What both transports need.
#[derive(Clone, Debug)]
pub(super) struct BotContext {
    pub(super) config: DiscordConfig,
    pub(super) clients: Clients,
    pub(super) service: Service,
    /// The interactions that are being handled.
    pub(super) tasks: TaskTracker,
    pub(super) shard_status: ShardStatus,
}

impl BotContext {
    /// Extends the turn timers by the downtime. To be called before any interaction
    /// is handled, so that every board shows the right deadline.
    pub(super) async fn start_turn_timers(&self) {
        if let Err(error) = self.service.start_turn_timers().await {
            let error = format!("{:#}", anyhow::Error::new(error));
            tracing::warn!(error, "the clocks stand still until the database works");
        }
    }

    /// Fetches the application's id, retrying until Discord can be reached.
    pub(super) async fn application_id(&self) -> Result<ApplicationId, FatalError> {
        let http = &self.clients.http;
        let application =
            retry_with_backoff("Discord cannot be reached", || application_id(http)).await?;
        http.set_application_id(application.0.into());
        Ok(application)
    }

    /// Creates a dispatcher for an application's interactions.
    pub(super) fn dispatcher(&self, application: ApplicationId) -> Dispatcher {
        Dispatcher { service: self.service.clone(), notifier: self.notifier(application) }
    }

    fn notifier(&self, application: ApplicationId) -> Notifier {
        let (clients, clock) = (self.clients.clone(), self.service.clock().clone());
        Notifier { application, clients, clock }
    }

    /// Registers the commands, and runs the background tasks for ever.
    pub(super) async fn run_background(
        &self,
        application: ApplicationId,
    ) -> Result<(), FatalError> {
        let registering = retry_with_backoff("the commands could not be registered", || {
            let Self { config, clients, service, .. } = self;
            register(&clients.http, service, application, config.development_guild)
        });
        let registering = async {
            match registering.await {
                Ok(()) => std::future::pending().await,
                Err(error) => Err(error),
            }
        };
        tokio::select! {
            result = registering => result,
            () = run_scheduler(self.service.clone(), self.notifier(application)) => Ok(()),
        }
    }

    /// Waits for running tasks, and closes the store.
    async fn shut_down(&self) {
        self.tasks.close();
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, self.tasks.wait()).await.is_err() {
            let remaining = self.tasks.len();
            tracing::warn!(remaining, "stopped before all interactions were handled");
        }
        if let Err(error) = self.service.stop_turn_timers().await {
            let error = format!("{:#}", anyhow::Error::new(error));
            tracing::warn!(
                error,
                "the last heartbeat was not stored; turn deadlines may be off by some seconds"
            );
        }
        self.service.store().close().await;
    }
}

async fn application_id(http: &Http) -> Result<ApplicationId, RetryError> {
    let information = http.get_current_application_info().await?;
    Ok(ApplicationId(information.id.get()))
}

async fn register(
    http: &Http,
    service: &Service,
    application: ApplicationId,
    development_guild: Option<GuildId>,
) -> Result<(), RetryError> {
    let registered = registration::register(http, service.store(), application, development_guild);
    registered.await.map_err(RetryError::from_any)
}

async fn run_scheduler(service: Service, notifier: Notifier) {
    let (sender, mut updates) = mpsc::channel(64);
    let deliver = async {
        while let Some(update) = updates.recv().await {
            notifier.deliver(&update).await;
        }
    };
    tokio::join!(service.run_scheduler(sender), deliver);
}

impl DiscordConfig {
    /// Creates a client that authenticates with the bot's token.
    pub(super) fn http(&self) -> Http {
        let builder = HttpBuilder::new(self.token.expose_secret()).client(self.client.clone());
        match &self.proxy {
            // serenity ignores the proxy unless its own rate limiter is off; the
            // proxy has to limit the rate.
            Some(proxy) => builder.proxy(proxy).ratelimiter_disabled(true).build(),
            None => builder.build(),
        }
    }

    fn clients(&self) -> Clients {
        let token = format!("Bot {}", self.token.expose_secret());
        let interactions =
            InteractionClient::new(self.client.clone(), token.into(), self.proxy.clone());
        Clients { interactions: Arc::new(interactions), http: Arc::new(self.http()) }
    }
}
