//! Callbacks: initial responses to interactions.
//!
//! [Discord's rules](https://discord.com/developers/docs/interactions/receiving-and-responding#responding-to-an-interaction)

use std::sync::Arc;

use axum::http::StatusCode;
use clock::Timestamp;
use serde_json::{Value, json};

use crate::{
    interactions::InteractionState,
    rest::{ApiResponse, error::ApiError, message_body},
    state::{
        create_message::{MessageOrigin, MessagePayload},
        ids::{InteractionId, MessageId},
        message::{Message, flag},
        outcome::{AutocompleteChoice, Outcome},
        world::World,
    },
    validation::{
        callback::{self, Callback, InteractionKind},
        message::{self as messages, MessageOperation},
    },
};

/// The result of a response.
struct CallbackResult {
    state: InteractionState,
    outcome: Outcome,
    message: Option<Arc<Message>>,
}

/// Executes a callback. A refused one leaves the interaction pending, so that the
/// bot can try again.
pub(crate) fn respond(
    world: &mut World,
    id: &str,
    token: &str,
    payload: &MessagePayload,
    with_response: bool,
    now: Timestamp,
) -> Result<ApiResponse, ApiError> {
    let interaction = world.interactions.by_id_and_token(id, token)?;
    interaction.check_pending(now)?;
    let (id, kind, channel) = (interaction.id, interaction.kind, interaction.channel);
    if !world.channels.contains_key(&channel) {
        return Err(ApiError::unknown_channel());
    }
    let result = execute(world, id, callback::read(&payload.body, kind)?, payload, now)?;
    let response =
        with_response.then(|| response(world, id, &payload.body, result.message.as_ref()));
    let interaction = world.interactions.get_mut(id).expect("the interaction was found above");
    interaction.resolve(result.state, result.outcome);
    Ok(match response {
        Some(body) => ApiResponse { status: StatusCode::OK, body: Some(body) },
        None => ApiResponse::NO_CONTENT,
    })
}

/// Checks whether a body is a valid response to an interaction of this kind.
pub(crate) fn check(body: &Value, kind: InteractionKind) -> Result<(), ApiError> {
    match callback::read(body, kind)? {
        Callback::Message(data) => messages::check(data, MessageOperation::InitialResponse),
        Callback::Update(data) => messages::check_schema(data, MessageOperation::InitialResponse),
        _ => Ok(()),
    }
}

fn execute(
    world: &mut World,
    id: InteractionId,
    callback: Callback<'_>,
    payload: &MessagePayload,
    now: Timestamp,
) -> Result<CallbackResult, ApiError> {
    let interaction = world.interactions.get(id).expect("the caller has found the interaction");
    let (channel, forced_ephemeral) = (interaction.channel, interaction.forced_ephemeral);
    let origin = |ephemeral| MessageOrigin::Interaction {
        id,
        original: None,
        ephemeral: ephemeral || forced_ephemeral,
    };
    match callback {
        Callback::Message(data) => {
            let payload = message_payload(data, payload);
            message_body::check(world, &payload, MessageOperation::InitialResponse)?;
            let ephemeral = payload.body["flags"].as_u64().unwrap_or(0) & flag::EPHEMERAL != 0;
            let message = world.post(channel, &payload, origin(ephemeral), now);
            Ok(responded(message, Outcome::Message))
        }
        Callback::DeferredMessage { ephemeral } => {
            let message = world.post_deferred(channel, origin(ephemeral), now);
            Ok(responded(message, |_| Outcome::Deferred))
        }
        Callback::DeferredUpdate => {
            let before = component_message(world, id)?;
            if !payload.body["data"].is_null() {
                messages::check_schema(&payload.body["data"], MessageOperation::Update(&before))?;
            }
            Ok(responded(before, |_| Outcome::Deferred))
        }
        Callback::Update(data) => {
            let payload = message_payload(data, payload);
            let before = component_message(world, id)?;
            message_body::check(world, &payload, MessageOperation::Update(&before))?;
            Ok(responded(world.edit(&before, &payload, now), Outcome::Updated))
        }
        Callback::Choices(offered) => {
            Ok(responded_without_message(Outcome::Choices(choices(offered))))
        }
        Callback::Modal(data) => Ok(responded_without_message(Outcome::Modal(data.clone()))),
    }
}

/// The message of a callback, with the request's uploads.
fn message_payload(data: &Value, payload: &MessagePayload) -> MessagePayload {
    let body = if data.is_null() { json!({}) } else { data.clone() };
    MessagePayload { body, uploads: payload.uploads.clone() }
}

fn component_message(world: &World, id: InteractionId) -> Result<Arc<Message>, ApiError> {
    let interaction = world.interactions.get(id).ok_or_else(ApiError::unknown_interaction)?;
    let message: Option<MessageId> = interaction.message;
    let message = message.and_then(|id| world.message(interaction.channel, id));
    message.cloned().ok_or_else(ApiError::unknown_message)
}

fn responded(message: Arc<Message>, outcome: fn(Message) -> Outcome) -> CallbackResult {
    CallbackResult {
        state: InteractionState::Responded { original: message.id },
        outcome: outcome(Message::clone(&message)),
        message: Some(message),
    }
}

fn responded_without_message(outcome: Outcome) -> CallbackResult {
    CallbackResult { state: InteractionState::RespondedWithoutMessage, outcome, message: None }
}

fn choices(offered: &[Value]) -> Vec<AutocompleteChoice> {
    let read = |json: &Value| {
        let name = json["name"].as_str()?.to_owned();
        Some(AutocompleteChoice { name, value: json["value"].clone() })
    };
    offered.iter().filter_map(read).collect()
}

fn response(
    world: &World,
    id: InteractionId,
    body: &Value,
    message: Option<&Arc<Message>>,
) -> Value {
    let interaction = world.interactions.get(id).expect("the interaction was just responded to");
    let kind = match interaction.kind {
        InteractionKind::Command => 2,
        InteractionKind::Component => 3,
        InteractionKind::Autocomplete => 4,
    };
    let mut response = json!({
        "interaction": { "id": id, "type": kind },
        "resource": { "type": body["type"] },
    });
    if let Some(message) = message {
        response["interaction"]["response_message_id"] = json!(message.id);
        response["interaction"]["response_message_loading"] = json!(message.is_thinking());
        response["interaction"]["response_message_ephemeral"] = json!(message.is_ephemeral());
        response["resource"]["message"] = message.to_json();
    }
    response
}
