//! What comes out of the service: replies, and how they are delivered.

use crate::{
    features::shared::{message_update::MessageUpdate, pending_updates::PendingUpdates},
    game::{Game, GameId, MessageHandle, Refusal, Version},
    message::MessageBody,
    store::{MessageOwner, StoreError},
};

/// The result of a request.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) content: ReplyContent,
    /// Why the request was refused, if it was.
    pub(crate) refused: Option<String>,
    /// What only the user sees beside the content.
    pub(crate) ephemeral: Option<MessageBody>,
    /// The update of a reminder whose turn is over, by the game that the content shows or leads
    /// to.
    pub(crate) outdated_reminder: Option<MessageUpdate>,
    pub(crate) target: ReplyTarget,
    /// Updates of other messages, to be sent after the response.
    pub(crate) updates: Vec<MessageUpdate>,
    /// Updates that are not ready yet.
    pub(crate) pending_updates: Option<PendingUpdates>,
}

/// What a reply shows.
#[derive(Debug)]
pub(crate) enum ReplyContent {
    Message(MessageBody),
    /// Choices of an option that is being autocompleted, each with its label and its value.
    Choices(Vec<(String, String)>),
    /// The used message stays as it is, for now.
    Unchanged,
}

/// The message that shows a reply.
#[derive(Clone, Debug)]
pub(crate) enum ReplyTarget {
    NewMessage,
    /// A new message, whose id is to be stored.
    RecordedMessage(MessageOwner),
    /// The message whose component was used, which is edited.
    UsedMessage,
    /// A follow-up that only the user sees. The used message, the board of this game at this
    /// version, stays as it is; its handle is to be stored, since the interaction's token can
    /// edit it from now on.
    FollowUp(GameId, Version, MessageHandle),
}

/// Why a request got no other reply.
#[derive(Debug)]
pub(crate) enum RequestError {
    /// The user did something that is not possible.
    Refused(Refusal),
    /// The database failed.
    Failed(StoreError),
}

impl From<Refusal> for RequestError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreError> for RequestError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

impl Reply {
    /// A new message.
    pub(crate) const fn new(content: ReplyContent) -> Self {
        Self {
            content,
            refused: None,
            ephemeral: None,
            outdated_reminder: None,
            target: ReplyTarget::NewMessage,
            updates: Vec::new(),
            pending_updates: None,
        }
    }

    /// Records the id of the new message.
    #[must_use]
    pub(crate) fn recorded(self, owner: MessageOwner) -> Self {
        Self { target: ReplyTarget::RecordedMessage(owner), ..self }
    }

    /// Tells only the user beside it why the request was refused. It brings the message whose
    /// component was used up to date.
    #[must_use]
    pub(crate) fn beside(self, refused: Self) -> Self {
        let ephemeral = match refused.content {
            ReplyContent::Message(body) => Some(body),
            ReplyContent::Choices(_) | ReplyContent::Unchanged => None,
        };
        Self { refused: refused.refused, ephemeral, ..self.into_update() }
    }

    /// Shows a game, or leads to it.
    #[must_use]
    pub(crate) fn showing(self, game: &Game) -> Self {
        Self { outdated_reminder: MessageUpdate::of_outdated_reminder(game), ..self }
    }

    /// Edits the message whose component was used instead of posting a new one.
    #[must_use]
    pub(crate) fn into_update(self) -> Self {
        Self { target: ReplyTarget::UsedMessage, ..self }
    }

    #[must_use]
    pub(crate) fn with_updates(mut self, updates: Vec<MessageUpdate>) -> Self {
        self.updates.extend(updates);
        self
    }

    /// Adds the updates of reminders whose turns are over, by the games that the reply shows.
    #[must_use]
    pub(crate) fn with_outdated_reminders(mut self) -> Self {
        let mut outdated: Vec<_> =
            self.updates.iter().filter_map(MessageUpdate::outdated_reminder).collect();
        // The updates are about the same game.
        if outdated.is_empty() {
            outdated.extend(self.outdated_reminder.take());
        }
        self.updates.extend(outdated);
        self
    }

    #[must_use]
    pub(crate) fn with_pending_updates(self, pending_updates: Option<PendingUpdates>) -> Self {
        Self { pending_updates, ..self }
    }
}

/// The owner of the message that shows a game's board.
pub(crate) fn board_owner(game: &Game) -> MessageOwner {
    MessageOwner::Board(game.id, game.board_message.token.clone())
}
