//! What the bot's own token is good for in channels.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use serde_json::Value;

use crate::{
    interactions::payload,
    rest::{Reply, error::Refusal, query::Query, uploads},
    state::{
        create_message::{Draft, Way},
        ids::{ChannelId, MessageId},
        message::Message,
        model::{Channel, Permissions, Place},
        world::World,
    },
    validation::{
        Complaint,
        message::{self as messages, Intent},
    },
};
use clock::Timestamp;

const MOST_LISTED: usize = 100;

/// `GET /channels/{channel}`.
pub(crate) fn show(world: &World, channel: &str) -> Result<Reply, Refusal> {
    let channel = visible(world, channel)?;
    Ok(Reply::ok(payload::full_channel(world, channel, world.bot)))
}

/// `GET /channels/{channel}/messages`.
pub(crate) fn list(world: &World, channel: &str, query: &Query<'_>) -> Result<Reply, Refusal> {
    let channel = visible(world, channel)?;
    let limit = query.number("limit").unwrap_or(50).clamp(1, MOST_LISTED);
    let before = query.id("before").unwrap_or(MessageId::new(u64::MAX));
    let after = query.id("after").unwrap_or(MessageId::new(0));
    let all = world.messages.get(&channel.id).into_iter().flatten();
    let mut found: Vec<&Arc<Message>> = all
        .filter(|(id, message)| **id < before && **id > after && !message.is_ephemeral())
        .map(|(_, message)| message)
        .collect();
    found.reverse();
    found.truncate(limit);
    Ok(Reply::ok(found.into_iter().map(|message| message.raw()).collect::<Vec<Value>>().into()))
}

/// `POST /channels/{channel}/messages`.
pub(crate) fn post(
    world: &mut World,
    channel: &str,
    draft: &Draft,
    now: Timestamp,
) -> Result<Reply, Refusal> {
    let channel = visible(world, channel)?;
    if channel.is_forum() {
        return Err(Refusal::not_in_this_channel());
    }
    check_permission(channel, channel.needed_to_write())?;
    if !draft.uploads.is_empty() {
        check_permission(channel, Permissions::ATTACH_FILES)?;
    }
    messages::check(&draft.body, Intent::Post)?;
    uploads::check(draft, None, "")?;
    check_reference(world, channel.id, &draft.body["message_reference"])?;
    let channel = channel.id;
    let way = Way::Plain { author: world.bot };
    Ok(Reply::message(&world.post(channel, draft, way, now)))
}

/// Reads, edits or deletes one message.
pub(crate) fn one_message(
    world: &mut World,
    method: &Method,
    (channel, message): (&str, &str),
    draft: &Draft,
    now: Timestamp,
) -> Result<Reply, Refusal> {
    let channel = visible(world, channel)?;
    let id: MessageId = message.parse().map_err(|_| Refusal::unknown_message())?;
    let found = world.message(channel.id, id).filter(|message| !message.is_ephemeral());
    let before = found.cloned().ok_or_else(Refusal::unknown_message)?;
    let is_own = before.author.id == world.bot;
    match *method {
        Method::GET => Ok(Reply::message(&before)),
        Method::PATCH => {
            if !is_own {
                return Err(Refusal::not_the_author());
            }
            if channel.is_archived() {
                return Err(Refusal::archived_thread());
            }
            messages::check(&draft.body, Intent::Edit(&before))?;
            uploads::check(draft, Some(&before), "")?;
            Ok(Reply::message(&world.edit(&before, draft, now)))
        }
        _ => {
            if !is_own {
                check_permission(channel, Permissions::MANAGE_MESSAGES)?;
            }
            world.delete_message(before.channel_id, id);
            Ok(Reply { status: StatusCode::NO_CONTENT, body: None })
        }
    }
}

fn visible<'a>(world: &'a World, channel: &str) -> Result<&'a Channel, Refusal> {
    let id: ChannelId = channel.parse().map_err(|_| Refusal::unknown_channel())?;
    let channel = world.channels.get(&id).ok_or_else(Refusal::unknown_channel)?;
    if world.has_bot(channel) { Ok(channel) } else { Err(Refusal::missing_access()) }
}

fn check_permission(channel: &Channel, needed: Permissions) -> Result<(), Refusal> {
    let held = match channel.place {
        Place::Guild { permissions, .. } => permissions,
        Place::WithBot { .. } | Place::Between { .. } => Permissions::MEMBER,
    };
    if held.contains(needed) { Ok(()) } else { Err(Refusal::missing_permissions()) }
}

/// A reply to a message that isn't there fails, unless the bot said it need
/// not.
fn check_reference(world: &World, channel: ChannelId, reference: &Value) -> Result<(), Refusal> {
    let id = reference["message_id"].as_str().and_then(|id| id.parse().ok());
    let exists = id.is_some_and(|id| world.message(channel, id).is_some());
    if reference.is_null() || exists || reference["fail_if_not_exists"] == false {
        return Ok(());
    }
    Err(Refusal::invalid_form(&[Complaint {
        path: vec!["message_reference".to_owned()],
        code: "MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
        message: "Unknown message".to_owned(),
    }]))
}
