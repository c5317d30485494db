//! Messages through a channel, by the bot's token. Failures are logged.

use std::{num::NonZeroU64, time::Duration};

use serde_json::json;
use serenity::{
    all::ChannelId,
    http::{LightMethod, Request, Route},
};

use crate::{
    discord::{
        bot_client::BotClient,
        builders,
        interaction::Identified,
        interaction_client::{SendError, network_error, with_body},
    },
    game::{Location, MessageId},
    message::MessageBody,
};

// Discord's codes for errors
// ([list](https://discord.com/developers/docs/topics/opcodes-and-status-codes#json)).
pub const UNKNOWN_CHANNEL: u64 = 10_003;
pub const MISSING_ACCESS: u64 = 50_001;
pub(super) const NOT_THE_AUTHOR: u64 = 50_005;
pub const MISSING_PERMISSIONS: u64 = 50_013;
pub(super) const ARCHIVED_THREAD: u64 = 50_083;
pub(super) const LOCKED_THREAD: u64 = 160_005;
pub const CHANNEL_WITHOUT_TEXT: u64 = 50_008;

/// The longest limit that is waited for, since a delivery holds up others.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(10);

/// Edits a message, which keeps its files or loses them.
pub(super) async fn edit(
    bot: &BotClient,
    location: Location,
    message: MessageId,
    body: MessageBody,
    keeps_files: bool,
) -> Result<(), SendError> {
    let Some(channel) = channel_id(location) else { return Ok(()) };
    let edit = serde_json::to_vec(&builders::edit(body, keeps_files))?;
    let route = Route::ChannelMessage { channel_id: channel, message_id: message.0.into() };
    let request = Request::new(route, LightMethod::Patch).body(Some(edit));
    send(bot, channel, request).await.map(drop)
}

/// Posts a message, and returns its id. Discord posts one with a nonce, of at most 25 characters,
/// once in some minutes.
pub(super) async fn post(
    bot: &BotClient,
    channel: ChannelId,
    body: MessageBody,
    nonce: Option<String>,
) -> Result<MessageId, SendError> {
    let route = Route::ChannelMessages { channel_id: channel };
    let (message, file) = builders::response(body);
    let mut message = serde_json::to_value(message)?;
    if let Some(nonce) = nonce {
        message["nonce"] = nonce.into();
        message["enforce_nonce"] = true.into();
    }
    let request = with_body(Request::new(route, LightMethod::Post), &message, file)?;
    let posted = send(bot, channel, request).await?.json().await.map_err(network_error);
    let Identified { id } = posted.inspect_err(|error| log_error(error, channel))?;
    Ok(MessageId(id.0))
}

/// Deletes a message. It is an error if it is not there any more.
pub(super) async fn delete(
    bot: &BotClient,
    location: Location,
    message: MessageId,
) -> Result<(), SendError> {
    let Some(channel) = channel_id(location) else { return Ok(()) };
    let route = Route::ChannelMessage { channel_id: channel, message_id: message.0.into() };
    send(bot, channel, Request::new(route, LightMethod::Delete)).await.map(drop)
}

/// Opens a thread that is archived.
pub(super) async fn open_thread(bot: &BotClient, channel: ChannelId) -> Result<(), SendError> {
    let route = Route::Channel { channel_id: channel };
    let body = serde_json::to_vec(&json!({ "archived": false }))?;
    let request = Request::new(route, LightMethod::Patch).body(Some(body));
    send(bot, channel, request).await.map(drop)
}

/// Sends a request, again after a short limit, and logs a failure.
async fn send(
    bot: &BotClient,
    channel: ChannelId,
    request: Request<'_>,
) -> Result<reqwest::Response, SendError> {
    loop {
        let sent = bot.request(request.clone()).await;
        match sent.as_ref().err().and_then(SendError::retry_after) {
            Some(after) if after <= MAX_RETRY_AFTER => tokio::time::sleep(after).await,
            _ => return sent.inspect_err(|error| log_error(error, channel)),
        }
    }
}

/// The id of a channel; `None` if it was deleted together with its server's data.
pub(super) fn channel_id(location: Location) -> Option<ChannelId> {
    NonZeroU64::new(location.channel.0).map(ChannelId::from)
}

/// Logs a failed request. Refusals are routine: messages get deleted, and channels become invisible
/// to the bot.
fn log_error(error: &SendError, channel: ChannelId) {
    let channel = channel.get();
    if error.is_refusal() {
        tracing::debug!(channel, %error, "a message cannot be sent or changed in the channel");
    } else {
        tracing::warn!(channel, %error, "a message was not sent or changed");
    }
}
