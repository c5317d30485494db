//! Fault injection.

use serde_json::Value;

/// A fault to inject into requests of the bot; see
/// [`FakeDiscord::inject_fault`](crate::FakeDiscord::inject_fault).
#[derive(Clone, Debug)]
pub struct Fault {
    /// Which requests are affected: those whose `METHOD /path`, without
    /// `/api/v10`, contains this text. For example, `POST /interactions` affects
    /// every response to an interaction.
    pub route: &'static str,
    /// How many requests are affected.
    pub times: u32,
    /// What happens to these requests.
    pub kind: FaultKind,
}

/// What happens to a request with a [`Fault`].
#[derive(Clone, Debug)]
pub enum FaultKind {
    /// It is not executed, and answered with this HTTP status and JSON body.
    Status(u16, Value),
    /// It is not executed, and answered with 429.
    RateLimited {
        /// The `retry_after` of the response, in milliseconds.
        retry_after_ms: u64,
    },
    /// It is not executed, and answered with 429 and a page by Cloudflare, which stands before
    /// Discord and limits addresses that cause too many errors.
    AddressLimited {
        /// The `Retry-After` of the response, in seconds.
        retry_after_s: u32,
    },
    /// It is neither executed nor answered.
    Hang,
    /// It is not executed, and the connection is closed.
    DropRequest,
    /// It is executed, but the connection is closed instead of a response.
    DropResponse,
    /// It is executed, but answered with 204 and no body, as by a careless proxy.
    EmptyResponse,
    /// It is executed, but the `Date` of the response is this many milliseconds ahead, or
    /// behind if negative. For requests of the REST API.
    WrongDate(i64),
}

/// The faults that are still to occur.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    pending: Vec<Fault>,
}

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault) {
        self.pending.push(fault);
    }

    pub(crate) fn clear(&mut self) {
        self.pending.clear();
    }

    /// Takes the first fault that matches `request` (`METHOD /path`), if any.
    pub(crate) fn take(&mut self, request: &str) -> Option<FaultKind> {
        let index = self.pending.iter().position(|it| request.contains(it.route))?;
        let fault = &mut self.pending[index];
        let kind = fault.kind.clone();
        fault.times = fault.times.saturating_sub(1);
        if fault.times == 0 {
            self.pending.remove(index);
        }
        Some(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_occurs_as_often_as_requested() {
        let mut faults = Faults::default();
        faults.add(Fault { route: "PATCH /webhooks", times: 2, kind: FaultKind::Hang });
        assert!(faults.take("GET /gateway").is_none());
        assert!(faults.take("PATCH /webhooks/1/t/messages/@original").is_some());
        assert!(faults.take("PATCH /webhooks/1/t/messages/@original").is_some());
        assert!(faults.take("PATCH /webhooks/1/t/messages/@original").is_none());
    }
}
