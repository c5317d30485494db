//! Posts, edits and deletes messages that stay in a channel.

use std::time::Duration;

use serenity::model::id::ChannelId;
use tokio::time::timeout;

use crate::{
    backoff::Backoff,
    discord::{
        channel_messages::{
            self, ARCHIVED_THREAD, CHANNEL_WITHOUT_TEXT, LOCKED_THREAD, MISSING_ACCESS,
            MISSING_PERMISSIONS, NOT_THE_AUTHOR, UNKNOWN_CHANNEL, channel_id,
        },
        dispatcher::Dispatcher,
        interaction_client::{SendError, UNKNOWN_MESSAGE},
    },
    errors,
    features::{Service, StandingUpdate},
    game::{ClosedPlace, MessageId, StandingOutcome, StandingStep},
    message::MessageBody,
    panics,
};

/// Discord limits how often a message that is older than an hour may be edited.
const TOO_MANY_EDITS: u64 = 30_046;

/// An edit that takes longer waits for a limit, within serenity: of a message that is older than an
/// hour, for that one.
const EDIT_TIMEOUT: Duration = Duration::from_secs(20);

impl Dispatcher {
    /// Does what is due with a message, and records what came of it. After a fault of Discord or
    /// the network it comes due again.
    pub(super) async fn update_standing(&self, update: &StandingUpdate) {
        let (message, step) = (&update.attempt.message, update.attempt.step);
        let Some(channel) = channel_id(message.location()) else { return };
        let mut done = self.try_standing(update, channel).await;
        // A name has to go from a thread that is archived. If it may not be opened, that stays owed.
        if let Some(Err(error)) = &done
            && error.code() == Some(ARCHIVED_THREAD)
            && (message.removal.is_some() || matches!(step, StandingStep::Delete(_)))
            && channel_messages::open_thread(&self.client, channel).await.is_ok()
        {
            done = self.try_standing(update, channel).await;
        }
        let outcome = match done {
            Some(Ok(outcome)) => Some(outcome),
            Some(Err(error)) => refused(&error),
            None => {
                message.is_old(self.service.clock.now()).then_some(StandingOutcome::TooManyEdits)
            }
        };
        let Some(outcome) = outcome else { return };
        if let Err(error) = self.service.record_standing_message(update, outcome).await {
            errors::warn_about!(
                error,
                "what became of a message that stays was not stored; retrying"
            );
            // In a task of its own, since it may take longer than a delivery.
            tokio::spawn(record_later(self.service.clone(), update.clone(), outcome));
        }
    }

    /// Does what is due. `None` if an edit takes too long.
    async fn try_standing(
        &self,
        update: &StandingUpdate,
        channel: ChannelId,
    ) -> Option<Result<StandingOutcome, SendError>> {
        let (bot, location) = (&self.client, update.attempt.message.location());
        Some(match update.attempt.step {
            StandingStep::Post => {
                self.post_standing(update, channel).await.map(StandingOutcome::Posted)
            }
            StandingStep::Edit(id) => {
                // The picture of a week may be of a game of who has to go.
                let keeps_files = update.attempt.message.removal.is_none();
                let body = update.shown.body.clone();
                let edit = channel_messages::edit(bot, location, id, body, keeps_files);
                timeout(EDIT_TIMEOUT, edit).await.ok()?.map(|()| StandingOutcome::Edited)
            }
            StandingStep::Delete(id) => {
                let deleted = channel_messages::delete(bot, location, id).await;
                deleted.map(|()| StandingOutcome::Deleted)
            }
            // Nothing is sent.
            StandingStep::End => Ok(StandingOutcome::Deleted),
        })
    }

    /// Posts a message. The nonce keeps Discord from posting it twice.
    async fn post_standing(
        &self,
        update: &StandingUpdate,
        channel: ChannelId,
    ) -> Result<MessageId, SendError> {
        let (bot, body) = (&self.client, &update.shown.body);
        let nonce = update.attempt.nonce();
        let post = |body| channel_messages::post(bot, channel, body, Some(nonce.clone()));
        match post(body.clone()).await {
            // Perhaps the bot may attach no files there.
            Err(error) if body.file.is_some() && error.code() == Some(MISSING_PERMISSIONS) => {
                post(MessageBody { file: None, ..body.clone() }).await
            }
            posted => posted,
        }
    }
}

/// What it means that Discord refused something. `None` if it may take it later.
fn refused(error: &SendError) -> Option<StandingOutcome> {
    Some(match error.code() {
        Some(UNKNOWN_MESSAGE) => StandingOutcome::Gone,
        Some(UNKNOWN_CHANNEL) => StandingOutcome::ChannelGone,
        Some(NOT_THE_AUTHOR) => StandingOutcome::NotTheAuthor,
        Some(TOO_MANY_EDITS) => StandingOutcome::TooManyEdits,
        Some(MISSING_ACCESS) => StandingOutcome::Refused(ClosedPlace::Hidden),
        Some(ARCHIVED_THREAD) => StandingOutcome::Refused(ClosedPlace::Archived),
        Some(LOCKED_THREAD) => StandingOutcome::Refused(ClosedPlace::Locked),
        Some(MISSING_PERMISSIONS | CHANNEL_WITHOUT_TEXT) => {
            StandingOutcome::Refused(ClosedPlace::Forbidden)
        }
        // Without a code, something on the way to Discord has answered.
        Some(_) if error.is_refusal() => StandingOutcome::Failed,
        _ => return None,
    })
}

/// Records what became of a message, as soon as the database can store it: a post would come due
/// again, and Discord recognises nonces for some minutes only.
async fn record_later(service: Service, update: StandingUpdate, outcome: StandingOutcome) {
    let recording = async {
        let mut delays = Backoff::default();
        loop {
            tokio::time::sleep(delays.next_delay()).await;
            if service.record_standing_message(&update, outcome).await.is_ok() {
                return;
            }
        }
    };
    // Logged by the panic hook.
    drop(panics::catch("delivery", recording).await);
}
