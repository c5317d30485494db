//! The bot, put together from its parts.

use std::{convert::Infallible, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use async_trait::async_trait;
use futures_util::{FutureExt, future::BoxFuture};
use secrecy::ExposeSecret;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::{
    backoff::Pauses,
    config::{self, SettingError, Settings},
    discord::{
        connected::Connected,
        http::Endpoint,
        start::{self, Connection, ConnectionFault, Transport},
    },
    ops::{self, Status},
    service::{Service, Thinkers},
    store::{self, Store, StoreError},
};
use clock::Clock;

/// Why the bot does not run.
#[derive(Debug, Error)]
pub enum BotError {
    /// A setting is wrong.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The client for REST calls cannot be made.
    #[error("no HTTPS client can be made")]
    Client(#[source] reqwest::Error),
}

/// Runs the bot until `stop` is done.
pub async fn run(
    settings: Settings,
    clock: Clock,
    stop: impl Future<Output = ()> + Send,
) -> Result<(), BotError> {
    run_with(Equipment::new(None)?, settings, clock, stop).await
}

/// What the bot works with.
#[derive(Debug)]
pub struct Equipment {
    /// The client for REST calls.
    pub client: reqwest::Client,
    /// Who finds the computer's moves.
    pub thinkers: Thinkers,
    /// Where interactions come in by HTTP, if somebody listens there already.
    pub listener: Option<TcpListener>,
}

impl Equipment {
    /// The usual equipment.
    pub fn new(listener: Option<TcpListener>) -> Result<Self, BotError> {
        let client = reqwest::Client::builder().use_rustls_tls().build();
        let client = client.map_err(BotError::Client)?;
        Ok(Self { client, thinkers: Thinkers::default(), listener })
    }
}

/// Runs the bot with other equipment than usual until `stop` is done.
pub async fn run_with(
    equipment: Equipment,
    settings: Settings,
    clock: Clock,
    stop: impl Future<Output = ()> + Send,
) -> Result<(), BotError> {
    let mut stop = pin!(async {
        stop.await;
        ops::say_stopping();
    });
    let store = tokio::select! {
        store = opened(settings.database.expose_secret()) => store?,
        () = &mut stop => return Ok(()),
    };
    let Equipment { client, thinkers, listener } = equipment;
    let transport = transport(settings.transport, listener).await?;
    let service = Service::new(store, clock, thinkers);
    let connected = Connected::default();
    let condition = Condition { service: service.clone(), connected: connected.clone() };
    let watched = watched(settings.ops_address, condition).await?;
    let connection = Connection {
        token: settings.token,
        proxy: settings.proxy,
        development_guild: settings.development_guild,
        client,
    };
    // Boxed: all that the gateway keeps is large, and would be moved about.
    let running = Box::pin(start::run(connection, service, transport, connected.clone(), stop));
    let telling = async {
        connected.until_complete().await;
        ops::say_ready();
        std::future::pending::<Infallible>().await
    };
    let ended = tokio::select! {
        ended = running => ended,
        never = watched => match never {},
        never = telling => match never {},
    };
    ended.map_err(|fault| match fault {
        ConnectionFault::WrongToken => SettingError::new(
            config::TOKEN,
            "is refused by Discord. Copy the token from the developer portal again.",
        )
        .into(),
    })
}

/// The store, as soon as its database can be reached: a server may start later
/// than the bot.
async fn opened(address: &str) -> Result<Arc<dyn Store>, SettingError> {
    let mut pauses = Pauses::default();
    loop {
        let pause = pauses.take();
        match store::open(address).await {
            Ok(store) => return Ok(store),
            Err(error) if error.is_unreachable() => {
                let (error, seconds) = (anyhow::Error::new(error), pause.as_secs());
                tracing::warn!("{error:#}; trying again in {seconds} s");
            }
            Err(error) => return Err(database_error(error)),
        }
        tokio::time::sleep(pause).await;
    }
}

/// What answers whoever watches the program, for ever.
async fn watched(
    address: Option<SocketAddr>,
    condition: Condition,
) -> Result<BoxFuture<'static, Infallible>, SettingError> {
    let Some(address) = address else { return Ok(std::future::pending().boxed()) };
    let answering = ops::serve(address, Arc::new(condition)).await.map_err(|error| {
        let problem = format!("does not work: {:#}. Choose another.", anyhow::Error::new(error));
        SettingError::new(config::OPS, problem)
    })?;
    let for_ever = async {
        answering.await;
        std::future::pending().await
    };
    Ok(for_ever.boxed())
}

/// The condition that the bot is in.
struct Condition {
    service: Service,
    connected: Connected,
}

#[async_trait]
impl Status for Condition {
    async fn troubles(&self) -> Vec<String> {
        let mut troubles = Vec::new();
        if self.service.store().next_deadline().await.is_err() {
            troubles.push("the database does not answer".to_owned());
        }
        if !self.connected.is_complete() {
            let lines = self.connected.lines();
            let up = lines.iter().filter(|(_, is_up)| *is_up).count();
            troubles.push(format!("Discord reaches {up} of {} lines", lines.len().max(1)));
        }
        troubles
    }

    async fn measure(&self) {
        let store = self.service.store();
        if let Ok(games) = store.live_games_count().await {
            metrics::gauge!("fourfall_live_games").set(games);
        }
        if let Ok(due) = store.next_deadline().await {
            let late = due.map_or(Duration::ZERO, |due| self.service.clock().now().since(due));
            metrics::gauge!("fourfall_sweeper_lag_seconds").set(late);
        }
    }
}

async fn transport(
    wanted: config::Transport,
    listener: Option<TcpListener>,
) -> Result<Transport, SettingError> {
    let config::Transport::Http { key, address } = wanted else {
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

fn database_error(error: StoreError) -> SettingError {
    let error = format!("{:#}", anyhow::Error::new(error)).replace('\n', " ");
    SettingError::new(
        config::DATABASE,
        format!(
            "names a database that does not work: {error}. Check the address, the disk and the \
             password, or put back a backup; nothing was changed."
        ),
    )
}
