//! Posts, edits and deletes messages that stay in a channel.

use std::time::Duration;

use tokio::time::timeout;

use crate::{
    discord::{
        channel_messages::{self, channel_id, error_code, is_closed, is_refusal},
        interaction_client::UNKNOWN_MESSAGE,
        notifier::Notifier,
    },
    errors,
    features::StandingUpdate,
    game::{MessageId, StandingKind, StandingOutcome, StandingStep},
    message::MessageBody,
};

const UNKNOWN_CHANNEL: u64 = 10_003;

/// Discord limits how often a message that is older than an hour may be edited.
const TOO_MANY_EDITS: u64 = 30_046;

/// An edit that takes longer waits for a limit, within serenity: of a message that is older than an
/// hour, for that one.
const EDIT_TIMEOUT: Duration = Duration::from_secs(20);

impl Notifier {
    /// Does what is due with a message, and records what came of it. After a fault of Discord or
    /// the network, or if that cannot be recorded, it comes due again.
    pub(super) async fn update_standing(&self, update: &StandingUpdate) {
        if self.service.clock().now() >= update.leased_until {
            return;
        }
        let done = match update.step {
            StandingStep::Post { old } => self.post_standing(update, old).await,
            StandingStep::Edit(id) => {
                let (location, body) = (update.message.location(), update.body.clone());
                let edit = channel_messages::edit(&self.clients.http, location, id, body);
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
                let location = update.message.location();
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
            errors::warn_about!(error, "what became of a message that stays was not stored");
        }
    }

    /// Posts a message. The nonce keeps Discord from posting it twice: it is that of the message in
    /// whose place the new one comes. That is deleted before the new one is recorded: until then,
    /// this is tried again.
    async fn post_standing(
        &self,
        update: &StandingUpdate,
        old: Option<MessageId>,
    ) -> serenity::Result<StandingOutcome> {
        let place = update.message;
        let Some(channel) = channel_id(place.location()) else {
            return Ok(StandingOutcome::Gone);
        };
        let before = place.message.map_or(channel.get(), |message| message.0);
        let kind = if place.content.kind() == StandingKind::Week { 'w' } else { 's' };
        let post = |body| {
            let nonce = Some(format!("{kind}{before}"));
            channel_messages::post(&self.clients.http, channel, body, nonce)
        };
        let posted = match post(update.body.clone()).await {
            // Perhaps the bot may attach no files there.
            Err(error) if update.body.file.is_some() && is_closed(&error) => {
                post(MessageBody { file: None, ..update.body.clone() }).await
            }
            posted => posted,
        }?;
        if let Some(old) = old {
            let deleted = channel_messages::delete(&self.clients.http, place.location(), old).await;
            if let Err(error) = deleted
                && !is_refusal(&error)
            {
                return Err(error);
            }
        }
        Ok(StandingOutcome::Posted(posted))
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
