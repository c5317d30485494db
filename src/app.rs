//! Wires the bot's parts together and runs it.

use std::{convert::Infallible, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use async_trait::async_trait;
use clock::Clock;
use futures_util::{FutureExt, future::BoxFuture};
use secrecy::ExposeSecret;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::{
    backoff::Backoff,
    config::{self, SettingError, Settings},
    discord::{
        run::{self, DiscordConfig, FatalError, Transport},
        shard_status::ShardStatus,
        webhook::Endpoint,
    },
    ops::{self, HealthCheck},
    service::{SearchBackendFactory, Service},
    store::{self, Store, StoreError},
};

/// Why the bot cannot run.
#[derive(Debug, Error)]
pub enum AppError {
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error("no HTTPS client can be made")]
    Client(#[source] reqwest::Error),
}

/// Runs the bot until `shutdown` completes.
pub async fn run(
    settings: Settings,
    clock: Clock,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), AppError> {
    run_with(Dependencies::new(None)?, settings, clock, shutdown).await
}

/// What a test or the playground may replace.
#[derive(Debug)]
pub struct Dependencies {
    /// The client for REST calls.
    pub client: reqwest::Client,
    pub search_backends: SearchBackendFactory,
    /// A listener for interactions by HTTP. `None` binds the configured address.
    pub listener: Option<TcpListener>,
}

impl Dependencies {
    /// The dependencies for production, except perhaps for the listener.
    pub fn new(listener: Option<TcpListener>) -> Result<Self, AppError> {
        let client = reqwest::Client::builder().use_rustls_tls().build();
        let client = client.map_err(AppError::Client)?;
        Ok(Self { client, search_backends: SearchBackendFactory::default(), listener })
    }
}

/// Runs the bot with the given dependencies until `shutdown` completes.
pub async fn run_with(
    dependencies: Dependencies,
    settings: Settings,
    clock: Clock,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), AppError> {
    let mut shutdown = pin!(async {
        shutdown.await;
        ops::notify_stopping();
    });
    let store = tokio::select! {
        store = open_with_retry(settings.database.expose_secret()) => store?,
        () = &mut shutdown => return Ok(()),
    };
    let Dependencies { client, search_backends, listener } = dependencies;
    let transport = transport(settings.transport, listener).await?;
    let service = Service::new(store, clock, search_backends);
    let shard_status = ShardStatus::default();
    let health = Health { service: service.clone(), shard_status: shard_status.clone() };
    let ops = serve_ops(settings.ops_address, health).await?;
    let discord = DiscordConfig {
        token: settings.token,
        proxy: settings.proxy,
        development_guild: settings.development_guild,
        client,
    };
    // Boxed, since the future is large.
    let running = Box::pin(run::run(discord, service, transport, shard_status.clone(), shutdown));
    let notifying = async {
        shard_status.wait_all_connected().await;
        ops::notify_ready();
        std::future::pending::<Infallible>().await
    };
    let result = tokio::select! {
        result = running => result,
        never = ops => match never {},
        never = notifying => match never {},
    };
    result.map_err(|error| match error {
        FatalError::WrongToken => SettingError::new(
            config::TOKEN,
            "is refused by Discord. Copy the token from the developer portal again.",
        )
        .into(),
    })
}

/// Opens the store, retrying until its database can be reached: the database server
/// may start after the bot.
async fn open_with_retry(address: &str) -> Result<Arc<dyn Store>, SettingError> {
    let mut backoff = Backoff::default();
    loop {
        let delay = backoff.next_delay();
        match store::open(address).await {
            Ok(store) => return Ok(store),
            Err(error) if error.is_unreachable() => {
                let (error, seconds) = (anyhow::Error::new(error), delay.as_secs());
                tracing::warn!("{error:#}; trying again in {seconds} s");
            }
            Err(error) => return Err(database_setting_error(error)),
        }
        tokio::time::sleep(delay).await;
    }
}

/// Starts the health and metrics endpoints. The returned future serves them for ever.
async fn serve_ops(
    address: Option<SocketAddr>,
    health: Health,
) -> Result<BoxFuture<'static, Infallible>, SettingError> {
    let Some(address) = address else { return Ok(std::future::pending().boxed()) };
    let serving = ops::serve(address, Arc::new(health)).await.map_err(|error| {
        let problem = format!("does not work: {:#}. Choose another.", anyhow::Error::new(error));
        SettingError::new(config::OPS, problem)
    })?;
    let for_ever = async {
        serving.await;
        std::future::pending().await
    };
    Ok(for_ever.boxed())
}

/// The bot's health checks.
struct Health {
    service: Service,
    shard_status: ShardStatus,
}

#[async_trait]
impl HealthCheck for Health {
    async fn failures(&self) -> Vec<String> {
        let mut failures = Vec::new();
        if self.service.store().next_deadline().await.is_err() {
            failures.push("the database does not answer".to_owned());
        }
        if !self.shard_status.all_connected() {
            let shards = self.shard_status.shards();
            let connected = shards.iter().filter(|(_, is_connected)| *is_connected).count();
            failures.push(format!(
                "{connected} of {} shards are connected to Discord",
                shards.len().max(1)
            ));
        }
        failures
    }

    async fn record_metrics(&self) {
        let store = self.service.store();
        if let Ok(games) = store.count_live_games().await {
            metrics::gauge!("fourfall_live_games").set(games);
        }
        if let Ok(due) = store.next_deadline().await {
            let lag = due.map_or(Duration::ZERO, |due| self.service.clock().now().since(due));
            metrics::gauge!("fourfall_scheduler_lag_seconds").set(lag);
        }
    }
}

async fn transport(
    settings: config::TransportSettings,
    listener: Option<TcpListener>,
) -> Result<Transport, SettingError> {
    let config::TransportSettings::Http { key, address } = settings else {
        return Ok(Transport::Gateway);
    };
    let listener = match listener {
        Some(listener) => listener,
        None => TcpListener::bind(address).await.map_err(|error| {
            let problem = format!("is not free to listen on: {error}. Choose another address.");
            SettingError::new(config::INTERACTIONS, problem)
        })?,
    };
    Ok(Transport::Http(Endpoint { key, listener }))
}

fn database_setting_error(error: StoreError) -> SettingError {
    let error = format!("{:#}", anyhow::Error::new(error)).replace('\n', " ");
    SettingError::new(
        config::DATABASE,
        format!(
            "names a database that does not work: {error}. Check the address, the disk and the \
             password, or put back a backup; nothing was changed."
        ),
    )
}
