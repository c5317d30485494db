//! Failures made to order, for tests.

use serde_json::Value;

/// A failure that requests are to suffer.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The requests that it is for: a part of `METHOD /path`, the path without
    /// `/api/v10`.
    pub route: &'static str,
    /// How many requests suffer it.
    pub times: u32,
    /// What happens to them.
    pub kind: FaultKind,
}

/// What happens to a request.
#[derive(Clone, Debug)]
pub enum FaultKind {
    /// It is not carried out, and answered with this status and body.
    Status(u16, Value),
    /// It is answered with 429.
    RateLimited {
        /// How long the bot has to wait.
        retry_after_ms: u64,
    },
    /// It is never answered, nor carried out.
    Hang,
    /// The connection is closed before the request is carried out.
    CutOff,
    /// It is carried out, but the connection is closed before it is answered.
    LoseAnswer,
}

/// The failures that are still to be suffered.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    waiting: Vec<Fault>,
}

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault) {
        self.waiting.push(fault);
    }

    /// The failure for this request, if there is one. It is used up.
    pub(crate) fn take(&mut self, request: &str) -> Option<FaultKind> {
        let index = self.waiting.iter().position(|it| request.contains(it.route))?;
        let fault = &mut self.waiting[index];
        let kind = fault.kind.clone();
        fault.times = fault.times.saturating_sub(1);
        if fault.times == 0 {
            self.waiting.remove(index);
        }
        Some(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_suffered_as_often_as_it_was_ordered() {
        let mut faults = Faults::default();
        faults.add(Fault { route: "PATCH /webhooks", times: 2, kind: FaultKind::Hang });
        assert!(faults.take("GET /gateway").is_none());
        assert!(faults.take("PATCH /webhooks/1/t/messages/@original").is_some());
        assert!(faults.take("PATCH /webhooks/1/t/messages/@original").is_some());
        assert!(faults.take("PATCH /webhooks/1/t/messages/@original").is_none());
    }
}
