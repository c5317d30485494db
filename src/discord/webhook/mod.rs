//! The HTTP transport: receives interactions as signed POST requests, and responds in
//! the body.
//!
//! Any number of replicas may run behind a load balancer, over one database. Any request may reach
//! any of them, also the same one twice, so no game is kept in memory; only a few limits are
//! counted by each process.
//!
//! [Discord's rules](https://discord.com/developers/docs/interactions/overview#preparing-for-interactions)

mod signature;

use std::{convert::Infallible, pin::pin, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
    routing::post,
};
use ed25519_dalek::VerifyingKey;
use futures_util::stream;
use serde_json::value::RawValue;
use serenity::{all::CreateAttachment, interactions_endpoint::Verifier};
use tokio::{
    net::TcpListener,
    sync::{Semaphore, oneshot},
};
use tracing::{Instrument as _, Span};

use super::{
    bot_context::BotContext,
    delivery_status::DeliveryStatus,
    dispatcher::{Dispatcher, Handled},
    interaction::{PING, Unreadable},
    interaction_client::{SendError, log_unknown_message},
    interaction_metrics::interaction_span,
    parse::{self, ParsedInteraction},
    retry::WrongToken,
};
use crate::{features::InteractionRef, game::MessageId, http_server, store::MessageOwner};

/// The most connections at once. They leave nearly half of the 1,024 file
/// descriptors that a process usually may have to everything else.
const MAX_CONNECTIONS: usize = 512;

/// How long a connection may take to send the head of its next request. Load balancers usually keep
/// one for up to a minute, and should be the first to close it.
const HEAD_TIMEOUT: Duration = Duration::from_secs(75);

/// How long looking up a message may take before it is recorded as shown: a message whose
/// id is unknown after three seconds would count as lost.
const FAST_LOOKUP: Duration = Duration::from_secs(2);

/// The endpoint that Discord sends interactions to.
#[derive(Debug)]
pub struct Endpoint {
    /// The application's public key, which verifies Discord's signatures.
    pub key: Box<VerifyingKey>,
    pub listener: TcpListener,
}

/// Handles interactions until `shutdown` completes, even while Discord's REST API
/// cannot be reached.
pub(super) async fn run(
    bot: &BotContext,
    endpoint: Endpoint,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), WrongToken> {
    let (stop_listening, stopped) = oneshot::channel();
    bot.tasks.spawn(serve(endpoint, bot.clone(), stopped));
    let background = async { bot.run_background(bot.application_id().await?).await };
    let result = tokio::select! {
        result = background => result,
        () = shutdown => Ok(()),
    };
    drop(stop_listening);
    result
}

/// Serves requests until `stopped`, then finishes those in flight.
async fn serve(endpoint: Endpoint, bot: BotContext, stopped: oneshot::Receiver<()>) {
    let Endpoint { key, listener } = endpoint;
    if let Ok(address) = listener.local_addr() {
        tracing::info!(%address, "listening for interactions");
    }
    let connection = bot.service.connection.clone();
    connection.reset(1);
    connection.set(0, true);
    let verifier = Verifier::try_new(key.to_bytes()).expect("the key is a valid public key");
    let large_bodies = Semaphore::new(signature::MAX_LARGE_BODIES);
    let state = Arc::new(AppState { verifier, large_bodies, bot });
    let router = Router::new().route("/interactions", post(receive)).with_state(state);
    let stopped = async move {
        drop(stopped.await);
        connection.set_all_disconnected();
    };
    http_server::serve(listener, router, MAX_CONNECTIONS, HEAD_TIMEOUT, stopped).await;
}

/// What the request handler needs.
struct AppState {
    verifier: Verifier,
    /// Limits how many large bodies are read at once.
    large_bodies: Semaphore,
    bot: BotContext,
}

async fn receive(State(state): State<Arc<AppState>>, request: Request) -> Response {
    let AppState { verifier, large_bodies, bot } = &*state;
    let time = &bot.service.discord_time;
    let body = match signature::read(verifier, time, large_bodies, request).await {
        Ok(body) => body,
        Err(status) => return status.into_response(),
    };
    let read = parse::try_parse(&body).await;
    // Discord asks whether the endpoint is there, perhaps with nothing but the type.
    if read.as_ref().is_err_and(|it| it.kind == Some(PING)) {
        return json(Body::from(r#"{"type":1}"#));
    }
    let span = read.as_ref().map_or_else(|_| Span::none(), interaction_span);
    let (reply, response) = oneshot::channel();
    // In a task of its own, which continues if Discord closes the connection.
    // Boxed, since it is large, and would be moved several times.
    let responding = Box::pin(respond(Arc::clone(&state), read, reply));
    bot.tasks.spawn(responding.instrument(span));
    // The task drops the sender only after a failure that was logged there.
    response.await.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

fn json(body: Body) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// Handles an interaction, and responds to it.
async fn respond(
    state: Arc<AppState>,
    read: Result<ParsedInteraction, Unreadable>,
    reply: oneshot::Sender<Response>,
) {
    let (dispatcher, handled) = match read {
        Ok(parsed) => {
            let dispatcher = state.bot.dispatcher(parsed.request.interaction.application);
            let handled = dispatcher.handle(parsed).await;
            (dispatcher, handled)
        }
        Err(unreadable) => match Handled::of_unreadable(unreadable) {
            Some(handled) => (state.bot.dispatcher(handled.interaction.application), handled),
            None => return drop(reply.send(StatusCode::BAD_REQUEST.into_response())),
        },
    };
    let Handled { interaction, response, file, following, .. } = &handled;
    let status = match file {
        None => {
            let owner = following.message_owner.as_ref();
            respond_in_body(&dispatcher, interaction, response, owner, reply).await
        }
        Some(file) => respond_by_request(&dispatcher, interaction, response, file, reply).await,
    };
    dispatcher.finish(handled, status).await;
}

/// Responds in the body of the HTTP response, and fetches the id of the message that it
/// creates if that has an owner.
async fn respond_in_body(
    dispatcher: &Dispatcher,
    interaction: &InteractionRef,
    response: &RawValue,
    owner: Option<&MessageOwner>,
    reply: oneshot::Sender<Response>,
) -> DeliveryStatus {
    let body = response.get().as_bytes().to_vec();
    let length = HeaderValue::from(body.len());
    let (body, written) = tracked_body(body);
    let mut response = json(body);
    response.headers_mut().insert(header::CONTENT_LENGTH, length);
    // If Discord has closed the connection, this drops the response, which signals that its body
    // was not delivered.
    drop(reply.send(response));
    if written.await.is_err() {
        tracing::warn!("Discord closed the connection before the response was sent");
        return DeliveryStatus::Failed;
    }
    let Some(owner) = owner else { return DeliveryStatus::Delivered { message: None } };
    match fetch_message_id(dispatcher, interaction, owner).await {
        Err(error) if !error.is_unknown_webhook() => {
            log_unknown_message(error);
            DeliveryStatus::Delivered { message: None }
        }
        message => DeliveryStatus::from_result(message),
    }
}

/// Fetches the id of the message that a response has created. While that takes long, the
/// message is recorded as shown.
async fn fetch_message_id(
    dispatcher: &Dispatcher,
    interaction: &InteractionRef,
    owner: &MessageOwner,
) -> Result<Option<MessageId>, SendError> {
    let client = &dispatcher.client.interactions;
    let mut fetching = pin!(client.fetch_message_id(interaction));
    if let Ok(message) = tokio::time::timeout(FAST_LOOKUP, &mut fetching).await {
        return message;
    }
    dispatcher.record_shown(owner, true).await;
    let message = fetching.await;
    if message.as_ref().is_err_and(SendError::is_unknown_webhook) {
        dispatcher.record_shown(owner, false).await;
    }
    message
}

/// Responds by a REST request, since the body of the HTTP response cannot hold files.
async fn respond_by_request(
    dispatcher: &Dispatcher,
    interaction: &InteractionRef,
    response: &RawValue,
    file: &CreateAttachment,
    reply: oneshot::Sender<Response>,
) -> DeliveryStatus {
    let (body, written) = tracked_body(Vec::new());
    let length = [(header::CONTENT_LENGTH, "0")];
    drop(reply.send((StatusCode::ACCEPTED, length, body).into_response()));
    // Discord accepts the response even if it has closed the connection.
    drop(written.await);
    let client = &dispatcher.client.interactions;
    let sent = client.respond(interaction, &response, Some(file.clone())).await;
    DeliveryStatus::from_result(sent.map(|()| None))
}

/// A response body, and a receiver that completes once the connection has taken it. It fails if the
/// body was dropped before.
fn tracked_body(bytes: Vec<u8>) -> (Body, oneshot::Receiver<()>) {
    let (written, receiver) = oneshot::channel();
    let body = stream::once(async move {
        // The receiver may have been dropped.
        written.send(()).ok();
        Ok::<_, Infallible>(bytes)
    });
    (Body::from_stream(body), receiver)
}
