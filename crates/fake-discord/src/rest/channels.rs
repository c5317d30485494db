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
        model::{Channel, Permissions},
        world::World,
    },
    validation::{channel_changes, message::MessageOperation},
};

const MAX_LISTED: usize = 100;

/// `GET /channels/{channel}`.
pub(crate) fn show(world: &World, channel: &str, now: Timestamp) -> Result<ApiResponse, ApiError> {
    let (channel, _) = visible(world, channel, now)?;
    Ok(ApiResponse::ok(payload::full_channel(world, channel, world.bot)))
}

/// `PATCH /channels/{channel}`, which archives a thread or opens it again. Nobody but a
/// moderator may archive the thread of another.
///
/// [Discord's rules](https://discord.com/developers/docs/resources/channel#modify-channel-json-params-thread)
pub(crate) fn modify(
    world: &mut World,
    channel: &str,
    body: &Value,
    now: Timestamp,
) -> Result<ApiResponse, ApiError> {
    let (channel, permissions) = visible(world, channel, now)?;
    let is_thread = channel.parent().is_some();
    let archives = body["archived"].as_bool();
    let opens = is_thread && archives == Some(false);
    let needed = match (is_thread, opens && !channel.is_locked()) {
        (false, _) => Permissions::MANAGE_CHANNELS,
        (true, true) => Permissions::SEND_MESSAGES_IN_THREADS,
        (true, false) => Permissions::SEND_MESSAGES_IN_THREADS.with(Permissions::MANAGE_THREADS),
    };
    check_permission(permissions, needed)?;
    channel_changes::check(body, is_thread)?;
    if channel.is_archived() && !opens {
        return Err(ApiError::archived_thread());
    }
    let id = channel.id;
    if let Some(archives) = archives {
        world.set_archived(id, archives);
    }
    Ok(ApiResponse::ok(payload::full_channel(world, world.channel(id), world.bot)))
}

/// `GET /channels/{channel}/messages`.
pub(crate) fn list(
    world: &World,
    channel: &str,
    query: &Query<'_>,
    now: Timestamp,
) -> Result<ApiResponse, ApiError> {
    let (channel, _) = visible(world, channel, now)?;
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
    let (channel, permissions) = visible(world, channel, now)?;
    if channel.is_forum() {
        return Err(ApiError::non_text_channel());
    }
    check_permission(permissions, channel.permission_to_send())?;
    check_lock(channel, permissions)?;
    if !payload.uploads.is_empty() {
        check_permission(permissions, Permissions::ATTACH_FILES)?;
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
    let (channel, permissions) = visible(world, channel, now)?;
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
            // Discord does not say whether a bot that is timed out can edit: this is the
            // stricter reading.
            if world.is_bot_timed_out(channel.id, now) {
                return Err(ApiError::missing_permissions());
            }
            check_open(channel)?;
            check_lock(channel, permissions)?;
            message_body::check(world, payload, MessageOperation::Edit(&before))?;
            if !world.old_edits.allows(&before, now) {
                return Err(ApiError::too_many_old_edits());
            }
            Ok(ApiResponse::message(&world.edit(&before, payload, now)))
        }
        _ => {
            if !is_own {
                check_permission(permissions, Permissions::MANAGE_MESSAGES)?;
            }
            // Discord's page on threads allows it, but its API does not:
            // https://github.com/victornpb/undiscord/issues/399
            check_open(channel)?;
            world.delete_message(before.channel_id, id);
            Ok(ApiResponse { status: StatusCode::NO_CONTENT, body: None })
        }
    }
}

/// A channel that the bot can see, with the bot's permissions in it.
fn visible<'a>(
    world: &'a World,
    channel: &str,
    now: Timestamp,
) -> Result<(&'a Channel, Permissions), ApiError> {
    let id: ChannelId = channel.parse().map_err(|_| ApiError::unknown_channel())?;
    let channel = world.channels.get(&id).ok_or_else(ApiError::unknown_channel)?;
    let permissions = world.bot_permissions(id, now);
    if world.is_bot_in(channel) && permissions.contains(channel.permissions_to_see()) {
        Ok((channel, permissions))
    } else {
        Err(ApiError::missing_access())
    }
}

fn check_permission(permissions: Permissions, needed: Permissions) -> Result<(), ApiError> {
    if permissions.contains(needed) { Ok(()) } else { Err(ApiError::missing_permissions()) }
}

fn check_open(channel: &Channel) -> Result<(), ApiError> {
    if channel.is_archived() { Err(ApiError::archived_thread()) } else { Ok(()) }
}

/// Only moderators create and edit messages in locked threads. Others can delete theirs.
///
/// [Discord's rule](https://discord.com/developers/docs/topics/threads#locked-threads)
fn check_lock(channel: &Channel, permissions: Permissions) -> Result<(), ApiError> {
    if channel.is_locked() && !permissions.contains(Permissions::MANAGE_THREADS) {
        return Err(ApiError::locked_thread());
    }
    Ok(())
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
