//! A strict local fake of Discord for tests of bots: the REST API, the gateway,
//! signed interaction webhooks, and a web page on which people can use the bot.
//!
//! [`FakeDiscord::start`] listens on a loopback address. Point the bot's HTTP
//! client at [`FakeDiscord::url`] instead of `https://discord.com`, for serenity
//! with `HttpBuilder::proxy`; the gateway's address comes from `GET /gateway`.
//! Then act as Discord's users with the methods of [`FakeDiscord`]
//! ([`command`](FakeDiscord::command), [`press`](FakeDiscord::press),
//! [`select`](FakeDiscord::select) …) and look at the messages that result.
//!
//! The fake is strict: it validates requests, limits and permissions as Discord
//! does, and answers with Discord's status and error codes. It is also
//! independent of the bot: it sees requests and sends events, nothing else.
//!
//! Time comes from the [`Clock`] in [`Options`]. With a frozen clock a test
//! decides when an interaction expires; see [`FakeDiscord::advance`].

#![warn(missing_docs)]

mod access;
mod connection;
mod faults;
mod gateway;
mod interactions;
mod iso8601;
mod mutex;
mod recorder;
mod rest;
mod state;
mod test_api;
mod validation;
mod variations;
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
    Router, middleware,
    routing::{any, get},
};
use tokio::{net::TcpListener, sync::broadcast::error::RecvError, task::JoinHandle};

use self::{
    connection::{ConnectionKiller, KillableListener},
    recorder::RequestRecorder,
    state::AppState,
};
pub use self::{
    faults::{Fault, FaultKind},
    gateway::sessions::GatewayEvent,
    interactions::webhook_delivery::EndpointError,
    recorder::RecordedRequest,
    rest::rate_limits::EditLimits,
    state::{
        component::{Button, Component, Select, SelectChoice},
        event_stream::{EventStream, MessageEvent},
        ids::{
            AttachmentId, ChannelId, CommandId, EmojiId, GuildId, InteractionId, MessageId,
            ParseIdError, UserId,
        },
        message::{Attachment, Message},
        model::{Permissions, User},
        outcome::{ActionResult, AutocompleteChoice, Outcome},
    },
    variations::{ObjectKind, SchemaVariation},
};
pub use clock::{Clock, Timestamp};

/// How long open connections have to end on shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Configuration of a [`FakeDiscord`].
///
/// The default listens on a free port of 127.0.0.1, follows the system's clock,
/// enforces rate limits, and asks for one shard.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on, which must be a loopback address. Port 0 picks
    /// a free one.
    pub address: SocketAddr,
    /// The clock for message times, interaction deadlines and rate limits.
    pub clock: Clock,
    /// Names besides those of this machine that the `Host` of requests may have, such
    /// as `discord.com` if a proxy poses as Discord.
    pub hosts: &'static [&'static str],
    /// The name of the bot's user and application.
    pub bot_name: String,
    /// A file to write every request to, as one JSON object per line with
    /// `method`, `path`, `body` and `status`. An existing file is overwritten.
    pub recording_path: Option<PathBuf>,
    /// Whether to keep requests for [`FakeDiscord::requests`]. They are also
    /// kept if a recording is written.
    pub keep_requests: bool,
    /// Whether to enforce the REST rate limits and the five seconds between two
    /// IDENTIFYs. The daily limit of IDENTIFYs always applies.
    pub rate_limits: bool,
    /// The number of shards that `GET /gateway/bot` recommends. An IDENTIFY with
    /// fewer is refused with close code 4011.
    pub shards: u64,
    /// Whether to reuse HTTP connections to interaction endpoints, as a load
    /// balancer does. If not, every interaction opens a new connection, so that
    /// an endpoint that has stopped listening is noticed at once.
    pub reuse_connections: bool,
    /// SVG images that the page shows in place of the browser's emoji font.
    pub emoji_pictures: EmojiPictures,
    /// The name of a command without required options that the page offers as a button at the
    /// start of each channel.
    pub start_command: Option<&'static str>,
}

/// Images of emoji. The page names who drew them.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmojiPictures {
    /// Pairs of an emoji and the source of its SVG image.
    pub images: &'static [(&'static str, &'static str)],
    /// The drawings' attribution, as HTML. Empty if they need none.
    pub credit: &'static str,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            clock: Clock::system(),
            hosts: &[],
            bot_name: "Bot".to_owned(),
            recording_path: None,
            keep_requests: false,
            rate_limits: true,
            shards: 1,
            reuse_connections: false,
            emoji_pictures: EmojiPictures::default(),
            start_command: None,
        }
    }
}

/// Why [`FakeDiscord::start`] failed.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address is not a loopback address.
    #[error("{0} can be reached from other machines; the fake Discord listens on 127.0.0.1 only")]
    NotLoopback(SocketAddr),
    /// The address is already in use.
    #[error("port {} is already in use; choose another", .0.port())]
    PortInUse(SocketAddr),
    /// Listening failed for another reason.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// The address of [`Options`].
        address: SocketAddr,
        /// The error of the operating system.
        reason: io::Error,
    },
    /// The file of [`Options::recording_path`] could not be created.
    #[error("cannot write the recording {}: {reason}", .path.display())]
    Recording {
        /// The path of the file.
        path: PathBuf,
        /// The error of the operating system.
        reason: io::Error,
    },
}

/// A running fake of Discord. It shuts down when it is dropped.
///
/// It starts with one guild (a Discord server) called "The Arcade", its text
/// channels `general`, `games` and `quiet` (which the bot cannot see), and the
/// users Ann, Ben and Cleo. Ann owns the guild. Each user has a DM channel with
/// the bot (`dm:ann` …); Ann and Ben have the application installed, and share a
/// private channel without the bot, `ann-ben`. The bot is in the guild, and
/// offline until it connects to the gateway or an endpoint is set.
///
/// # Examples
///
/// ```
/// use fake_discord::{FakeDiscord, Options};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let discord = FakeDiscord::start(Options::default()).await?;
/// println!("open {} in a browser", discord.url());
///
/// // What the bot under test does first.
/// let response = reqwest::Client::new()
///     .get(format!("{}/api/v10/users/@me", discord.url()))
///     .header("authorization", format!("Bot {}", discord.token()))
///     .send()
///     .await?;
/// assert_eq!(response.status(), 200);
///
/// let channel = discord.channel("general");
/// let message = discord.send_message(discord.user("ann"), channel, "Hello");
/// assert_eq!(message.author.name, "Ann");
///
/// discord.stop().await;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct FakeDiscord {
    shared: Arc<AppState>,
    server: JoinHandle<()>,
}

impl FakeDiscord {
    /// Starts the fake on the current tokio runtime.
    ///
    /// # Errors
    ///
    /// If the address is not a loopback address or cannot be bound, or if the
    /// recording cannot be created.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime.
    pub async fn start(options: Options) -> Result<Self, StartError> {
        let address = options.address;
        if !address.ip().is_loopback() {
            return Err(StartError::NotLoopback(address));
        }
        let recording_path = options.recording_path.as_deref();
        let recorder =
            RequestRecorder::new(recording_path, options.keep_requests).map_err(|reason| {
                StartError::Recording {
                    path: recording_path.map(Path::to_owned).unwrap_or_default(),
                    reason,
                }
            })?;
        let listener = listen(address).await?;
        let address =
            listener.local_addr().map_err(|reason| StartError::Listen { address, reason })?;
        let shared = Arc::new(AppState::new(options, address, recorder));
        let server = tokio::spawn(serve(listener, Arc::clone(&shared)));
        Ok(Self { shared, server })
    }

    /// The base URL without a trailing slash, such as `http://127.0.0.1:40123`.
    /// It serves the page for people, and is what the bot needs as its proxy:
    /// the API is at `/api/v10`.
    pub fn url(&self) -> String {
        self.shared.base_url()
    }

    /// The bot token that requests must carry, without the prefix `Bot `. Each instance
    /// has its own.
    pub fn token(&self) -> &str {
        &self.shared.token
    }

    /// The id of the bot's user and of its application, which are the same.
    pub fn application_id(&self) -> UserId {
        self.shared.world().bot
    }

    /// The clock of [`Options::clock`].
    pub fn clock(&self) -> &Clock {
        &self.shared.clock
    }

    /// The Ed25519 public key that verifies the signatures of interactions, in
    /// hex. Each instance has its own.
    pub fn public_key(&self) -> String {
        self.shared.endpoints.public_key()
    }

    /// Sets the application's interactions endpoint: from now on, interactions
    /// are posted there, signed, instead of being sent through the gateway. More
    /// than one URL are used in turn, as behind a load balancer. With none,
    /// interactions go to the gateway again.
    ///
    /// Each endpoint is checked as
    /// [Discord does](https://discord.com/developers/docs/interactions/overview#setting-up-an-endpoint)
    /// when this setting is saved: it must answer a PING, and refuse a wrong
    /// signature with 401.
    ///
    /// # Errors
    ///
    /// If an endpoint fails the check. The setting is unchanged then.
    pub async fn set_endpoints(&self, urls: Vec<String>) -> Result<(), EndpointError> {
        for url in &urls {
            self.check_endpoint(url).await.inspect_err(|error| tracing::warn!("{error}"))?;
        }
        self.shared.endpoints.set(urls);
        self.shared.announce_bot_status();
        Ok(())
    }

    async fn check_endpoint(&self, url: &str) -> Result<(), EndpointError> {
        let now = self.shared.now();
        let mut ping = interactions::payload::ping(&mut self.shared.world(), now);
        self.shared.variations().apply(&mut ping);
        let check = self.shared.endpoints.check(url, &ping, now);
        let result = tokio::time::timeout(state::event_stream::ACTION_TIMEOUT, check).await;
        result.unwrap_or_else(|_| Err(EndpointError::Unreachable(url.to_owned())))
    }

    /// Waits until the bot can receive interactions and has registered commands,
    /// globally or in a guild. Waits forever if it never does.
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

    /// Whether the bot can receive interactions: whether it is connected to the
    /// gateway, or an endpoint is set.
    pub fn is_bot_online(&self) -> bool {
        self.shared.is_bot_online()
    }

    /// Closes all connections and waits until the port is free again, for at most
    /// two seconds.
    pub async fn stop(mut self) {
        self.shared.stopping.send_replace(true);
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, &mut self.server).await.is_err() {
            self.server.abort();
        }
    }
}

impl Drop for FakeDiscord {
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

async fn serve(listener: TcpListener, shared: Arc<AppState>) {
    let router = Router::new()
        .route("/gateway-socket", get(gateway::connect))
        .route("/api/{*path}", any(rest::api))
        .merge(web::routes())
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), access::refuse_other_sites))
        .with_state(Arc::clone(&shared));
    let service = router.into_make_service_with_connect_info::<ConnectionKiller>();
    let stopped = async move { shared.stopped().await };
    let result =
        axum::serve(KillableListener(listener), service).with_graceful_shutdown(stopped).await;
    if let Err(error) = result {
        tracing::error!(%error, "the fake Discord stopped listening");
    }
}
