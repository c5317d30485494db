//! Delivers message updates that are not responses to interactions, on a
//! best-effort basis.

use std::{num::NonZeroU64, sync::Arc, time::Duration};

use futures_util::FutureExt;
use serenity::{
    all::{ChannelId, HttpError, MessageId},
    http::Http,
};

use super::{
    delivery_queue::{DeliveryQueue, UpdateKey},
    interaction_client::{InteractionClient, SendError},
    render::{self, UpdateDelivery},
};
use crate::{
    errors,
    game::{self, ApplicationId, Game, GameId, MessageHandle, Reminder},
    service::{MessageUpdate, Service},
};

/// For how long a follow-up is tried again, and how long after each failure. The delivery queue
/// gives each delivery 45 seconds.
const FOLLOW_UP_TIMEOUT: Duration = Duration::from_secs(35);
const FOLLOW_UP_DELAY: Duration = Duration::from_secs(2);

/// [Discord's code](https://discord.com/developers/docs/topics/opcodes-and-status-codes#json).
const UNKNOWN_MESSAGE: isize = 10008;

/// How often an edit is tried again.
const MAX_EDIT_RETRIES: usize = 3;

/// How long after a failed edit it is tried again.
const EDIT_RETRY_DELAY: Duration = Duration::from_secs(2);

/// The longest that an edit waits because Discord limits the rate. After that, it goes through
/// the channel.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(10);

/// An edit has to be tried again.
struct Later {
    after: Duration,
    /// Whether Discord limits the rate.
    is_limited: bool,
}

/// The HTTP clients for Discord's API.
#[derive(Clone, Debug)]
pub(super) struct Clients {
    /// For requests authorised by an interaction's token.
    pub(super) interactions: Arc<InteractionClient>,
    /// For requests authorised by the bot's token.
    pub(super) http: Arc<Http>,
}

/// Edits and posts the bot's messages.
#[derive(Clone, Debug)]
pub(super) struct Notifier {
    pub(super) application: ApplicationId,
    pub(super) clients: Clients,
    pub(super) service: Service,
    pub(super) queue: DeliveryQueue,
}

impl Notifier {
    /// Queues an update. Failures are logged. Edits and follow-ups are tried again after
    /// faults that may pass; a lost reminder is not worth a retry.
    pub(super) fn deliver(&self, update: MessageUpdate) {
        let delay = update.delay();
        if delay.is_zero() {
            return self.deliver_with_retries(update, MAX_EDIT_RETRIES);
        }
        let notifier = self.clone();
        tokio::spawn(async move {
            let clock = notifier.service.clock();
            clock.sleep_until(clock.now().after(delay)).await;
            notifier.deliver_with_retries(update, MAX_EDIT_RETRIES);
        });
    }

    fn deliver_with_retries(&self, update: MessageUpdate, retries: usize) {
        let (notifier, key) = (self.clone(), UpdateKey::of(&update));
        let channel = update.location().channel;
        let delivery = async move { notifier.send(update, retries).await }.boxed();
        self.queue.push(channel, key, delivery);
    }

    /// Sends an update. After a fault that may pass, it is queued again later, as it should be
    /// by then.
    async fn send(&self, update: MessageUpdate, retries: usize) {
        let channel = update.location().channel;
        let Err(Later { after, is_limited }) = self.try_send(&update, retries > 0).await else {
            return;
        };
        if is_limited {
            self.service.record_limited_edits(channel);
        }
        let notifier = self.clone();
        // Not here, where it would hold up other updates.
        tokio::spawn(async move {
            tokio::time::sleep(after).await;
            if let Some(refreshed) = notifier.service.refresh_update(update).await {
                notifier.deliver_with_retries(refreshed, retries - 1);
            }
        });
    }

    async fn try_send(&self, update: &MessageUpdate, may_wait: bool) -> Result<(), Later> {
        let location = update.location();
        match render::message_update(update) {
            UpdateDelivery::Edit(message, body) => {
                self.edit(location, message, body, may_wait).await?;
            }
            UpdateDelivery::Delete(message, body) => {
                if !self.delete(location, message, may_wait).await?
                    && let Some(message) = message.message
                {
                    self.edit_in_channel(location, message, body).await;
                }
            }
            UpdateDelivery::Remind(game, body) => self.remind(game, body).await,
            UpdateDelivery::EditReminder(game, reminder, body) => {
                self.edit_in_channel(location, reminder.message, body).await;
                self.forget_reminder(game.id, reminder).await;
            }
            UpdateDelivery::FollowUp { reply, body, if_refused } => {
                if !self.follow_up(location, reply, body).await {
                    self.follow_up(location, reply, if_refused).await;
                }
            }
        }
        Ok(())
    }

    /// Edits a message: by its interaction's token while that is valid, else through
    /// the channel.
    async fn edit(
        &self,
        location: game::Location,
        message: &MessageHandle,
        body: render::MessageBody,
        may_wait: bool,
    ) -> Result<(), Later> {
        if self.service.clock().now() < message.token_expires_at {
            let client = &self.clients.interactions;
            let edit = body.clone().into_edit_by_token();
            match client.edit(self.application, &message.token, &edit).await {
                Ok(()) => return Ok(()),
                Err(SendError::RateLimited { retry_after: after })
                    if may_wait && after <= MAX_RETRY_AFTER =>
                {
                    return Err(Later { after, is_limited: true });
                }
                Err(error @ (SendError::Network(_) | SendError::Refused { .. }))
                    if may_wait && error.is_temporary() =>
                {
                    log_edit_error(&error, location);
                    return Err(Later { after: EDIT_RETRY_DELAY, is_limited: false });
                }
                Err(error) => log_edit_error(&error, location),
            }
        }
        if let Some(message) = message.message {
            self.edit_in_channel(location, message, body).await;
        }
        Ok(())
    }

    /// Deletes a message: by its interaction's token while that is valid, else through the
    /// channel. Returns whether it is gone, as far as that is known.
    async fn delete(
        &self,
        location: game::Location,
        message: &MessageHandle,
        may_wait: bool,
    ) -> Result<bool, Later> {
        if self.service.clock().now() < message.token_expires_at {
            let client = &self.clients.interactions;
            match client.delete(self.application, &message.token).await {
                Ok(()) => return Ok(true),
                Err(SendError::RateLimited { retry_after: after })
                    if may_wait && after <= MAX_RETRY_AFTER =>
                {
                    return Err(Later { after, is_limited: false });
                }
                Err(error) if may_wait && error.is_temporary() => {
                    log_edit_error(&error, location);
                    return Err(Later { after: EDIT_RETRY_DELAY, is_limited: false });
                }
                Err(error) if error.is_unknown_message() => return Ok(true),
                Err(error) => log_edit_error(&error, location),
            }
        }
        let message = message.message.and_then(|it| NonZeroU64::new(it.0)).map(MessageId::from);
        let Some((channel, message)) = channel_id(location).zip(message) else { return Ok(false) };
        match self.clients.http.delete_message(channel, message, None).await {
            Ok(()) => Ok(true),
            Err(error) => {
                log_channel_error(&error, location);
                Ok(is_unknown_message(&error))
            }
        }
    }

    /// Posts a follow-up. It is tried again, since no part of an export may be missing; a
    /// lost confirmation posts it twice. Returns whether it was posted.
    async fn follow_up(
        &self,
        location: game::Location,
        reply: &MessageHandle,
        body: render::MessageBody,
    ) -> bool {
        let client = &self.clients.interactions;
        let (message, file) = body.into_follow_up();
        let channel = location.channel.0;
        let mut last_error = None;
        let posting = async {
            loop {
                let file = file.as_ref().map(render::MessageFile::upload);
                match client.follow_up(self.application, &reply.token, &message, file).await {
                    Err(error) if error.is_temporary() => {
                        last_error = Some(error.to_string());
                        tokio::time::sleep(FOLLOW_UP_DELAY).await;
                    }
                    result => return result,
                }
            }
        };
        match tokio::time::timeout(FOLLOW_UP_TIMEOUT, posting).await {
            Ok(Ok(())) => return true,
            Ok(Err(error)) => tracing::warn!(channel, %error, "a follow-up was not posted"),
            Err(_) => tracing::warn!(channel, error = last_error, "a follow-up was given up"),
        }
        false
    }

    /// Posts a reminder, whose message is edited once the turn is over.
    async fn remind(&self, game: &Game, body: render::MessageBody) {
        let location = game.config.location;
        let Some(channel) = channel_id(location) else { return };
        let sent = self.clients.http.send_message(channel, Vec::new(), &body.into_post()).await;
        let message = match sent {
            Ok(message) => game::MessageId(message.id.get()),
            Err(error) => return log_channel_error(&error, location),
        };
        match self.service.record_reminder_message(game, message).await {
            Ok(over) => over.into_iter().for_each(|update| self.deliver(update)),
            Err(error) => {
                let error = errors::with_causes(error);
                tracing::warn!(error, "the message of a reminder was not stored");
            }
        }
    }

    async fn forget_reminder(&self, game: GameId, reminder: Reminder) {
        if let Err(error) = self.service.forget_reminder(game, reminder).await {
            // The next change of the game edits it once more.
            let error = errors::with_causes(error);
            tracing::warn!(error, "a reminder was not forgotten");
        }
    }

    async fn edit_in_channel(
        &self,
        location: game::Location,
        message: game::MessageId,
        body: render::MessageBody,
    ) {
        let message = NonZeroU64::new(message.0).map(MessageId::from);
        let Some((channel, message)) = channel_id(location).zip(message) else { return };
        let edit = body.into_edit_in_channel();
        let http = &self.clients.http;
        if let Err(error) = http.edit_message(channel, message, &edit, Vec::new()).await {
            log_channel_error(&error, location);
        }
    }
}

/// The id of a channel; `None` if it was deleted together with its server's data.
fn channel_id(location: game::Location) -> Option<ChannelId> {
    NonZeroU64::new(location.channel.0).map(ChannelId::from)
}

/// Logs a failed edit by token. Refusals are routine: messages get deleted, and
/// channels become invisible to the bot.
fn log_edit_error(error: &SendError, location: game::Location) {
    let channel = location.channel.0;
    match error {
        SendError::Refused { .. } => {
            tracing::debug!(channel, %error, "a message cannot be edited by token");
        }
        error => tracing::warn!(channel, %error, "a message was not edited"),
    }
}

/// Logs a failed request through the channel; see [`log_edit_error`].
fn log_channel_error(error: &serenity::Error, location: game::Location) {
    let channel = location.channel.0;
    if is_refusal(error) {
        tracing::debug!(channel, %error, "a message cannot be sent or edited in the channel");
    } else {
        tracing::warn!(channel, %error, "a message was not sent or edited");
    }
}

fn is_unknown_message(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
        if response.error.code == UNKNOWN_MESSAGE)
}

fn is_refusal(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
        if response.status_code.is_client_error())
}
