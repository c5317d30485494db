//! The lifecycle of an interaction: three seconds for the initial response, and
//! fifteen minutes for follow-ups.
//!
//! [Discord's rules](https://discord.com/developers/docs/interactions/receiving-and-responding)

pub(crate) mod command_data;
pub(crate) mod delivery;
pub(crate) mod payload;
pub(crate) mod user_actions;
pub(crate) mod webhook_delivery;

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use clock::Timestamp;
use serde_json::Value;
use tokio::sync::oneshot;

use crate::{
    rest::error::ApiError,
    state::{
        ids::{ChannelId, InteractionId, MessageId, UserId},
        outcome::Outcome,
    },
    validation::callback::InteractionKind,
};

/// How long the bot has for the initial response.
pub(crate) const RESPONSE_TIMEOUT: Duration = Duration::from_secs(3);
/// How long the token is valid if the interaction was responded to in time.
const TOKEN_LIFETIME: Duration = Duration::from_mins(15);
/// The limit of follow-ups where only the user has installed the application.
const MAX_USER_INSTALL_FOLLOW_UPS: usize = 5;
/// How many interactions are stored. Older ones count as expired.
const MAX_INTERACTIONS: usize = 20_000;
/// How many of the latest interactions keep their event for redelivery.
const MAX_STORED_EVENTS: usize = 1_000;

#[derive(Debug)]
pub(crate) struct Interaction {
    pub(crate) id: InteractionId,
    pub(crate) token: String,
    pub(crate) kind: InteractionKind,
    pub(crate) user: UserId,
    pub(crate) channel: ChannelId,
    pub(crate) created_at: Timestamp,
    /// The message of the used component.
    pub(crate) message: Option<MessageId>,
    /// The command's name, including subcommands.
    pub(crate) command: Option<String>,
    /// The target of a context menu command.
    pub(crate) target: Option<CommandTarget>,
    /// `authorizing_integration_owners`.
    pub(crate) integration_owners: Value,
    /// Whether only the user has installed the application, not the guild.
    pub(crate) is_user_install: bool,
    /// Whether all responses are ephemeral, because the user lacks the permission
    /// [`Permissions::USE_EXTERNAL_APPS`](crate::Permissions::USE_EXTERNAL_APPS).
    pub(crate) forced_ephemeral: bool,
    pub(crate) state: InteractionState,
    pub(crate) follow_ups: Vec<MessageId>,
    pub(crate) waiter: Option<oneshot::Sender<Outcome>>,
    /// The `INTERACTION_CREATE` payload, while it is stored.
    pub(crate) event: Option<Arc<str>>,
}

/// What a context menu command was used on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandTarget {
    User(UserId),
    Message(MessageId),
}

/// The state of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionState {
    /// There is no response yet.
    Pending,
    /// There is a response, and `@original` is this message.
    Responded { original: MessageId },
    /// The response was autocomplete choices or a modal.
    RespondedWithoutMessage,
    /// The response over HTTP was missing or invalid, which is final.
    Failed,
}

impl Interaction {
    /// Refuses an initial response that is late or not the first.
    pub(crate) fn check_pending(&self, now: Timestamp) -> Result<(), ApiError> {
        match self.state {
            InteractionState::Pending if now.since(self.created_at) <= RESPONSE_TIMEOUT => Ok(()),
            InteractionState::Pending | InteractionState::Failed => {
                Err(ApiError::unknown_interaction())
            }
            InteractionState::Responded { .. } | InteractionState::RespondedWithoutMessage => {
                Err(ApiError::already_acknowledged())
            }
        }
    }

    /// The message that `@original` refers to, while the token is valid.
    pub(crate) fn original(&self, now: Timestamp) -> Result<MessageId, ApiError> {
        if now.since(self.created_at) > TOKEN_LIFETIME {
            return Err(ApiError::token_expired());
        }
        match self.state {
            InteractionState::Responded { original } => Ok(original),
            InteractionState::Pending
            | InteractionState::RespondedWithoutMessage
            | InteractionState::Failed => Err(ApiError::unknown_webhook()),
        }
    }

    pub(crate) fn check_follow_up_allowed(&self) -> Result<(), ApiError> {
        if self.is_user_install && self.follow_ups.len() >= MAX_USER_INSTALL_FOLLOW_UPS {
            Err(ApiError::too_many_follow_ups())
        } else {
            Ok(())
        }
    }

    /// Sets the state, and wakes the user action that waits for the response.
    pub(crate) fn resolve(&mut self, state: InteractionState, outcome: Outcome) {
        self.state = state;
        if let Some(waiter) = self.waiter.take() {
            // Fails if the action has timed out.
            drop(waiter.send(outcome));
        }
    }
}

/// The latest interactions.
#[derive(Debug, Default)]
pub(crate) struct Interactions {
    by_id: HashMap<InteractionId, Interaction>,
    order: VecDeque<InteractionId>,
}

impl Interactions {
    pub(crate) fn insert(&mut self, interaction: Interaction) {
        self.order.push_back(interaction.id);
        self.by_id.insert(interaction.id, interaction);
        if let Some(old) = self.order.len().checked_sub(MAX_STORED_EVENTS + 1)
            && let Some(old) = self.by_id.get_mut(&self.order[old])
        {
            old.event = None;
        }
        if self.order.len() > MAX_INTERACTIONS
            && let Some(oldest) = self.order.pop_front()
        {
            self.by_id.remove(&oldest);
        }
    }

    pub(crate) fn get(&self, id: InteractionId) -> Option<&Interaction> {
        self.by_id.get(&id)
    }

    pub(crate) fn get_mut(&mut self, id: InteractionId) -> Option<&mut Interaction> {
        self.by_id.get_mut(&id)
    }

    /// The interaction with the id and the token of a callback's path.
    pub(crate) fn by_id_and_token(
        &mut self,
        id: &str,
        token: &str,
    ) -> Result<&mut Interaction, ApiError> {
        let id = id.parse().map_err(|_| ApiError::unknown_interaction())?;
        let interaction = self.by_id.get_mut(&id).filter(|it| it.token == token);
        interaction.ok_or_else(ApiError::unknown_interaction)
    }

    /// The interaction with the token of a webhook's path.
    pub(crate) fn by_token(&mut self, token: &str) -> Result<&mut Interaction, ApiError> {
        let id = token.split_once('-').and_then(|(id, _)| id.parse().ok());
        let id: InteractionId = id.ok_or_else(ApiError::unknown_webhook)?;
        let is_evicted = self.order.front().is_some_and(|oldest| id < *oldest);
        match self.by_id.get_mut(&id).filter(|it| it.token == token) {
            Some(interaction) => Ok(interaction),
            None if is_evicted && self.order.len() >= MAX_INTERACTIONS => {
                Err(ApiError::token_expired())
            }
            None => Err(ApiError::unknown_webhook()),
        }
    }
}

/// Generates a token as long as Discord's, which starts with the interaction's id.
pub(crate) fn new_token(id: InteractionId) -> String {
    use std::fmt::Write as _;

    let mut token = format!("{id}-");
    while token.len() < 200 {
        write!(token, "{:016x}", fastrand::u64(..)).expect("writing to a String cannot fail");
    }
    token
}
