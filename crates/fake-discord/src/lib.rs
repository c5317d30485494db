//! A strict stand-in for Discord on this machine: its REST API, its gateway,
//! its signed interactions, and a page that looks like a channel.
//!
//! It refuses whatever Discord refuses, so that a bot that gets along with it
//! gets along with Discord. The tests of the whole bot run against it, and so
//! does `fourfall playground`. It knows nothing of the bot: it sees only
//! requests, and sends only events.

mod connection;
mod faults;
mod gateway;
mod interactions;
mod iso8601;
mod recorder;
mod rest;
mod state;
mod test_api;
mod validation;
mod web;

#[cfg(test)]
mod tests;

use std::{
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    routing::{any, get},
};
use tokio::{net::TcpListener, sync::broadcast::error::RecvError, task::JoinHandle};

use self::{
    connection::{Connections, Cut},
    recorder::Recorder,
    state::Shared,
};
pub use self::{
    faults::{Fault, FaultKind},
    gateway::sessions::GatewayEvent,
    interactions::webhook_delivery::EndpointError,
    recorder::Recorded,
    state::{
        component::{Button, Component, Select, SelectChoice},
        event_stream::{Change, Changes},
        ids::{
            AttachmentId, ChannelId, CommandId, GuildId, InteractionId, MessageId, NotAnId, UserId,
        },
        message::{Attachment, Message},
        model::{Permissions, User},
        outcome::{Answer, Choice, Outcome},
    },
};
use clock::Clock;

/// How long open connections have to end when the playground is stopped.
const TIME_TO_STOP: Duration = Duration::from_secs(2);

/// How a playground is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens; only this machine's own addresses are allowed.
    pub address: SocketAddr,
    /// The clock by which interactions and limits run out.
    pub clock: Clock,
    /// The token that the bot must show.
    pub token: String,
    /// A file that gets one line for each request of the bot's.
    pub record: Option<PathBuf>,
    /// Whether requests are kept in memory; they are too if there is a file.
    pub keep_requests: bool,
    /// Whether too many requests are refused, and sessions begun too fast.
    pub rate_limits: bool,
    /// How many shards it asks for.
    pub shards: u64,
    /// Whether connections to endpoints are used again, as a load balancer does.
    /// Without that, each interaction sees whether anybody listens.
    pub keep_connections: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            clock: Clock::system(),
            token: "playground-token".to_owned(),
            record: None,
            keep_requests: false,
            rate_limits: true,
            shards: 1,
            keep_connections: false,
        }
    }
}

/// Why a playground could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Others could reach it.
    #[error("{0} can be reached from other machines; the playground listens on 127.0.0.1 only")]
    NotLoopback(SocketAddr),
    /// Something else listens there.
    #[error("port {} is already in use; choose another", .0.port())]
    PortInUse(SocketAddr),
    /// It could not listen for another reason.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        reason: io::Error,
    },
    /// The file for the recording could not be made.
    #[error("cannot write the recording {}: {reason}", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
}

/// A running playground. It stops when it is dropped.
#[derive(Debug)]
pub struct Playground {
    shared: Arc<Shared>,
    server: JoinHandle<()>,
}

impl Playground {
    /// Starts one, with Ann, Ben and Cleo in The Arcade, and the bot offline.
    pub async fn start(options: Options) -> Result<Self, StartError> {
        let address = options.address;
        if !address.ip().is_loopback() {
            return Err(StartError::NotLoopback(address));
        }
        let record = options.record.as_deref();
        let recorder = Recorder::new(record, options.keep_requests).map_err(|reason| {
            StartError::Record { path: record.map(Path::to_owned).unwrap_or_default(), reason }
        })?;
        let listener = listen(address).await?;
        let address =
            listener.local_addr().map_err(|reason| StartError::Listen { address, reason })?;
        let shared = Arc::new(Shared::new(options, address, recorder));
        let server = tokio::spawn(serve(listener, Arc::clone(&shared)));
        Ok(Self { shared, server })
    }

    /// Where it is: the page for a browser, and the proxy for the bot.
    pub fn url(&self) -> String {
        self.shared.page_address()
    }

    /// The token that the bot must show.
    pub fn token(&self) -> &str {
        &self.shared.token
    }

    /// The bot's user id, which is its application's id as well.
    pub fn application_id(&self) -> UserId {
        self.shared.world().bot
    }

    /// The clock by which the playground lives.
    pub fn clock(&self) -> &Clock {
        &self.shared.clock
    }

    /// The key that its signatures can be verified with, in hex.
    pub fn public_key(&self) -> String {
        self.shared.endpoints.public_key()
    }

    /// Has interactions posted to these addresses from now on, which take turns
    /// as behind a load balancer; with none, they go to the gateway. At Discord,
    /// this is an application's setting, and it goes through the same check.
    ///
    /// Nothing changes if one of them does not answer pings, or believes wrong
    /// signatures.
    pub async fn set_endpoints(&self, urls: Vec<String>) -> Result<(), EndpointError> {
        for url in &urls {
            self.check_endpoint(url).await.inspect_err(|error| tracing::warn!("{error}"))?;
        }
        self.shared.endpoints.set(urls);
        self.shared.announce_bot();
        Ok(())
    }

    async fn check_endpoint(&self, url: &str) -> Result<(), EndpointError> {
        let now = self.shared.now();
        let ping = interactions::payload::ping(&mut self.shared.world(), now);
        let check = self.shared.endpoints.check(url, &ping, now);
        let checked = tokio::time::timeout(state::event_stream::PATIENCE, check).await;
        checked.unwrap_or_else(|_| Err(EndpointError::Unreachable(url.to_owned())))
    }

    /// Waits until interactions find the bot, and it has registered commands
    /// anywhere.
    pub async fn bot_ready(&self) {
        let mut events = self.shared.world().events.subscribe();
        loop {
            let registered = self.shared.world().registry.is_used();
            if registered && self.shared.is_bot_online() {
                return;
            }
            if let Err(RecvError::Closed) = events.recv().await {
                return;
            }
        }
    }

    /// Whether interactions find the bot: by the gateway, or at an endpoint.
    pub fn is_bot_online(&self) -> bool {
        self.shared.is_bot_online()
    }

    /// Ends all connections, and waits until the port is free again.
    pub async fn stop(mut self) {
        self.shared.stopping.send_replace(true);
        if tokio::time::timeout(TIME_TO_STOP, &mut self.server).await.is_err() {
            self.server.abort();
        }
    }
}

impl Drop for Playground {
    fn drop(&mut self) {
        self.shared.stopping.send_replace(true);
    }
}

async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|reason| match reason.kind() {
        io::ErrorKind::AddrInUse => StartError::PortInUse(address),
        _ => StartError::Listen { address, reason },
    })
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let router = Router::new()
        .route("/gateway-socket", get(gateway::connect))
        .route("/api/{*path}", any(rest::api))
        .merge(web::routes(&shared))
        .with_state(Arc::clone(&shared));
    let service = router.into_make_service_with_connect_info::<Cut>();
    let stopped = async move { shared.stopped().await };
    let served = axum::serve(Connections(listener), service).with_graceful_shutdown(stopped).await;
    if let Err(error) = served {
        tracing::error!(%error, "the playground stopped listening");
    }
}
