//! A bot whose gateway session is serenity's, and whose requests the test sends
//! itself, so that they can be wrong.

use std::time::Duration;

use clock::{Clock, Timestamp};
use serde_json::{Value, json};
use serenity::{
    all::{GatewayIntents, Interaction, Ready, ResumedEvent},
    async_trait,
    client::{ClientBuilder, Context, EventHandler},
    http::HttpBuilder,
};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    task::JoinHandle,
};

use crate::{FakeDiscord, Options};

pub(crate) const NOON: Timestamp = Timestamp::from_milliseconds(1_772_366_400_000);

/// A gateway event that the bot received.
#[derive(Debug)]
pub(crate) enum BotEvent {
    Ready,
    Resumed,
    Interaction(Box<Interaction>),
}

/// Forwards gateway events to the test.
struct EventForwarder(UnboundedSender<BotEvent>);

#[async_trait]
impl EventHandler for EventForwarder {
    async fn ready(&self, _: Context, _: Ready) {
        self.0.send(BotEvent::Ready).unwrap();
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.0.send(BotEvent::Resumed).unwrap();
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        self.0.send(BotEvent::Interaction(Box::new(interaction))).unwrap();
    }
}

pub(crate) struct Bot {
    url: String,
    token: String,
    pub(crate) application: String,
    http: reqwest::Client,
    events: UnboundedReceiver<BotEvent>,
    client: JoinHandle<()>,
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.client.abort();
    }
}

/// Id and token of an interaction that the bot received.
pub(crate) struct ReceivedInteraction {
    pub(crate) id: String,
    pub(crate) token: String,
}

/// Starts a fake with a frozen clock and without rate limits. As time does not
/// pass, a slow machine misses no deadline.
pub(crate) async fn start_fake() -> FakeDiscord {
    let options = Options {
        clock: Clock::frozen_at(NOON),
        keep_requests: true,
        rate_limits: false,
        ..Options::default()
    };
    FakeDiscord::start(options).await.unwrap()
}

impl Bot {
    pub(crate) async fn connect(fake: &FakeDiscord) -> Self {
        let (sender, events) = unbounded_channel();
        let http =
            HttpBuilder::new(fake.token()).proxy(fake.url()).ratelimiter_disabled(true).build();
        let mut client = ClientBuilder::new_with_http(http, GatewayIntents::empty())
            .event_handler(EventForwarder(sender))
            .await
            .unwrap();
        let client = tokio::spawn(async move { client.start().await.unwrap() });
        let mut bot = Self {
            url: format!("{}/api/v10", fake.url()),
            token: fake.token().to_owned(),
            application: fake.application_id().to_string(),
            http: reqwest::Client::new(),
            events,
            client,
        };
        assert!(matches!(bot.next_event().await, BotEvent::Ready));
        bot
    }

    /// Connects the bot and registers the commands `go`, `find`, `Poke` (of users) and `Quote` (of
    /// messages).
    pub(crate) async fn with_commands(fake: &FakeDiscord) -> Self {
        let bot = Self::connect(fake).await;
        let everywhere = json!({ "contexts": [0, 1, 2], "integration_types": [0, 1] });
        let with = |mut command: Value| {
            for (key, value) in everywhere.as_object().unwrap() {
                command[key] = value.clone();
            }
            command
        };
        let go = with(json!({ "name": "go", "description": "Goes", "options": [
            { "type": 6, "name": "whom", "description": "Whom" },
            { "type": 4, "name": "times", "description": "How often", "min_value": 1 },
        ] }));
        let find = with(json!({ "name": "find", "description": "Finds", "options": [
            { "type": 3, "name": "what", "description": "What", "autocomplete": true },
        ] }));
        let poke = with(json!({ "name": "Poke", "type": 2 }));
        let quote = with(json!({ "name": "Quote", "type": 3 }));
        let path = format!("/applications/{}/commands", bot.application);
        let (status, _) = bot.request("PUT", &path, &json!([go, find, poke, quote])).await;
        assert_eq!(status, 200);
        fake.bot_ready().await;
        bot
    }

    pub(crate) async fn next_event(&mut self) -> BotEvent {
        let event = tokio::time::timeout(Duration::from_secs(10), self.events.recv()).await;
        event.expect("the bot receives an event within ten seconds").unwrap()
    }

    pub(crate) async fn next_interaction(&mut self) -> ReceivedInteraction {
        let BotEvent::Interaction(interaction) = self.next_event().await else {
            panic!("the bot received another event");
        };
        ReceivedInteraction {
            id: interaction.id().to_string(),
            token: interaction.token().to_owned(),
        }
    }

    /// Sends a request with the bot's token. Returns status and body.
    pub(crate) async fn request(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        self.request_as(&format!("Bot {}", self.token), method, path, body).await
    }

    /// Sends a request with this `Authorization` header.
    pub(crate) async fn request_as(
        &self,
        authorization: &str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> (u16, Value) {
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let mut request = self
            .http
            .request(method, format!("{}{path}", self.url))
            .header("authorization", authorization);
        if !body.is_null() {
            request = request.json(body);
        }
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        (status, response.json().await.unwrap_or(Value::Null))
    }

    /// Responds to an interaction at its callback URL.
    pub(crate) async fn respond(
        &self,
        interaction: &ReceivedInteraction,
        body: &Value,
    ) -> (u16, Value) {
        let path = format!("/interactions/{}/{}/callback", interaction.id, interaction.token);
        self.request("POST", &path, body).await
    }

    /// The path of an interaction's webhook, followed by `rest`.
    pub(crate) fn webhook_path(&self, interaction: &ReceivedInteraction, rest: &str) -> String {
        format!("/webhooks/{}/{}{rest}", self.application, interaction.token)
    }
}

/// A message with a button for each label.
pub(crate) fn message_with_buttons(text: &str, labels: &[&str]) -> Value {
    let buttons: Vec<Value> = labels
        .iter()
        .map(|label| json!({ "type": 2, "style": 2, "label": label, "custom_id": label }))
        .collect();
    json!({ "content": text, "components": [{ "type": 1, "components": buttons }] })
}

/// Asserts the status and Discord's error code of a response.
#[track_caller]
pub(crate) fn assert_code((status, body): &(u16, Value), expected: (u16, u64)) {
    assert_eq!((*status, body["code"].as_u64()), (expected.0, Some(expected.1)), "{body}");
}
