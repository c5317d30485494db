//! Interactions by Discord's gateway, answers by REST.
//!
//! Only carries: what to answer is decided elsewhere.

use std::{
    panic::AssertUnwindSafe,
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::FutureExt;
use secrecy::{ExposeSecret, SecretString};
use serenity::{
    all::{
        Client, ClientBuilder, Context, EventHandler, GatewayError, GatewayIntents, HttpError,
        Interaction, Ready, ShardManager,
    },
    async_trait,
    http::{Http, HttpBuilder},
};
use thiserror::Error;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

use super::{
    intake::{self, Intake},
    outbox::Outbox,
    registration,
    token_routes::TokenRoutes,
    view::{self, Shown},
};
use crate::{
    play::{ApplicationId, GuildId, InteractionId, Token},
    service::{Notice, Reply, Request, Service},
    store::Posted,
};

/// Discord takes an answer for three seconds; a request that is not decided by
/// then must leave time to say so.
const DECIDE_WITHIN: Duration = Duration::from_millis(2_300);

/// How long the connection to Discord may take to close when the bot stops.
const HANG_UP_WITHIN: Duration = Duration::from_secs(1);

/// How long what is under way may take to finish when the bot stops.
const FINISH_WITHIN: Duration = Duration::from_secs(8);

/// The first and the longest pause between two tries to reach Discord.
const PAUSES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_mins(1));

/// How Discord is reached.
#[derive(Debug)]
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

/// Why the bot stopped although nobody told it to.
#[derive(Debug, Error)]
pub enum GatewayFault {
    /// Discord does not know the token.
    #[error("Discord refuses the token")]
    WrongToken,
}

/// Runs the bot until `stop` is done, then lets what is under way finish.
pub async fn run(
    connection: Connection,
    service: Service,
    stop: impl Future<Output = ()> + Send,
) -> Result<(), GatewayFault> {
    let running = TaskTracker::new();
    let shards = Shards::default();
    let result = {
        let connected = pin!(connect_for_ever(&connection, &service, &running, &shards));
        tokio::select! {
            result = connected => result,
            () = stop => Ok(()),
        }
    };
    shards.shut_down().await;
    running.close();
    if tokio::time::timeout(FINISH_WITHIN, running.wait()).await.is_err() {
        tracing::warn!(left = running.len(), "stopped before everything was answered");
    }
    if let Err(error) = service.stop_clocks().await {
        let error = format!("{:#}", anyhow::Error::new(error));
        tracing::warn!(error, "the clocks count from a minute ago when the bot starts again");
    }
    service.store().close().await;
    result
}

/// The connections to the gateway, as far as there are some. serenity keeps
/// them open in tasks of its own.
#[derive(Debug, Default)]
struct Shards(Mutex<Option<Arc<ShardManager>>>);

impl Shards {
    fn set(&self, manager: Arc<ShardManager>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(manager);
    }

    /// Takes no more interactions.
    async fn shut_down(&self) {
        let manager = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(manager) = manager else { return };
        if tokio::time::timeout(HANG_UP_WITHIN, manager.shutdown_all()).await.is_err() {
            tracing::warn!("the connection to Discord did not end in time");
        }
    }
}

/// Connects, and again whenever serenity gives up.
async fn connect_for_ever(
    connection: &Connection,
    service: &Service,
    running: &TaskTracker,
    shards: &Shards,
) -> Result<(), GatewayFault> {
    let http = Arc::new(connection.http());
    let application = patiently("Discord cannot be reached", || application(&http)).await?;
    http.set_application_id(application.0.into());
    // Before anybody moves, so that boards show the right time from the first.
    if let Err(error) = service.start_clocks().await {
        let error = format!("{:#}", anyhow::Error::new(error));
        tracing::warn!(error, "the clocks stand still until the database works");
    }
    let outbox = Outbox {
        application,
        token_routes: Arc::new(connection.token_routes()),
        channel_routes: Arc::clone(&http),
        clock: service.clock().clone(),
    };
    let sweeping = sweep(service.clone(), outbox.clone());
    let carrier = Carrier { service: service.clone(), outbox, running: running.clone() };
    let registering = patiently("the commands could not be registered", || {
        register(&http, service, application, connection.development_guild)
    });
    let listening = patiently("the connection to Discord ended", || {
        listen(connection, &http, carrier.clone(), shards)
    });
    let registering = async {
        match registering.await {
            Ok(()) => std::future::pending().await,
            Err(fault) => Err(fault),
        }
    };
    tokio::select! {
        result = listening => result,
        result = registering => result,
        () = sweeping => Ok(()),
    }
}

/// Why a try failed.
enum Trouble {
    WrongToken,
    Other(anyhow::Error),
}

impl Trouble {
    fn from_any(error: anyhow::Error) -> Self {
        match error.downcast::<serenity::Error>() {
            Ok(error) => error.into(),
            Err(error) => Self::Other(error),
        }
    }
}

impl From<serenity::Error> for Trouble {
    fn from(error: serenity::Error) -> Self {
        match &error {
            serenity::Error::Gateway(GatewayError::InvalidAuthentication) => Self::WrongToken,
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
                if response.status_code == reqwest::StatusCode::UNAUTHORIZED =>
            {
                Self::WrongToken
            }
            _ => Self::Other(error.into()),
        }
    }
}

/// Tries until it works, with growing pauses.
async fn patiently<T, Attempt>(
    what_failed: &'static str,
    mut attempt: impl FnMut() -> Attempt,
) -> Result<T, GatewayFault>
where
    Attempt: Future<Output = Result<T, Trouble>>,
{
    let (mut pause, longest) = PAUSES;
    loop {
        match attempt().await {
            Ok(value) => return Ok(value),
            Err(Trouble::WrongToken) => return Err(GatewayFault::WrongToken),
            Err(Trouble::Other(error)) => {
                let seconds = pause.as_secs();
                tracing::warn!("{what_failed}: {error:#}; trying again in {seconds} s");
            }
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(longest);
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

/// Takes interactions until serenity gives up.
async fn listen(
    connection: &Connection,
    http: &Http,
    carrier: Carrier,
    shards: &Shards,
) -> Result<(), Trouble> {
    let gateway = http.get_gateway().await?.url;
    let builder = ClientBuilder::new_with_http(connection.http(), GatewayIntents::empty());
    let mut client: Client = builder.event_handler(carrier).await?;
    // If asking for the gateway had failed in there, serenity would have taken
    // Discord's own, whatever proxy is set.
    client.ws_url.lock().await.clone_from(&gateway);
    shards.set(Arc::clone(&client.shard_manager));
    client.start().await?;
    Err(Trouble::Other(anyhow::anyhow!("serenity stopped")))
}

impl Connection {
    /// A client for the routes that need the bot's token.
    fn http(&self) -> Http {
        let builder = HttpBuilder::new(self.token.expose_secret()).client(self.client.clone());
        match &self.proxy {
            // serenity takes no notice of a proxy while its limiter is on; the
            // proxy must be the limiter.
            Some(proxy) => builder.proxy(proxy).ratelimiter_disabled(true).build(),
            None => builder.build(),
        }
    }

    fn token_routes(&self) -> TokenRoutes {
        let token = format!("Bot {}", self.token.expose_secret());
        TokenRoutes::new(self.client.clone(), token.into(), self.proxy.clone())
    }
}

/// Takes interactions from serenity, and brings their answers to Discord.
#[derive(Clone, Debug)]
struct Carrier {
    service: Service,
    outbox: Outbox,
    running: TaskTracker,
}

#[async_trait]
impl EventHandler for Carrier {
    async fn ready(&self, _: Context, ready: Ready) {
        tracing::info!(name = ready.user.name, servers = ready.guilds.len(), "connected");
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        self.running.track_future(self.carry(interaction)).await;
    }
}

impl Carrier {
    async fn carry(&self, interaction: Interaction) {
        match intake::read(&interaction) {
            Intake::Request(request) => {
                let typed = intake::typed(&interaction);
                let (reply, shown) = self.decide(&interaction, &request, typed).await;
                self.send(request.interaction, &request.token, shown, reply).await;
            }
            Intake::Refused(refusal) => {
                let shown = view::refuse(intake::reader(&interaction), &refusal);
                let token = Token(interaction.token().to_owned());
                self.send(InteractionId(interaction.id().get()), &token, shown, None).await;
            }
            Intake::Nothing => {}
        }
    }

    /// The reply to a request, if there was no fault, and how it looks.
    async fn decide(
        &self,
        interaction: &Interaction,
        request: &Request,
        typed: &str,
    ) -> (Option<Reply>, Shown) {
        let answer = AssertUnwindSafe(self.service.answer(request)).catch_unwind();
        let error = match tokio::time::timeout(DECIDE_WITHIN, answer).await {
            Ok(Ok(Ok(reply))) => {
                let shown = view::show(&reply.answer, request.locale, typed);
                return (Some(reply), shown);
            }
            Ok(Ok(Err(error))) => format!("{:#}", anyhow::Error::new(error)),
            Ok(Err(_)) => "a panic, reported above".to_owned(),
            Err(_) => "it took too long".to_owned(),
        };
        let reference = format!("{:06X}", fastrand::u32(..1 << 24));
        tracing::error!(
            reference,
            interaction = request.interaction.0,
            channel = request.place.channel.0,
            error,
            "a request was not fulfilled"
        );
        let shown = match interaction {
            Interaction::Autocomplete(_) => view::no_choices(),
            _ => view::fault(request.locale, &reference),
        };
        (None, shown)
    }

    async fn send(&self, id: InteractionId, token: &Token, shown: Shown, reply: Option<Reply>) {
        let Some(Reply { answer, notices, late }) = reply else {
            self.send_answer(id, token, shown, None, Vec::new()).await;
            return;
        };
        self.send_answer(id, token, shown, answer.posted(), notices).await;
        // Whether the answer got through or not: else the computer would wait
        // for somebody's press.
        let mut coming = late;
        while let Some(late) = coming.take()
            && let Some((notice, next)) = late.next().await
        {
            self.outbox.deliver(&notice).await;
            coming = next;
        }
    }

    async fn send_answer(
        &self,
        id: InteractionId,
        token: &Token,
        shown: Shown,
        posted: Option<Posted>,
        mut notices: Vec<Notice>,
    ) {
        let routes = &self.outbox.token_routes;
        let sent = match posted {
            None => {
                let file = shown.file.as_ref().map(view::File::upload);
                routes.respond(id, token, &shown.response, file).await.map(|()| None)
            }
            Some(_) => routes.respond_and_learn(id, token, &shown.response).await,
        };
        let message = match sent {
            Ok(message) => message,
            Err(error) if error.is_answered_before() => {
                tracing::debug!(interaction = id.0, "answered before");
                return;
            }
            Err(error) => {
                let error = format!("{:#}", anyhow::Error::new(error));
                tracing::warn!(interaction = id.0, error, "an answer did not get through");
                return;
            }
        };
        if let Some((posted, message)) = posted.zip(message) {
            if let Err(error) = self.service.learn(&posted, message).await {
                // Whoever presses that message next makes it known.
                let error = format!("{:#}", anyhow::Error::new(error));
                tracing::warn!(interaction = id.0, error, "a message's id was not stored");
            }
            for notice in &mut notices {
                notice.learn(message);
            }
        }
        self.send_aside(id, token, shown.aside).await;
        for notice in notices {
            self.outbox.deliver(&notice).await;
        }
    }

    async fn send_aside(&self, id: InteractionId, token: &Token, aside: Option<view::Body>) {
        let Some(aside) = aside else { return };
        let message = aside.into_follow_up();
        let application = self.outbox.application;
        if let Err(error) = self.outbox.token_routes.follow_up(application, token, &message).await {
            let error = format!("{:#}", anyhow::Error::new(error));
            tracing::warn!(interaction = id.0, error, "a sentence did not get through");
        }
    }
}
