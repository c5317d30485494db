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
    request: RequestState,
    /// The change since which it can be evicted. `None` while a whole request is being
    /// handled.
    idle_since: Option<u64>,
    evicted: Arc<Notify>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RequestState {
    /// There was none yet.
    None,
    /// The head was received, and the response is not ready.
    InFlight,
    /// The last one was answered.
    Answered,
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
            open.evict_longest_idle()?;
        }
        let (id, evicted) = (open.next_change(), Arc::new(Notify::new()));
        let connection = OpenConnection {
            request: RequestState::None,
            idle_since: Some(id),
            evicted: Arc::clone(&evicted),
        };
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
    fn evict_longest_idle(&mut self) -> Option<()> {
        let idle = self.by_id.iter().filter_map(|(id, it)| it.idle_since.map(|since| (since, *id)));
        let (_, id) = idle.min()?;
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
        self.update(RequestState::InFlight, Some);
        InFlight(Arc::clone(self))
    }

    /// The body was received: from now on the connection cannot be evicted.
    pub(super) fn body_received(&self) {
        self.update(RequestState::InFlight, |_| None);
    }

    pub(super) fn has_request(&self) -> bool {
        self.request() == Some(RequestState::InFlight)
    }

    pub(super) fn had_request(&self) -> bool {
        self.request() != Some(RequestState::None)
    }

    /// Returns `None` if the connection was evicted.
    fn request(&self) -> Option<RequestState> {
        self.connections.lock().by_id.get(&self.id).map(|connection| connection.request)
    }

    fn update(&self, request: RequestState, idle_since: impl Fn(u64) -> Option<u64>) {
        let mut open = self.connections.lock();
        let now = open.next_change();
        if let Some(connection) = open.by_id.get_mut(&self.id) {
            connection.request = request;
            connection.idle_since = idle_since(now);
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
        self.0.update(RequestState::Answered, Some);
        self.0.connections.room.notify_one();
    }
}
