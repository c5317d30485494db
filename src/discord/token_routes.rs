//! Requests that an interaction's token allows: the answer, its edits, and what
//! follows it.
//!
//! They go past serenity's rate limiter, which keeps an entry for every
//! interaction for ever, and holds up all edits by token together. Discord does
//! not count answers towards its global limit
//! ([rule](https://discord.com/developers/docs/interactions/receiving-and-responding#endpoints));
//! the odd "too many requests" is waited out once, but for answers with files.
//!
//! A token is good for more only when Discord has the answer, which may be on its
//! way still: where it is the response to Discord's own request, nobody tells when
//! it has arrived. So what follows an answer is tried again for a while.

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

/// How long to wait, each time, for Discord to take up an answer that is on its
/// way.
const PAUSES: [Duration; 5] = [
    Duration::from_millis(50),
    Duration::from_millis(100),
    Duration::from_millis(200),
    Duration::from_millis(400),
    Duration::from_millis(800),
];

/// What is needed to answer an interaction.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The interaction.
    pub id: InteractionId,
    /// Its token.
    pub token: Token,
}

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

    /// Whether Discord has no answer to the interaction, or none yet.
    fn is_unanswered(&self) -> bool {
        matches!(self, Self::Refused { code: 10015, .. })
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
        asked: &Asked,
        answer: &impl Serialize,
        file: Option<CreateAttachment>,
    ) -> Result<(), SendError> {
        let body = Some(serde_json::to_string(answer)?);
        self.send(LightMethod::Post, callback(asked), None, (body, file)).await.map(drop)
    }

    /// Answers an interaction with a new message, and tells which that is.
    pub async fn respond_and_learn(
        &self,
        asked: &Asked,
        answer: &impl Serialize,
    ) -> Result<Option<MessageId>, SendError> {
        let query = Some(vec![("with_response", "true".to_owned())]);
        let body = Some(serde_json::to_string(answer)?);
        let response = self.send(LightMethod::Post, callback(asked), query, (body, None)).await?;
        let answer: CallbackAnswer = response.json().await.map_err(network)?;
        Ok(answer.resource.message.and_then(|message| message.id()))
    }

    /// Tells which message an interaction was answered with, otherwise than by
    /// [`Self::respond_and_learn`].
    pub async fn learn(
        &self,
        application: ApplicationId,
        token: &Token,
    ) -> Result<Option<MessageId>, SendError> {
        let route = original(application, token);
        let response = self.send_after_answer(LightMethod::Get, route, None).await?;
        let message: PostedMessage = response.json().await.map_err(network)?;
        Ok(message.id())
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
        let body = serde_json::to_string(message)?;
        self.send_after_answer(LightMethod::Post, route, Some(body)).await.map(drop)
    }

    /// Edits the message that an interaction was answered with.
    pub async fn edit(
        &self,
        application: ApplicationId,
        token: &Token,
        message: &impl Serialize,
    ) -> Result<(), SendError> {
        let body = serde_json::to_string(message)?;
        let route = original(application, token);
        self.send_after_answer(LightMethod::Patch, route, Some(body)).await.map(drop)
    }

    /// Sends what Discord takes only after the answer.
    async fn send_after_answer(
        &self,
        method: LightMethod,
        route: Route<'_>,
        body: Option<String>,
    ) -> Result<reqwest::Response, SendError> {
        for pause in PAUSES {
            match self.send(method, route, None, (body.clone(), None)).await {
                Err(error) if error.is_unanswered() => tokio::time::sleep(pause).await,
                sent => return sent,
            }
        }
        self.send(method, route, None, (body, None)).await
    }

    async fn send(
        &self,
        method: LightMethod,
        route: Route<'_>,
        query: Option<Vec<(&'static str, String)>>,
        (body, file): (Option<String>, Option<CreateAttachment>),
    ) -> Result<reqwest::Response, SendError> {
        let request = Request::new(route, method).params(query);
        let request = match file {
            Some(file) => request.multipart(Some(Multipart {
                upload: MultipartUpload::Attachments(vec![file]),
                fields: Vec::new(),
                payload_json: body,
            })),
            None => request.body(body.map(String::into_bytes)),
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

fn callback(asked: &Asked) -> Route<'_> {
    Route::InteractionResponse { interaction_id: asked.id.0.into(), token: &asked.token.0 }
}

fn original(application: ApplicationId, token: &Token) -> Route<'_> {
    Route::WebhookOriginalInteractionResponse {
        application_id: application.0.into(),
        token: &token.0,
    }
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
    message: Option<PostedMessage>,
}

#[derive(Deserialize)]
struct PostedMessage {
    id: String,
}

impl PostedMessage {
    fn id(&self) -> Option<MessageId> {
        self.id.parse().ok().map(MessageId)
    }
}
