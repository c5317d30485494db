//! Wires the bot's parts together and runs it.

use std::{
    convert::Infallible, io::ErrorKind, net::SocketAddr, pin::pin, sync::Arc, time::Duration,
};

use anyhow::Context as _;
use async_trait::async_trait;
use clock::Clock;
use futures_util::{FutureExt, future::BoxFuture};
use sd_notify::NotifyState;
use secrecy::{ExposeSecret, SecretString};
use tokio::net::TcpListener;

use crate::{
    backoff::Backoff,
    certificates,
    computer::SearchBackendFactory,
    config::{self, SettingError, Settings, TransportSettings},
    discord::{
        self, DiscordConfig, WrongToken, application::ApplicationClient,
        delivery_queue::DeliveryQueue, webhook::Endpoint,
    },
    errors,
    features::{ConnectionStatus, Service},
    ops::{self, HealthCheck},
    panics, schedule,
    store::{self, Store, StoreError},
};

/// How long connecting to Discord may take, with the lookup of its name: a second name server is asked
/// after five seconds.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a REST call may take. Long enough to upload a file.
const CALL_TIMEOUT: Duration = Duration::from_secs(15);

/// How long after a player's disc the computer's follows, so that both are seen to land.
const ANSWER_DELAY: Duration = Duration::from_millis(600);

/// How long the review of a game that has just ended may take before somebody asks for it.
const ADVANCE_REVIEW_TIMEOUT: Duration = Duration::from_secs(1);

/// How late the scheduler and message updates may be while the bot counts as ready.
const MAX_LAG: Duration = Duration::from_mins(1);

/// What a test or the playground may replace.
#[derive(Debug)]
pub struct Dependencies {
    /// The client for REST calls.
    pub client: reqwest::Client,
    pub search_backends: SearchBackendFactory,
    /// A listener for interactions by HTTP. `None` binds the configured address.
    pub listener: Option<TcpListener>,
    /// Kept up to date while the bot runs.
    pub connection: ConnectionStatus,
    /// How long after a player's disc the computer's follows. `None` if one answer shows
    /// both.
    pub answer_delay: Option<Duration>,
    /// How long the review of a game that has just ended may take before somebody asks for it.
    /// `None` if it only begins then.
    pub advance_review_timeout: Option<Duration>,
    /// Whether the tiles of boards are looked up and uploaded.
    pub uploads_tiles: bool,
}

impl Dependencies {
    /// The dependencies for production, except perhaps for the listener.
    pub fn new(proxy: Option<&str>, listener: Option<TcpListener>) -> anyhow::Result<Self> {
        Ok(Self {
            client: client(proxy)?,
            search_backends: SearchBackendFactory::default(),
            listener,
            connection: ConnectionStatus::default(),
            answer_delay: Some(ANSWER_DELAY),
            advance_review_timeout: Some(ADVANCE_REVIEW_TIMEOUT),
            uploads_tiles: true,
        })
    }
}

/// A builder of HTTP clients. Every call has a time limit: one that is never answered
/// must not stop anything.
pub fn client_builder() -> reqwest::ClientBuilder {
    certificates::trust(reqwest::Client::builder())
        .use_rustls_tls()
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(CALL_TIMEOUT)
}

/// A client for calls about the application that a token belongs to.
pub fn application_client(
    token: &SecretString,
    proxy: Option<String>,
) -> anyhow::Result<ApplicationClient> {
    let client = client(proxy.as_deref())?;
    Ok(ApplicationClient::new(token, proxy, client))
}

/// A client for REST calls: to Discord, or to what takes them instead. That is called directly if it
/// is on this machine: a proxy of the environment would not reach it, and would see the token.
fn client(proxy: Option<&str>) -> anyhow::Result<reqwest::Client> {
    let builder = client_builder();
    let is_here = proxy.is_some_and(config::is_loopback);
    let builder = if is_here { builder.no_proxy() } else { builder };
    builder.build().context("no HTTPS client can be made")
}

/// Runs the bot until `shutdown` completes.
pub async fn run(
    dependencies: Dependencies,
    settings: Settings,
    clock: Clock,
    shutdown: impl Future<Output = ()> + Send,
) -> anyhow::Result<()> {
    let mut shutdown = pin!(async {
        shutdown.await;
        ops::notify_systemd(NotifyState::Stopping);
    });
    let deliveries = DeliveryQueue::default();
    let starting = async {
        let store = open_with_retry(settings.database.expose_secret()).await?;
        let endpoint = endpoint(settings.transport, dependencies.listener).await?;
        let mut service = Service::new(store, clock, dependencies.search_backends);
        service.connection = dependencies.connection.clone();
        service.answer_delay = dependencies.answer_delay;
        service.advance_review_timeout = dependencies.advance_review_timeout;
        let health = Health {
            service: service.clone(),
            deliveries: deliveries.clone(),
            is_http: endpoint.is_some(),
        };
        let ops = serve_ops(settings.ops_address, health).await?;
        anyhow::Ok((service, endpoint, ops))
    };
    let (service, endpoint, ops) = tokio::select! {
        started = starting => started?,
        () = &mut shutdown => return Ok(()),
    };
    let store = Arc::clone(&service.store);
    let config = DiscordConfig {
        token: settings.token,
        proxy: settings.proxy,
        development_guild: settings.development_guild,
        client: dependencies.client,
        uploads_tiles: dependencies.uploads_tiles,
    };
    let stopping = async {
        tokio::select! {
            () = shutdown => {}
            _ = store.wait_lost() => {}
        }
    };
    // Boxed, since the future is large.
    let running = Box::pin(discord::run(config, service, deliveries, endpoint, stopping));
    let notifying = async {
        dependencies.connection.wait_all_connected().await;
        ops::notify_systemd(NotifyState::Ready);
        std::future::pending::<Infallible>().await
    };
    let result = tokio::select! {
        result = running => result,
        never = ops => match never {},
        never = notifying => match never {},
    };
    if let Some(error) = store.wait_lost().now_or_never() {
        return Err(database_setting_error(error).into());
    }
    result.map_err(|error| if error.is::<WrongToken>() { wrong_token().into() } else { error })
}

/// The error of a token that Discord refuses.
pub fn wrong_token() -> SettingError {
    let problem = "is refused by Discord. Copy the token from the developer portal again.";
    SettingError::new(config::DISCORD_TOKEN, format!("{problem}{}", config::token_note()))
}

/// Opens the store, retrying while the fault may pass: the database server may start
/// after the bot, be a standby for the moment, or be migrated by another replica.
async fn open_with_retry(address: &str) -> Result<Arc<Store>, SettingError> {
    let mut backoff = Backoff::default();
    loop {
        let delay = backoff.next_delay();
        match store::open(address).await {
            Ok(store) => return Ok(store),
            Err(error) if error.is_temporary() => {
                let remedy = error.remedy().map(|it| format!(". {it}")).unwrap_or_default();
                let (error, seconds) = (errors::with_causes(error), delay.as_secs());
                tracing::warn!("{error}; trying again in {seconds} s{remedy}");
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
) -> anyhow::Result<BoxFuture<'static, Infallible>> {
    let Some(address) = address else { return Ok(std::future::pending().boxed()) };
    let serving = ops::serve(listen(config::OPS_ADDR, address).await?, Arc::new(health))?;
    panics::register_metrics();
    Ok(serving.boxed())
}

/// The bot's health checks.
struct Health {
    service: Service,
    deliveries: DeliveryQueue,
    is_http: bool,
}

impl Health {
    /// Why interactions do not reach the bot, if they do not.
    fn connection_failure(&self) -> Option<String> {
        let connection = &self.service.connection;
        if connection.all_connected() {
            return (!connection.api_responds())
                .then(|| "Discord does not serve the bot".to_owned());
        }
        if self.is_http {
            return Some("it does not listen for interactions".to_owned());
        }
        let shards = connection.shards();
        let connected = shards.iter().filter(|(_, is_connected)| *is_connected).count();
        Some(format!("{connected} of {} shards are connected to Discord", shards.len().max(1)))
    }
}

#[async_trait]
impl HealthCheck for Health {
    async fn failures(&self) -> Vec<String> {
        let mut failures = Vec::new();
        let lag = schedule::scheduler_lag(&self.service).await;
        match lag.inspect(|it| metrics::gauge!("fourfall_scheduler_lag_seconds").set(*it)) {
            Ok(lag) if lag > MAX_LAG => {
                failures.push(format!("the scheduler is {} s late", lag.as_secs()));
            }
            Ok(_) if self.service.store.is_short_of_connections() => {
                failures.push("reads get no connection to the database".to_owned());
            }
            Ok(_) => {}
            Err(_) => failures.push("the database does not answer".to_owned()),
        }
        let lag = self.deliveries.lag();
        metrics::gauge!("fourfall_delivery_lag_seconds").set(lag);
        if lag > MAX_LAG {
            failures.push(format!("message updates are {} s late", lag.as_secs()));
        }
        failures.extend(self.connection_failure());
        failures
    }

    async fn record_metrics(&self) {
        if let Ok(games) = self.service.store.count_live_games().await {
            metrics::gauge!("fourfall_live_games").set(games);
        }
        let behind = self.service.discord_time.ahead().unwrap_or_default();
        let seconds = Duration::from_millis(behind.unsigned_abs()).as_secs_f64();
        let ahead = if behind > 0 { -seconds } else { seconds };
        metrics::gauge!("fourfall_clock_ahead_seconds").set(ahead);
    }
}

/// Where interactions are received by HTTP. `None` for the gateway.
async fn endpoint(
    settings: TransportSettings,
    listener: Option<TcpListener>,
) -> Result<Option<Endpoint>, SettingError> {
    let TransportSettings::Http { key, address } = settings else { return Ok(None) };
    let listener = match listener {
        Some(listener) => listener,
        None => listen(config::INTERACTIONS_ADDR, address).await?,
    };
    Ok(Some(Endpoint { key, listener }))
}

/// Listens on an address. One that the machine does not have yet, as before a VPN is up, is waited for.
async fn listen(setting: &'static str, address: SocketAddr) -> Result<TcpListener, SettingError> {
    let mut backoff = Backoff::default();
    loop {
        let error = match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(error) => error,
        };
        if error.kind() != ErrorKind::AddrNotAvailable {
            let problem = format!("does not work: cannot listen on {address}: {error}");
            return Err(SettingError::new(setting, format!("{problem}. Choose another.")));
        }
        let delay = backoff.next_delay();
        let seconds = delay.as_secs();
        tracing::warn!(
            "{setting}: this machine has no address {address} yet; trying again in {seconds} s"
        );
        tokio::time::sleep(delay).await;
    }
}

/// The error of a database that a person must put right.
pub fn database_setting_error(error: StoreError) -> SettingError {
    let problem = match error {
        StoreError::Schema(error) => {
            format!("names a database that {error}. Nothing was changed.")
        }
        StoreError::File(error) => format!("does not work: {error}. {}", error.remedy()),
        error => {
            let remedy = error.remedy().map(|it| format!(" {it}")).unwrap_or_default();
            let error = errors::with_causes(error);
            format!("names a database that does not work: {error}.{remedy}")
        }
    };
    SettingError::new(config::DATABASE_URL, problem)
}
