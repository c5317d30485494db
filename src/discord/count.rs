//! Interactions counted and timed, for whoever watches the program.

use super::carrier::Arrival;
use crate::service::{Answer, Reply};
use clock::Stopwatch;

/// One interaction.
#[derive(Debug)]
pub(super) struct Count {
    since: Stopwatch,
    kind: &'static str,
    outcome: Outcome,
}

/// What became of an interaction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome {
    /// It was done.
    Done,
    /// It was refused, with a sentence that says why.
    Refused,
    /// Something of ours failed.
    Failed,
}

impl Outcome {
    /// The outcome of a request; without a reply something failed.
    pub(super) const fn of(reply: Option<&Reply>) -> Self {
        match reply {
            Some(Reply { answer: Answer::Refused { .. }, .. }) => Self::Refused,
            Some(_) => Self::Done,
            None => Self::Failed,
        }
    }
}

impl Count {
    /// Of an interaction that has come just now, and asks for nothing known yet.
    pub(super) fn begin() -> Self {
        Self { since: Stopwatch::start(), kind: "unknown", outcome: Outcome::Refused }
    }

    pub(super) fn note(&mut self, kind: &'static str, outcome: Outcome) {
        (self.kind, self.outcome) = (kind, outcome);
    }

    /// Counts it, once its answer is there or lost.
    pub(super) fn end(self, arrival: Arrival) {
        let outcome = match (arrival, self.outcome) {
            (Arrival::Lost, _) => "lost",
            (Arrival::Arrived { .. }, Outcome::Done) => "done",
            (Arrival::Arrived { .. }, Outcome::Refused) => "refused",
            (Arrival::Arrived { .. }, Outcome::Failed) => "failed",
        };
        metrics::counter!("fourfall_interactions_total", "kind" => self.kind, "outcome" => outcome)
            .increment(1);
        metrics::histogram!("fourfall_interaction_seconds", "kind" => self.kind)
            .record(self.since.time());
    }
}
