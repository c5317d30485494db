//! The page's WebSocket, through which a user sees events and acts.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{
        RawQuery, State,
        ws::{Message as Frame, WebSocket, WebSocketUpgrade},
    },
    response::Response,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{broadcast::error::RecvError, mpsc};

use crate::{
    interactions::user_actions::{self, UserAction},
    rest::query::Query,
    state::{
        AppState,
        create_message::{MessageOrigin, MessagePayload},
        event_stream::ServerEvent,
        ids::{ChannelId, MessageId, UserId},
        message::Message,
        outcome::{ActionResult, Outcome},
        world::World,
    },
    validation::LOCALES,
    web::view_state,
};

/// Discord's limit of a user's message, in characters.
const MAX_CONTENT_LENGTH: usize = 2000;
const MAX_SKIP_SECONDS: u64 = 31 * 24 * 60 * 60;

/// The clock is turned in steps, so that what is due happens at its time, and in order.
const SKIP_STEP: Duration = Duration::from_hours(1);

/// The time that bots get for what is due after a step.
const PAUSE_AFTER_STEP: Duration = Duration::from_millis(150);

/// A request of the page.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum PageRequest {
    Local(LocalAction),
    Bot(BotAction),
}

/// An action that the fake executes by itself.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum LocalAction {
    Say { channel_id: String, content: String },
    Dismiss { channel_id: String, message_id: String },
    Delete { channel_id: String, message_id: String },
    Skip { seconds: u64 },
    SetLocale { locale: String },
}

/// An action that the bot has to respond to.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum BotAction {
    Command {
        nonce: Value,
        channel_id: String,
        name: String,
        #[serde(default = "slash_command")]
        kind: u8,
        #[serde(default)]
        options: Value,
        target_id: Option<String>,
    },
    Complete {
        nonce: Value,
        channel_id: String,
        name: String,
        #[serde(default)]
        options: Value,
        focused: String,
    },
    Press {
        nonce: Value,
        channel_id: String,
        message_id: String,
        custom_id: String,
        values: Option<Vec<String>>,
    },
}

fn slash_command() -> u8 {
    1
}

/// Upgrades a request to the page's WebSocket.
pub(crate) async fn connect(
    State(shared): State<Arc<AppState>>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response {
    let query = query.unwrap_or_default();
    let requested = Query(&query).get("user").and_then(|id| id.parse::<UserId>().ok());
    upgrade.on_upgrade(async move |socket| {
        let me = {
            let world = shared.world();
            let user = requested.filter(|id| world.added_users.contains(id));
            user.unwrap_or(world.added_users[0])
        };
        run(&shared, me, socket).await;
    })
}

async fn run(shared: &Arc<AppState>, me: UserId, mut socket: WebSocket) {
    let mut events = shared.world().events.subscribe();
    let (responses, mut pending_responses) = mpsc::unbounded_channel();
    if send(&mut socket, &view_state::state(shared, me)).await.is_err() {
        return;
    }
    let stopped = shared.stopped();
    tokio::pin!(stopped);
    loop {
        let message = tokio::select! {
            event = events.recv() => match event {
                Ok(event) => view_state::event(shared, me, &event),
                // Some events are lost, so the page gets the whole state again.
                Err(RecvError::Lagged(_)) => Some(view_state::state(shared, me)),
                Err(RecvError::Closed) => return,
            },
            response = pending_responses.recv() => response,
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => handle_request(shared, me, &text, &responses),
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => None,
            },
            () = &mut stopped => return,
        };
        if let Some(message) = message
            && send(&mut socket, &message).await.is_err()
        {
            return;
        }
    }
}

async fn send(socket: &mut WebSocket, json: &Value) -> Result<(), axum::Error> {
    socket.send(Frame::Text(json.to_string().into())).await
}

type ResponseSender = mpsc::UnboundedSender<Value>;

/// Executes a request. Responses of the bot are sent to `responses` later. Returns
/// an error message if the request is malformed.
fn handle_request(
    shared: &Arc<AppState>,
    me: UserId,
    text: &str,
    responses: &ResponseSender,
) -> Option<Value> {
    match serde_json::from_str(text) {
        Ok(PageRequest::Local(action)) => {
            execute(shared, me, action);
            None
        }
        Ok(PageRequest::Bot(action)) => {
            let (shared, responses) = (Arc::clone(shared), responses.clone());
            tokio::spawn(async move {
                let response = interact(&shared, me, action).await;
                // Fails if the page was closed meanwhile.
                drop(responses.send(response));
            });
            None
        }
        Err(error) => Some(json!({ "type": "error", "error": error.to_string() })),
    }
}

fn execute(shared: &Arc<AppState>, me: UserId, action: LocalAction) {
    match action {
        LocalAction::Say { channel_id, content } => say(shared, me, &channel_id, &content),
        LocalAction::Dismiss { channel_id, message_id } => {
            remove(shared, &channel_id, &message_id, |_, message| {
                message.ephemeral_for == Some(me)
            });
        }
        LocalAction::Delete { channel_id, message_id } => {
            remove(shared, &channel_id, &message_id, |world, message| {
                let is_allowed =
                    message.author.id == me || world.can_manage_messages(me, message.channel_id);
                is_allowed && !message.is_ephemeral()
            });
        }
        LocalAction::Skip { seconds } => {
            let time = Duration::from_secs(seconds.min(MAX_SKIP_SECONDS));
            tokio::spawn(turn_clock(Arc::clone(shared), time));
        }
        LocalAction::SetLocale { locale } => set_locale(shared, me, locale),
    }
}

/// Turns are made one after another.
async fn turn_clock(shared: Arc<AppState>, mut time: Duration) {
    let _turn = shared.clock_turn.lock().await;
    while !time.is_zero() {
        let step = time.min(SKIP_STEP);
        shared.advance_clock(step);
        time = time.saturating_sub(step);
        tokio::time::sleep(PAUSE_AFTER_STEP).await;
    }
}

fn set_locale(shared: &AppState, me: UserId, locale: String) {
    let mut world = shared.world();
    if LOCALES.contains(&locale.as_str())
        && let Some(user) = world.users.get_mut(&me)
    {
        user.locale = locale;
        world.announce(ServerEvent::WorldChanged);
    }
}

fn say(shared: &AppState, me: UserId, channel: &str, content: &str) {
    let now = shared.now();
    let mut world = shared.world();
    let Some(channel) = visible_channel(&world, me, channel) else {
        return;
    };
    let content = content.trim();
    if !world.channel(channel).is_forum()
        && !content.is_empty()
        && content.chars().count() <= MAX_CONTENT_LENGTH
    {
        world.post(
            channel,
            &MessagePayload::from_text(content),
            MessageOrigin::Direct { author: me },
            now,
        );
    }
}

fn visible_channel(world: &World, me: UserId, channel: &str) -> Option<ChannelId> {
    channel.parse().ok().filter(|channel| world.can_see(me, *channel))
}

fn remove(
    shared: &AppState,
    channel: &str,
    message: &str,
    is_allowed: impl Fn(&World, &Message) -> bool,
) {
    let mut world = shared.world();
    let (Ok(channel), Ok(id)) = (channel.parse(), message.parse()) else { return };
    if world.message(channel, id).is_some_and(|message| is_allowed(&world, message)) {
        world.delete_message(channel, id);
    }
}

async fn interact(shared: &Arc<AppState>, me: UserId, action: BotAction) -> Value {
    match action {
        BotAction::Command { nonce, channel_id, name, kind: 2, target_id, .. } => {
            let target = target_id.and_then(|id| id.parse().ok());
            let target = target.filter(|target| shared.world().users.contains_key(target));
            let Some(target) = target else {
                return outcome(&nonce, &ActionResult::refused("There is no such person."));
            };
            let command = UserAction::UserCommand { name: &name, target };
            outcome(&nonce, &act(shared, me, &channel_id, command).await)
        }
        BotAction::Command { nonce, channel_id, name, kind: 3, target_id, .. } => {
            let Some(target) = target_id.and_then(|id| id.parse().ok()) else {
                return outcome(&nonce, &no_such_message());
            };
            let command = UserAction::MessageCommand { name: &name, target };
            outcome(&nonce, &act(shared, me, &channel_id, command).await)
        }
        BotAction::Command { nonce, channel_id, name, options, .. } => {
            let command = UserAction::Command { name: &name, options: &options };
            outcome(&nonce, &act(shared, me, &channel_id, command).await)
        }
        BotAction::Complete { nonce, channel_id, name, options, focused } => {
            let complete =
                UserAction::Autocomplete { name: &name, options: &options, focused: &focused };
            choices(&nonce, &act(shared, me, &channel_id, complete).await)
        }
        BotAction::Press { nonce, channel_id, message_id, custom_id, values } => {
            let Ok(message): Result<MessageId, _> = message_id.parse() else {
                return outcome(&nonce, &no_such_message());
            };
            let press = match values {
                Some(values) => UserAction::Select { message, custom_id: &custom_id, values },
                None => UserAction::Press { message, custom_id: &custom_id },
            };
            outcome(&nonce, &act(shared, me, &channel_id, press).await)
        }
    }
}

fn no_such_message() -> ActionResult {
    ActionResult::refused("There is no such message.")
}

async fn act(
    shared: &Arc<AppState>,
    me: UserId,
    channel: &str,
    action: UserAction<'_>,
) -> ActionResult {
    let channel = visible_channel(&shared.world(), me, channel);
    match channel {
        Some(channel) => user_actions::perform(shared, me, channel, action).await,
        None => ActionResult::refused("You can't see that channel."),
    }
}

fn outcome(nonce: &Value, result: &ActionResult) -> Value {
    let error = result.error();
    json!({ "type": "outcome", "nonce": nonce, "ok": error.is_none(), "error": error })
}

fn choices(nonce: &Value, result: &ActionResult) -> Value {
    let choices: Vec<Value> = match &result.outcome {
        Outcome::Choices(choices) => {
            choices.iter().map(|it| json!({ "name": it.name, "value": it.value })).collect()
        }
        _ => Vec::new(),
    };
    json!({ "type": "choices", "nonce": nonce, "choices": choices })
}
