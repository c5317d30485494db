//! The bot, put together from its parts.

use secrecy::ExposeSecret;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::{
    clock::Clock,
    config::{self, SettingError, Settings},
    discord::{
        connected::Connected,
        http::Endpoint,
        start::{self, Connection, ConnectionFault, Transport},
    },
    service::{Service, Thinkers},
    store::{self, StoreError},
};

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
    let store = store::open(settings.database.expose_secret()).await.map_err(database_error)?;
    let Equipment { client, thinkers, listener } = equipment;
    let transport = transport(settings.transport, listener).await?;
    let service = Service::new(store, clock, thinkers);
    let connection = Connection {
        token: settings.token,
        proxy: settings.proxy,
        development_guild: settings.development_guild,
        client,
    };
    let connected = Connected::default();
    // Boxed: all that the gateway keeps is large, and would be moved about.
    let running = Box::pin(start::run(connection, service, transport, connected, stop));
    running.await.map_err(|fault| match fault {
        ConnectionFault::WrongToken => SettingError::new(
            config::TOKEN,
            "is refused by Discord. Copy the token from the developer portal again.",
        )
        .into(),
    })
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
