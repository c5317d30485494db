//! The page's socket: a person looks at a channel, and acts in it.

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
    interactions::user_actions::{self, Act},
    rest::query::Query,
    state::{
        Shared,
        create_message::{Draft, Way},
        event_stream::Event,
        ids::{ChannelId, MessageId, UserId},
        outcome::{Answer, Outcome},
    },
    web::view_state,
};

/// Discord's limit for what a person writes.
const LONGEST_TEXT: usize = 2000;
const LONGEST_SKIP_SECONDS: u64 = 366 * 24 * 60 * 60;

/// What the page asks for.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Ask {
    Here(Here),
    OfBot(OfBot),
}

/// What the playground itself does at once.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Here {
    Say { channel_id: String, content: String },
    Dismiss { channel_id: String, message_id: String },
    Delete { channel_id: String, message_id: String },
    Skip { seconds: u64 },
}

/// What the bot has to answer.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum OfBot {
    Command {
        nonce: Value,
        channel_id: String,
        name: String,
        #[serde(default = "typed")]
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

fn typed() -> u8 {
    1
}

/// Answers the page's request for its socket.
pub(crate) async fn connect(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response {
    let query = query.unwrap_or_default();
    let asked = Query(&query).get("user").and_then(|id| id.parse::<UserId>().ok());
    upgrade.on_upgrade(async move |socket| {
        let me = {
            let world = shared.world();
            let known = asked.filter(|id| world.people.contains(id));
            known.unwrap_or(world.people[0])
        };
        talk(&shared, me, socket).await;
    })
}

async fn talk(shared: &Arc<Shared>, me: UserId, mut socket: WebSocket) {
    let mut events = shared.world().events.subscribe();
    let (answers, mut answered) = mpsc::unbounded_channel();
    if send(&mut socket, &view_state::state(shared, me)).await.is_err() {
        return;
    }
    let stopped = shared.stopped();
    tokio::pin!(stopped);
    loop {
        let news = tokio::select! {
            event = events.recv() => match event {
                Ok(event) => view_state::event(shared, me, &event),
                // Too much has happened to tell it one by one.
                Err(RecvError::Lagged(_)) => Some(view_state::state(shared, me)),
                Err(RecvError::Closed) => return,
            },
            answer = answered.recv() => answer,
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => take(shared, me, &text, &answers),
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => None,
            },
            () = &mut stopped => return,
        };
        if let Some(news) = news
            && send(&mut socket, &news).await.is_err()
        {
            return;
        }
    }
}

async fn send(socket: &mut WebSocket, json: &Value) -> Result<(), axum::Error> {
    socket.send(Frame::Text(json.to_string().into())).await
}

type Answers = mpsc::UnboundedSender<Value>;

/// Does what the page asks for; what the bot has to answer comes later, by
/// `answers`. Gives an error at once if the page asks for nothing sensible.
fn take(shared: &Arc<Shared>, me: UserId, text: &str, answers: &Answers) -> Option<Value> {
    match serde_json::from_str(text) {
        Ok(Ask::Here(deed)) => {
            do_here(shared, me, deed);
            None
        }
        Ok(Ask::OfBot(ask)) => {
            let (shared, answers) = (Arc::clone(shared), answers.clone());
            tokio::spawn(async move {
                let answer = ask_bot(&shared, me, ask).await;
                // The page may have been closed meanwhile.
                drop(answers.send(answer));
            });
            None
        }
        Err(error) => Some(json!({ "type": "error", "error": error.to_string() })),
    }
}

fn do_here(shared: &Shared, me: UserId, deed: Here) {
    match deed {
        Here::Say { channel_id, content } => say(shared, me, &channel_id, &content),
        Here::Dismiss { channel_id, message_id } => {
            remove(shared, me, &channel_id, &message_id, |reader| reader == Some(me));
        }
        Here::Delete { channel_id, message_id } => {
            remove(shared, me, &channel_id, &message_id, |reader| reader.is_none());
        }
        Here::Skip { seconds } => {
            shared.clock.advance(Duration::from_secs(seconds.min(LONGEST_SKIP_SECONDS)));
            shared.world().announce(Event::ClockMoved);
        }
    }
}

fn say(shared: &Shared, me: UserId, channel: &str, content: &str) {
    let now = shared.now();
    let mut world = shared.world();
    let Some(channel) = seen_channel(&world, me, channel) else {
        return;
    };
    let content = content.trim();
    if !content.is_empty() && content.chars().count() <= LONGEST_TEXT {
        world.post(channel, &Draft::of_text(content), Way::Plain { author: me }, now);
    }
}

fn seen_channel(
    world: &crate::state::world::World,
    me: UserId,
    channel: &str,
) -> Option<ChannelId> {
    let channel = world.channels.get(&channel.parse().ok()?)?;
    channel.is_seen_by(me).then_some(channel.id)
}

fn remove(
    shared: &Shared,
    me: UserId,
    channel: &str,
    message: &str,
    may: impl Fn(Option<UserId>) -> bool,
) {
    let mut world = shared.world();
    let (Some(channel), Ok(id)) = (seen_channel(&world, me, channel), message.parse()) else {
        return;
    };
    if world.message(channel, id).is_some_and(|message| may(message.ephemeral_for)) {
        world.delete_message(channel, id);
    }
}

async fn ask_bot(shared: &Arc<Shared>, me: UserId, ask: OfBot) -> Value {
    match ask {
        OfBot::Command { nonce, channel_id, name, kind: 2, target_id, .. } => {
            let target = target_id.and_then(|id| id.parse().ok());
            let target = target.filter(|target| shared.world().users.contains_key(target));
            let answer = match target {
                Some(target) => {
                    act(shared, me, &channel_id, Act::OnUser { name: &name, target }).await
                }
                None => Answer::refused("There is no such person."),
            };
            outcome(&nonce, &answer)
        }
        OfBot::Command { nonce, channel_id, name, options, .. } => {
            let command = Act::Command { name: &name, options: &options };
            outcome(&nonce, &act(shared, me, &channel_id, command).await)
        }
        OfBot::Complete { nonce, channel_id, name, options, focused } => {
            let complete = Act::Complete { name: &name, options: &options, focused: &focused };
            choices(&nonce, &act(shared, me, &channel_id, complete).await)
        }
        OfBot::Press { nonce, channel_id, message_id, custom_id, values } => {
            let Ok(message): Result<MessageId, _> = message_id.parse() else {
                return outcome(&nonce, &Answer::refused("There is no such message."));
            };
            let press = match values {
                Some(values) => Act::Select { message, custom_id: &custom_id, values },
                None => Act::Press { message, custom_id: &custom_id },
            };
            outcome(&nonce, &act(shared, me, &channel_id, press).await)
        }
    }
}

async fn act(shared: &Arc<Shared>, me: UserId, channel: &str, act: Act<'_>) -> Answer {
    let channel = seen_channel(&shared.world(), me, channel);
    match channel {
        Some(channel) => user_actions::act(shared, me, channel, act).await,
        None => Answer::refused("You can't see that channel."),
    }
}

fn outcome(nonce: &Value, answer: &Answer) -> Value {
    let error = answer.error();
    json!({ "type": "outcome", "nonce": nonce, "ok": error.is_none(), "error": error })
}

fn choices(nonce: &Value, answer: &Answer) -> Value {
    let choices: Vec<Value> = match &answer.outcome {
        Outcome::Choices(choices) => {
            choices.iter().map(|it| json!({ "name": it.name, "value": it.value })).collect()
        }
        _ => Vec::new(),
    };
    json!({ "type": "choices", "nonce": nonce, "choices": choices })
}
