//! First answers to interactions.

use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::{
    interactions::State,
    rest::{Reply, error::Refusal, uploads},
    state::{
        create_message::{Draft, Way},
        ids::{InteractionId, MessageId},
        message::{Message, flag},
        outcome::{Choice, Outcome},
        world::World,
    },
    validation::{
        callback::{self, Callback, Source},
        message::{self as messages, Intent},
    },
};
use clock::Timestamp;

/// What an answer came to.
struct Settled {
    state: State,
    outcome: Outcome,
    message: Option<Arc<Message>>,
}

/// Carries out a callback. An answer that is refused leaves the interaction
/// open, so that the bot can try again.
pub(crate) fn answer(
    world: &mut World,
    id: &str,
    token: &str,
    draft: &Draft,
    with_response: bool,
    now: Timestamp,
) -> Result<Reply, Refusal> {
    let interaction = world.interactions.addressed(id, token)?;
    interaction.check_unanswered(now)?;
    let (id, source) = (interaction.id, interaction.source);
    let settled = settle(world, id, callback::read(&draft.body, source)?, draft, now)?;
    let response =
        with_response.then(|| response(world, id, &draft.body, settled.message.as_ref()));
    let interaction = world.interactions.get_mut(id).expect("it was there above");
    interaction.settle(settled.state, settled.outcome);
    Ok(match response {
        Some(body) => Reply { status: StatusCode::OK, body: Some(body) },
        None => Reply::NOTHING,
    })
}

/// Whether a body has the form of an answer to such an interaction.
pub(crate) fn check(body: &Value, source: Source) -> Result<(), Refusal> {
    match callback::read(body, source)? {
        Callback::Message(data) => messages::check(data, Intent::Answer),
        Callback::Update(data) => messages::check_shape(data, Intent::Answer),
        _ => Ok(()),
    }
}

fn settle(
    world: &mut World,
    id: InteractionId,
    callback: Callback<'_>,
    draft: &Draft,
    now: Timestamp,
) -> Result<Settled, Refusal> {
    let interaction = world.interactions.get(id).expect("the caller has just found it");
    let (channel, hidden) = (interaction.channel, interaction.is_hidden);
    let way = |ephemeral| Way::Interaction { id, after: None, ephemeral: ephemeral || hidden };
    match callback {
        Callback::Message(data) => {
            let draft = inner(data, draft);
            messages::check(&draft.body, Intent::Answer)?;
            uploads::check(&draft, None, "data")?;
            let ephemeral = draft.body["flags"].as_u64().unwrap_or(0) & flag::EPHEMERAL != 0;
            let message = world.post(channel, &draft, way(ephemeral), now);
            Ok(shown(message, Outcome::Message))
        }
        Callback::DeferredMessage { ephemeral } => {
            let message = world.post_thinking(channel, way(ephemeral), now);
            Ok(shown(message, |_| Outcome::Deferred))
        }
        Callback::DeferredUpdate => {
            let pressed = pressed(world, id)?;
            if !draft.body["data"].is_null() {
                messages::check_shape(&draft.body["data"], Intent::Update(&pressed))?;
            }
            Ok(shown(pressed, |_| Outcome::Deferred))
        }
        Callback::Update(data) => {
            let draft = inner(data, draft);
            let before = pressed(world, id)?;
            messages::check(&draft.body, Intent::Update(&before))?;
            uploads::check(&draft, Some(&before), "data")?;
            Ok(shown(world.edit(&before, &draft, now), Outcome::Updated))
        }
        Callback::Choices(offered) => Ok(quiet(Outcome::Choices(choices(offered)))),
        Callback::Modal(data) => Ok(quiet(Outcome::Modal(data.clone()))),
    }
}

/// The message that a callback carries, with the files that came with it.
fn inner(data: &Value, draft: &Draft) -> Draft {
    let body = if data.is_null() { json!({}) } else { data.clone() };
    Draft { body, uploads: draft.uploads.clone() }
}

fn pressed(world: &World, id: InteractionId) -> Result<Arc<Message>, Refusal> {
    let interaction = world.interactions.get(id).ok_or_else(Refusal::unknown_interaction)?;
    let pressed: Option<MessageId> = interaction.pressed;
    let message = pressed.and_then(|pressed| world.message(interaction.channel, pressed));
    message.cloned().ok_or_else(Refusal::unknown_message)
}

fn shown(message: Arc<Message>, outcome: fn(Message) -> Outcome) -> Settled {
    Settled {
        state: State::Shown { original: message.id },
        outcome: outcome(Message::clone(&message)),
        message: Some(message),
    }
}

fn quiet(outcome: Outcome) -> Settled {
    Settled { state: State::Settled, outcome, message: None }
}

fn choices(offered: &[Value]) -> Vec<Choice> {
    let read = |json: &Value| {
        let name = json["name"].as_str()?.to_owned();
        Some(Choice { name, value: json["value"].clone() })
    };
    offered.iter().filter_map(read).collect()
}

fn response(
    world: &World,
    id: InteractionId,
    body: &Value,
    message: Option<&Arc<Message>>,
) -> Value {
    let interaction = world.interactions.get(id).expect("it was answered just now");
    let kind = match interaction.source {
        Source::Command => 2,
        Source::Component => 3,
        Source::Autocomplete => 4,
    };
    let mut response = json!({
        "interaction": { "id": id, "type": kind },
        "resource": { "type": body["type"] },
    });
    if let Some(message) = message {
        response["interaction"]["response_message_id"] = json!(message.id);
        response["interaction"]["response_message_loading"] = json!(message.is_thinking());
        response["interaction"]["response_message_ephemeral"] = json!(message.is_ephemeral());
        response["resource"]["message"] = message.raw();
    }
    response
}
