//! The life of an interaction: three seconds to answer it, and fifteen minutes
//! to add to the answer.

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

use serde_json::Value;
use tokio::sync::oneshot;

use crate::{
    rest::error::Refusal,
    state::{
        ids::{ChannelId, InteractionId, MessageId, UserId},
        outcome::Outcome,
    },
    validation::callback::Source,
};
use clock::Timestamp;

/// How long the bot has for its first answer.
pub(crate) const TIME_TO_ANSWER: Duration = Duration::from_secs(3);
/// How long the token of an answered interaction is good for.
const TOKEN_LIFE: Duration = Duration::from_mins(15);
/// How many follow-ups there may be where the bot was only brought along.
const MOST_FOLLOW_UPS_OF_A_GUEST: usize = 5;
/// Interactions beyond these are forgotten; their tokens are as good as expired.
const KEPT: usize = 20_000;
/// Events beyond these can't be delivered again.
const EVENTS_KEPT: usize = 1_000;

/// One command, press or completion.
#[derive(Debug)]
pub(crate) struct Interaction {
    pub(crate) id: InteractionId,
    pub(crate) token: String,
    pub(crate) source: Source,
    pub(crate) who: UserId,
    pub(crate) channel: ChannelId,
    pub(crate) began: Timestamp,
    /// The message on which something was pressed.
    pub(crate) pressed: Option<MessageId>,
    /// The name of the command.
    pub(crate) command: Option<String>,
    /// Whom a command of a person's menu was used on.
    pub(crate) target: Option<UserId>,
    /// Who installed the application, as Discord's JSON.
    pub(crate) owners: Value,
    /// Whether the application is there only because a user has it.
    pub(crate) is_guest: bool,
    /// Whether only who began it sees what is posted, as they may not show it to
    /// others.
    pub(crate) is_hidden: bool,
    pub(crate) state: State,
    pub(crate) follow_ups: Vec<MessageId>,
    pub(crate) waiter: Option<oneshot::Sender<Outcome>>,
    /// What the bot was sent.
    pub(crate) event: Option<Arc<str>>,
}

/// How far the bot has got with an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing was answered.
    Waiting,
    /// There is a message that `@original` stands for.
    Shown { original: MessageId },
    /// The answer was no message: choices, or a form.
    Settled,
    /// The answer was none that can be taken, and there is no second try.
    Failed,
}

impl Interaction {
    /// Refuses an answer that comes too late or is not the first.
    pub(crate) fn check_unanswered(&self, now: Timestamp) -> Result<(), Refusal> {
        match self.state {
            State::Waiting if now.since(self.began) <= TIME_TO_ANSWER => Ok(()),
            State::Waiting | State::Failed => Err(Refusal::unknown_interaction()),
            State::Shown { .. } | State::Settled => Err(Refusal::already_answered()),
        }
    }

    /// The message that `@original` stands for, while the token is good.
    pub(crate) fn original(&self, now: Timestamp) -> Result<MessageId, Refusal> {
        if now.since(self.began) > TOKEN_LIFE {
            return Err(Refusal::token_expired());
        }
        match self.state {
            State::Shown { original } => Ok(original),
            State::Waiting | State::Settled | State::Failed => Err(Refusal::unknown_webhook()),
        }
    }

    pub(crate) fn check_follow_up_allowed(&self) -> Result<(), Refusal> {
        if self.is_guest && self.follow_ups.len() >= MOST_FOLLOW_UPS_OF_A_GUEST {
            Err(Refusal::too_many_follow_ups())
        } else {
            Ok(())
        }
    }

    /// Tells the person who waits what the bot answered.
    pub(crate) fn settle(&mut self, state: State, outcome: Outcome) {
        self.state = state;
        if let Some(waiter) = self.waiter.take() {
            // They may have given up waiting.
            drop(waiter.send(outcome));
        }
    }
}

/// All interactions that are remembered.
#[derive(Debug, Default)]
pub(crate) struct Interactions {
    by_id: HashMap<InteractionId, Interaction>,
    order: VecDeque<InteractionId>,
}

impl Interactions {
    pub(crate) fn insert(&mut self, interaction: Interaction) {
        self.order.push_back(interaction.id);
        self.by_id.insert(interaction.id, interaction);
        if let Some(old) = self.order.len().checked_sub(EVENTS_KEPT + 1)
            && let Some(old) = self.by_id.get_mut(&self.order[old])
        {
            old.event = None;
        }
        if self.order.len() > KEPT
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

    /// The interaction of a callback's address.
    pub(crate) fn addressed(&mut self, id: &str, token: &str) -> Result<&mut Interaction, Refusal> {
        let id = id.parse().map_err(|_| Refusal::unknown_interaction())?;
        let found = self.by_id.get_mut(&id).filter(|it| it.token == token);
        found.ok_or_else(Refusal::unknown_interaction)
    }

    /// The interaction whose token stands in a webhook's address.
    pub(crate) fn by_token(&mut self, token: &str) -> Result<&mut Interaction, Refusal> {
        let id = token.split_once('-').and_then(|(id, _)| id.parse().ok());
        let id: InteractionId = id.ok_or_else(Refusal::unknown_webhook)?;
        let forgotten = self.order.front().is_some_and(|oldest| id < *oldest);
        match self.by_id.get_mut(&id).filter(|it| it.token == token) {
            Some(interaction) => Ok(interaction),
            None if forgotten && self.order.len() >= KEPT => Err(Refusal::token_expired()),
            None => Err(Refusal::unknown_webhook()),
        }
    }
}

/// A token as long as Discord's, in which the interaction can be found.
pub(crate) fn new_token(id: InteractionId) -> String {
    use std::fmt::Write as _;

    let mut token = format!("{id}-");
    while token.len() < 200 {
        write!(token, "{:016x}", fastrand::u64(..)).expect("a String takes any text");
    }
    token
}
