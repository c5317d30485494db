//! The webhook of an interaction: follow-ups, and edits of its messages.
//!
//! [Discord's rules](https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages)

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use clock::Timestamp;

use crate::{
    rest::{ApiResponse, error::ApiError, message_body},
    state::{
        create_message::{MessageOrigin, MessagePayload},
        ids::MessageId,
        message::{Message, flag},
        world::World,
    },
    validation::message::MessageOperation,
};

/// Posts a follow-up. The first one after a deferred response replaces it, as at
/// Discord.
pub(crate) fn follow_up(
    world: &mut World,
    token: &str,
    payload: &MessagePayload,
    now: Timestamp,
) -> Result<ApiResponse, ApiError> {
    let interaction = world.interactions.by_token(token)?;
    let original = interaction.original(now)?;
    interaction.check_follow_up_allowed()?;
    let (id, channel, forced_ephemeral) =
        (interaction.id, interaction.channel, interaction.forced_ephemeral);
    if !world.channels.contains_key(&channel) {
        return Err(ApiError::unknown_channel());
    }
    let deferred = world.message(channel, original).filter(|it| it.is_thinking()).cloned();
    message_body::check(world, payload, MessageOperation::FollowUp)?;
    if let Some(deferred) = deferred {
        return Ok(ApiResponse::message(&world.fill_deferred(&deferred, payload, now)));
    }
    let ephemeral =
        forced_ephemeral || payload.body["flags"].as_u64().unwrap_or(0) & flag::EPHEMERAL != 0;
    let origin = MessageOrigin::Interaction { id, original: Some(original), ephemeral };
    let message = world.post(channel, payload, origin, now);
    let interaction = world.interactions.get_mut(id).expect("the interaction was found above");
    interaction.follow_ups.push(message.id);
    Ok(ApiResponse::message(&message))
}

/// Gets, edits or deletes one of the interaction's messages.
pub(crate) fn own_message(
    world: &mut World,
    method: &Method,
    (token, message): (&str, &str),
    payload: &MessagePayload,
    now: Timestamp,
) -> Result<ApiResponse, ApiError> {
    let before = find(world, token, message, now)?;
    match *method {
        Method::GET => Ok(ApiResponse::message(&before)),
        Method::PATCH => {
            if world.channel(before.channel_id).is_archived() {
                return Err(ApiError::archived_thread());
            }
            message_body::check(world, payload, MessageOperation::WebhookEdit(&before))?;
            Ok(ApiResponse::message(&world.edit(&before, payload, now)))
        }
        _ => {
            world.delete_message(before.channel_id, before.id);
            Ok(ApiResponse { status: StatusCode::NO_CONTENT, body: None })
        }
    }
}

/// Finds a message of the interaction: `@original`, or one of its follow-ups.
fn find(
    world: &mut World,
    token: &str,
    message: &str,
    now: Timestamp,
) -> Result<Arc<Message>, ApiError> {
    let interaction = world.interactions.by_token(token)?;
    let original = interaction.original(now)?;
    let channel = interaction.channel;
    let id: MessageId = match message {
        "@original" => original,
        text => text.parse().map_err(|_| ApiError::unknown_message())?,
    };
    if id != original && !interaction.follow_ups.contains(&id) {
        return Err(ApiError::unknown_message());
    }
    let message = world.message(channel, id).cloned();
    message.ok_or_else(ApiError::unknown_message)
}
