//! Metrics that count and time interactions.

use clock::Stopwatch;

use super::{delivery_status::DeliveryStatus, interaction_span};
use crate::service::{Reply, ReplyContent};

/// Measures one interaction.
#[derive(Debug)]
pub(super) struct InteractionTimer {
    stopwatch: Stopwatch,
    label: &'static str,
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
    pub(super) const fn of_reply(reply: &Reply) -> Self {
        match reply.content {
            ReplyContent::Refused { .. } => Self::Refused,
            _ => Self::Done,
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Failed => "failed",
        }
    }
}

impl InteractionTimer {
    /// Starts the stopwatch of an interaction of this kind.
    pub(super) fn start(label: &'static str) -> Self {
        Self { stopwatch: Stopwatch::start(), label }
    }

    /// Records the metrics, once the response was delivered or lost.
    pub(super) fn finish(self, outcome: InteractionOutcome, status: DeliveryStatus) {
        let outcome = match status {
            DeliveryStatus::Failed => "lost",
            DeliveryStatus::Delivered { .. } => outcome.label(),
        };
        interaction_span::record_outcome(outcome);
        let elapsed = self.stopwatch.elapsed();
        tracing::debug!(?elapsed, "handled an interaction");
        metrics::counter!("fourfall_interactions_total", "kind" => self.label, "outcome" => outcome)
            .increment(1);
        metrics::histogram!("fourfall_interaction_seconds", "kind" => self.label).record(elapsed);
    }
}
