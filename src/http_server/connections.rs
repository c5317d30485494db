//! The open connections of a server, at most a given number.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

/// The open connections of a server.
#[derive(Debug)]
pub(super) struct Connections {
    limit: usize,
    open: Mutex<OpenConnections>,
    /// Notified when a connection ends or can be evicted again.
    room: Notify,
}

#[derive(Debug, Default)]
struct OpenConnections {
    by_id: HashMap<u64, OpenConnection>,
    /// Counts all changes, so that a smaller number is an earlier one.
    changes: u64,
}

#[derive(Debug)]
struct OpenConnection {
    phase: RequestPhase,
    evicted: Arc<Notify>,
}

/// What a connection waits for. The number is that of the change with which it began to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RequestPhase {
    /// The client sends the head of its first request.
    FirstRequest(u64),
    /// The client sends the body of a request.
    Body(u64),
    /// The response to a whole request is prepared.
    Response,
    /// The client sends the head of another request.
    NextRequest(u64),
}

impl RequestPhase {
    /// Since when the connection has waited for its client, and can be evicted.
    fn waiting_since(self) -> Option<u64> {
        match self {
            Self::FirstRequest(since) | Self::Body(since) | Self::NextRequest(since) => Some(since),
            Self::Response => None,
        }
    }
}

impl Connections {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, open: Mutex::default(), room: Notify::new() }
    }

    /// Admits a connection. At the limit, this evicts the one that has waited longest
    /// for its client; if all have a request to handle, it waits.
    pub(super) async fn admit(self: &Arc<Self>) -> ConnectionSlot {
        loop {
            if let Some((id, evicted)) = self.try_admit() {
                return ConnectionSlot { id, evicted, connections: Arc::clone(self) };
            }
            self.room.notified().await;
        }
    }

    fn try_admit(&self) -> Option<(u64, Arc<Notify>)> {
        let mut open = self.lock();
        if open.by_id.len() >= self.limit {
            open.evict_longest_waiting()?;
        }
        let (id, evicted) = (open.next_change(), Arc::new(Notify::new()));
        let phase = RequestPhase::FirstRequest(id);
        let connection = OpenConnection { phase, evicted: Arc::clone(&evicted) };
        open.by_id.insert(id, connection);
        Some((id, evicted))
    }

    fn lock(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenConnections {
    fn next_change(&mut self) -> u64 {
        self.changes += 1;
        self.changes
    }

    /// Returns `None` if all connections have a request to handle.
    fn evict_longest_waiting(&mut self) -> Option<()> {
        let waiting =
            self.by_id.iter().filter_map(|(id, it)| it.phase.waiting_since().map(|at| (at, *id)));
        let (_, id) = waiting.min()?;
        self.by_id.remove(&id)?.evicted.notify_one();
        Some(())
    }
}

/// One of the open connections, until it is dropped.
#[derive(Debug)]
pub(super) struct ConnectionSlot {
    id: u64,
    evicted: Arc<Notify>,
    connections: Arc<Connections>,
}

impl ConnectionSlot {
    /// Waits until the connection has to make room for another.
    pub(super) async fn evicted(&self) {
        self.evicted.notified().await;
    }

    /// The head of a request was received. It is in flight until the guard is dropped.
    pub(super) fn begin_request(self: &Arc<Self>) -> InFlight {
        self.set_phase(RequestPhase::Body);
        InFlight(Arc::clone(self))
    }

    /// The body was received: from now on the connection cannot be evicted.
    pub(super) fn body_received(&self) {
        self.set_phase(|_| RequestPhase::Response);
    }

    pub(super) fn is_handling_request(&self) -> bool {
        matches!(self.phase(), Some(RequestPhase::Body(_) | RequestPhase::Response))
    }

    pub(super) fn has_sent_request(&self) -> bool {
        !matches!(self.phase(), Some(RequestPhase::FirstRequest(_)))
    }

    /// Returns `None` if the connection was evicted.
    fn phase(&self) -> Option<RequestPhase> {
        self.connections.lock().by_id.get(&self.id).map(|connection| connection.phase)
    }

    /// Calls `phase` with the number of this change.
    fn set_phase(&self, phase: impl Fn(u64) -> RequestPhase) {
        let mut open = self.connections.lock();
        let now = open.next_change();
        if let Some(connection) = open.by_id.get_mut(&self.id) {
            connection.phase = phase(now);
        }
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.connections.lock().by_id.remove(&self.id);
        self.connections.room.notify_one();
    }
}

/// A request that is in flight.
#[derive(Debug)]
pub(super) struct InFlight(Arc<ConnectionSlot>);

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.set_phase(RequestPhase::NextRequest);
        self.0.connections.room.notify_one();
    }
}
