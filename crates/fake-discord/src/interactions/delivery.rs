//! Delivers interactions to the gateway or an endpoint, and executes the response
//! in the body of an endpoint's HTTP response.

use std::sync::Arc;

use axum::http::StatusCode;

use crate::{
    faults::FaultKind,
    gateway::sessions::EventDelivery,
    interactions::{InteractionState, RESPONSE_TIMEOUT, webhook_delivery::WebhookResponse},
    recorder::RecordedRequest,
    rest::{callbacks, multipart},
    state::{
        AppState,
        create_message::MessagePayload,
        event_stream::ACTION_TIMEOUT,
        ids::{GuildId, InteractionId},
        outcome::Outcome,
    },
};

/// Sends an interaction to an endpoint if one is set, and else to the gateway.
pub(crate) fn deliver(
    shared: &Arc<AppState>,
    id: InteractionId,
    event: &Arc<str>,
    guild: Option<GuildId>,
) -> EventDelivery {
    match shared.endpoints.next_urls() {
        Some(urls) => {
            tokio::spawn(post(Arc::clone(shared), id, Arc::clone(event), urls));
            EventDelivery::Sent
        }
        None => shared.sessions().dispatch("INTERACTION_CREATE", event, guild, shared.now()),
    }
}

/// Posts an interaction, and accepts the response if it is in time.
async fn post(shared: Arc<AppState>, id: InteractionId, event: Arc<str>, urls: Vec<String>) {
    let deadline = shared.now().after(RESPONSE_TIMEOUT);
    let response = tokio::select! {
        biased;
        response = first_response(&shared, &event, &urls) => response,
        () = shared.clock.sleep_until(deadline) => Err("no response in time".to_owned()),
        () = tokio::time::sleep(ACTION_TIMEOUT) => Err("no response in time".to_owned()),
    };
    if let Err(reason) = response.and_then(|response| accept(&shared, id, response)) {
        tracing::debug!(%id, reason, "an interaction failed");
        fail(&shared, id);
    }
}

/// The response of the first endpoint that accepts a connection.
async fn first_response(
    shared: &AppState,
    event: &str,
    urls: &[String],
) -> Result<WebhookResponse, String> {
    let mut failure = "connection refused".to_owned();
    for url in urls {
        match shared.endpoints.post(url, event.to_owned(), shared.now()).await {
            Ok(response) => return Ok(response),
            Err(error) if error.is_connect() => failure = format!("{url} cannot be reached"),
            Err(error) => return Err(error.to_string()),
        }
    }
    Err(failure)
}

/// Accepts a response: 200 with the initial response, or 202 if it will be sent as
/// a callback. The error describes anything else.
fn accept(shared: &AppState, id: InteractionId, response: WebhookResponse) -> Result<(), String> {
    let WebhookResponse { status, is_json, body } = response;
    match status {
        StatusCode::ACCEPTED if body.is_empty() => Ok(()),
        StatusCode::OK if is_json => {
            let body = multipart::read_json(&body).map_err(|error| error.to_string())?;
            respond(shared, id, &MessagePayload { body, uploads: Vec::new() })
        }
        _ => Err(format!("status {}, JSON: {is_json}, {} bytes", status.as_u16(), body.len())),
    }
}

/// Executes a response like a callback request with the same body, and records it
/// as one.
fn respond(shared: &AppState, id: InteractionId, payload: &MessagePayload) -> Result<(), String> {
    let token = shared.world().interactions.get(id).map(|it| it.token.clone());
    let token = token.ok_or("the interaction is unknown")?;
    let path = format!("/interactions/{id}/{token}/callback");
    let fault = shared.faults().take(&format!("POST {path}"));
    let (status, result) = match fault {
        None | Some(FaultKind::DropResponse | FaultKind::EmptyResponse) => {
            let (mut world, now) = (shared.world(), shared.now());
            let result =
                callbacks::respond(&mut world, &id.to_string(), &token, payload, false, now);
            match result {
                Ok(reply) => (reply.status.as_u16(), Ok(())),
                Err(error) => (error.status.as_u16(), Err(error.to_string())),
            }
        }
        Some(FaultKind::Status(status, _)) => (status, Err("an injected fault".to_owned())),
        Some(_) => (0, Err("an injected fault".to_owned())),
    };
    if shared.records_requests {
        let (method, body) = ("POST".to_owned(), payload.body.clone());
        let request = RecordedRequest { method, path, body, multipart: false, status };
        shared.recorder().record(request);
    }
    result
}

/// Ends an interaction without a response.
fn fail(shared: &AppState, id: InteractionId) {
    let mut world = shared.world();
    let interaction = world.interactions.get_mut(id);
    if let Some(interaction) = interaction.filter(|it| it.state == InteractionState::Pending) {
        interaction.resolve(InteractionState::Failed, Outcome::NoResponse);
    }
}
