//! What a person sees happen after they did something.

use std::ops::Deref;

use serde_json::Value;

use crate::state::{ids::InteractionId, message::Message};

/// What came of a command, a press or a completion.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The bot answered with a new message.
    Message(Message),
    /// The bot changed the message that was pressed.
    Updated(Message),
    /// The bot has asked for more time.
    Deferred,
    /// The bot offered completions.
    Choices(Vec<Choice>),
    /// The bot opened a form.
    Modal(Value),
    /// "The application did not respond."
    NoAnswer,
    /// Discord's client would not even have let the person do it; it says why.
    ClientRefused(String),
}

/// A completion.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What people read.
    pub name: String,
    /// What the option is then set to.
    pub value: Value,
}

impl Outcome {
    /// The message that was posted or changed; panics if there is none.
    pub fn message(&self) -> &Message {
        match self {
            Self::Message(message) | Self::Updated(message) => message,
            other => panic!("there is no message in this outcome: {other:?}"),
        }
    }

    /// The text of the message that was posted or changed; panics if there is
    /// none.
    pub fn text(&self) -> &str {
        &self.message().content
    }

    /// Whether it is a message that only one person sees.
    pub fn is_ephemeral(&self) -> bool {
        matches!(self, Self::Message(message) | Self::Updated(message) if message.is_ephemeral())
    }

    /// Whether the bot posted a new message.
    pub fn is_new(&self) -> bool {
        matches!(self, Self::Message(_))
    }

    /// Whether the bot changed the pressed message.
    pub fn is_update(&self) -> bool {
        matches!(self, Self::Updated(_))
    }

    /// The completions; panics if there are none.
    pub fn choices(&self) -> &[Choice] {
        match self {
            Self::Choices(choices) => choices,
            other => panic!("there are no completions in this outcome: {other:?}"),
        }
    }

    /// What Discord's client would show if this went wrong.
    pub fn error(&self) -> Option<&str> {
        match self {
            Self::NoAnswer => Some("The application did not respond"),
            Self::ClientRefused(reason) => Some(reason),
            _ => None,
        }
    }
}

/// An outcome, and the interaction that it came of.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The interaction; absent if the bot was never told.
    pub interaction: Option<InteractionId>,
    /// What came of it.
    pub outcome: Outcome,
}

impl Answer {
    pub(crate) fn refused(reason: impl Into<String>) -> Self {
        Self { interaction: None, outcome: Outcome::ClientRefused(reason.into()) }
    }
}

impl Deref for Answer {
    type Target = Outcome;

    fn deref(&self) -> &Outcome {
        &self.outcome
    }
}
