//! Metrics that count and time interactions, and their tracing spans.

use clock::Stopwatch;
use tracing::{Span, field};

use super::{delivery_status::DeliveryStatus, parse::ParsedInteraction};

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

/// The span of an interaction, which is part of each line logged while it is handled. Its outcome is
/// recorded once it is known.
pub(super) fn interaction_span(interaction: &ParsedInteraction) -> Span {
    let ParsedInteraction { request, used } = interaction;
    // At the highest level, so that errors carry it whatever `RUST_LOG` leaves out.
    tracing::error_span!(
        "interaction",
        id = request.interaction.id.0,
        kind = used.label(),
        guild = request.place.location.guild.map(|guild| guild.0),
        outcome = field::Empty,
    )
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
