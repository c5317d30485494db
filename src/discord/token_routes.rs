//! Requests that an interaction's token allows: the answer, its edits, and what
//! follows it.
//!
//! They go past serenity's rate limiter, which keeps an entry for every
//! interaction for ever, and holds up all edits by token together. Discord does
//! not count answers towards its global limit
//! ([rule](https://discord.com/developers/docs/interactions/receiving-and-responding#endpoints));
//! the odd "too many requests" is waited out once, but for answers with files.

use std::time::Duration;

use reqwest::{Client, StatusCode, header::RETRY_AFTER};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serenity::{
    all::CreateAttachment,
    http::{LightMethod, Multipart, MultipartUpload, Request, Route},
};
use thiserror::Error;

use crate::play::{ApplicationId, InteractionId, MessageId, Token};

/// The longest wait that still leaves an answer in time.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// A request that was not fulfilled.
#[derive(Debug, Error)]
pub enum SendError {
    /// Discord refused it.
    #[error("Discord refused with {status}, code {code}: {message}")]
    Refused {
        /// The HTTP status.
        status: StatusCode,
        /// [Discord's code](https://discord.com/developers/docs/topics/opcodes-and-status-codes#json).
        code: u64,
        /// Discord's explanation.
        message: String,
    },
    /// Discord could not be reached, or did not answer.
    #[error("Discord did not answer")]
    Network(#[source] reqwest::Error),
    /// The request could not be made.
    #[error("the request could not be made")]
    Build(#[source] Box<serenity::Error>),
    /// The body could not be written as JSON.
    #[error("the body could not be written as JSON")]
    Json(#[from] serde_json::Error),
}

impl SendError {
    /// Whether the interaction was answered already, so that nothing is lost.
    pub fn is_answered_before(&self) -> bool {
        matches!(self, Self::Refused { code: 40060, .. })
    }
}

/// A client for these requests.
#[derive(Debug)]
pub struct TokenRoutes {
    client: Client,
    bot_token: SecretString,
    proxy: Option<String>,
}

impl TokenRoutes {
    /// A client that sends to Discord, or to `proxy` in its place.
    pub const fn new(client: Client, bot_token: SecretString, proxy: Option<String>) -> Self {
        Self { client, bot_token, proxy }
    }

    /// Answers an interaction, with a file that the answer lists.
    pub async fn respond(
        &self,
        id: InteractionId,
        token: &Token,
        answer: &impl Serialize,
        file: Option<CreateAttachment>,
    ) -> Result<(), SendError> {
        self.send(LightMethod::Post, callback(id, token), None, (answer, file)).await.map(drop)
    }

    /// Answers an interaction with a new message, and tells which that is.
    pub async fn respond_and_learn(
        &self,
        id: InteractionId,
        token: &Token,
        answer: &impl Serialize,
    ) -> Result<Option<MessageId>, SendError> {
        let query = Some(vec![("with_response", "true".to_owned())]);
        let response =
            self.send(LightMethod::Post, callback(id, token), query, (answer, None)).await?;
        let answer: CallbackAnswer = response.json().await.map_err(network)?;
        Ok(answer.resource.message.and_then(|message| message.id.parse().ok()).map(MessageId))
    }

    /// Sends a further message in answer to an interaction.
    pub async fn follow_up(
        &self,
        application: ApplicationId,
        token: &Token,
        message: &impl Serialize,
    ) -> Result<(), SendError> {
        let route = Route::WebhookFollowupMessages {
            application_id: application.0.into(),
            token: &token.0,
        };
        self.send(LightMethod::Post, route, None, (message, None)).await.map(drop)
    }

    /// Edits the message that an interaction was answered with.
    pub async fn edit(
        &self,
        application: ApplicationId,
        token: &Token,
        message: &impl Serialize,
    ) -> Result<(), SendError> {
        let route = Route::WebhookOriginalInteractionResponse {
            application_id: application.0.into(),
            token: &token.0,
        };
        self.send(LightMethod::Patch, route, None, (message, None)).await.map(drop)
    }

    async fn send(
        &self,
        method: LightMethod,
        route: Route<'_>,
        query: Option<Vec<(&'static str, String)>>,
        (body, file): (&impl Serialize, Option<CreateAttachment>),
    ) -> Result<reqwest::Response, SendError> {
        let body = serde_json::to_string(body)?;
        let request = Request::new(route, method).params(query);
        let request = match file {
            Some(file) => request.multipart(Some(Multipart {
                upload: MultipartUpload::Attachments(vec![file]),
                fields: Vec::new(),
                payload_json: Some(body),
            })),
            None => request.body(Some(body.into_bytes())),
        };
        let request = request
            .build(&self.client, self.bot_token.expose_secret(), self.proxy.as_deref())
            .map_err(|error| SendError::Build(Box::new(error)))?
            .build()
            .map_err(network)?;
        let again = request.try_clone();
        let response = self.client.execute(request).await.map_err(network)?;
        let response = match (again, wait_asked_for(&response)) {
            (Some(again), Some(wait)) => {
                tokio::time::sleep(wait).await;
                self.client.execute(again).await.map_err(network)?
            }
            _ => response,
        };
        if response.status().is_success() { Ok(response) } else { Err(refused(response).await) }
    }
}

fn callback(id: InteractionId, token: &Token) -> Route<'_> {
    Route::InteractionResponse { interaction_id: id.0.into(), token: &token.0 }
}

/// How long to wait before a second try, if one makes sense.
fn wait_asked_for(response: &reqwest::Response) -> Option<Duration> {
    let limited = response.status() == StatusCode::TOO_MANY_REQUESTS;
    let seconds = response.headers().get(RETRY_AFTER).filter(|_| limited)?;
    let wait = Duration::try_from_secs_f64(seconds.to_str().ok()?.parse().ok()?).ok()?;
    (wait <= LONGEST_WAIT).then_some(wait)
}

async fn refused(response: reqwest::Response) -> SendError {
    let status = response.status();
    let DiscordError { code, message } = response.json().await.unwrap_or_default();
    SendError::Refused { status, code, message }
}

/// The address is left out: it holds the interaction's token.
fn network(error: reqwest::Error) -> SendError {
    SendError::Network(error.without_url())
}

#[derive(Default, Deserialize)]
struct DiscordError {
    #[serde(default)]
    code: u64,
    #[serde(default)]
    message: String,
}

#[derive(Deserialize)]
struct CallbackAnswer {
    resource: CallbackResource,
}

#[derive(Deserialize)]
struct CallbackResource {
    message: Option<CallbackMessage>,
}

#[derive(Deserialize)]
struct CallbackMessage {
    id: String,
}
