//! Metrics that count and time interactions.

use clock::Stopwatch;

use super::{delivery_status::DeliveryStatus, interaction_span};
use crate::service::{Reply, ReplyContent};

/// Measures one interaction.
#[derive(Debug)]
pub(super) struct InteractionTimer {
    stopwatch: Stopwatch,
    kind: &'static str,
    outcome: InteractionOutcome,
}

/// How an interaction was handled.
#[derive(Clone, Copy, Debug)]
pub(super) enum InteractionOutcome {
    Done,
    /// The user was told why it is not possible.
    Refused,
    /// There was an internal error.
    Failed,
}

impl InteractionOutcome {
    /// `None` means that there was an internal error.
    pub(super) const fn from_reply(reply: Option<&Reply>) -> Self {
        match reply {
            Some(Reply { content: ReplyContent::Refused { .. }, .. }) => Self::Refused,
            Some(_) => Self::Done,
            None => Self::Failed,
        }
    }
}

impl InteractionTimer {
    /// Starts the stopwatch. Until [`Self::record`] is called, the interaction counts
    /// as a refused one of unknown kind.
    pub(super) fn start() -> Self {
        Self {
            stopwatch: Stopwatch::start(),
            kind: "unknown",
            outcome: InteractionOutcome::Refused,
        }
    }

    pub(super) fn record(&mut self, kind: &'static str, outcome: InteractionOutcome) {
        (self.kind, self.outcome) = (kind, outcome);
    }

    /// Records the metrics, once the response was delivered or lost.
    pub(super) fn finish(self, delivery: DeliveryStatus) {
        let outcome = match (delivery, self.outcome) {
            (DeliveryStatus::Failed, _) => "lost",
            (DeliveryStatus::Delivered { .. }, InteractionOutcome::Done) => "done",
            (DeliveryStatus::Delivered { .. }, InteractionOutcome::Refused) => "refused",
            (DeliveryStatus::Delivered { .. }, InteractionOutcome::Failed) => "failed",
        };
        interaction_span::record_outcome(outcome);
        let elapsed = self.stopwatch.elapsed();
        tracing::debug!(?elapsed, "handled an interaction");
        metrics::counter!("fourfall_interactions_total", "kind" => self.kind, "outcome" => outcome)
            .increment(1);
        metrics::histogram!("fourfall_interaction_seconds", "kind" => self.kind).record(elapsed);
    }
}
