//! Running the bot at Discord, whichever way interactions come: reaching
//! Discord, registering the commands, sweeping, and stopping in good order.

use std::{sync::Arc, time::Duration};

use secrecy::{ExposeSecret, SecretString};
use serenity::http::{Http, HttpBuilder};
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

pub use super::patience::ConnectionFault;
use super::{
    carrier::Carrier,
    connected::Connected,
    gateway,
    http::{self, Endpoint},
    outbox::{Outbox, Routes},
    patience::{Trouble, patiently},
    registration,
    token_routes::TokenRoutes,
};
use crate::{
    play::{ApplicationId, GuildId},
    service::Service,
};

/// How long what is under way may take to finish when the bot stops.
const FINISH_WITHIN: Duration = Duration::from_secs(8);

/// How Discord is reached.
#[derive(Clone, Debug)]
pub struct Connection {
    /// The bot's token.
    pub token: SecretString,
    /// Where REST calls go in place of Discord.
    pub proxy: Option<String>,
    /// The one server that the commands are registered in.
    pub development_guild: Option<GuildId>,
    /// The client for REST calls.
    pub client: reqwest::Client,
}

/// How interactions come.
#[derive(Debug)]
pub enum Transport {
    /// By Discord's gateway.
    Gateway,
    /// By signed HTTP POST.
    Http(Endpoint),
}

/// Runs the bot until `stop` is done, then lets what is under way finish. Whoever
/// has a clone of `connected` sees which lines to Discord are up.
pub async fn run(
    connection: Connection,
    service: Service,
    transport: Transport,
    connected: Connected,
    stop: impl Future<Output = ()> + Send,
) -> Result<(), ConnectionFault> {
    let running = TaskTracker::new();
    let bot = Bot { routes: connection.routes(), connection, service, running, connected };
    let result = match transport {
        Transport::Gateway => gateway::carry(&bot, stop).await,
        Transport::Http(endpoint) => http::carry(&bot, endpoint, stop).await,
    };
    bot.finish().await;
    result
}

/// What all transports work with.
#[derive(Clone, Debug)]
pub(super) struct Bot {
    pub(super) connection: Connection,
    pub(super) routes: Routes,
    pub(super) service: Service,
    /// What is under way.
    pub(super) running: TaskTracker,
    /// Which lines to Discord are up.
    pub(super) connected: Connected,
}

impl Bot {
    /// Gives back the time of absence; before anybody moves, so that boards
    /// show the right time from the first.
    pub(super) async fn start_clocks(&self) {
        if let Err(error) = self.service.start_clocks().await {
            let error = format!("{:#}", anyhow::Error::new(error));
            tracing::warn!(error, "the clocks stand still until the database works");
        }
    }

    /// Asks Discord which application this is, until it says so.
    pub(super) async fn application(&self) -> Result<ApplicationId, ConnectionFault> {
        let http = &self.routes.channel_routes;
        let application = patiently("Discord cannot be reached", || application(http)).await?;
        http.set_application_id(application.0.into());
        Ok(application)
    }

    /// Has interactions of this application decided.
    pub(super) fn carrier(&self, application: ApplicationId) -> Carrier {
        Carrier { service: self.service.clone(), outbox: self.outbox(application) }
    }

    fn outbox(&self, application: ApplicationId) -> Outbox {
        let (routes, clock) = (self.routes.clone(), self.service.clock().clone());
        Outbox { application, routes, clock }
    }

    /// Registers the commands, and does for ever what no interaction asks for.
    pub(super) async fn tend(&self, application: ApplicationId) -> Result<(), ConnectionFault> {
        let registering = patiently("the commands could not be registered", || {
            let Self { connection, routes, service, .. } = self;
            register(&routes.channel_routes, service, application, connection.development_guild)
        });
        let registering = async {
            match registering.await {
                Ok(()) => std::future::pending().await,
                Err(fault) => Err(fault),
            }
        };
        tokio::select! {
            result = registering => result,
            () = sweep(self.service.clone(), self.outbox(application)) => Ok(()),
        }
    }

    /// Lets what is under way finish, and closes the store.
    async fn finish(&self) {
        self.running.close();
        if tokio::time::timeout(FINISH_WITHIN, self.running.wait()).await.is_err() {
            tracing::warn!(left = self.running.len(), "stopped before everything was answered");
        }
        if let Err(error) = self.service.stop_clocks().await {
            let error = format!("{:#}", anyhow::Error::new(error));
            tracing::warn!(error, "the clocks count from a minute ago when the bot starts again");
        }
        self.service.store().close().await;
    }
}

async fn application(http: &Http) -> Result<ApplicationId, Trouble> {
    let information = http.get_current_application_info().await?;
    Ok(ApplicationId(information.id.get()))
}

async fn register(
    http: &Http,
    service: &Service,
    application: ApplicationId,
    development: Option<GuildId>,
) -> Result<(), Trouble> {
    let registered = registration::register(http, service.store(), application, development);
    registered.await.map_err(Trouble::from_any)
}

async fn sweep(service: Service, outbox: Outbox) {
    let (sender, mut notices) = mpsc::channel(64);
    let deliver = async {
        while let Some(notice) = notices.recv().await {
            outbox.deliver(&notice).await;
        }
    };
    tokio::join!(service.sweep(sender), deliver);
}

impl Connection {
    /// A client for the routes that need the bot's token.
    pub(super) fn http(&self) -> Http {
        let builder = HttpBuilder::new(self.token.expose_secret()).client(self.client.clone());
        match &self.proxy {
            // serenity takes no notice of a proxy while its limiter is on; the
            // proxy must be the limiter.
            Some(proxy) => builder.proxy(proxy).ratelimiter_disabled(true).build(),
            None => builder.build(),
        }
    }

    fn routes(&self) -> Routes {
        let token = format!("Bot {}", self.token.expose_secret());
        let token_routes = TokenRoutes::new(self.client.clone(), token.into(), self.proxy.clone());
        Routes { token_routes: Arc::new(token_routes), channel_routes: Arc::new(self.http()) }
    }
}
