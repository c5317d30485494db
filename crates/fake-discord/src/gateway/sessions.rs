//! The bot's sessions at the gateway: what each was sent, and what waits for it.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use tokio::sync::mpsc;

use crate::state::ids::GuildId;
use clock::Timestamp;

/// Missed events beyond these make a session impossible to resume.
const KEPT: usize = 1_000;
/// How long a session can be resumed after its connection broke.
const RESUMABLE_FOR: Duration = Duration::from_mins(5);

/// What a connection is to do.
#[derive(Debug)]
pub(crate) enum Order {
    Send(String),
    /// Closes the connection without a word, as a broken line does.
    Drop,
    /// Neither sends nor hears anything any more.
    Freeze,
}

/// The way to a connection.
pub(crate) type Line = mpsc::UnboundedSender<Order>;

/// What happened at the gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GatewayEvent {
    /// A new session began.
    Identified {
        /// Its id.
        session: String,
    },
    /// A session was taken up again.
    Resumed {
        /// Its id.
        session: String,
        /// How many events it had missed.
        missed: usize,
    },
    /// A session could not be taken up again.
    ResumeRefused,
    /// The connection was closed by the stand-in, with Discord's code.
    Closed {
        /// The code.
        code: u16,
    },
    /// The connection ended in any other way.
    Disconnected,
}

/// Whether an event found its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    Sent,
    /// It waits for the session to be resumed.
    Kept,
    NobodyThere,
}

#[derive(Debug)]
struct Session {
    sequence: u64,
    shard: [u64; 2],
    kept: VecDeque<Kept>,
    line: Option<Line>,
    lost_at: Option<Timestamp>,
}

#[derive(Clone, Debug)]
struct Kept {
    sequence: u64,
    name: &'static str,
    data: Arc<str>,
}

impl Kept {
    fn frame(&self) -> String {
        format!(r#"{{"op":0,"t":"{}","s":{},"d":{}}}"#, self.name, self.sequence, self.data)
    }
}

impl Session {
    fn push(&mut self, name: &'static str, data: Arc<str>) {
        self.sequence += 1;
        let event = Kept { sequence: self.sequence, name, data };
        if let Some(line) = &self.line {
            // A connection that has just broken finds it in `kept`.
            drop(line.send(Order::Send(event.frame())));
        }
        self.kept.push_back(event);
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
    }

    /// Breaks the connection, if there is one.
    fn drop_line(&mut self) -> bool {
        let Some(line) = self.line.take() else { return false };
        // A connection that has just broken needs no telling.
        drop(line.send(Order::Drop));
        true
    }

    /// Whether everything after `sequence` is still kept.
    fn has_all_after(&self, sequence: u64) -> bool {
        let oldest = self.kept.front().map_or(self.sequence + 1, |event| event.sequence);
        sequence <= self.sequence && oldest <= sequence + 1
    }
}

/// All sessions that are live or can be resumed.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    by_id: HashMap<String, Session>,
    /// How many sessions to come end right after their first event.
    failing: u32,
    log: Vec<GatewayEvent>,
}

impl Sessions {
    /// Begins a session; `ready` makes the data of its first event.
    pub(crate) fn identify(
        &mut self,
        line: Line,
        shard: [u64; 2],
        ready: impl FnOnce(&str) -> Arc<str>,
    ) -> String {
        let id = format!("{:016x}{:016x}", fastrand::u64(..), fastrand::u64(..));
        let ready = ready(&id);
        let mut session =
            Session { sequence: 0, shard, kept: VecDeque::new(), line: Some(line), lost_at: None };
        session.push("READY", ready);
        if self.failing > 0 {
            self.failing -= 1;
            session.drop_line();
        } else {
            self.by_id.insert(id.clone(), session);
        }
        self.log.push(GatewayEvent::Identified { session: id.clone() });
        id
    }

    /// Takes a session up again: sends what it missed after `sequence`, and
    /// then RESUMED. Whether that was possible.
    pub(crate) fn resume(&mut self, id: &str, sequence: u64, line: Line, now: Timestamp) -> bool {
        self.sweep(now);
        let Some(session) = self.by_id.get_mut(id).filter(|it| it.has_all_after(sequence)) else {
            self.by_id.remove(id);
            self.log.push(GatewayEvent::ResumeRefused);
            return false;
        };
        if let Some(old) = session.line.take() {
            drop(old.send(Order::Drop));
        }
        session.lost_at = None;
        session.kept.retain(|event| event.sequence > sequence);
        let missed = session.kept.len();
        for event in &session.kept {
            drop(line.send(Order::Send(event.frame())));
        }
        session.line = Some(line);
        session.push("RESUMED", Arc::from("{\"_trace\":[]}"));
        self.log.push(GatewayEvent::Resumed { session: id.to_owned(), missed });
        true
    }

    /// Forgets events that the bot says it has.
    pub(crate) fn acknowledge(&mut self, id: &str, sequence: u64) {
        if let Some(session) = self.by_id.get_mut(id) {
            while session.kept.front().is_some_and(|event| event.sequence <= sequence) {
                session.kept.pop_front();
            }
        }
    }

    /// Notes that a connection is gone. After a clean end the session is too.
    pub(crate) fn disconnect(&mut self, id: &str, line: &Line, clean: bool, now: Timestamp) {
        let Some(session) = self.by_id.get_mut(id) else {
            return;
        };
        // Another connection may have taken the session over.
        if session.line.as_ref().is_some_and(|current| current.same_channel(line)) {
            session.line = None;
            session.lost_at = Some(now);
            if clean {
                self.by_id.remove(id);
            }
        }
    }

    /// Sends an event to the sessions whose shard it belongs to.
    pub(crate) fn dispatch(
        &mut self,
        name: &'static str,
        data: &Arc<str>,
        guild: Option<GuildId>,
        now: Timestamp,
    ) -> Delivery {
        self.sweep(now);
        let mut delivery = Delivery::NobodyThere;
        let place = guild.map_or(0, |guild| guild.get() >> 22);
        for session in self.by_id.values_mut().filter(|it| place % it.shard[1] == it.shard[0]) {
            session.push(name, Arc::clone(data));
            delivery = match (delivery, &session.line) {
                (Delivery::Sent, _) | (_, Some(_)) => Delivery::Sent,
                _ => Delivery::Kept,
            };
        }
        delivery
    }

    fn sweep(&mut self, now: Timestamp) {
        self.by_id.retain(|_, session| {
            session.lost_at.is_none_or(|lost_at| now.since(lost_at) <= RESUMABLE_FOR)
        });
    }

    pub(crate) fn is_online(&self) -> bool {
        self.by_id.values().any(|session| session.line.is_some())
    }

    /// The shards that are connected, in order.
    pub(crate) fn shards_online(&self) -> Vec<u64> {
        let online = self.by_id.values().filter(|session| session.line.is_some());
        let mut shards: Vec<u64> = online.map(|session| session.shard[0]).collect();
        shards.sort_unstable();
        shards
    }

    /// Has the connection of a shard do nothing any more.
    pub(crate) fn freeze(&self, shard: u64) {
        for session in self.by_id.values().filter(|it| it.shard[0] == shard) {
            if let Some(line) = &session.line {
                drop(line.send(Order::Freeze));
            }
        }
    }

    /// Sends a frame that is no event to all live connections.
    pub(crate) fn send_to_all(&self, frame: &str) {
        for line in self.by_id.values().filter_map(|session| session.line.as_ref()) {
            drop(line.send(Order::Send(frame.to_owned())));
        }
    }

    /// Breaks the connections of these shards, and notes it at once, so that
    /// what happens next is kept for the sessions.
    pub(crate) fn drop_shards(&mut self, which: impl Fn(u64) -> bool, now: Timestamp) {
        for session in self.by_id.values_mut().filter(|it| which(it.shard[0])) {
            if session.drop_line() {
                session.lost_at = Some(now);
            }
        }
    }

    /// Has the next sessions end right after their first event, and forgets
    /// them.
    pub(crate) fn fail(&mut self, times: u32) {
        self.failing = times;
    }

    /// Forgets all sessions, so that none can be resumed.
    pub(crate) fn forget_all(&mut self) {
        for (_, mut session) in self.by_id.drain() {
            session.drop_line();
        }
    }

    pub(crate) fn note(&mut self, event: GatewayEvent) {
        self.log.push(event);
    }

    pub(crate) fn log(&self) -> Vec<GatewayEvent> {
        self.log.clone()
    }
}
