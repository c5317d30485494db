//! A bot that does nothing of its own accord: serenity keeps its session, and
//! the test answers by hand, so that it can answer wrongly.

use std::time::Duration;

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

use crate::{Options, Playground};
use clock::{Clock, Timestamp};

pub(crate) const NOON: Timestamp = Timestamp::from_milliseconds(1_772_366_400_000);

/// What the bot heard.
#[derive(Debug)]
pub(crate) enum Heard {
    Ready,
    Resumed,
    Interaction(Box<Interaction>),
}

struct Ear(UnboundedSender<Heard>);

#[async_trait]
impl EventHandler for Ear {
    async fn ready(&self, _: Context, _: Ready) {
        self.0.send(Heard::Ready).unwrap();
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.0.send(Heard::Resumed).unwrap();
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        self.0.send(Heard::Interaction(Box::new(interaction))).unwrap();
    }
}

pub(crate) struct Bot {
    url: String,
    token: String,
    application: String,
    http: reqwest::Client,
    heard: UnboundedReceiver<Heard>,
    client: JoinHandle<()>,
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.client.abort();
    }
}

/// An interaction, as the bot got it.
pub(crate) struct Got {
    pub(crate) id: String,
    pub(crate) token: String,
}

/// A playground whose clock stands.
pub(crate) async fn standing() -> Playground {
    let options = Options {
        clock: Clock::standing_at(NOON),
        keep_requests: true,
        rate_limits: false,
        ..Options::default()
    };
    Playground::start(options).await.unwrap()
}

impl Bot {
    pub(crate) async fn connect(playground: &Playground) -> Self {
        let (ear, heard) = unbounded_channel();
        let http = HttpBuilder::new(playground.token())
            .proxy(playground.url())
            .ratelimiter_disabled(true)
            .build();
        let mut client = ClientBuilder::new_with_http(http, GatewayIntents::empty())
            .event_handler(Ear(ear))
            .await
            .unwrap();
        let client = tokio::spawn(async move { client.start().await.unwrap() });
        let mut bot = Self {
            url: format!("{}/api/v10", playground.url()),
            token: playground.token().to_owned(),
            application: playground.application_id().to_string(),
            http: reqwest::Client::new(),
            heard,
            client,
        };
        assert!(matches!(bot.hear().await, Heard::Ready));
        bot
    }

    /// Connected, with the commands `go`, `find` and `Poke`.
    pub(crate) async fn ready(playground: &Playground) -> Self {
        let bot = Self::connect(playground).await;
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
        let path = format!("/applications/{}/commands", bot.application);
        let (status, _) = bot.call("PUT", &path, &json!([go, find, poke])).await;
        assert_eq!(status, 200);
        playground.bot_ready().await;
        bot
    }

    pub(crate) async fn hear(&mut self) -> Heard {
        let heard = tokio::time::timeout(Duration::from_secs(10), self.heard.recv()).await;
        heard.expect("the bot hears something within ten seconds").unwrap()
    }

    pub(crate) async fn interaction(&mut self) -> Got {
        let Heard::Interaction(interaction) = self.hear().await else {
            panic!("the bot heard something else");
        };
        Got { id: interaction.id().to_string(), token: interaction.token().to_owned() }
    }

    /// One request, with the bot's token.
    pub(crate) async fn call(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        self.call_as(&format!("Bot {}", self.token), method, path, body).await
    }

    pub(crate) async fn call_as(
        &self,
        token: &str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> (u16, Value) {
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let mut request =
            self.http.request(method, format!("{}{path}", self.url)).header("authorization", token);
        if !body.is_null() {
            request = request.json(body);
        }
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        (status, response.json().await.unwrap_or(Value::Null))
    }

    pub(crate) async fn answer(&self, got: &Got, body: &Value) -> (u16, Value) {
        let path = format!("/interactions/{}/{}/callback", got.id, got.token);
        self.call("POST", &path, body).await
    }

    /// The address of what a token is good for.
    pub(crate) fn webhook(&self, got: &Got, rest: &str) -> String {
        format!("/webhooks/{}/{}{rest}", self.application, got.token)
    }
}

/// A message with a button for each label.
pub(crate) fn board(text: &str, labels: &[&str]) -> Value {
    let buttons: Vec<Value> = labels
        .iter()
        .map(|label| json!({ "type": 2, "style": 2, "label": label, "custom_id": label }))
        .collect();
    json!({ "content": text, "components": [{ "type": 1, "components": buttons }] })
}

/// Status and code of an answer.
#[track_caller]
pub(crate) fn assert_code((status, body): &(u16, Value), expected: (u16, u64)) {
    assert_eq!((*status, body["code"].as_u64()), (expected.0, Some(expected.1)), "{body}");
}
