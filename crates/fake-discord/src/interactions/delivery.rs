//! Bringing an interaction to the bot, whichever way that is, and taking the
//! answer where it comes back the same way.

use std::sync::Arc;

use axum::http::StatusCode;

use crate::{
    faults::FaultKind,
    gateway::sessions::Delivery,
    interactions::{State, TIME_TO_ANSWER, webhook_delivery::Response},
    recorder::Recorded,
    rest::{callbacks, multipart},
    state::{
        Shared,
        create_message::Draft,
        event_stream::PATIENCE,
        ids::{GuildId, InteractionId},
        outcome::Outcome,
    },
};

/// Sends an interaction to an endpoint if there is one, else to the gateway.
pub(crate) fn deliver(
    shared: &Arc<Shared>,
    id: InteractionId,
    event: &Arc<str>,
    guild: Option<GuildId>,
) -> Delivery {
    match shared.endpoints.take_turn() {
        Some(urls) => {
            tokio::spawn(post(Arc::clone(shared), id, Arc::clone(event), urls));
            Delivery::Sent
        }
        None => shared.sessions().dispatch("INTERACTION_CREATE", event, guild, shared.now()),
    }
}

/// Posts an interaction, and takes the answer unless it comes too late.
async fn post(shared: Arc<Shared>, id: InteractionId, event: Arc<str>, urls: Vec<String>) {
    let due = shared.now().after(TIME_TO_ANSWER);
    let response = tokio::select! {
        biased;
        response = first_response(&shared, &event, &urls) => response,
        () = shared.clock.sleep_until(due) => Err("nothing in time".to_owned()),
        () = tokio::time::sleep(PATIENCE) => Err("nothing in time".to_owned()),
    };
    if let Err(answer) = response.and_then(|response| take(&shared, id, response)) {
        tracing::debug!(%id, answer, "an interaction failed");
        fail(&shared, id);
    }
}

/// The response of the first endpoint that can be reached at all.
async fn first_response(shared: &Shared, event: &str, urls: &[String]) -> Result<Response, String> {
    let mut failure = "nobody listens".to_owned();
    for url in urls {
        match shared.endpoints.post(url, event.to_owned(), shared.now()).await {
            Ok(response) => return Ok(response),
            Err(error) if error.is_connect() => failure = format!("{url} cannot be reached"),
            Err(error) => return Err(error.to_string()),
        }
    }
    Err(failure)
}

/// Takes a response: an answer, or that one is to come by a callback. The error
/// is what it was instead.
fn take(shared: &Shared, id: InteractionId, response: Response) -> Result<(), String> {
    let Response { status, is_json, body } = response;
    match status {
        StatusCode::ACCEPTED if body.is_empty() => Ok(()),
        StatusCode::OK if is_json => {
            let body = multipart::read("application/json", &body).map_err(|it| it.sentence())?;
            answer(shared, id, &body.draft)
        }
        _ => Err(format!("status {}, JSON: {is_json}, {} bytes", status.as_u16(), body.len())),
    }
}

/// Carries an answer out as a callback with this body, which it counts as.
fn answer(shared: &Shared, id: InteractionId, draft: &Draft) -> Result<(), String> {
    let token = shared.world().interactions.get(id).map(|it| it.token.clone());
    let token = token.ok_or("the interaction is forgotten")?;
    let path = format!("/interactions/{id}/{token}/callback");
    let fault = shared.faults().take(&format!("POST {path}"));
    let (status, result) = match fault {
        None | Some(FaultKind::LoseAnswer) => {
            let (mut world, now) = (shared.world(), shared.now());
            let result = callbacks::answer(&mut world, &id.to_string(), &token, draft, false, now);
            match result {
                Ok(reply) => (reply.status.as_u16(), Ok(())),
                Err(refusal) => (refusal.status.as_u16(), Err(refusal.sentence())),
            }
        }
        Some(FaultKind::Status(status, _)) => (status, Err("a failure made to order".to_owned())),
        Some(_) => (0, Err("a failure made to order".to_owned())),
    };
    if shared.records {
        let (method, body) = ("POST".to_owned(), draft.body.clone());
        let request = Recorded { method, path, body, multipart: false, status };
        shared.recorder().record(request);
    }
    result
}

/// Tells who waits that there is no answer, and takes none any more.
fn fail(shared: &Shared, id: InteractionId) {
    let mut world = shared.world();
    let interaction = world.interactions.get_mut(id);
    if let Some(interaction) = interaction.filter(|it| it.state == State::Waiting) {
        interaction.settle(State::Failed, Outcome::NoAnswer);
    }
}
