//! Posts, edits and deletes messages that stay in a channel, and posts puzzles.

use std::time::Duration;

use serenity::model::id::ChannelId;
use tokio::time::timeout;

use crate::{
    backoff::Backoff,
    discord::{
        channel_messages::{self, channel_id, error_code, is_closed, is_refusal},
        interaction_client::UNKNOWN_MESSAGE,
        notifier::Notifier,
    },
    errors,
    features::{Service, StandingUpdate},
    game::{MessageId, StandingKind, StandingOutcome, StandingStep},
    message::MessageBody,
    panics,
};

const UNKNOWN_CHANNEL: u64 = 10_003;

/// Discord limits how often a message that is older than an hour may be edited.
const TOO_MANY_EDITS: u64 = 30_046;

/// An edit that takes longer waits for a limit, within serenity: of a message that is older than an
/// hour, for that one.
const EDIT_TIMEOUT: Duration = Duration::from_secs(20);

impl Notifier {
    /// Does what is due with a message, and records what came of it. After a fault of Discord or
    /// the network it comes due again.
    pub(super) async fn update_standing(&self, update: &StandingUpdate) {
        let location = update.message.location();
        let Some(channel) = channel_id(location) else { return };
        let done = match update.step {
            StandingStep::Post { old } => {
                let before = update.message.message.map_or(channel.get(), |message| message.0);
                let is_week = update.message.content.kind() == StandingKind::Week;
                let nonce = format!("{}{before}", if is_week { 'w' } else { 's' });
                self.post_standing(update, channel, nonce, old).await.map(StandingOutcome::Posted)
            }
            StandingStep::PostPuzzle(number) => {
                // Another kind of message needs nonces of another form.
                let nonce = format!("{number}-{}", update.message.guild.0);
                let posted = self.post_standing(update, channel, nonce, None).await;
                posted.map(|message| StandingOutcome::PuzzlePosted(number, message))
            }
            StandingStep::Edit(id) => {
                let edit =
                    channel_messages::edit(&self.clients.http, location, id, update.body.clone());
                match timeout(EDIT_TIMEOUT, edit).await {
                    Ok(edited) => edited.map(|()| StandingOutcome::UpToDate),
                    Err(_) if update.message.is_old(self.service.clock().now()) => {
                        Ok(StandingOutcome::TooManyEdits)
                    }
                    // It comes due again.
                    Err(_) => return,
                }
            }
            StandingStep::Delete(id) => {
                let deleted = channel_messages::delete(&self.clients.http, location, id).await;
                deleted.map(|()| StandingOutcome::UpToDate)
            }
        };
        let outcome = match done {
            Ok(outcome) => outcome,
            Err(error) => match refused(&error) {
                Some(outcome) => outcome,
                None => return,
            },
        };
        if let Err(error) = self.service.record_standing_message(update, outcome).await {
            errors::warn_about!(
                error,
                "what became of a message that stays was not stored; retrying"
            );
            // In a task of its own, since it may take longer than a delivery.
            tokio::spawn(record_later(self.service.clone(), update.clone(), outcome));
        }
    }

    /// Posts a message. The nonce keeps Discord from posting it twice: it is that of the message in
    /// whose place the new one comes. That is deleted before the new one is recorded: until then,
    /// this is tried again.
    async fn post_standing(
        &self,
        update: &StandingUpdate,
        channel: ChannelId,
        nonce: String,
        old: Option<MessageId>,
    ) -> serenity::Result<MessageId> {
        let http = &self.clients.http;
        let post = |body| channel_messages::post(http, channel, body, Some(nonce.clone()));
        let posted = match post(update.body.clone()).await {
            // Perhaps the bot may attach no files there.
            Err(error) if update.body.file.is_some() && is_closed(&error) => {
                post(MessageBody { file: None, ..update.body.clone() }).await
            }
            posted => posted,
        }?;
        if let Some(old) = old {
            let location = update.message.location();
            let deleted = channel_messages::delete(http, location, old).await;
            if let Err(error) = deleted
                && !is_refusal(&error)
            {
                return Err(error);
            }
        }
        Ok(posted)
    }
}

/// What it means that Discord refused something. `None` if it may take it later.
fn refused(error: &serenity::Error) -> Option<StandingOutcome> {
    match error_code(error) {
        Some(UNKNOWN_MESSAGE | UNKNOWN_CHANNEL) => Some(StandingOutcome::Gone),
        Some(TOO_MANY_EDITS) => Some(StandingOutcome::TooManyEdits),
        _ if is_closed(error) => Some(StandingOutcome::Refused),
        // Without a code, something on the way to Discord has answered.
        Some(_) if is_refusal(error) => Some(StandingOutcome::Failed),
        _ => None,
    }
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
