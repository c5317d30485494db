//! The answer to an interaction as a message, and what follows it.

use super::{MessageUpdate, PendingUpdates};
use crate::{
    game::{GameId, MessageHandle, Version},
    message::MessageBody,
    store::MessageOwner,
};

/// The answer to an interaction, and what follows it.
#[derive(Debug)]
pub struct Response {
    pub answer: Answer,
    /// Whether it says why a request was refused.
    pub is_refusal: bool,
    /// What only the user sees beside the answer.
    pub ephemeral: Option<MessageBody>,
    /// The game or challenge that a new message shows, if the id of its message has to be
    /// stored.
    pub message_owner: Option<MessageOwner>,
    /// A board that stays as it is, whose handle has to be stored.
    pub kept_board: Option<(GameId, Version, MessageHandle)>,
    /// Updates of other messages, to be sent after the answer.
    pub updates: Vec<MessageUpdate>,
    /// Updates that are not ready yet.
    pub pending_updates: Option<PendingUpdates>,
}

/// What Discord shows at once.
#[derive(Debug)]
pub enum Answer {
    /// A new message.
    Post(MessageBody),
    /// In the place of the message whose component was used.
    Update(MessageBody),
    /// Choices of an option that is being autocompleted, each with its label and its value.
    Choices(Vec<(String, String)>),
    /// The message whose component was used stays as it is, for now.
    Unchanged,
}

impl Response {
    /// An answer that nothing follows.
    pub const fn new(answer: Answer) -> Self {
        Self {
            answer,
            is_refusal: false,
            ephemeral: None,
            message_owner: None,
            kept_board: None,
            updates: Vec::new(),
            pending_updates: None,
        }
    }
}
