//! Where interactions are posted to, if they don't go to the gateway, and the
//! signatures that they bear.
//!
//! [Discord's rules](https://discord.com/developers/docs/interactions/overview#preparing-for-interactions)

use std::{fmt::Write as _, sync::Mutex};

use axum::{
    body::Bytes,
    http::{StatusCode, header},
};
use ed25519_dalek::{Signer as _, SigningKey};
use reqwest::{Client, redirect::Policy};
use serde_json::{Value, json};

use crate::state::locked;
use clock::Timestamp;

/// Why an endpoint is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum EndpointError {
    /// Nobody answers there.
    #[error("nobody answers at the interactions endpoint {0}")]
    Unreachable(String),
    /// It does not know a ping.
    #[error(
        "the interactions endpoint {url} answers a ping with {answer}; it must answer with \
         status 200 and {{\"type\":1}} as application/json"
    )]
    NoPong {
        /// The endpoint.
        url: String,
        /// What it answers.
        answer: String,
    },
    /// It believes anybody.
    #[error(
        "the interactions endpoint {url} answers a wrong signature with status {status}; it must \
         verify each request, and answer 401"
    )]
    Unverified {
        /// The endpoint.
        url: String,
        /// What it answers.
        status: u16,
    },
}

/// The response to a request.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: StatusCode,
    pub(crate) is_json: bool,
    pub(crate) body: Bytes,
}

impl Response {
    fn is_pong(&self) -> bool {
        let body: Option<Value> = serde_json::from_slice(&self.body).ok();
        self.status == StatusCode::OK
            && self.is_json
            && body.is_some_and(|body| body["type"] == json!(1))
    }
}

/// The endpoints, which take turns as behind a load balancer, and Discord's key
/// for this application.
#[derive(Debug)]
pub(crate) struct Endpoints {
    key: SigningKey,
    client: Client,
    turns: Mutex<Turns>,
}

#[derive(Debug, Default)]
struct Turns {
    urls: Vec<String>,
    next: usize,
}

impl Endpoints {
    /// No endpoints yet, and a key of its own.
    pub(crate) fn new(keep_connections: bool) -> Self {
        let mut seed = [0; 32];
        fastrand::fill(&mut seed);
        let client = Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .pool_max_idle_per_host(if keep_connections { usize::MAX } else { 0 })
            .build()
            .expect("nothing is asked of this client that could be missing");
        Self { key: SigningKey::from_bytes(&seed), client, turns: Mutex::default() }
    }

    /// The key that signatures can be verified with, in hex.
    pub(crate) fn public_key(&self) -> String {
        hex(self.key.verifying_key().as_bytes())
    }

    /// The signature of a request, in hex.
    pub(crate) fn sign(&self, timestamp: &str, body: &[u8]) -> String {
        hex(&self.key.sign(&[timestamp.as_bytes(), body].concat()).to_bytes())
    }

    /// Whether there are any.
    pub(crate) fn are_set(&self) -> bool {
        !locked(&self.turns).urls.is_empty()
    }

    /// Takes these from now on; with none, interactions go to the gateway.
    pub(crate) fn set(&self, urls: Vec<String>) {
        *locked(&self.turns) = Turns { urls, next: 0 };
    }

    /// All of them, the one whose turn it is first; nothing if there are none.
    pub(crate) fn take_turn(&self) -> Option<Vec<String>> {
        let mut turns = locked(&self.turns);
        let mut urls = turns.urls.clone();
        if urls.is_empty() {
            return None;
        }
        urls.rotate_left(turns.next);
        turns.next = (turns.next + 1) % urls.len();
        Some(urls)
    }

    /// Sends a request with a right signature.
    pub(crate) async fn post(
        &self,
        url: &str,
        body: String,
        now: Timestamp,
    ) -> reqwest::Result<Response> {
        let timestamp = seconds(now);
        let signature = self.sign(&timestamp, body.as_bytes());
        self.send(url, body, timestamp, signature).await
    }

    async fn send(
        &self,
        url: &str,
        body: String,
        timestamp: String,
        signature: String,
    ) -> reqwest::Result<Response> {
        let response = self
            .client
            .post(url)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::USER_AGENT, "Discord-Interactions/1.0 (+https://discord.com)")
            .header("x-signature-ed25519", signature)
            .header("x-signature-timestamp", timestamp)
            .body(body)
            .send()
            .await?;
        let content_type = response.headers().get(header::CONTENT_TYPE);
        let content_type = content_type.and_then(|value| value.to_str().ok()).unwrap_or_default();
        let kind = content_type.split(';').next().unwrap_or_default().trim();
        let is_json = kind.eq_ignore_ascii_case("application/json");
        Ok(Response { status: response.status(), is_json, body: response.bytes().await? })
    }

    /// Finds out whether an endpoint answers a ping, and whether it refuses
    /// one that is not signed by us.
    pub(crate) async fn check(
        &self,
        url: &str,
        ping: &Value,
        now: Timestamp,
    ) -> Result<(), EndpointError> {
        let ping = ping.to_string();
        let unreachable = |_| EndpointError::Unreachable(url.to_owned());
        let answer = self.post(url, ping.clone(), now).await.map_err(unreachable)?;
        if !answer.is_pong() {
            let kind = if answer.is_json { "JSON" } else { "no JSON" };
            let answer = format!("status {} and {kind}", answer.status.as_u16());
            return Err(EndpointError::NoPong { url: url.to_owned(), answer });
        }
        let timestamp = seconds(now);
        let signature = self.sign(&timestamp, b"something else");
        let answer = self.send(url, ping, timestamp, signature).await.map_err(unreachable)?;
        if answer.status != StatusCode::UNAUTHORIZED {
            let status = answer.status.as_u16();
            return Err(EndpointError::Unverified { url: url.to_owned(), status });
        }
        Ok(())
    }
}

fn seconds(now: Timestamp) -> String {
    (now.milliseconds() / 1_000).to_string()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a String takes any text");
        text
    })
}
