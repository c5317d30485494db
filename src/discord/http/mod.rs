//! Interactions by signed HTTP POST, answers as the responses.
//!
//! Only carries: what to answer is decided elsewhere. Any number of processes
//! may do so behind a load balancer, over one database.
//!
//! [Discord's rules](https://discord.com/developers/docs/interactions/overview#preparing-for-interactions)

mod handed_over;
mod signed;

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
    routing::post,
    serve::ListenerExt as _,
};
use ed25519_dalek::VerifyingKey;
use handed_over::HandedOver;
use serenity::{
    all::{CreateInteractionResponse, Interaction},
    interactions_endpoint::Verifier,
};
use signed::Signed;
use tokio::{net::TcpListener, sync::oneshot};

use super::{
    carrier::{Arrival, Carrier, Decided},
    patience::ConnectionFault,
    start::Bot,
    token_routes::Asked,
    view::File,
};
use crate::play::ApplicationId;

/// Where interactions are taken.
#[derive(Debug)]
pub struct Endpoint {
    /// The application's public key, which Discord's signatures fit.
    pub key: Box<VerifyingKey>,
    /// Where requests come in.
    pub listener: TcpListener,
}

/// Carries interactions until `stop` is done.
///
/// They are answered even while Discord's REST interface cannot be reached.
pub(super) async fn carry(
    bot: &Bot,
    endpoint: Endpoint,
    stop: impl Future<Output = ()> + Send,
) -> Result<(), ConnectionFault> {
    bot.start_clocks().await;
    let (stop_listening, stopped) = oneshot::channel();
    bot.running.spawn(serve(endpoint, bot.clone(), stopped));
    let tending = async {
        let application = bot.application().await?;
        bot.tend(application).await
    };
    let result = tokio::select! {
        result = tending => result,
        () = stop => Ok(()),
    };
    drop(stop_listening);
    result
}

/// Takes requests until `stopped`, then answers those that are under way.
async fn serve(endpoint: Endpoint, bot: Bot, stopped: oneshot::Receiver<()>) {
    let Endpoint { key, listener } = endpoint;
    if let Ok(address) = listener.local_addr() {
        tracing::info!(%address, "listening for interactions");
    }
    let connected = bot.connected.clone();
    connected.expect(1);
    connected.set(0, true);
    let verifier = Verifier::try_new(key.to_bytes()).expect("the key was read as one before");
    let door = Arc::new(Door { verifier, bot });
    let router = Router::new().route("/interactions", post(take)).with_state(door);
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "answers will be slower than they could");
        }
    });
    let stopped = async move {
        drop(stopped.await);
        connected.take_down();
    };
    let served = axum::serve(listener, router).with_graceful_shutdown(stopped).await;
    if let Err(error) = served {
        tracing::error!(%error, "stopped listening for interactions");
    }
}

/// Where requests come in.
struct Door {
    verifier: Verifier,
    bot: Bot,
}

async fn take(State(door): State<Arc<Door>>, request: Request) -> Response {
    match signed::read(&door.verifier, door.bot.service.clock(), request).await {
        Ok(Signed::Ping) => json(Body::from(r#"{"type":1}"#)),
        Ok(Signed::Interaction(interaction)) => respond(&door.bot, *interaction).await,
        Err(status) => status.into_response(),
    }
}

fn json(body: Body) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// The response to an interaction. What was begun goes on if Discord hangs up.
async fn respond(bot: &Bot, interaction: Interaction) -> Response {
    let (reply, response) = oneshot::channel();
    let application = ApplicationId(interaction.application_id().get());
    bot.running.spawn(carry_one(bot.carrier(application), interaction, Reply(reply)));
    // Whatever had to be said of a failure was said where it happened.
    response.await.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

async fn carry_one(carrier: Carrier, interaction: Interaction, reply: Reply) {
    let Some(decided) = carrier.decide(&interaction).await else {
        tracing::warn!("an interaction that wants no answer");
        return reply.with(StatusCode::BAD_REQUEST.into_response());
    };
    let Decided { asked, response, file, after } = decided;
    let arrival = match file {
        None => reply_with(&carrier, &asked, &response, after.posted.is_some(), reply).await,
        Some(file) => reply_elsewhere(&carrier, &asked, &response, &file, reply).await,
    };
    carrier.follow(&asked, after, arrival).await;
}

/// The way back to Discord's request.
struct Reply(oneshot::Sender<Response>);

impl Reply {
    fn with(self, response: Response) {
        // If nobody waits any more, the response is dropped, which tells
        // whoever watches its body.
        drop(self.0.send(response));
    }
}

/// Answers by the response's body.
async fn reply_with(
    carrier: &Carrier,
    asked: &Asked,
    response: &CreateInteractionResponse,
    learns: bool,
    reply: Reply,
) -> Arrival {
    let body = match serde_json::to_vec(response) {
        Ok(body) => body,
        Err(error) => return Arrival::of(asked.id, Err(error.into())),
    };
    let length = HeaderValue::from(body.len());
    let (body, handed_over) = HandedOver::new(body);
    let mut response = json(Body::from_stream(body));
    response.headers_mut().insert(header::CONTENT_LENGTH, length);
    reply.with(response);
    if handed_over.await.is_err() {
        tracing::warn!(interaction = asked.id.0, "Discord hung up before it was answered");
        return Arrival::Lost;
    }
    if !learns {
        return Arrival::Arrived { message: None };
    }
    let outbox = &carrier.outbox;
    let message = outbox.routes.token_routes.learn(outbox.application, &asked.token).await;
    Arrival::of(asked.id, message)
}

/// Answers by a request of our own, since a response cannot hold files.
async fn reply_elsewhere(
    carrier: &Carrier,
    asked: &Asked,
    response: &CreateInteractionResponse,
    file: &File,
    reply: Reply,
) -> Arrival {
    let (body, handed_over) = HandedOver::new(Vec::new());
    let length = [(header::CONTENT_LENGTH, "0")];
    reply.with((StatusCode::ACCEPTED, length, Body::from_stream(body)).into_response());
    // Discord takes the answer even if it has hung up.
    drop(handed_over.await);
    let routes = &carrier.outbox.routes.token_routes;
    let sent = routes.respond(asked, response, Some(file.upload())).await;
    Arrival::of(asked.id, sent.map(|()| None))
}
