//! Metrics that count and time interactions.

use clock::Stopwatch;

use super::{delivery_status::DeliveryStatus, interaction_span};

/// The label of what could not be read.
pub(super) const UNREADABLE: &str = "unreadable";

/// Counts no interaction that could not be read, so that the first one is an increase.
pub(super) fn register_metrics() {
    for outcome in ["failed", "lost"] {
        count(UNREADABLE, outcome, 0);
    }
}

fn count(kind: &'static str, outcome: &'static str, interactions: u64) {
    metrics::counter!("fourfall_interactions_total", "kind" => kind, "outcome" => outcome)
        .increment(interactions);
}

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
            DeliveryStatus::Refused | DeliveryStatus::Failed => "lost",
            DeliveryStatus::Delivered { .. } => outcome.label(),
        };
        interaction_span::record_outcome(outcome);
        let elapsed = self.stopwatch.elapsed();
        tracing::debug!(?elapsed, "handled an interaction");
        count(self.label, outcome, 1);
        metrics::histogram!("fourfall_interaction_seconds", "kind" => self.label).record(elapsed);
    }
}
