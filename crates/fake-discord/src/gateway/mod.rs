//! The gateway: one connection of the bot's.

pub(crate) mod identify_limit;
pub(crate) mod sessions;

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{
        State,
        ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade},
    },
    response::Response,
};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::{
    gateway::{
        identify_limit::Excess,
        sessions::{GatewayEvent, Line, Order},
    },
    interactions::payload,
    state::Shared,
};
use clock::Timestamp;

const HEARTBEAT_MILLISECONDS: u64 = 45_000;
/// Discord closes the connection on anything longer.
const LONGEST_PAYLOAD: usize = 4096;
const MOST_PAYLOADS: u32 = 120;
const PAYLOADS_COUNTED_FOR: Duration = Duration::from_mins(1);
/// Members, presences, and the contents of messages: Discord gives them only to
/// applications that were approved for them.
const PRIVILEGED_INTENTS: u64 = 1 << 1 | 1 << 8 | 1 << 15;
const KNOWN_INTENTS: u64 = (1 << 26) - 1;

/// Why the stand-in ends a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fatal {
    UnknownOpcode = 4001,
    DecodeError = 4002,
    NotAuthenticated = 4003,
    AuthenticationFailed = 4004,
    AlreadyAuthenticated = 4005,
    RateLimited = 4008,
    InvalidShard = 4010,
    ShardingRequired = 4011,
    InvalidIntents = 4013,
    DisallowedIntents = 4014,
}

impl Fatal {
    /// Whether the session can be resumed all the same.
    fn leaves_session(self) -> bool {
        matches!(
            self,
            Self::UnknownOpcode
                | Self::DecodeError
                | Self::AlreadyAuthenticated
                | Self::RateLimited
        )
    }
}

/// Answers the bot's request for a gateway connection.
pub(crate) async fn connect(
    State(shared): State<Arc<Shared>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.max_message_size(1 << 16).on_upgrade(async move |socket| {
        let (line, orders) = mpsc::unbounded_channel();
        let now = shared.now();
        let connection =
            Connection { shared, line, session: None, counted_since: now, payloads: 0 };
        connection.run(socket, orders).await;
    })
}

struct Connection {
    shared: Arc<Shared>,
    line: Line,
    /// The session that was identified or resumed here.
    session: Option<String>,
    counted_since: Timestamp,
    payloads: u32,
}

impl Connection {
    async fn run(mut self, mut socket: WebSocket, orders: mpsc::UnboundedReceiver<Order>) {
        let hello = json!({ "op": 10, "d": { "heartbeat_interval": HEARTBEAT_MILLISECONDS } });
        if send(&mut socket, hello.to_string()).await.is_err() {
            return;
        }
        let clean = self.talk(&mut socket, orders).await;
        if let Some(session) = &self.session {
            let now = self.shared.now();
            self.shared.sessions().disconnect(session, &self.line, clean, now);
        }
        self.shared.announce_bot();
    }

    /// Until the connection ends; whether it ended so that the session is over.
    async fn talk(
        &mut self,
        socket: &mut WebSocket,
        mut orders: mpsc::UnboundedReceiver<Order>,
    ) -> bool {
        let shared = Arc::clone(&self.shared);
        let stopped = shared.stopped();
        tokio::pin!(stopped);
        loop {
            tokio::select! {
                order = orders.recv() => match order {
                    Some(Order::Send(frame)) => {
                        if send(socket, frame).await.is_err() {
                            return self.lost();
                        }
                    }
                    Some(Order::Freeze) => {
                        stopped.as_mut().await;
                        return true;
                    }
                    Some(Order::Drop) | None => return self.lost(),
                },
                frame = socket.recv() => match frame {
                    Some(Ok(Frame::Text(text))) => {
                        if let Err(fatal) = self.take(text.as_bytes()) {
                            return self.end(socket, fatal).await;
                        }
                    }
                    Some(Ok(Frame::Binary(bytes))) => {
                        if let Err(fatal) = self.take(&bytes) {
                            return self.end(socket, fatal).await;
                        }
                    }
                    Some(Ok(Frame::Close(frame))) => {
                        self.lost();
                        // With these codes a bot says that it will not resume.
                        return frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                    }
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                    Some(Err(_)) | None => return self.lost(),
                },
                () = &mut stopped => return true,
            }
        }
    }

    async fn end(&self, socket: &mut WebSocket, fatal: Fatal) -> bool {
        let code = fatal as u16;
        self.shared.sessions().note(GatewayEvent::Closed { code });
        let frame = CloseFrame { code, reason: format!("{fatal:?}").into() };
        // Where the line is already broken there is nobody left to tell.
        drop(socket.send(Frame::Close(Some(frame))).await);
        !fatal.leaves_session()
    }

    fn lost(&self) -> bool {
        self.shared.sessions().note(GatewayEvent::Disconnected);
        false
    }

    /// Does what a payload of the bot's asks for.
    fn take(&mut self, bytes: &[u8]) -> Result<(), Fatal> {
        self.count_payload()?;
        if bytes.len() > LONGEST_PAYLOAD {
            return Err(Fatal::DecodeError);
        }
        let payload: Value = serde_json::from_slice(bytes).map_err(|_| Fatal::DecodeError)?;
        let data = &payload["d"];
        match payload["op"].as_u64().ok_or(Fatal::DecodeError)? {
            1 => {
                self.heartbeat(data);
                Ok(())
            }
            2 => self.identify(data),
            6 => self.resume(data),
            // Presence, voice and members: nothing here depends on them.
            3 | 4 | 8 | 31 if self.session.is_some() => Ok(()),
            3 | 4 | 8 | 31 => Err(Fatal::NotAuthenticated),
            _ => Err(Fatal::UnknownOpcode),
        }
    }

    fn count_payload(&mut self) -> Result<(), Fatal> {
        let now = self.shared.now();
        if now.since(self.counted_since) >= PAYLOADS_COUNTED_FOR {
            (self.counted_since, self.payloads) = (now, 0);
        }
        self.payloads += 1;
        if self.payloads > MOST_PAYLOADS { Err(Fatal::RateLimited) } else { Ok(()) }
    }

    fn reply(&self, payload: &Value) {
        // The receiving end is the loop that called this.
        drop(self.line.send(Order::Send(payload.to_string())));
    }

    fn heartbeat(&self, data: &Value) {
        if let (Some(session), Some(sequence)) = (&self.session, data.as_u64()) {
            self.shared.sessions().acknowledge(session, sequence);
        }
        self.reply(&json!({ "op": 11, "d": null }));
    }

    /// Bots send the token with or without its scheme.
    fn check_token(&self, data: &Value) -> Result<(), Fatal> {
        let token = data["token"].as_str().ok_or(Fatal::DecodeError)?;
        let token = token.strip_prefix("Bot ").unwrap_or(token);
        if self.shared.knows(token) { Ok(()) } else { Err(Fatal::AuthenticationFailed) }
    }

    fn identify(&mut self, data: &Value) -> Result<(), Fatal> {
        if self.session.is_some() {
            return Err(Fatal::AlreadyAuthenticated);
        }
        self.check_token(data)?;
        let is_too_soon = self.count_start()?;
        if !data["properties"].is_object() {
            return Err(Fatal::DecodeError);
        }
        check_intents(&data["intents"])?;
        let shard = shard_of(&data["shard"])?;
        if shard[1] < self.shared.shards() {
            return Err(Fatal::ShardingRequired);
        }
        if is_too_soon {
            self.reply(&json!({ "op": 9, "d": false }));
            return Ok(());
        }
        let world = self.shared.world();
        let session = self.shared.sessions().identify(self.line.clone(), shard, |session| {
            let gateway = self.shared.gateway_address();
            payload::ready(&world, session, &gateway, shard).to_string().into()
        });
        drop(world);
        self.session = Some(session);
        self.shared.announce_bot();
        Ok(())
    }

    /// Counts an IDENTIFY; whether it follows another too soon.
    fn count_start(&self) -> Result<bool, Fatal> {
        let counted = self.shared.starts().count(self.shared.now());
        match counted {
            Ok(()) => Ok(false),
            Err(Excess::TooSoon) => Ok(self.shared.limits.is_some()),
            Err(Excess::TokenReset) => {
                self.shared.sessions().forget_all();
                Err(Fatal::AuthenticationFailed)
            }
        }
    }

    fn resume(&mut self, data: &Value) -> Result<(), Fatal> {
        if self.session.is_some() {
            return Err(Fatal::AlreadyAuthenticated);
        }
        self.check_token(data)?;
        let session = data["session_id"].as_str().ok_or(Fatal::DecodeError)?;
        let sequence = data["seq"].as_u64().ok_or(Fatal::DecodeError)?;
        let line = self.line.clone();
        let now = self.shared.now();
        let resumed = self.shared.sessions().resume(session, sequence, line, now);
        if resumed {
            self.session = Some(session.to_owned());
            self.shared.announce_bot();
        } else {
            self.reply(&json!({ "op": 9, "d": false }));
        }
        Ok(())
    }
}

fn check_intents(intents: &Value) -> Result<(), Fatal> {
    let intents = intents.as_u64().ok_or(Fatal::InvalidIntents)?;
    if intents & !KNOWN_INTENTS != 0 {
        Err(Fatal::InvalidIntents)
    } else if intents & PRIVILEGED_INTENTS != 0 {
        Err(Fatal::DisallowedIntents)
    } else {
        Ok(())
    }
}

fn shard_of(shard: &Value) -> Result<[u64; 2], Fatal> {
    if shard.is_null() {
        return Ok([0, 1]);
    }
    let numbers = [shard[0].as_u64(), shard[1].as_u64()];
    match numbers {
        [Some(index), Some(count)] if index < count => Ok([index, count]),
        _ => Err(Fatal::InvalidShard),
    }
}

async fn send(socket: &mut WebSocket, text: String) -> Result<(), axum::Error> {
    socket.send(Frame::Text(text.into())).await
}
