//! The bot's gateway sessions, with the events that each can be resent.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use clock::Timestamp;
use tokio::sync::mpsc;

use crate::state::ids::GuildId;

/// How many unacknowledged events a session keeps. One that has missed more
/// cannot be resumed.
const MAX_BUFFERED_EVENTS: usize = 1_000;
/// How long a session can be resumed after its connection ended.
const RESUME_WINDOW: Duration = Duration::from_mins(5);

/// A command to the task of a connection.
#[derive(Debug)]
pub(crate) enum ShardCommand {
    Send(String),
    /// Drops the connection without a close frame.
    Drop,
    /// Closes the connection with a close frame, perhaps with a code.
    Close(Option<u16>),
    /// Neither sends nor reads anything any more.
    Freeze,
}

pub(crate) type ShardSender = mpsc::UnboundedSender<ShardCommand>;

/// An entry of [`FakeDiscord::gateway_log`](crate::FakeDiscord::gateway_log).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GatewayEvent {
    /// A session was started by an IDENTIFY.
    Identified {
        /// The session's id.
        session: String,
    },
    /// A session was resumed.
    Resumed {
        /// The session's id.
        session: String,
        /// How many missed events were resent.
        missed: usize,
    },
    /// A RESUME was refused with opcode 9 (Invalid Session).
    ResumeRefused,
    /// The fake closed a connection, for an error of the bot or for a test.
    Closed {
        /// [Discord's close code](https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes).
        code: Option<u16>,
    },
    /// A connection ended in any other way.
    Disconnected,
}

/// What happened to a dispatched event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventDelivery {
    Sent,
    /// It is sent when the session is resumed.
    Buffered,
    /// There is no session for it.
    NoSession,
}

#[derive(Debug)]
struct Session {
    sequence: u64,
    shard: [u64; 2],
    buffer: VecDeque<SentEvent>,
    sender: Option<ShardSender>,
    disconnected_at: Option<Timestamp>,
    reverses_keys: bool,
}

#[derive(Clone, Debug)]
struct SentEvent {
    sequence: u64,
    name: &'static str,
    data: Arc<str>,
}

impl SentEvent {
    fn frame(&self, reverses_keys: bool) -> String {
        let Self { sequence, name, data } = self;
        if reverses_keys {
            format!(r#"{{"d":{data},"s":{sequence},"t":"{name}","op":0}}"#)
        } else {
            format!(r#"{{"op":0,"t":"{name}","s":{sequence},"d":{data}}}"#)
        }
    }
}

impl Session {
    fn push(&mut self, name: &'static str, data: Arc<str>) {
        self.sequence += 1;
        let event = SentEvent { sequence: self.sequence, name, data };
        if let Some(sender) = &self.sender {
            // If the connection has just ended, the event is resent from `buffer`.
            drop(sender.send(ShardCommand::Send(event.frame(self.reverses_keys))));
        }
        self.buffer.push_back(event);
        if self.buffer.len() > MAX_BUFFERED_EVENTS {
            self.buffer.pop_front();
        }
    }

    /// Drops the connection. Returns whether there was one.
    fn drop_connection(&mut self) -> bool {
        let Some(sender) = self.sender.take() else { return false };
        // Fails only if the connection has already ended.
        drop(sender.send(ShardCommand::Drop));
        true
    }

    /// Whether `buffer` has every event after `sequence`.
    fn has_all_after(&self, sequence: u64) -> bool {
        let oldest = self.buffer.front().map_or(self.sequence + 1, |event| event.sequence);
        sequence <= self.sequence && oldest <= sequence + 1
    }
}

/// All sessions that are connected or can be resumed.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    by_id: HashMap<String, Session>,
    /// How many of the next sessions end right after READY.
    failing: u32,
    /// How many of the next IDENTIFYs are answered by a close, and with which code.
    refused: (u32, Option<u16>),
    reverses_keys: bool,
    log: Vec<GatewayEvent>,
}

impl Sessions {
    /// Starts a session and returns its id, with which `ready` builds the data of
    /// the READY event.
    pub(crate) fn identify(
        &mut self,
        sender: ShardSender,
        shard: [u64; 2],
        ready: impl FnOnce(&str) -> Arc<str>,
    ) -> String {
        let id = format!("{:016x}{:016x}", fastrand::u64(..), fastrand::u64(..));
        let ready = ready(&id);
        let mut session = Session {
            sequence: 0,
            shard,
            buffer: VecDeque::new(),
            sender: Some(sender),
            disconnected_at: None,
            reverses_keys: self.reverses_keys,
        };
        session.push("READY", ready);
        if self.failing > 0 {
            self.failing -= 1;
            session.drop_connection();
        } else {
            self.by_id.insert(id.clone(), session);
        }
        self.log.push(GatewayEvent::Identified { session: id.clone() });
        id
    }

    /// Resumes a session: resends the events after `sequence`, and then sends
    /// RESUMED. Returns whether that was possible.
    pub(crate) fn resume(
        &mut self,
        id: &str,
        sequence: u64,
        sender: ShardSender,
        now: Timestamp,
    ) -> bool {
        self.sweep(now);
        let Some(session) = self.by_id.get_mut(id).filter(|it| it.has_all_after(sequence)) else {
            self.by_id.remove(id);
            self.log.push(GatewayEvent::ResumeRefused);
            return false;
        };
        if let Some(old) = session.sender.take() {
            drop(old.send(ShardCommand::Drop));
        }
        session.disconnected_at = None;
        session.buffer.retain(|event| event.sequence > sequence);
        let missed = session.buffer.len();
        for event in &session.buffer {
            drop(sender.send(ShardCommand::Send(event.frame(session.reverses_keys))));
        }
        session.sender = Some(sender);
        session.push("RESUMED", Arc::from("{\"_trace\":[]}"));
        self.log.push(GatewayEvent::Resumed { session: id.to_owned(), missed });
        true
    }

    /// Drops the events up to `sequence`, which the bot has received.
    pub(crate) fn acknowledge(&mut self, id: &str, sequence: u64) {
        if let Some(session) = self.by_id.get_mut(id) {
            while session.buffer.front().is_some_and(|event| event.sequence <= sequence) {
                session.buffer.pop_front();
            }
        }
    }

    /// Records the end of a connection. A `clean` end also ends the session.
    pub(crate) fn disconnect(
        &mut self,
        id: &str,
        sender: &ShardSender,
        clean: bool,
        now: Timestamp,
    ) {
        let Some(session) = self.by_id.get_mut(id) else {
            return;
        };
        // Another connection may have resumed the session.
        if session.sender.as_ref().is_some_and(|current| current.same_channel(sender)) {
            session.sender = None;
            session.disconnected_at = Some(now);
            if clean {
                self.by_id.remove(id);
            }
        }
    }

    /// Sends an event to the sessions of the guild's shard, or of shard 0 without
    /// a guild.
    ///
    /// [Discord's formula](https://discord.com/developers/docs/events/gateway#sharding)
    pub(crate) fn dispatch(
        &mut self,
        name: &'static str,
        data: &Arc<str>,
        guild: Option<GuildId>,
        now: Timestamp,
    ) -> EventDelivery {
        self.sweep(now);
        let mut delivery = EventDelivery::NoSession;
        let shard_key = guild.map_or(0, |guild| guild.get() >> 22);
        for session in self.by_id.values_mut().filter(|it| shard_key % it.shard[1] == it.shard[0]) {
            session.push(name, Arc::clone(data));
            delivery = match (delivery, &session.sender) {
                (EventDelivery::Sent, _) | (_, Some(_)) => EventDelivery::Sent,
                _ => EventDelivery::Buffered,
            };
        }
        delivery
    }

    fn sweep(&mut self, now: Timestamp) {
        self.by_id.retain(|_, session| {
            session
                .disconnected_at
                .is_none_or(|disconnected_at| now.since(disconnected_at) <= RESUME_WINDOW)
        });
    }

    pub(crate) fn is_online(&self) -> bool {
        self.by_id.values().any(|session| session.sender.is_some())
    }

    /// The numbers of the connected shards, in ascending order.
    pub(crate) fn shards_online(&self) -> Vec<u64> {
        let online = self.by_id.values().filter(|session| session.sender.is_some());
        let mut shards: Vec<u64> = online.map(|session| session.shard[0]).collect();
        shards.sort_unstable();
        shards
    }

    /// Freezes the connection of a shard.
    pub(crate) fn freeze(&self, shard: u64) {
        for session in self.by_id.values().filter(|it| it.shard[0] == shard) {
            if let Some(sender) = &session.sender {
                drop(sender.send(ShardCommand::Freeze));
            }
        }
    }

    /// Sends a frame that is not a dispatch event to all connections.
    pub(crate) fn send_to_all(&self, frame: &str) {
        for sender in self.by_id.values().filter_map(|session| session.sender.as_ref()) {
            drop(sender.send(ShardCommand::Send(frame.to_owned())));
        }
    }

    /// Drops the connections of these shards. They count as disconnected at once,
    /// so that subsequent events are buffered.
    pub(crate) fn drop_shards(&mut self, which: impl Fn(u64) -> bool, now: Timestamp) {
        for session in self.by_id.values_mut().filter(|it| which(it.shard[0])) {
            if session.drop_connection() {
                session.disconnected_at = Some(now);
            }
        }
    }

    /// Makes the next sessions end right after READY.
    pub(crate) fn fail(&mut self, times: u32) {
        self.failing = times;
    }

    /// Makes the next IDENTIFYs be answered by a close with this code.
    pub(crate) fn refuse(&mut self, times: u32, code: Option<u16>) {
        self.refused = (times, code);
    }

    /// Whether the present IDENTIFY is answered by a close instead, which this begins.
    pub(crate) fn refuses(&mut self, sender: &ShardSender) -> bool {
        let (times, code) = self.refused;
        if times > 0 {
            self.refused.0 -= 1;
            // The receiver is the loop that calls this.
            drop(sender.send(ShardCommand::Close(code)));
        }
        times > 0
    }

    /// Closes all connections with this code.
    pub(crate) fn close_all(&self, code: Option<u16>) {
        for sender in self.by_id.values().filter_map(|session| session.sender.as_ref()) {
            drop(sender.send(ShardCommand::Close(code)));
        }
    }

    /// Sends the keys of frames with events in another order from now on.
    pub(crate) fn reverse_keys(&mut self) {
        self.reverses_keys = true;
        self.by_id.values_mut().for_each(|session| session.reverses_keys = true);
    }

    /// Drops all connections and removes their sessions.
    pub(crate) fn remove_all(&mut self) {
        for (_, mut session) in self.by_id.drain() {
            session.drop_connection();
        }
    }

    pub(crate) fn record_event(&mut self, event: GatewayEvent) {
        self.log.push(event);
    }

    pub(crate) fn log(&self) -> Vec<GatewayEvent> {
        self.log.clone()
    }
}
