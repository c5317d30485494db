//! The gateway: the task of one connection of the bot.

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
use clock::Timestamp;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::{
    gateway::{
        identify_limit::LimitError,
        sessions::{GatewayEvent, ShardCommand, ShardSender},
    },
    interactions::payload,
    state::AppState,
};

const HEARTBEAT_INTERVAL_MS: u64 = 45_000;
/// Discord closes the connection on a longer payload.
const MAX_PAYLOAD_BYTES: usize = 4096;
/// How many payloads a connection may send within `PAYLOAD_WINDOW`.
const MAX_PAYLOADS: u32 = 120;
const PAYLOAD_WINDOW: Duration = Duration::from_mins(1);
/// Members, presences and message contents, for which an application needs
/// Discord's approval.
const PRIVILEGED_INTENTS: u64 = 1 << 1 | 1 << 8 | 1 << 15;
const KNOWN_INTENTS: u64 = (1 << 26) - 1;

/// Discord's close codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CloseReason {
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

/// Whether the session cannot be resumed after a close with this code.
///
/// [Discord's codes](https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes)
fn ends_session(code: Option<u16>) -> bool {
    matches!(code, Some(1000 | 1001 | 4003 | 4004 | 4006 | 4007 | 4009..=4014))
}

/// Upgrades a request to a gateway connection.
pub(crate) async fn connect(
    State(shared): State<Arc<AppState>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.max_message_size(1 << 16).on_upgrade(async move |socket| {
        let (sender, commands) = mpsc::unbounded_channel();
        let now = shared.now();
        let connection =
            GatewayConnection { shared, sender, session: None, window_start: now, payloads: 0 };
        connection.run(socket, commands).await;
    })
}

struct GatewayConnection {
    shared: Arc<AppState>,
    sender: ShardSender,
    /// The session that was identified or resumed here.
    session: Option<String>,
    window_start: Timestamp,
    payloads: u32,
}

impl GatewayConnection {
    async fn run(mut self, mut socket: WebSocket, commands: mpsc::UnboundedReceiver<ShardCommand>) {
        let hello = json!({ "op": 10, "d": { "heartbeat_interval": HEARTBEAT_INTERVAL_MS } });
        if send(&mut socket, hello.to_string()).await.is_err() {
            return;
        }
        let clean = self.run_until_closed(&mut socket, commands).await;
        if let Some(session) = &self.session {
            let now = self.shared.now();
            self.shared.sessions().disconnect(session, &self.sender, clean, now);
        }
        self.shared.announce_bot_status();
    }

    /// Runs until the connection ends. Returns whether the session ended too.
    async fn run_until_closed(
        &mut self,
        socket: &mut WebSocket,
        mut commands: mpsc::UnboundedReceiver<ShardCommand>,
    ) -> bool {
        let shared = Arc::clone(&self.shared);
        let stopped = shared.stopped();
        tokio::pin!(stopped);
        loop {
            tokio::select! {
                command = commands.recv() => match command {
                    Some(ShardCommand::Send(frame)) => {
                        if send(socket, frame).await.is_err() {
                            return self.disconnected();
                        }
                    }
                    Some(ShardCommand::Freeze) => {
                        stopped.as_mut().await;
                        return true;
                    }
                    Some(ShardCommand::Close(code)) => return self.close(socket, code, "").await,
                    Some(ShardCommand::Drop) | None => return self.disconnected(),
                },
                frame = socket.recv() => match frame {
                    Some(Ok(Frame::Text(text))) => {
                        if let Err(reason) = self.handle_payload(text.as_bytes()) {
                            let code = Some(reason as u16);
                            return self.close(socket, code, &format!("{reason:?}")).await;
                        }
                    }
                    Some(Ok(Frame::Binary(bytes))) => {
                        if let Err(reason) = self.handle_payload(&bytes) {
                            let code = Some(reason as u16);
                            return self.close(socket, code, &format!("{reason:?}")).await;
                        }
                    }
                    Some(Ok(Frame::Close(frame))) => {
                        self.disconnected();
                        // Sends the close frame that answers the bot's.
                        drop(socket.recv().await);
                        // With these codes the bot says that it will not resume.
                        return frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                    }
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                    Some(Err(_)) | None => return self.disconnected(),
                },
                () = &mut stopped => return true,
            }
        }
    }

    async fn close(&self, socket: &mut WebSocket, code: Option<u16>, reason: &str) -> bool {
        self.shared.sessions().record_event(GatewayEvent::Closed { code });
        let frame = code.map(|code| CloseFrame { code, reason: reason.into() });
        // Fails only if the connection has already ended.
        drop(socket.send(Frame::Close(frame)).await);
        ends_session(code)
    }

    fn disconnected(&self) -> bool {
        self.shared.sessions().record_event(GatewayEvent::Disconnected);
        false
    }

    /// Executes a payload of the bot.
    fn handle_payload(&mut self, bytes: &[u8]) -> Result<(), CloseReason> {
        self.count_payload()?;
        if bytes.len() > MAX_PAYLOAD_BYTES {
            return Err(CloseReason::DecodeError);
        }
        let payload: Value = serde_json::from_slice(bytes).map_err(|_| CloseReason::DecodeError)?;
        let data = &payload["d"];
        match payload["op"].as_u64().ok_or(CloseReason::DecodeError)? {
            1 => {
                self.heartbeat(data);
                Ok(())
            }
            2 => self.identify(data),
            6 => self.resume(data),
            // Presence, voice and members are accepted and ignored.
            3 | 4 | 8 | 31 if self.session.is_some() => Ok(()),
            3 | 4 | 8 | 31 => Err(CloseReason::NotAuthenticated),
            _ => Err(CloseReason::UnknownOpcode),
        }
    }

    fn count_payload(&mut self) -> Result<(), CloseReason> {
        let now = self.shared.now();
        if now.since(self.window_start) >= PAYLOAD_WINDOW {
            (self.window_start, self.payloads) = (now, 0);
        }
        self.payloads += 1;
        if self.payloads > MAX_PAYLOADS { Err(CloseReason::RateLimited) } else { Ok(()) }
    }

    fn reply(&self, payload: &Value) {
        // The receiver is the loop that calls this.
        drop(self.sender.send(ShardCommand::Send(payload.to_string())));
    }

    fn heartbeat(&self, data: &Value) {
        if let (Some(session), Some(sequence)) = (&self.session, data.as_u64()) {
            self.shared.sessions().acknowledge(session, sequence);
        }
        self.reply(&json!({ "op": 11, "d": null }));
    }

    /// Checks the token, which may have the prefix `Bot `.
    fn check_token(&self, data: &Value) -> Result<(), CloseReason> {
        let token = data["token"].as_str().ok_or(CloseReason::DecodeError)?;
        let token = token.strip_prefix("Bot ").unwrap_or(token);
        if self.shared.is_valid_token(token) {
            Ok(())
        } else {
            Err(CloseReason::AuthenticationFailed)
        }
    }

    fn identify(&mut self, data: &Value) -> Result<(), CloseReason> {
        if self.session.is_some() {
            return Err(CloseReason::AlreadyAuthenticated);
        }
        self.check_token(data)?;
        let is_too_soon = self.count_identify()?;
        if self.shared.sessions().refuses(&self.sender) {
            return Ok(());
        }
        if !data["properties"].is_object() {
            return Err(CloseReason::DecodeError);
        }
        check_intents(&data["intents"])?;
        let shard = parse_shard(&data["shard"])?;
        if shard[1] < self.shared.shards() {
            return Err(CloseReason::ShardingRequired);
        }
        if is_too_soon {
            self.reply(&json!({ "op": 9, "d": false }));
            return Ok(());
        }
        let world = self.shared.world();
        let session = self.shared.sessions().identify(self.sender.clone(), shard, |session| {
            let gateway = self.shared.gateway_url();
            payload::ready(&world, session, &gateway, shard).to_string().into()
        });
        drop(world);
        self.session = Some(session);
        self.shared.announce_bot_status();
        Ok(())
    }

    /// Counts an IDENTIFY. Returns whether it comes too soon.
    fn count_identify(&self) -> Result<bool, CloseReason> {
        let counted = self.shared.identify_limit().count(self.shared.now());
        match counted {
            Ok(()) => Ok(false),
            Err(LimitError::TooSoon) => Ok(self.shared.limits.is_some()),
            Err(LimitError::TokenReset) => {
                self.shared.sessions().remove_all();
                Err(CloseReason::AuthenticationFailed)
            }
        }
    }

    fn resume(&mut self, data: &Value) -> Result<(), CloseReason> {
        if self.session.is_some() {
            return Err(CloseReason::AlreadyAuthenticated);
        }
        self.check_token(data)?;
        let session = data["session_id"].as_str().ok_or(CloseReason::DecodeError)?;
        let sequence = data["seq"].as_u64().ok_or(CloseReason::DecodeError)?;
        let sender = self.sender.clone();
        let now = self.shared.now();
        let resumed = self.shared.sessions().resume(session, sequence, sender, now);
        if resumed {
            self.session = Some(session.to_owned());
            self.shared.announce_bot_status();
        } else {
            self.reply(&json!({ "op": 9, "d": false }));
        }
        Ok(())
    }
}

fn check_intents(intents: &Value) -> Result<(), CloseReason> {
    let intents = intents.as_u64().ok_or(CloseReason::InvalidIntents)?;
    if intents & !KNOWN_INTENTS != 0 {
        Err(CloseReason::InvalidIntents)
    } else if intents & PRIVILEGED_INTENTS != 0 {
        Err(CloseReason::DisallowedIntents)
    } else {
        Ok(())
    }
}

fn parse_shard(shard: &Value) -> Result<[u64; 2], CloseReason> {
    if shard.is_null() {
        return Ok([0, 1]);
    }
    let numbers = [shard[0].as_u64(), shard[1].as_u64()];
    match numbers {
        [Some(index), Some(count)] if index < count => Ok([index, count]),
        _ => Err(CloseReason::InvalidShard),
    }
}

async fn send(socket: &mut WebSocket, text: String) -> Result<(), axum::Error> {
    socket.send(Frame::Text(text.into())).await
}
