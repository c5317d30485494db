//! Requests about channels and messages with the bot's token.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use clock::Timestamp;
use serde_json::Value;

use crate::{
    interactions::payload,
    rest::{
        ApiResponse,
        error::{ApiError, ValidationError},
        message_body,
        query::Query,
    },
    state::{
        create_message::{MessageOrigin, MessagePayload},
        ids::{ChannelId, MessageId},
        message::Message,
        model::{Channel, ChannelLocation, Permissions},
        world::World,
    },
    validation::message::MessageOperation,
};

const MAX_LISTED: usize = 100;

/// `GET /channels/{channel}`.
pub(crate) fn show(world: &World, channel: &str) -> Result<ApiResponse, ApiError> {
    let channel = visible(world, channel)?;
    Ok(ApiResponse::ok(payload::full_channel(world, channel, world.bot)))
}

/// `GET /channels/{channel}/messages`.
pub(crate) fn list(
    world: &World,
    channel: &str,
    query: &Query<'_>,
) -> Result<ApiResponse, ApiError> {
    let channel = visible(world, channel)?;
    let limit = query.number("limit").unwrap_or(50).clamp(1, MAX_LISTED);
    let before = query.id("before").unwrap_or(MessageId::new(u64::MAX));
    let after = query.id("after").unwrap_or(MessageId::new(0));
    let all = world.messages.get(&channel.id).into_iter().flatten();
    let mut found: Vec<&Arc<Message>> = all
        .filter(|(id, message)| **id < before && **id > after && !message.is_ephemeral())
        .map(|(_, message)| message)
        .collect();
    found.reverse();
    found.truncate(limit);
    Ok(ApiResponse::ok(
        found.into_iter().map(|message| message.to_json()).collect::<Vec<Value>>().into(),
    ))
}

/// `POST /channels/{channel}/messages`.
pub(crate) fn post(
    world: &mut World,
    channel: &str,
    payload: &MessagePayload,
    now: Timestamp,
) -> Result<ApiResponse, ApiError> {
    let channel = visible(world, channel)?;
    if channel.is_forum() {
        return Err(ApiError::non_text_channel());
    }
    check_permission(channel, channel.permission_to_send())?;
    if channel.is_locked() {
        check_permission(channel, Permissions::MANAGE_THREADS)
            .map_err(|_| ApiError::locked_thread())?;
    }
    if !payload.uploads.is_empty() {
        check_permission(channel, Permissions::ATTACH_FILES)?;
    }
    message_body::check(world, payload, MessageOperation::Post)?;
    check_reference(world, channel.id, &payload.body["message_reference"])?;
    let channel = channel.id;
    if let Some(message) = world.nonces.message(&payload.body, now) {
        return Ok(ApiResponse::message(message));
    }
    let origin = MessageOrigin::Direct { author: world.bot };
    let message = world.post(channel, payload, origin, now);
    world.nonces.record(&payload.body, &message);
    Ok(ApiResponse::message(&message))
}

/// `GET`, `PATCH` and `DELETE /channels/{channel}/messages/{message}`.
pub(crate) fn one_message(
    world: &mut World,
    method: &Method,
    (channel, message): (&str, &str),
    payload: &MessagePayload,
    now: Timestamp,
) -> Result<ApiResponse, ApiError> {
    let channel = visible(world, channel)?;
    let id: MessageId = message.parse().map_err(|_| ApiError::unknown_message())?;
    let message = world.message(channel.id, id).filter(|message| !message.is_ephemeral());
    let before = message.cloned().ok_or_else(ApiError::unknown_message)?;
    let is_own = before.author.id == world.bot;
    match *method {
        Method::GET => Ok(ApiResponse::message(&before)),
        Method::PATCH => {
            if !is_own {
                return Err(ApiError::not_the_author());
            }
            if channel.is_archived() {
                return Err(ApiError::archived_thread());
            }
            message_body::check(world, payload, MessageOperation::Edit(&before))?;
            if !world.old_edits.allows(&before, now) {
                return Err(ApiError::too_many_old_edits());
            }
            Ok(ApiResponse::message(&world.edit(&before, payload, now)))
        }
        _ => {
            if !is_own {
                check_permission(channel, Permissions::MANAGE_MESSAGES)?;
            }
            world.delete_message(before.channel_id, id);
            Ok(ApiResponse { status: StatusCode::NO_CONTENT, body: None })
        }
    }
}

fn visible<'a>(world: &'a World, channel: &str) -> Result<&'a Channel, ApiError> {
    let id: ChannelId = channel.parse().map_err(|_| ApiError::unknown_channel())?;
    let channel = world.channels.get(&id).ok_or_else(ApiError::unknown_channel)?;
    if world.is_bot_in(channel) { Ok(channel) } else { Err(ApiError::missing_access()) }
}

fn check_permission(channel: &Channel, needed: Permissions) -> Result<(), ApiError> {
    let permissions = match channel.location {
        ChannelLocation::Guild { permissions, .. } => permissions,
        ChannelLocation::BotDm { .. } | ChannelLocation::PrivateChannel { .. } => {
            Permissions::MEMBER
        }
    };
    if permissions.contains(needed) { Ok(()) } else { Err(ApiError::missing_permissions()) }
}

/// Refuses a reply to an unknown message, unless `fail_if_not_exists` is false.
fn check_reference(world: &World, channel: ChannelId, reference: &Value) -> Result<(), ApiError> {
    let id = reference["message_id"].as_str().and_then(|id| id.parse().ok());
    let exists = id.is_some_and(|id| world.message(channel, id).is_some());
    if reference.is_null() || exists || reference["fail_if_not_exists"] == false {
        return Ok(());
    }
    Err(ApiError::invalid_form(&[ValidationError {
        path: vec!["message_reference".to_owned()],
        code: "MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
        message: "Unknown message".to_owned(),
    }]))
}
