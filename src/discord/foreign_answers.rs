//! Notices that another process answers the bot's interactions.
//!
//! Discord tells the gateway's interactions to every process that has connected with the token,
//! and takes the first answer.

use std::{collections::VecDeque, time::Duration};

use clock::Timestamp;
use parking_lot::Mutex;

use crate::game::InteractionId;

/// The counter of interactions that another process has answered.
pub const ANSWERED_ELSEWHERE: &str = "fourfall_answered_elsewhere_total";

/// How many of this process's answers are remembered.
const REMEMBERED: usize = 1_000;

/// How long to wait before the operator is warned again.
const WARNING_INTERVAL: Duration = Duration::from_mins(1);

/// What this process has answered, and when it has last warned.
#[derive(Debug, Default)]
pub(super) struct ForeignAnswers(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    answered: VecDeque<InteractionId>,
    warned_at: Option<Timestamp>,
}

impl ForeignAnswers {
    /// Records that this process answers an interaction.
    pub(super) fn record_answer(&self, interaction: InteractionId) {
        let mut state = self.0.lock();
        state.answered.truncate(REMEMBERED - 1);
        state.answered.push_front(interaction);
    }

    /// Records that an interaction had an answer before that. It is another process's, unless
    /// Discord has delivered the interaction twice.
    pub(super) fn record_acknowledged(&self, interaction: InteractionId, now: Timestamp) {
        let mut state = self.0.lock();
        if state.answered.iter().filter(|id| **id == interaction).count() > 1 {
            return;
        }
        count(1);
        if state.warned_at.is_some_and(|at| now.since(at) < WARNING_INTERVAL) {
            return;
        }
        state.warned_at = Some(now);
        tracing::warn!(
            "another process answers with this bot's token, and players get errors: stop it, or \
             reset the token in the portal"
        );
    }
}

/// Counts answers of another process. None is counted at the start, so that the first one is an
/// increase.
pub(super) fn count(answers: u64) {
    metrics::counter!(ANSWERED_ELSEWHERE).increment(answers);
}
