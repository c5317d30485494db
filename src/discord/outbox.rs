//! Delivers what no interaction asked for, as best it can.

use std::sync::Arc;

use serenity::{
    all::{ChannelId, HttpError, MessageId},
    http::Http,
};

use super::{
    token_routes::{SendError, TokenRoutes},
    view::{self, Delivery},
};
use crate::{
    play::{self, ApplicationId, Posting},
    service::Notice,
};
use clock::Clock;

/// The ways to Discord.
#[derive(Clone, Debug)]
pub(super) struct Routes {
    /// For what an interaction's token allows.
    pub(super) token_routes: Arc<TokenRoutes>,
    /// For what the bot's own token allows.
    pub(super) channel_routes: Arc<Http>,
}

/// Edits messages of ours.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    pub(super) application: ApplicationId,
    pub(super) routes: Routes,
    pub(super) clock: Clock,
}

impl Outbox {
    /// Delivers a notice as best it can. Nothing is tried again: a message that
    /// could not be changed catches up when somebody presses it, and a word that
    /// could not be said is not worth a second try.
    pub(super) async fn deliver(&self, notice: &Notice) {
        let place = notice.place();
        match view::notice(notice) {
            Delivery::Edit(posting, body) => self.edit(place, posting, body).await,
            Delivery::Post(body) => self.post(place, body).await,
        }
    }

    /// Changes a message: by the token that drew it while that works, else
    /// through the channel.
    async fn edit(&self, place: play::Place, posting: &Posting, body: view::Body) {
        if self.clock.now() < posting.token_expires_at {
            let routes = &self.routes.token_routes;
            let edit = body.clone().into_edit_by_token();
            match routes.edit(self.application, &posting.token, &edit).await {
                Ok(()) => return,
                Err(error) => note(&error, place),
            }
        }
        if let Some(message) = posting.message {
            self.edit_in_channel(place, message, body).await;
        }
    }

    async fn post(&self, place: play::Place, body: view::Body) {
        let channel = ChannelId::new(place.channel.0);
        let message = body.into_post();
        let sent = self.routes.channel_routes.send_message(channel, Vec::new(), &message).await;
        if let Err(error) = sent {
            note_channel(&error, place);
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
        let routes = &self.routes.channel_routes;
        if let Err(error) = routes.edit_message(channel, message, &edit, Vec::new()).await {
            note_channel(&error, place);
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

/// The same for what goes through the channel.
fn note_channel(error: &serenity::Error, place: play::Place) {
    let channel = place.channel.0;
    if is_refusal(error) {
        tracing::debug!(channel, %error, "a message cannot be sent or edited in the channel");
    } else {
        tracing::warn!(channel, %error, "a message was not sent or edited");
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
            Self::BoardMoved { game, .. } | Self::BoardChanged(game) | Self::Reminder(game) => {
                game.setup.place
            }
            Self::ChallengeOver(challenge) => challenge.terms.setup.place,
            Self::Hint { place, .. } | Self::Review { place, .. } => *place,
        }
    }
}
