//! Delivers what no interaction asked for, as best it can.

use std::sync::Arc;

use serenity::{
    all::{ChannelId, HttpError, MessageId},
    http::Http,
};

use super::{
    token_routes::{SendError, TokenRoutes},
    view,
};
use crate::{
    clock::Clock,
    play::{self, ApplicationId},
    service::Notice,
};

/// Edits messages of ours.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    pub(super) application: ApplicationId,
    pub(super) token_routes: Arc<TokenRoutes>,
    pub(super) channel_routes: Arc<Http>,
    pub(super) clock: Clock,
}

impl Outbox {
    /// Delivers a notice: by the token that drew the message while that works,
    /// else through the channel. Where neither is possible, the message catches
    /// up when somebody presses it, so no failure here needs more than a note.
    pub(super) async fn deliver(&self, notice: &Notice) {
        let place = notice.place();
        let (posting, body) = view::notice(notice);
        if self.clock.now() < posting.token_expires_at {
            match self
                .token_routes
                .edit(self.application, &posting.token, &body.clone().into_edit_by_token())
                .await
            {
                Ok(()) => return,
                Err(error) => note(&error, place),
            }
        }
        if let Some(message) = posting.message {
            self.edit_in_channel(place, message, body).await;
        }
    }

    async fn edit_in_channel(
        &self,
        place: play::Place,
        message: play::MessageId,
        body: view::Body,
    ) {
        let (channel, message) = (ChannelId::new(place.channel.0), MessageId::new(message.0));
        let edit = body.into_edit_in_channel();
        let edited = self.channel_routes.edit_message(channel, message, &edit, Vec::new()).await;
        if let Err(error) = edited {
            if is_refusal(&error) {
                tracing::debug!(channel = channel.get(), %error, "a message cannot be edited");
            } else {
                tracing::warn!(channel = channel.get(), %error, "a message was not edited");
            }
        }
    }
}

/// Discord refuses edits of messages that were deleted, or that the bot may not
/// see; that is everyday life.
fn note(error: &SendError, place: play::Place) {
    let channel = place.channel.0;
    match error {
        SendError::Refused { .. } => {
            tracing::debug!(channel, %error, "a message cannot be edited by token");
        }
        error => tracing::warn!(channel, %error, "a message was not edited"),
    }
}

fn is_refusal(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
        if response.status_code.is_client_error())
}

impl Notice {
    /// Where the message to change is.
    fn place(&self) -> play::Place {
        match self {
            Self::BoardMoved { game, .. } | Self::BoardChanged(game) => game.place,
            Self::ChallengeOver(challenge) => challenge.terms.place,
            Self::Hint { place, .. } => *place,
        }
    }
}
