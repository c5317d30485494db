//! Messages through a channel, by the bot's token. Failures are logged.

use std::num::NonZeroU64;

use serde::Deserialize;
use serde_json::json;
use serenity::{
    all::{ChannelId, MessageId, Nonce},
    http::{Http, LightMethod, Multipart, MultipartUpload, Request, Route},
};

use crate::{
    discord::{
        interaction_client::UNKNOWN_MESSAGE,
        message,
        retry::{self, unsuccessful},
    },
    game::{self, Location},
    message::MessageBody,
};

// Discord's codes for errors
// ([list](https://discord.com/developers/docs/topics/opcodes-and-status-codes#json)).
pub(super) const UNKNOWN_CHANNEL: u64 = 10_003;
pub(super) const MISSING_ACCESS: u64 = 50_001;
pub(super) const MISSING_PERMISSIONS: u64 = 50_013;
pub(super) const ARCHIVED_THREAD: u64 = 50_083;
pub(super) const LOCKED_THREAD: u64 = 160_005;
const CHANNEL_WITHOUT_TEXT: u64 = 50_008;

/// Edits a message, which keeps its files or loses them.
pub(super) async fn edit(
    http: &Http,
    location: Location,
    message: game::MessageId,
    body: MessageBody,
    keeps_files: bool,
) -> serenity::Result<()> {
    let Some((channel, message)) = channel_and_message(location, message) else {
        return Ok(());
    };
    let edit = serde_json::to_vec(&message::edit_in_channel(body, keeps_files))?;
    let route = Route::ChannelMessage { channel_id: channel, message_id: message };
    let request = Request::new(route, LightMethod::Patch).body(Some(edit));
    let edited = http.request(request).await;
    edited.map(drop).inspect_err(|error| log_error(error, location.channel.0))
}

/// Posts a message, and returns its id. Nothing else of it is read, such as the people whom it
/// mentions. Discord posts one with a nonce, of at most 25 characters, once in some minutes.
pub(super) async fn post(
    http: &Http,
    channel: ChannelId,
    body: MessageBody,
    nonce: Option<String>,
) -> serenity::Result<game::MessageId> {
    #[derive(Deserialize)]
    struct Posted {
        id: MessageId,
    }
    let route = Route::ChannelMessages { channel_id: channel };
    let (message, file) = message::post(body);
    let message = match nonce {
        Some(nonce) => message.nonce(Nonce::String(nonce)).enforce_nonce(true),
        None => message,
    };
    let request = Request::new(route, LightMethod::Post);
    let request = match file {
        Some(file) => request.multipart(Some(Multipart {
            upload: MultipartUpload::Attachments(vec![message::upload(&file)]),
            fields: Vec::new(),
            payload_json: Some(serde_json::to_string(&message)?),
        })),
        None => request.body(Some(serde_json::to_vec(&message)?)),
    };
    let posted = http.fire(request).await.inspect_err(|error| log_error(error, channel.get()))?;
    let Posted { id } = posted;
    Ok(game::MessageId(id.get()))
}

/// Deletes a message, if it is still there.
pub(super) async fn delete(
    http: &Http,
    location: Location,
    message: game::MessageId,
) -> serenity::Result<()> {
    match delete_existing(http, location, message).await {
        Err(error) if error_code(&error) == Some(UNKNOWN_MESSAGE) => Ok(()),
        deleted => deleted,
    }
}

/// Deletes a message. It is an error if it is not there any more.
pub(super) async fn delete_existing(
    http: &Http,
    location: Location,
    message: game::MessageId,
) -> serenity::Result<()> {
    let Some((channel, message)) = channel_and_message(location, message) else {
        return Ok(());
    };
    let deleted = http.delete_message(channel, message, None).await;
    deleted.inspect_err(|error| log_error(error, location.channel.0))
}

/// Opens a thread that is archived.
pub(super) async fn open_thread(http: &Http, channel: ChannelId) -> serenity::Result<()> {
    let route = Route::Channel { channel_id: channel };
    let body = serde_json::to_vec(&json!({ "archived": false }))?;
    let request = Request::new(route, LightMethod::Patch).body(Some(body));
    let opened = http.request(request).await;
    opened.map(drop).inspect_err(|error| log_error(error, channel.get()))
}

/// The id of a channel; `None` if it was deleted together with its server's data.
pub(super) fn channel_id(location: Location) -> Option<ChannelId> {
    NonZeroU64::new(location.channel.0).map(ChannelId::from)
}

fn channel_and_message(
    location: Location,
    message: game::MessageId,
) -> Option<(ChannelId, MessageId)> {
    channel_id(location).zip(NonZeroU64::new(message.0).map(MessageId::from))
}

/// Logs a failed request. Refusals are routine: messages get deleted, and channels become invisible
/// to the bot.
fn log_error(error: &serenity::Error, channel: u64) {
    if is_refusal(error) {
        tracing::debug!(channel, %error, "a message cannot be sent or changed in the channel");
    } else {
        tracing::warn!(channel, %error, "a message was not sent or changed");
    }
}

/// Whether the channel is gone, or the bot does not see it or may not write there.
pub(super) fn is_closed(error: &serenity::Error) -> bool {
    matches!(
        error_code(error),
        Some(
            UNKNOWN_CHANNEL
                | MISSING_ACCESS
                | MISSING_PERMISSIONS
                | ARCHIVED_THREAD
                | LOCKED_THREAD
                | CHANNEL_WITHOUT_TEXT
        )
    )
}

/// The code of Discord's error. `None` if the answer has none.
pub(super) fn error_code(error: &serenity::Error) -> Option<u64> {
    u64::try_from(unsuccessful(error)?.error.code).ok().filter(|&code| code > 0)
}

pub(super) fn is_refusal(error: &serenity::Error) -> bool {
    unsuccessful(error).is_some_and(|response| retry::is_refusal(response.status_code))
}
