//! Metrics that count and time interactions.

use clock::Stopwatch;
use tracing::Span;

use super::delivery_status::DeliveryStatus;

/// The label of what could not be read.
pub(super) const UNREADABLE: &str = "unreadable";

named_enum! {
    /// How an interaction went, as metrics and spans name it.
    pub(super) enum Outcome {
        Done = "done",
        /// The user was told why it is not possible.
        Refused = "refused",
        /// There was an internal error.
        Failed = "failed",
        /// The response did not reach Discord.
        Lost = "lost",
    }
}

/// Counts no interaction that could not be read, so that the first one is an increase.
pub(super) fn register_metrics() {
    for outcome in [Outcome::Failed, Outcome::Lost] {
        count(UNREADABLE, outcome, 0);
    }
}

fn count(kind: &'static str, outcome: Outcome, interactions: u64) {
    metrics::counter!("fourfall_interactions_total", "kind" => kind, "outcome" => outcome.name())
        .increment(interactions);
}

/// Measures one interaction.
#[derive(Debug)]
pub(super) struct InteractionTimer {
    stopwatch: Stopwatch,
    label: &'static str,
}

impl InteractionTimer {
    /// Starts the stopwatch of an interaction of this kind.
    pub(super) fn start(label: &'static str) -> Self {
        Self { stopwatch: Stopwatch::start(), label }
    }

    /// Records the metrics, once the response was delivered or lost.
    pub(super) fn finish(self, outcome: Outcome, status: DeliveryStatus) {
        let outcome = match status {
            DeliveryStatus::Refused | DeliveryStatus::Failed => Outcome::Lost,
            DeliveryStatus::Delivered { .. } => outcome,
        };
        Span::current().record("outcome", outcome.name());
        let elapsed = self.stopwatch.elapsed();
        tracing::debug!(?elapsed, "handled an interaction");
        count(self.label, outcome, 1);
        metrics::histogram!("fourfall_interaction_seconds", "kind" => self.label).record(elapsed);
    }
}
