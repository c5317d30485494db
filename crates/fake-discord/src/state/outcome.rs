//! What a user sees after an action.

use std::ops::Deref;

use serde_json::Value;

use crate::state::{ids::InteractionId, message::Message};

/// The result of an interaction, as its user sees it.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The bot responded with a new message.
    Message(Message),
    /// The bot edited the message of the component.
    Updated(Message),
    /// The bot deferred its response.
    Deferred,
    /// The bot responded with autocomplete choices.
    Choices(Vec<AutocompleteChoice>),
    /// The bot responded with a modal, whose JSON data this is.
    Modal(Value),
    /// The bot is offline, or there was no valid response in time: "The application
    /// did not respond".
    NoResponse,
    /// Discord's client would not allow the action, for this reason. The bot does
    /// not get the interaction.
    ClientRefused(String),
}

/// An autocomplete choice.
#[derive(Clone, Debug, PartialEq)]
pub struct AutocompleteChoice {
    /// The label.
    pub name: String,
    /// The value of the option if it is chosen: a string or a number.
    pub value: Value,
}

impl Outcome {
    /// The message that was posted or edited.
    ///
    /// # Panics
    ///
    /// If the outcome has no message, as after a deferral.
    pub fn message(&self) -> &Message {
        match self {
            Self::Message(message) | Self::Updated(message) => message,
            other => panic!("no message in this outcome: {other:?}"),
        }
    }

    /// The content of the message that was posted or edited.
    ///
    /// # Panics
    ///
    /// If the outcome has no message.
    pub fn text(&self) -> &str {
        &self.message().content
    }

    /// Whether it is a message that only one user sees.
    pub fn is_ephemeral(&self) -> bool {
        matches!(self, Self::Message(message) | Self::Updated(message) if message.is_ephemeral())
    }

    /// Whether the bot posted a new message.
    pub fn is_new(&self) -> bool {
        matches!(self, Self::Message(_))
    }

    /// Whether the bot edited the message of the component.
    pub fn is_update(&self) -> bool {
        matches!(self, Self::Updated(_))
    }

    /// The autocomplete choices.
    ///
    /// # Panics
    ///
    /// If the outcome is something else.
    pub fn choices(&self) -> &[AutocompleteChoice] {
        match self {
            Self::Choices(choices) => choices,
            other => panic!("no choices in this outcome: {other:?}"),
        }
    }

    /// The error that Discord's client would show, if any.
    pub fn error(&self) -> Option<&str> {
        match self {
            Self::NoResponse => Some("The application did not respond"),
            Self::ClientRefused(reason) => Some(reason),
            _ => None,
        }
    }
}

/// The outcome of a user's action. Dereferences to [`Outcome`].
#[derive(Clone, Debug)]
pub struct ActionResult {
    /// The interaction; `None` if Discord's client refused the action.
    pub interaction: Option<InteractionId>,
    /// What the user sees.
    pub outcome: Outcome,
}

impl ActionResult {
    pub(crate) fn refused(reason: impl Into<String>) -> Self {
        Self { interaction: None, outcome: Outcome::ClientRefused(reason.into()) }
    }
}

impl Deref for ActionResult {
    type Target = Outcome;

    fn deref(&self) -> &Outcome {
        &self.outcome
    }
}
