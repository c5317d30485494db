//! Delivers message updates that are not responses to interactions, on a
//! best-effort basis.

use std::time::Duration;

use futures_util::FutureExt;

use crate::{
    discord::{
        builders,
        channel_messages::{self, channel_id},
        dispatcher::Dispatcher,
        interaction_client::{SendError, UNKNOWN_MESSAGE},
    },
    errors,
    features::{FollowUp, MessageUpdate, PostedReply, Shown, UpdateDelivery, UpdateRow},
    game::{Game, Location, MessageHandle, MessageId, Token},
    message::MessageBody,
    store::MessageOwner,
};

/// For how long a follow-up is tried again, and how long after each failure. The delivery queue
/// gives each delivery 45 seconds.
const FOLLOW_UP_TIMEOUT: Duration = Duration::from_secs(35);
const FOLLOW_UP_DELAY: Duration = Duration::from_secs(2);

/// How often an edit or a deletion is tried again.
const MAX_RETRIES: usize = 3;

/// How long after a failed edit or deletion it is tried again.
const RETRY_DELAY: Duration = Duration::from_secs(2);

/// The longest that a request by token waits because Discord limits the rate. If that is not
/// enough, it goes through the channel.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(10);

impl Dispatcher {
    /// Queues an update. Failures are logged. Edits, deletions and follow-ups are tried again after
    /// faults that may pass; a lost reminder is not worth a retry, and a message that stays comes
    /// due again.
    pub(super) fn deliver(&self, update: MessageUpdate) {
        self.deliver_with_retries(update, MAX_RETRIES);
    }

    fn deliver_with_retries(&self, update: MessageUpdate, retries: usize) {
        let UpdateRow { key, location, .. } = update.row();
        let is_refreshed = retries < MAX_RETRIES || update.is_refreshed_first();
        let dispatcher = self.clone();
        let delivery = async move {
            let update = if is_refreshed {
                dispatcher.service.refresh_update(update).await
            } else {
                Some(update)
            };
            if let Some(update) = update {
                dispatcher.send(update, retries).await;
            }
        }
        .boxed();
        self.queue.push(location.channel, key, delivery);
    }

    /// Sends an update. After a fault that may pass, it is queued again later, as it should be
    /// by then. What is lost in the end, the next press on the message brings up to date.
    async fn send(&self, update: MessageUpdate, retries: usize) {
        let Err(error) = self.try_send(&update).await else { return };
        let retry_after = error.retry_after();
        if retry_after.is_some() {
            self.service.record_limited_edits(update.row().location.channel);
        }
        let Some(retries) = retries.checked_sub(1) else { return };
        let dispatcher = self.clone();
        // Not here, where it would hold up other updates.
        tokio::spawn(async move {
            tokio::time::sleep(retry_after.unwrap_or(RETRY_DELAY)).await;
            dispatcher.deliver_with_retries(update, retries);
        });
    }

    /// Fails if the update has to be tried again.
    async fn try_send(&self, update: &MessageUpdate) -> Result<(), SendError> {
        let UpdateRow { location, delivery, .. } = update.row();
        let render = |it: Shown<'_>| it.render(self.service.displayed_now(), &self.service.tiles);
        match delivery {
            UpdateDelivery::Edit(message, shown) => {
                self.edit(location, message, render(shown)).await?;
            }
            UpdateDelivery::EditOrPost(game, shown) => {
                let body = render(shown);
                if !self.edit(location, &game.board_message, body.clone()).await? {
                    self.post_instead(game, body).await;
                }
            }
            UpdateDelivery::Delete(message) => self.delete(location, message).await?,
            UpdateDelivery::PostBoard(game, shown) => self.post_board(game, render(shown)).await,
            UpdateDelivery::Remind(game, shown) => self.remind(game, render(shown)).await,
            UpdateDelivery::Standing(update) => self.update_standing(update).await,
            UpdateDelivery::DeleteReminder(game, message) => {
                later(channel_messages::delete(&self.client, location, message).await)?;
                let forgotten = self.service.store.forget_reminder_message(game, message);
                if let Err(error) = forgotten.await {
                    // The next change of the game deletes it once more.
                    errors::warn_about!(error, "the message of a reminder was not forgotten");
                }
            }
            UpdateDelivery::FollowUp(FollowUp { reply, body, if_refused, .. }) => {
                if !self.follow_up(reply, body).await {
                    self.follow_up(reply, if_refused).await;
                }
            }
        }
        Ok(())
    }

    /// Edits a message: by its interaction's token while that is valid, else through
    /// the channel. Returns whether it is there, as far as that is known.
    async fn edit(
        &self,
        location: Location,
        message: &MessageHandle,
        body: MessageBody,
    ) -> Result<bool, SendError> {
        let edit = builders::edit(body.clone(), true);
        let editing = self.client.interactions.edit(self.application, message, &edit);
        let is_done = self.by_token(location, message, editing).await?;
        let Some(id) = message.message.filter(|_| !is_done) else { return Ok(true) };
        let edited = channel_messages::edit(&self.client, location, id, body, true).await;
        let is_missing = edited.as_ref().is_err_and(|it| it.code() == Some(UNKNOWN_MESSAGE));
        later(edited).map(|()| !is_missing)
    }

    /// Deletes a message: by its interaction's token while that is valid, else through the channel.
    async fn delete(&self, location: Location, message: &MessageHandle) -> Result<(), SendError> {
        let deleting = self.client.interactions.delete(self.application, message);
        let is_done = self.by_token(location, message, deleting).await?;
        match message.message.filter(|_| !is_done) {
            Some(id) => later(channel_messages::delete(&self.client, location, id).await),
            None => Ok(()),
        }
    }

    /// Posts a board by the token of the press that has changed it. Then the pressed one is deleted,
    /// unless that has become the newest board meanwhile, since this one was taken for lost. If it
    /// cannot be posted, the pressed one shows it.
    async fn post_board(&self, game: &Game, body: MessageBody) {
        let Game { id, board_message: board, config, .. } = game;
        let posted = match self.post_by_token(&board.token, body).await {
            Ok(Some(posted)) => posted,
            Ok(None) => return,
            Err(error) => {
                log_token_error(&error, config.location);
                return self.deliver(MessageUpdate::BoardChanged(game.clone()));
            }
        };
        let owner = MessageOwner::Board(*id, board.token.clone());
        self.record_message_id(&owner, posted).await;
        match self.service.store.game(*id).await {
            Ok(Some(newest)) if newest.board_message.message == Some(posted) => {
                let pressed = PostedReply { message: board.clone(), location: config.location };
                self.deliver(MessageUpdate::ReplyOutdated(pressed));
            }
            // The database does not know yet that this board is the newest. The next press on it says so.
            Ok(Some(newest)) if newest.board_message == *board => {}
            Ok(_) => {
                let client = &self.client.interactions;
                let deleted = client.delete_follow_up(self.application, &board.token, posted);
                if let Err(error) = deleted.await {
                    log_token_error(&error, config.location);
                }
            }
            Err(error) => errors::warn_about!(error, "a pressed board was not deleted"),
        }
    }

    /// Posts a board whose message is gone.
    async fn post_instead(&self, game: &Game, body: MessageBody) {
        let Some(channel) = channel_id(game.config.location) else { return };
        // Another process may have received the same press.
        let nonce = Some(format!("game-{}", game.id));
        // A failure is logged, and `/board` posts it then.
        if let Ok(posted) = channel_messages::post(&self.client, channel, body, nonce).await {
            let owner = MessageOwner::Board(game.id, game.board_message.token.clone());
            self.record_message_id(&owner, posted).await;
        }
    }

    /// Sends a request by the token of a message, while that is valid. Returns whether Discord
    /// accepted it; if not, the caller may go through the channel.
    async fn by_token(
        &self,
        location: Location,
        message: &MessageHandle,
        request: impl Future<Output = Result<(), SendError>>,
    ) -> Result<bool, SendError> {
        if !message.is_editable_by_token(self.service.clock.now()) {
            return Ok(false);
        }
        let Err(error) = request.await else { return Ok(true) };
        log_token_error(&error, location);
        let is_soon = error.retry_after().is_none_or(|after| after <= MAX_RETRY_AFTER);
        if error.is_temporary() && is_soon { Err(error) } else { Ok(false) }
    }

    /// Posts a follow-up. It is tried again, as it may be an export; a lost confirmation
    /// posts it twice. Returns whether it was posted.
    async fn follow_up(&self, reply: &PostedReply, body: &MessageBody) -> bool {
        let channel = reply.location.channel.0;
        let mut last_error = None;
        let posting = async {
            loop {
                match self.post_by_token(&reply.message.token, body.clone()).await {
                    Err(error) if error.is_temporary() => {
                        last_error = Some(error.to_string());
                        let after = error.retry_after().unwrap_or_default();
                        tokio::time::sleep(after.max(FOLLOW_UP_DELAY)).await;
                    }
                    result => return result,
                }
            }
        };
        match tokio::time::timeout(FOLLOW_UP_TIMEOUT, posting).await {
            Ok(Ok(_)) => return true,
            Ok(Err(error)) => tracing::warn!(channel, %error, "a follow-up was not posted"),
            Err(_) => tracing::warn!(channel, error = last_error, "a follow-up was given up"),
        }
        false
    }

    /// Posts a message as a follow-up to the interaction with this token, and returns its id, or
    /// `None` if Discord does not say it.
    pub(super) async fn post_by_token(
        &self,
        token: &Token,
        body: MessageBody,
    ) -> Result<Option<MessageId>, SendError> {
        let (message, file) = builders::response(body);
        self.client.interactions.follow_up(self.application, token, &message, file).await
    }

    /// Posts a reminder, whose message is deleted once the turn is over.
    async fn remind(&self, game: &Game, body: MessageBody) {
        let Some(channel) = channel_id(game.config.location) else { return };
        let posted = channel_messages::post(&self.client, channel, body, None).await;
        // Logged; a lost reminder is not worth a retry.
        let Ok(message) = posted else { return };
        let newest = self.service.store.game(game.id).await;
        let earlier = newest.map_or(game.reminder, |newest| newest.and_then(|it| it.reminder));
        if let Some(earlier) = earlier {
            self.deliver(MessageUpdate::ReminderOutdated(game.clone(), earlier));
        }
        match self.service.record_reminder_message(game, message).await {
            Ok(over) => over.into_iter().for_each(|update| self.deliver(update)),
            Err(error) => errors::warn_about!(error, "the message of a reminder was not stored"),
        }
    }

    /// Stores the id of a message. If that fails, the next press on the message brings it again.
    pub(super) async fn record_message_id(&self, owner: &MessageOwner, message: MessageId) {
        if let Err(error) = self.service.store.record_message_id(owner, message).await {
            errors::warn_about!(error, "a message's id was not stored");
        }
    }
}

/// A request through a channel, which is tried again later unless it was done or refused. Its
/// failure is logged.
fn later(result: Result<(), SendError>) -> Result<(), SendError> {
    result.or_else(|error| if error.is_refusal() { Ok(()) } else { Err(error) })
}

/// Logs a failed request by token. Refusals are routine: messages get deleted, and
/// channels become invisible to the bot.
fn log_token_error(error: &SendError, location: Location) {
    let channel = location.channel.0;
    match error {
        SendError::Refused { .. } => {
            tracing::debug!(channel, %error, "a message cannot be changed by token");
        }
        error => tracing::warn!(channel, %error, "a message was not changed"),
    }
}
