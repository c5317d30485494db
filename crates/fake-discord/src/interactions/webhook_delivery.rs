//! Interactions endpoints, and the signatures of the requests to them.
//!
//! [Discord's rules](https://discord.com/developers/docs/interactions/overview#preparing-for-interactions)

use std::{fmt::Write as _, sync::Mutex};

use axum::{
    body::Bytes,
    http::{StatusCode, header},
};
use clock::Timestamp;
use ed25519_dalek::{Signer as _, SigningKey};
use reqwest::{Client, redirect::Policy};
use serde_json::{Value, json};

use crate::mutex::lock_ignoring_poison;

/// Why an interactions endpoint fails Discord's check.
#[derive(Debug, thiserror::Error)]
pub enum EndpointError {
    /// It cannot be reached, or does not respond within ten seconds.
    #[error("no response from the interactions endpoint {0}")]
    Unreachable(String),
    /// It does not answer a PING with a PONG.
    #[error(
        "the interactions endpoint {url} answers a ping with {answer}; it must answer with \
         status 200 and {{\"type\":1}} as application/json"
    )]
    NoPong {
        /// The endpoint.
        url: String,
        /// A description of its response.
        answer: String,
    },
    /// It does not refuse a wrong signature with 401.
    #[error(
        "the interactions endpoint {url} answers a wrong signature with status {status}; it must \
         verify each request, and answer 401"
    )]
    Unverified {
        /// The endpoint.
        url: String,
        /// The HTTP status of its response.
        status: u16,
    },
}

/// An endpoint's HTTP response.
#[derive(Debug)]
pub(crate) struct WebhookResponse {
    pub(crate) status: StatusCode,
    pub(crate) is_json: bool,
    pub(crate) body: Bytes,
}

impl WebhookResponse {
    fn is_pong(&self) -> bool {
        let body: Option<Value> = serde_json::from_slice(&self.body).ok();
        self.status == StatusCode::OK
            && self.is_json
            && body.is_some_and(|body| body["type"] == json!(1))
    }
}

/// The endpoints, which are used in turn, and the key that signs the requests.
#[derive(Debug)]
pub(crate) struct WebhookEndpoints {
    key: SigningKey,
    client: Client,
    round_robin: Mutex<RoundRobin>,
}

#[derive(Debug, Default)]
struct RoundRobin {
    urls: Vec<String>,
    next: usize,
}

impl WebhookEndpoints {
    /// Creates an empty list of endpoints, and a new key.
    pub(crate) fn new(reuse_connections: bool) -> Self {
        let mut seed = [0; 32];
        fastrand::fill(&mut seed);
        let client = Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .pool_max_idle_per_host(if reuse_connections { usize::MAX } else { 0 })
            .build()
            .expect("the options of the client are valid");
        Self { key: SigningKey::from_bytes(&seed), client, round_robin: Mutex::default() }
    }

    /// The public key, in hex.
    pub(crate) fn public_key(&self) -> String {
        hex(self.key.verifying_key().as_bytes())
    }

    /// The signature of a request, in hex.
    pub(crate) fn sign(&self, timestamp: &str, body: &[u8]) -> String {
        hex(&self.key.sign(&[timestamp.as_bytes(), body].concat()).to_bytes())
    }

    /// Whether there are any endpoints.
    pub(crate) fn is_configured(&self) -> bool {
        !lock_ignoring_poison(&self.round_robin).urls.is_empty()
    }

    /// The URL that Discord would have on record; `None` if there are no endpoints.
    pub(crate) fn first_url(&self) -> Option<String> {
        lock_ignoring_poison(&self.round_robin).urls.first().cloned()
    }

    /// Replaces all endpoints. With none, interactions go to the gateway.
    pub(crate) fn set(&self, urls: Vec<String>) {
        *lock_ignoring_poison(&self.round_robin) = RoundRobin { urls, next: 0 };
    }

    /// All endpoints, starting with the next in turn; `None` if there are none.
    pub(crate) fn next_urls(&self) -> Option<Vec<String>> {
        let mut round_robin = lock_ignoring_poison(&self.round_robin);
        let mut urls = round_robin.urls.clone();
        if urls.is_empty() {
            return None;
        }
        urls.rotate_left(round_robin.next);
        round_robin.next = (round_robin.next + 1) % urls.len();
        Some(urls)
    }

    /// Posts a signed body.
    pub(crate) async fn post(
        &self,
        url: &str,
        body: String,
        now: Timestamp,
    ) -> reqwest::Result<WebhookResponse> {
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
    ) -> reqwest::Result<WebhookResponse> {
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
        Ok(WebhookResponse { status: response.status(), is_json, body: response.bytes().await? })
    }

    /// Checks that an endpoint answers a PING, and refuses one with a wrong
    /// signature.
    pub(crate) async fn check(
        &self,
        url: &str,
        ping: &Value,
        now: Timestamp,
    ) -> Result<(), EndpointError> {
        let ping = ping.to_string();
        let unreachable = |_| EndpointError::Unreachable(url.to_owned());
        let response = self.post(url, ping.clone(), now).await.map_err(unreachable)?;
        if !response.is_pong() {
            let kind = if response.is_json { "JSON" } else { "no JSON" };
            let answer = format!("status {} and {kind}", response.status.as_u16());
            return Err(EndpointError::NoPong { url: url.to_owned(), answer });
        }
        let timestamp = seconds(now);
        let signature = self.sign(&timestamp, b"something else");
        let response = self.send(url, ping, timestamp, signature).await.map_err(unreachable)?;
        if response.status != StatusCode::UNAUTHORIZED {
            let status = response.status.as_u16();
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
        write!(text, "{byte:02x}").expect("writing to a String cannot fail");
        text
    })
}
