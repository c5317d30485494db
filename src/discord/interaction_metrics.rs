//! Metrics that count and time interactions.

use clock::Stopwatch;
use tracing::Span;

use super::delivery_status::DeliveryStatus;

/// The label of what could not be read.
pub(super) const UNREADABLE: &str = "unreadable";

// The outcomes of interactions, as metrics and spans name them.
pub(super) const DONE: &str = "done";
/// The user was told why it is not possible.
pub(super) const REFUSED: &str = "refused";
/// There was an internal error.
pub(super) const FAILED: &str = "failed";
/// The response did not reach Discord.
const LOST: &str = "lost";

/// Counts no interaction that could not be read, so that the first one is an increase.
pub(super) fn register_metrics() {
    for outcome in [FAILED, LOST] {
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

impl InteractionTimer {
    /// Starts the stopwatch of an interaction of this kind.
    pub(super) fn start(label: &'static str) -> Self {
        Self { stopwatch: Stopwatch::start(), label }
    }

    /// Records the metrics, once the response was delivered or lost.
    pub(super) fn finish(self, outcome: &'static str, status: DeliveryStatus) {
        let outcome = match status {
            DeliveryStatus::Refused | DeliveryStatus::Failed => LOST,
            DeliveryStatus::Delivered { .. } => outcome,
        };
        Span::current().record("outcome", outcome);
        let elapsed = self.stopwatch.elapsed();
        tracing::debug!(?elapsed, "handled an interaction");
        count(self.label, outcome, 1);
        metrics::histogram!("fourfall_interaction_seconds", "kind" => self.label).record(elapsed);
    }
}
